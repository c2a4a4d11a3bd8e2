//! Why a book is not judged.

use players::pool::PoolError;
use players::record::Failure;

/// Why a book is not judged.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum JudgeError {
    /// Nobody can judge.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// The engine failed.
    #[error(
        "engine \"{engine}\" at {fen}: {failure}; it must be a UCI program that plays chess and gives scores"
    )]
    Engine {
        engine: String,
        fen: String,
        failure: Failure,
    },
}
