//! Errors of the book of blunders.

use std::io;
use std::path::PathBuf;

use engine_core::game::GameError;
use openings::OpeningError;

use crate::suite::SuiteError;
use crate::suite::moves::MoveFault;
use players::pool::PoolError;
use runner::store::StoreError;

/// The reason that nothing was done. The book is then as it was before.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum BlunderError {
    /// There is no book.
    #[error(
        "{}: there is no such book; begin it with `evalarena blunders add`, or name another with \
         --book",
        .0.display()
    )]
    NoBook(PathBuf),
    /// The book cannot be read, or is no suite.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// The book or its history cannot be written, or the history cannot be read.
    #[error(
        "{}: {source}; what was there is as it was: make room, or name another book with --book",
        path.display()
    )]
    Write { path: PathBuf, source: io::Error },
    /// Not a position.
    #[error(transparent)]
    Position(#[from] GameError),
    /// Not a game.
    #[error(transparent)]
    Game(#[from] OpeningError),
    /// Not a move.
    #[error("{option} {fault}")]
    Move { option: &'static str, fault: MoveFault },
    /// Nothing to remember.
    #[error(
        "neither a move to avoid nor a best move is given; name one with --avoid or --best, or a \
         move of a game with --ply or --move"
    )]
    NoMove,
    /// The same move is good and bad.
    #[error(
        "{san} would be both the best move and one to avoid in \"{position}\"; it is neither added"
    )]
    Contradiction { san: String, position: String },
    /// A note that would be read as something else.
    #[error("the note {0:?} would be read as points for moves; put it in other words")]
    Note(String),
    /// Several games, or too few.
    #[error("{file}: it has {games} games; choose one with --game 1 to --game {games}")]
    WhichGame { file: String, games: usize },
    /// No such place in the game.
    #[error("{place} is not in the game, whose moves are numbered {first} to {last}")]
    NoPlace { place: String, first: String, last: String },
    /// Goals that a book of blunders has no place for.
    #[error("{0} has neither a best move (bm) nor a move to avoid (am); remove it from the file")]
    OtherGoal(String),
    /// A run that cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game of a run cannot be played again.
    #[error("{}: game {game} is damaged; nothing can be found in it", path.display())]
    Damaged { path: PathBuf, game: usize },
    /// An engine that does not play in the run.
    #[error("no engine of the run is called {given:?}; there are {}", known.join(", "))]
    NoSuchEngine { given: String, known: Vec<String> },
    /// A program cannot be started again from a run's folder.
    #[error("engine \"{0}\" is a program; name who judges its moves with --judge")]
    Judge(String),
    /// The judges cannot be set up.
    #[error(transparent)]
    Pool(#[from] PoolError),
}
