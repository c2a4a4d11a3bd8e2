//! The folder in which versions are built: one build at a time.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::PathBuf;
use std::process::Command;

use crate::error::{RegressionError, at};
use crate::git::{Repository, State};

/// Lines of a failed build that are shown.
const TAIL: usize = 30;

pub(super) struct BuildFolder {
    /// Held during a build.
    pub(super) lock: File,
    /// The files of the state.
    pub(super) source: PathBuf,
    /// The target folder of cargo.
    pub(super) target: PathBuf,
}

impl BuildFolder {
    /// Writes the files of the state, and no others, into the source folder.
    pub(super) fn check_out(
        &self,
        repository: &Repository,
        state: &State,
    ) -> Result<(), RegressionError> {
        match fs::remove_dir_all(&self.source) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(at(&self.source)(error));
            }
            _ => {}
        }
        fs::create_dir_all(&self.source).map_err(at(&self.source))?;
        repository.check_out(&state.tree, &self.source)
    }

    /// Runs a command in the source folder, whose messages are a pipe: standard error, or else standard output. `notify`
    /// receives each line meanwhile. `Err` within has the last lines of one that failed.
    pub(super) fn run(
        &self,
        mut command: Command,
        notify: &mut impl FnMut(&str),
    ) -> Result<Result<(), Vec<String>>, RegressionError> {
        let program = command.get_program().to_string_lossy().into_owned();
        // It never reads it, but as long as it lives no other process gets the lock, even if this process is killed.
        let lock = self.lock.try_clone().map_err(at(&self.source))?;
        let child = command.current_dir(&self.source).stdin(lock).spawn();
        let mut child = child.map_err(at(&program))?;
        let errors = child.stderr.take().map(|pipe| Box::new(pipe) as Box<dyn Read>);
        let output = child.stdout.take().map(|pipe| Box::new(pipe) as Box<dyn Read>);
        let mut tail = Vec::new();
        let messages = errors.or(output).into_iter();
        for line in messages.flat_map(|messages| BufReader::new(messages).split(b'\n')) {
            let line = String::from_utf8_lossy(&line.unwrap_or_default()).into_owned();
            notify(&line);
            tail.push(line);
            let superfluous = tail.len().saturating_sub(TAIL);
            tail.drain(..superfluous);
        }
        let ended = child.wait().map_err(at(&program))?;
        Ok(if ended.success() { Ok(()) } else { Err(tail) })
    }
}
