//! Errors that stop a tuning, with remedies.

use std::io;
use std::path::PathBuf;

use engine_core::tablebase::TablebaseError;
use openings::OpeningError;

use config::ConfigError;
use players::player::PlayerError;
use runner::arena::ArenaError;
use runner::run::RunError;
use runner::store::StoreError;

/// The reason that a tuning cannot be played.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum SpsaError {
    /// The file is no tuning.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A number that engines of this kind do not have.
    #[error("{parameter}: engine \"{engine}\" has {takes}; tune those, or another engine")]
    OtherKind { parameter: String, engine: String, takes: &'static str },
    /// An engine cannot be set so.
    #[error("{parameter} = {value}: {source}")]
    Parameter { parameter: String, value: f64, source: Box<PlayerError> },
    /// An engine cannot be set up.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The tablebases for adjudication cannot be used.
    #[error("adjudication.syzygy: {0}")]
    Tablebase(#[from] TablebaseError),
    /// The openings cannot be read, or there are too few.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The old folder cannot be put away.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The folder is in use.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file in the folder cannot be read or written.
    #[error("{}: {source}; make it readable and writable, or choose another folder with --out", path.display())]
    Folder { path: PathBuf, source: io::Error },
    /// The folder has another tuning.
    #[error(
        "{}: this tuning was begun differently: {what}\nstart again with --fresh (the old folder is \
         kept under another name), or choose another folder with --out",
        path.display()
    )]
    Changed { path: PathBuf, what: String },
    /// The state is invalid.
    #[error(
        "{}: not a state of this tuning ({reason}); start again with --fresh (the old folder is kept under another name)",
        path.display()
    )]
    Damaged { path: PathBuf, reason: String },
    /// An engine failed: numbers that make it fail are not to be learned from.
    #[error(
        "engine \"{engine}\" failed ({failure}) with {values}\nThe batch does not count; mend the engine \
         or its limits, or narrow the range of the number that makes it fail"
    )]
    Failed { engine: String, failure: String, values: String },
    /// The games.
    #[error(transparent)]
    Arena(#[from] ArenaError<std::convert::Infallible>),
}
