//! The search for a program's file.

use std::env;
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::launch::Executable;

/// The program's path from the root. A bare name is looked for in PATH, then beside the arena's own
/// program.
pub(crate) fn locate(executable: &Executable) -> io::Result<PathBuf> {
    let name = match executable {
        Executable::Name(name) => name,
        // The program may be started in another folder.
        Executable::Path(path) => {
            // A process that starts it in our place could not report this.
            if !path.metadata()?.is_file() || !is_executable(path) {
                return Err(ErrorKind::PermissionDenied.into());
            }
            return std::path::absolute(path);
        }
    };
    let own = env::current_exe().ok();
    let own = own.as_deref().and_then(Path::parent).map(Path::to_owned);
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(own);
    let mut candidates = folders.map(|folder| folder.join(name));
    let missing = "it is neither in PATH nor beside the arena's own program";
    let found = candidates.find(|path| is_executable(path));
    found.ok_or_else(|| io::Error::new(ErrorKind::NotFound, missing)).and_then(std::path::absolute)
}

fn is_executable(path: &Path) -> bool {
    let metadata = path.metadata();
    metadata.is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}
