//! Stages of the game, by what is still on the board.

use serde::Serialize;
use shakmaty::{Board, Role};

/// The least number of points in the opening: no more than a pair of minor pieces is gone.
pub const OPENING: usize = 22;
/// The greatest number of points in the endgame: two rooks and a minor piece on either side, or a queen and one.
pub const ENDGAME: usize = 10;

/// A stage of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// At least [`OPENING`] points.
    Opening,
    /// Between the two.
    Middlegame,
    /// At most [`ENDGAME`] points.
    Endgame,
}

impl Stage {
    /// All of them, in the order of a game.
    pub const ALL: [Stage; 3] = [Stage::Opening, Stage::Middlegame, Stage::Endgame];

    /// Its name for people and programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Opening => "opening",
            Stage::Middlegame => "middlegame",
            Stage::Endgame => "endgame",
        }
    }

    /// The stage of a position, by [`points`].
    #[must_use]
    pub fn of(board: &Board) -> Stage {
        match points(board) {
            OPENING.. => Stage::Opening,
            0..=ENDGAME => Stage::Endgame,
            _ => Stage::Middlegame,
        }
    }
}

/// The pieces of both sides: a knight or a bishop 1, a rook 2, a queen 4, 24 at the start (the game phase of
/// Fruit, <https://www.chessprogramming.org/Tapered_Eval>).
#[must_use]
pub fn points(board: &Board) -> usize {
    let points = [(Role::Knight, 1), (Role::Bishop, 1), (Role::Rook, 2), (Role::Queen, 4)];
    let all = points.map(|(role, points)| board.by_role(role).count() * points);
    all.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_by_what_is_left() {
        for (board, points_of_it, stage) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 24, Stage::Opening),
            ("r1bqkbnr/8/8/8/8/8/8/RNBQKB1R", 22, Stage::Opening),
            ("r1bqk1nr/8/8/8/8/8/8/RNBQKB1R", 21, Stage::Middlegame),
            ("r2qk3/8/8/8/8/8/8/2RQK3", 12, Stage::Middlegame),
            ("3qk1n1/8/8/8/8/8/8/2BQK3", 10, Stage::Endgame),
            ("4k3/8/8/8/8/8/4P3/4K3", 0, Stage::Endgame),
        ] {
            let board: Board = board.parse().unwrap();
            assert_eq!((points(&board), Stage::of(&board)), (points_of_it, stage));
        }
    }
}
