//! Creates a new evaluation: a crate of this workspace, or a folder with a library in C or C++ or a program in Python.
//!
//! Each is made of tournament/lab/template with another name: it builds, plays and keeps the laws of an evaluation,
//! which the arena's own tests check.

mod anywhere;
mod failure;
mod in_workspace;
mod name;

use std::path::PathBuf;

pub use anywhere::{Language, new_folder};
pub use failure::NewEvaluatorError;
pub use in_workspace::new_evaluator;

/// The files that were written and changed.
#[derive(Debug)]
pub struct Written {
    /// The new folder.
    pub folder: PathBuf,
    /// The files in which it was entered.
    pub entered: Vec<PathBuf>,
}
