//! The reason that a page cannot be made.

use std::io;

use players::player::PlayerError;
use runner::store::{StoreError, numbered};

/// The reason that a page cannot be made.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum PageError {
    /// The run.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An illegal move.
    #[error("{}: {what:?} cannot be played; the store is damaged, and `evalarena run` with --repair plays this game again", numbered(*game as i64))]
    Game { game: usize, what: String },
    /// An evaluator that explains positions.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A plot.
    #[error("cannot draw a plot: {0}")]
    Plot(String),
    /// A file.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// The data for the page.
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
}
