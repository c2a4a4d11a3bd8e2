//! A program's command line, options and timeouts.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, ErrorKind};
use std::path::{self, Path, PathBuf};
use std::time::Duration;

/// The option for castling written as king takes rook.
pub const CHESS960: &str = "UCI_Chess960";

/// The option that announces pondering.
const PONDER: &str = "Ponder";

/// A program to start, and its settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Launch {
    /// The program.
    pub executable: Executable,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder to start it in, from the working directory; `None`: the working directory.
    pub folder: Option<PathBuf>,
    /// Environment variables to set, besides our own.
    pub env: BTreeMap<String, String>,
    /// UCI options to set: texts, flags and numbers, for the program to check.
    pub options: toml::Table,
    /// True if its scores are from White's side, in place of the side to move.
    pub scores_from_white: bool,
    /// The longest waits for it.
    pub timeouts: Timeouts,
}

impl Launch {
    /// The program as it is: no arguments, no options, the usual patience.
    pub fn new(executable: Executable) -> Launch {
        Launch {
            executable,
            args: Vec::new(),
            folder: None,
            env: BTreeMap::new(),
            options: toml::Table::new(),
            scores_from_white: false,
            timeouts: Timeouts::default(),
        }
    }

    /// True if it is set to play Chess960: moves to it are written accordingly.
    pub(crate) fn is_chess960(&self) -> bool {
        self.is_on(CHESS960)
    }

    /// True if it is set to ponder: it then does, in every game with a clock.
    pub fn ponders(&self) -> bool {
        self.is_on(PONDER)
    }

    fn is_on(&self, flag: &str) -> bool {
        let mut options = self.options.iter();
        options.any(|(name, value)| {
            let is_on = match value {
                toml::Value::String(text) => text.eq_ignore_ascii_case("true"),
                value => value.as_bool() == Some(true),
            };
            name.eq_ignore_ascii_case(flag) && is_on
        })
    }
}

/// The location of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Executable {
    /// A bare name: looked for in PATH and beside the program that runs.
    Name(String),
    /// A path from the working directory.
    Path(PathBuf),
}

impl Executable {
    /// True if there is a program that can be started.
    pub fn is_there(&self) -> bool {
        self.file().is_ok()
    }

    /// The file that is started, from the root. A bare name is looked for in PATH, then beside the arena's own program.
    pub fn file(&self) -> io::Result<PathBuf> {
        let name = match self {
            Self::Name(name) => name,
            // The program may be started in another folder, and a process that starts it in our place could not report
            // an error.
            Self::Path(path) if path.metadata()?.is_file() && is_executable(path) => {
                return path::absolute(path);
            }
            Self::Path(_) => return Err(ErrorKind::PermissionDenied.into()),
        };
        let own = env::current_exe().ok();
        let own = own.as_deref().and_then(Path::parent).map(Path::to_owned);
        let path = env::var_os("PATH").unwrap_or_default();
        let mut candidates = env::split_paths(&path).chain(own).map(|folder| folder.join(name));
        let found = candidates.find(|path| is_executable(path)).ok_or_else(|| {
            let missing = "it is neither in PATH nor beside the arena's own program";
            io::Error::new(ErrorKind::NotFound, missing)
        });
        found.and_then(path::absolute)
    }
}

fn is_executable(path: &Path) -> bool {
    let file = path.metadata().ok().filter(std::fs::Metadata::is_file);
    #[cfg(unix)]
    let file = file.filter(|file| {
        use std::os::unix::fs::PermissionsExt;
        file.permissions().mode() & 0o111 != 0
    });
    file.is_some()
}

/// The longest silences of a program before it has failed. All are at least a millisecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// From its start to `uciok`.
    pub start: Duration,
    /// From `isready` to `readyok`, and from `stop` to `bestmove`.
    pub ready: Duration,
    /// From `ucinewgame` to `readyok`.
    pub newgame: Duration,
    /// From `go` to `bestmove` at fixed nodes or depth, where no clock runs.
    pub hang: Duration,
    /// From `quit` to its end; after that it is killed.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(10),
            newgame: Duration::from_secs(10),
            hang: Duration::from_secs(300),
            quit: Duration::from_secs(2),
        }
    }
}
