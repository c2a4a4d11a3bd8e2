//! Positions whose value is settled without counting anything.

use engine_core::movegen::Generator;
use engine_core::node::Node;
use shakmaty::{ByColor, Color};

use crate::lines::MoveLines;
use crate::params::{FIFTY_MOVES, MATE, REPETITIONS};
use crate::state::{State, is_insufficient};

/// The reason that a position is settled, in the document's order: the first that applies counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameEnd {
    /// No legal move, no check.
    Stalemate,
    /// Fifty moves of each side without capture or pawn move. A quirk: it comes before mate.
    FiftyMoves,
    /// The third occurrence of the position.
    Repetition,
    /// The side to move is mated by this side.
    Mate(Color),
    /// Too few men to mate, as the document counts them.
    Insufficient,
}

impl GameEnd {
    /// The verdict on `node`, if there is one.
    #[inline]
    pub(crate) fn of(node: &Node<State>, lines: &ByColor<MoveLines>) -> Option<GameEnd> {
        let stuck = !has_legal_move(node, lines);
        let position = node.position();
        if stuck && !node.is_check() {
            Some(GameEnd::Stalemate)
        } else if node.halfmoves() >= FIFTY_MOVES {
            Some(GameEnd::FiftyMoves)
        } else if node.occurrences() >= REPETITIONS {
            Some(GameEnd::Repetition)
        } else if stuck {
            Some(GameEnd::Mate(!position.turn()))
        } else if is_insufficient(position.board()) {
            Some(GameEnd::Insufficient)
        } else {
            None
        }
    }

    /// Its name in an explanation.
    pub(crate) fn name(self) -> &'static str {
        match self {
            GameEnd::Stalemate => "stalemate",
            GameEnd::FiftyMoves => "fifty",
            GameEnd::Repetition => "repetition",
            GameEnd::Mate(_) => "mate",
            GameEnd::Insufficient => "insufficient",
        }
    }

    pub(crate) fn worth(self, color: Color) -> i32 {
        if self == GameEnd::Mate(color) { MATE } else { 0 }
    }
}

#[inline]
fn has_legal_move(node: &Node<State>, lines: &ByColor<MoveLines>) -> bool {
    // Outside check no line leads through the king: its steps are all legal.
    let king_steps = !node.is_check() && lines.get(node.position().turn()).king_steps;
    king_steps || Generator::new(node.position(), node.checkers()).has_legal_move()
}
