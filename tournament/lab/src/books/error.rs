//! Errors of judging a book.

use players::pool::PoolError;
use players::record::Failure;

/// The reason that a book is not judged.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum JudgeError {
    /// The judges cannot be set up.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// The engine failed.
    #[error(
        "engine \"{engine}\" at {fen}: {failure}; it must be a UCI program that plays chess and gives scores"
    )]
    Engine { engine: String, fen: String, failure: Failure },
}
