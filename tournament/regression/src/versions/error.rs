//! What can go wrong with versions, and what to do about it.

use std::io;
use std::path::PathBuf;

use uci_client::did_you_mean;

/// Why there is no such version. Whatever it is, the versions that were there before are unharmed.
#[derive(Debug, thiserror::Error)]
pub enum VersionError {
    /// A program that is needed is not there.
    #[error("{program} was not found in PATH; {remedy}")]
    Missing {
        /// The program.
        program: &'static str,
        /// What to do.
        remedy: &'static str,
    },
    /// Not in a git repository.
    #[error(
        "{}: not inside a git repository; versions belong to one: go into the project's folder \
         (or `git init` and commit)", folder.display()
    )]
    NoRepository {
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// Git does not do as it is told.
    #[error("git {command}: {message}")]
    Git {
        /// What it was told.
        command: String,
        /// What it said.
        message: String,
    },
    /// Neither a version nor anything that git knows.
    #[error(
        "{given:?} is neither an archived version nor a commit, branch or tag{}; `tournament \
         versions list` and `git log --oneline` show what there is",
        did_you_mean(given, known)
    )]
    Unknown {
        /// As given.
        given: String,
        /// Versions, branches and tags.
        known: Vec<String>,
    },
    /// No version of this name.
    #[error(
        "there is no version {given:?}{}; `tournament versions list` shows those that there are",
        did_you_mean(given, known)
    )]
    NoVersion {
        /// As given.
        given: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A name that no folder should have.
    #[error(
        "{given:?} cannot name a version; use 1 to 60 letters, digits, '-', '_' or '.', beginning \
         and ending with a letter or a digit"
    )]
    Name {
        /// As given.
        given: String,
    },
    /// A name that is taken.
    #[error(
        "there is a version {name:?} already; choose another --name, or `tournament versions remove {name}` first"
    )]
    Taken {
        /// The name.
        name: String,
    },
    /// The program is not the one that was archived.
    #[error(
        "{}: its checksum is not the one that was archived, so the file has changed; remove the \
         version with `tournament versions remove {name}` and build or add it again", path.display()
    )]
    Checksum {
        /// The version.
        name: String,
        /// The program.
        path: PathBuf,
    },
    /// The package of an engine cannot be found.
    #[error(
        "{state} has no program {engine:?}{}; it has: {}", did_you_mean(engine, known),
        if known.is_empty() { "none".to_owned() } else { known.join(", ") }
    )]
    NoProgram {
        /// The state of the project, in words.
        state: String,
        /// What was asked for.
        engine: String,
        /// The programs there are.
        known: Vec<String>,
    },
    /// A build that fails.
    #[error(
        "{engine} cannot be built from {state}: `{command}` failed:\n{}\nNothing was archived",
        indented(tail)
    )]
    Build {
        /// The program.
        engine: String,
        /// The state of the project, in words.
        state: String,
        /// The command.
        command: String,
        /// Its last lines.
        tail: Vec<String>,
    },
    /// Files and folders.
    #[error("{}: {source}; {}", path.display(), remedy(source))]
    File {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A record that is none.
    #[error("{}: not a version's record: {message}; remove its folder", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
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
pub(super) fn at(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> VersionError {
    let path = path.into();
    |source| VersionError::File { path, source }
}
