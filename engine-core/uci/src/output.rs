//! The lines of a session: they go to standard output, or to another file in its place.

use std::fs::File;
use std::io::{Write, stdout};
use std::sync::{Mutex, OnceLock, PoisonError};

static IN_ITS_PLACE: OnceLock<Mutex<File>> = OnceLock::new();

/// Writes the lines of this process's sessions to `file` in place of standard output, where foreign code in the process
/// may write. The first call counts.
pub fn redirect(file: File) {
    IN_ITS_PLACE.set(Mutex::new(file)).ok();
}

/// Writes a line; a GUI that is gone is noticed at the end of its input.
pub(crate) fn write_line(line: &str) {
    let Some(file) = IN_ITS_PLACE.get() else {
        let mut out = stdout().lock();
        writeln!(out, "{line}").and_then(|()| out.flush()).ok();
        return;
    };
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    // In one piece: each write is a call of the system.
    file.write_all(format!("{line}\n").as_bytes()).ok();
}
