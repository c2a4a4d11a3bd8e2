//! Errors, with their remedies.

use std::io;
use std::path::PathBuf;

use match_stats::change::BoundsError;
use players::player::PlayerError;
use report::ReportError;
use runner::run::RunError;
use runner::store::StoreError;
use uci_client::did_you_mean;

/// The reason that there is no such version, or that two of them cannot be compared. The existing versions
/// are unharmed in each case.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum RegressionError {
    /// A required program is not installed.
    #[error("{program} was not found in PATH; {remedy}")]
    Missing { program: &'static str, remedy: &'static str },
    /// Not in a git repository.
    #[error(
        "{}: not inside a git repository; versions belong to one: go into the project's folder \
         (or `git init` and commit)", folder.display()
    )]
    NoRepository { folder: PathBuf },
    /// A git command fails.
    #[error("git {command}: {message}")]
    Git { command: String, message: String },
    /// Neither a version nor anything that git knows.
    #[error(
        "{given:?} is neither an archived version nor a commit, branch or tag{}; `evalarena regress list` \
         and `git log --oneline` show what there is",
        did_you_mean(given, known)
    )]
    Unknown { given: String, known: Vec<String> },
    /// No version of this name.
    #[error(
        "there is no version {given:?}{}; `evalarena regress list` shows those that there are",
        did_you_mean(given, known)
    )]
    NoVersion { given: String, known: Vec<String> },
    /// A name that no folder should have.
    #[error(
        "{given:?} cannot name a version; use 1 to 60 letters, digits, '-', '_' or '.', beginning \
         and ending with a letter or a digit"
    )]
    Name { given: String },
    /// A name that is taken.
    #[error(
        "there is a version {name:?} already; choose another --name, or `evalarena regress remove {name}` first"
    )]
    Taken { name: String },
    /// The program is not the archived one.
    #[error(
        "{}: its checksum is not the one that was archived, so the file has changed; remove the \
         version with `evalarena regress remove {name}` and build or add it again", path.display()
    )]
    Checksum { name: String, path: PathBuf },
    /// A build that fails.
    #[error(
        "{engine} cannot be built from {state}: `{command}` failed:\n{}\nNothing was archived",
        indented(tail)
    )]
    Build { engine: String, state: String, command: String, tail: Vec<String> },
    /// An empty command.
    #[error("the command that builds the engine is empty; give one, such as --build make")]
    NoCommand,
    /// A path that is not below the project's folder.
    #[error(
        "{path:?} is outside of the project, so it belongs to no commit; give a path below the project's folder"
    )]
    Outside { path: String },
    /// A project without a known way to build it.
    #[error(
        "{}: there is no Cargo.toml and no Makefile; give the command that builds the engine with --build and --program, \
         or below [build] in regress.toml (docs/regression.md has it for CMake, Go, Meson and Zig)",
        root.display()
    )]
    NoRecipe { root: PathBuf },
    /// Several programs, and none is named.
    #[error("{}: name the engine; the programs are: {}", root.display(), programs.join(", "))]
    Unnamed { root: PathBuf, programs: Vec<String> },
    /// A file or folder.
    #[error("{}: {source}; {}", path.display(), remedy(source))]
    File { path: PathBuf, source: io::Error },
    /// A damaged record.
    #[error("{}: not a version's record: {message}; remove its folder", path.display())]
    Record { path: PathBuf, message: String },
    /// A program that was built and does not play.
    #[error("{engine} was built, but does not play: {message}")]
    NotReady { engine: String, message: String },
    /// A number that the search does not take.
    #[error("{key}: {problem}")]
    Search { key: String, problem: String },
    /// An evaluator that cannot be used.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// Bounds that make no test.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// The match.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The files of the match.
    #[error(transparent)]
    Report(#[from] ReportError),
}

impl From<StoreError> for RegressionError {
    fn from(error: StoreError) -> Self {
        Self::Run(error.into())
    }
}

fn indented(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

fn remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "make room on the disk and try again; the versions that were there are unharmed"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "make it readable and writable and try again"
        }
        _ => "check the path and try again",
    }
}

/// The error of a file or folder.
pub(crate) fn at(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> RegressionError {
    let path = path.into();
    |source| RegressionError::File { path, source }
}
