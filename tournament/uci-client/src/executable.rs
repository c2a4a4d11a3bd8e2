//! The file of a program.

use std::io;
use std::path::PathBuf;

use crate::launch::Executable;
use crate::system::locate;

impl Executable {
    /// True if there is a program that can be started.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.file().is_ok()
    }

    /// The file that is started, from the root.
    ///
    /// # Errors
    /// If there is none, or it cannot be started.
    pub fn file(&self) -> io::Result<PathBuf> {
        locate(self)
    }
}
