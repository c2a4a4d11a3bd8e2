//! What can go wrong with the book of blunders.

use std::io;
use std::path::PathBuf;

use engine_core::game::GameError;
use openings::OpeningError;

use crate::suite::SuiteError;
use crate::suite::moves::MoveFault;
use players::player::PlayerError;
use runner::store::StoreError;

/// Why nothing was done. The book is then as it was before.
#[derive(Debug, thiserror::Error)]
pub enum BlunderError {
    /// There is no book.
    #[error(
        "{}: there is no such book; begin it with `tournament blunders add`, or name another with \
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
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Not a position.
    #[error(transparent)]
    Position(#[from] GameError),
    /// Not a game.
    #[error(transparent)]
    Game(#[from] OpeningError),
    /// Not a move.
    #[error("{option} {fault}")]
    Move {
        /// The option that names it.
        option: &'static str,
        /// What is wrong with it.
        fault: MoveFault,
    },
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
    Contradiction {
        /// The move.
        san: String,
        /// The position.
        position: String,
    },
    /// A note that would be read as something else.
    #[error("the note {0:?} would be read as points for moves; put it in other words")]
    Note(String),
    /// Several games, or too few.
    #[error("{file}: it has {games} games; choose one with --game 1 to --game {games}")]
    WhichGame {
        /// The file.
        file: String,
        /// How many there are.
        games: usize,
    },
    /// No such place in the game.
    #[error("{place} is not in the game, whose moves are numbered {first} to {last}")]
    NoPlace {
        /// As asked for.
        place: String,
        /// The first.
        first: String,
        /// The last.
        last: String,
    },
    /// Goals that a book of blunders has no place for.
    #[error("{0} has neither a best move (bm) nor a move to avoid (am); remove it from the file")]
    OtherGoal(String),
    /// A run that cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What a run keeps makes no sense.
    #[error("{}: {detail}; nothing can be found in it", path.display())]
    Run {
        /// The run's folder.
        path: PathBuf,
        /// What is wrong.
        detail: String,
    },
    /// An engine that does not play in the run.
    #[error("no engine of the run is called {given:?}; there are {}", known.join(", "))]
    NoSuchEngine {
        /// As asked for.
        given: String,
        /// All that there are.
        known: Vec<String>,
    },
    /// A program cannot be started again from a run's folder.
    #[error("engine \"{0}\" is a program; name who judges its moves with --judge")]
    Judge(String),
    /// A judge cannot be set up.
    #[error(transparent)]
    Player(#[from] PlayerError),
}
