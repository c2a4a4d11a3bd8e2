//! Tests a version of a project against another.
//!
//! The archive is the folder `versions/` at the top of a git repository, which git ignores. Each version has its own
//! folder with the program and a `version.toml`, made under another name and moved into its place, so that there is
//! never half of one; `history.jsonl` has the result of every comparison. [`build`] makes a version of any state that
//! [`git`] knows, [`regression`] plays two, and [`strength`] estimates the strength of all from the history.

mod archive;
pub mod build;
mod contestant;
mod error;
pub mod git;
mod history;
pub mod regression;
pub mod strength;
mod version;

pub use archive::{Archive, Listing};
pub use contestant::Contestant;
pub use error::RegressionError;
pub use history::{Entry, Party};
pub use regression::{RegressEvent, Regression};
pub use version::{Version, run_bench};
