//! Quiet positions from games, with the results of the games: what static values are measured on.
//!
//! [`draw`] takes positions from runs, files of games and files of positions, [`Scorer`] has an engine score
//! them, [`write()`] writes them a line each, [`read`] reads them, and [`TermsTable`] has what evaluators see in them.
//! A line is
//!
//! ```text
//! FEN c8 "startpos moves e2e4 ..."; c9 "1-0"; ce 35; acn 100000; acd 9; id "17";
//! ```
//!
//! with the result in `c9`, as in other collections of this kind, and the number of the game in
//! `id`. `c8` has the moves that led there, since some evaluators look at what has moved; without
//! it the bare position counts. `ce`, `acn` and `acd` are the score from the side to move, the nodes and the depth
//! of a search. Or it is what trainers of networks read (<https://docs.rs/bulletformat>),
//!
//! ```text
//! FEN | score | result
//! ```
//!
//! with White's score and White's points. Lines as tuners of evaluations have them are read, too: `FEN [0.5]`,
//! `FEN;1-0` and the like, with White's score behind or without.

mod draw;
mod error;
mod file;
mod line;
mod score;
mod scorer;
mod source;
mod stage;
mod terms;

use engine_core::game::Game;

pub use draw::{Drawer, FilterCounts, LAST_PLIES, OPENING_MOVES, Recipe, WINS, builtin};
pub use error::{LineFault, PositionsError};
pub use file::read;
pub use line::{Format, write};
pub use score::{PositionScore, centipawns};
pub use scorer::{Scorer, Unscored};
pub use source::{DrawEvent, Input, Tally, draw};
pub use stage::{ENDGAME, OPENING, Stage, points};
pub use terms::{TermsColumn, TermsTable};

/// A position and the result of the game that it is from.
#[derive(Debug, Clone)]
pub struct Position {
    /// The position, with the moves that led to it if they are known.
    pub game: Game,
    /// The number of its game in the collection. Positions of one game have one result, and are never
    /// counted as if they were independent.
    pub number: usize,
    /// White's half points at the end of the game: 0, 1 or 2.
    pub white_half_points: u8,
    /// The score of a search, if there was one.
    pub score: Option<PositionScore>,
}
