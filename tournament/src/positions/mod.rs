//! Quiet positions from games, with the results of the games: what static values are measured on.
//!
//! [`Drawer`] takes positions from games, [`write()`] writes them a line each, [`read`] reads
//! them. A line is
//!
//! ```text
//! FEN c8 "startpos moves e2e4 ..."; c9 "1-0"; id "17";
//! ```
//!
//! with the result in `c9`, as in other collections of this kind, and the number of the game in
//! `id`. `c8` tells how the game came there, since some evaluators look at what has moved; without
//! it the bare position counts.

mod draw;
mod error;
mod file;
mod stage;

use engine_core::game::Game;

pub use draw::{Drawer, LAST_PLIES, OPENING_MOVES, Recipe, WINS};
pub use error::{BadLine, LineFault, PositionsError};
pub use file::{read, write};
pub use stage::{ENDGAME, OPENING, Stage, points};

/// A position and the result of the game that it is from.
#[derive(Debug, Clone)]
pub struct Position {
    /// The position, with the moves that led to it if they are known.
    pub game: Game,
    /// Which game of the collection it is from. Positions of one game have one result, and are never
    /// counted as if they were independent.
    pub number: usize,
    /// White's half points at the end of the game: 0, 1 or 2.
    pub white_half_points: u8,
}
