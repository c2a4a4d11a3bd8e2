//! Errors of versions, with their remedies.

use std::io;
use std::path::PathBuf;

use uci_client::did_you_mean;

/// The reason that there is no such version. The existing versions are unharmed in each case.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum VersionError {
    /// A program that is needed is not there.
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
        "{given:?} is neither an archived version nor a commit, branch or tag{}; `tournament \
         versions list` and `git log --oneline` show what there is",
        did_you_mean(given, known)
    )]
    Unknown { given: String, known: Vec<String> },
    /// No version of this name.
    #[error(
        "there is no version {given:?}{}; `evalarena versions list` shows those that there are",
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
        "there is a version {name:?} already; choose another --name, or `evalarena versions remove {name}` first"
    )]
    Taken { name: String },
    /// The program is not the one that was archived.
    #[error(
        "{}: its checksum is not the one that was archived, so the file has changed; remove the \
         version with `evalarena versions remove {name}` and build or add it again", path.display()
    )]
    Checksum { name: String, path: PathBuf },
    /// The package of an engine cannot be found.
    #[error(
        "{state} has no program {engine:?}{}; it has: {}", did_you_mean(engine, known),
        if known.is_empty() { "none".to_owned() } else { known.join(", ") }
    )]
    NoProgram { state: String, engine: String, known: Vec<String> },
    /// A build that fails.
    #[error(
        "{engine} cannot be built from {state}: `{command}` failed:\n{}\nNothing was archived",
        indented(tail)
    )]
    Build { engine: String, state: String, command: String, tail: Vec<String> },
    /// A build that makes no program, or several.
    #[error(
        "{engine} was built from {state} by `{command}`, which made {}; name the program that it makes with --program, or \
         with `program` below [build] in regress.toml",
        if made.is_empty() { "no program".to_owned() } else { format!("several programs: {}", made.join(", ")) }
    )]
    NotOne { engine: String, state: String, command: String, made: Vec<String> },
    /// A command that is empty.
    #[error("the command that builds the engine is empty; give one, such as --build make")]
    NoCommand,
    /// A path of a build that is not below the project's folder.
    #[error(
        "{path:?} is outside of the project, so it belongs to no commit; give a path below the project's folder"
    )]
    Outside { path: String },
    /// A project without a known way to build it.
    #[error(
        "{}: there is no Cargo.toml, Makefile, CMakeLists.txt, go.mod, build.zig or meson.build; give the command that \
         builds the engine with --build, or below [build] in regress.toml (`evalarena regress --init` writes one)",
        root.display()
    )]
    NoRecipe { root: PathBuf },
    /// Several programs, and none is named.
    #[error("{}: name the engine; the programs are: {}", root.display(), programs.join(", "))]
    Unnamed { root: PathBuf, programs: Vec<String> },
    /// Files and folders.
    #[error("{}: {source}; {}", path.display(), remedy(source))]
    File { path: PathBuf, source: io::Error },
    /// A record that is none.
    #[error("{}: not a version's record: {message}; remove its folder", path.display())]
    Record { path: PathBuf, message: String },
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
