//! Why a run cannot be played.

use std::io;
use std::path::PathBuf;

use engine_core::tablebase::TablebaseError;
use openings::OpeningError;

use crate::arena::ArenaError;
use crate::player::PlayerError;
use crate::report::PgnError;
use crate::store::StoreError;

/// Why a run cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// An engine cannot be set up.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The openings cannot be read, or there are too few.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The tablebases that are to say how games end cannot be used.
    #[error("adjudication.syzygy: {0}")]
    Tablebase(#[from] TablebaseError),
    /// The folder has a run of something else.
    #[error(
        "{}: the run in this folder was begun differently:\n  {}\nstart again with --fresh \
         (the old folder is kept under another name), or choose another folder with --out",
        folder.display(), changes.join("\n  ")
    )]
    Changed {
        /// The run's folder.
        folder: PathBuf,
        /// What differs, a line each.
        changes: Vec<String>,
    },
    /// The old folder cannot be put away.
    #[error("{}: cannot be renamed: {source}; rename it yourself, or choose another with --out", folder.display())]
    Rename {
        /// The old folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The workers.
    #[error(transparent)]
    Arena(#[from] ArenaError<StoreError>),
    /// A report cannot be written.
    #[error("cannot write a report: {0}; what was played is safe, run again to write it")]
    Report(#[from] io::Error),
    /// A stored game cannot be printed.
    #[error(transparent)]
    Pgn(#[from] PgnError),
}
