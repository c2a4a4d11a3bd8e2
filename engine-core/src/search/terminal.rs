//! Nodes that need no search: draws by the rules, mate and stalemate, and the end of the longest
//! line.

use super::Search;
use crate::evaluator::Evaluator;
use crate::movegen::Generator;
use crate::node::Node;
use crate::position::Position;
use crate::score::{MAX_PLY, Score};

impl<E: Evaluator> Search<E> {
    /// The score of a node that needs no search: a draw by the rules, or the end of the longest
    /// line.
    #[inline]
    pub(super) fn terminal_score(&mut self, node: &Node<E::State>) -> Option<Score> {
        if node.is_repetition() || is_insufficient(node.position()) {
            return Some(Score::DRAW);
        }
        if node.halfmoves() >= 100 {
            return Some(fifty_moves(node));
        }
        if node.ply() >= MAX_PLY {
            return Some(self.evaluate(node).into());
        }
        None
    }
}

/// The score of a node without legal moves.
#[inline]
pub(super) fn mated_or_stalemate<S: Copy>(node: &Node<S>) -> Score {
    if node.is_check() { Score::mated_in(node.ply()) } else { Score::DRAW }
}

/// True if neither side can ever mate.
#[inline]
fn is_insufficient(position: &Position) -> bool {
    let board = position.board();
    (board.pawns() | board.rooks_and_queens()).is_empty() && position.is_insufficient_material()
}

/// After fifty moves of each side without capture or pawn move the game is drawn, unless the last
/// of them gave mate.
#[cold]
fn fifty_moves<S: Copy>(node: &Node<S>) -> Score {
    let mated =
        node.is_check() && !Generator::new(node.position(), node.checkers()).has_legal_move();
    if mated { Score::mated_in(node.ply()) } else { Score::DRAW }
}
