//! Creates a new evaluation: a crate of this workspace, or a folder with a library in C or C++ or a program in Python.
//!
//! Each is made of tournament/lab/template with another name: it builds, plays and keeps the laws of an evaluation,
//! which the arena's own tests check.

mod anywhere;
mod in_workspace;

use std::io;
use std::path::PathBuf;

pub use anywhere::{Language, new_folder};
pub use in_workspace::new_evaluator;

/// The files that were written and changed.
#[derive(Debug)]
pub struct Written {
    /// The new folder.
    pub folder: PathBuf,
    /// The files in which it was entered.
    pub entered: Vec<PathBuf>,
}

/// The reason that there is no new evaluator.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum NewEvaluatorError {
    #[error(
        "{0:?} cannot name an evaluator; use up to 40 small letters, digits and single hyphens, beginning \
         with a letter"
    )]
    Name(String),
    #[error("there is an evaluator {0:?} already; choose another name")]
    Taken(String),
    #[error("{} exists already; choose another name", .0.display())]
    Exists(PathBuf),
    #[error(
        "{}: this is not the source of the arena; clone the project and give the command in its folder, or write the \
         evaluation in C, C++ or Python, which needs no source: --language c, cpp or python",
        .0.display()
    )]
    NoProject(PathBuf),
    #[error("{}: {missing:?} was not found in it; enter the evaluator by hand (CONTRIBUTING.md)", file.display())]
    Unexpected { file: PathBuf, missing: String },
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
}

/// True if it can name a crate, a program, a file and an option.
fn is_name(name: &str) -> bool {
    let inside = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.len() <= 40
        && name.chars().all(inside)
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && !name.ends_with('-')
        && !name.contains("--")
}

/// The template with this name in place of its own.
fn named(text: &str, name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    let camel: String = name.split('-').map(capital).collect();
    text.replace("own-idea", name)
        .replace("own_idea", &name.replace('-', "_"))
        .replace("OwnIdea", &camel)
}
