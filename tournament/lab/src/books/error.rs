//! Why there is no book.

use std::io;

use players::player::PlayerError;
use players::record::Failure;
use players::workers::ThreadsError;

/// Why no openings were made.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum GenerateError {
    /// Fewer openings than asked for can be made.
    #[error(
        "only {found} of {wanted} openings found: too few lines end in level positions; ask for \
         fewer (--count), for longer ones (--plies), or be content with less (--margin, --balance)"
    )]
    Exhausted { found: usize, wanted: usize },
    /// The engine cannot be set up.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The workers cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// The engine failed.
    #[error(
        "engine \"{engine}\" at {fen}: {failure}; it must be a UCI program that plays chess, has the \
         option MultiPV, and tells scores"
    )]
    Engine {
        engine: String,
        fen: String,
        failure: Failure,
    },
    /// What was found cannot be kept or read.
    #[error("{file}: {source}; free room or permit writing there, or name another FILE")]
    Keep { file: String, source: io::Error },
    /// What was kept is not of these searches.
    #[error(
        "{file}:{line}: these are searches of another kind ({found}); remove the file to begin anew"
    )]
    Kept {
        file: String,
        line: usize,
        found: String,
    },
    /// The process is about to end.
    #[error("interrupted")]
    Interrupted,
}
