//! The reason that there is no new evaluator.

use std::io;
use std::path::PathBuf;

/// The reason that there is no new evaluator.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum NewEvaluatorError {
    /// The name cannot be that of a crate, a program and an option.
    #[error(
        "{0:?} cannot name an evaluator; use up to 40 small letters, digits and single hyphens, beginning \
         with a letter"
    )]
    Name(String),
    /// There is one of this name.
    #[error("there is an evaluator {0:?} already; choose another name")]
    Taken(String),
    /// There is something in its place.
    #[error("{} exists already; choose another name", .0.display())]
    Exists(PathBuf),
    /// This is not the project's source.
    #[error(
        "{}: this is not the source of the arena; clone the project and give the command in its folder, or write the \
         evaluation in C, C++ or Python, which needs no source: --language c, cpp or python",
        .0.display()
    )]
    NoProject(PathBuf),
    /// A file is not as expected.
    #[error("{}: {missing:?} was not found in it; enter the evaluator by hand (CONTRIBUTING.md)", file.display())]
    Unexpected { file: PathBuf, missing: String },
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
}
