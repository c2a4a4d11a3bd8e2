//! Zero-window nodes that are answered before a move is looked at.

use shakmaty::Position;

use super::prune::{is_razored, null_move_reduction, reverse_futility, tries_null_move};
use super::zero_node::Zero;
use super::{Interrupted, Search};
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::score::{Score, Value, Window};

impl<E: Evaluator> Search<E> {
    /// The score, if it is known without searching a move.
    pub(super) fn without_move(
        &mut self,
        node: &Node<E::State>,
        (eval, estimate): (Value, Value),
        task: Zero,
    ) -> Result<Option<Score>, Interrupted> {
        let Zero { beta, depth, .. } = task;
        if reverse_futility(&self.margins, estimate, beta, depth) {
            return Ok(Some(estimate.into()));
        }
        if is_razored(&self.margins, estimate, beta, depth) {
            let score = self.quiescence(node, Window::zero(beta))?;
            if score < beta {
                return Ok(Some(score));
            }
        }
        if task.null_move && tries_null_move(&self.margins, (eval, estimate), beta, depth) {
            return self.null_move(node, estimate, beta, depth);
        }
        Ok(None)
    }

    /// The score of passing, if it reaches `beta`. Not tried with nothing but pawns, where having
    /// to move is often the trouble.
    fn null_move(
        &mut self,
        node: &Node<E::State>,
        estimate: Value,
        beta: Score,
        depth: i32,
    ) -> Result<Option<Score>, Interrupted> {
        let board = node.position().board();
        let pieces = node.position().us() & !board.pawns() & !board.kings();
        if pieces.is_empty() {
            return Ok(None);
        }
        let Some(child) = self.enter_null(node)? else {
            return Ok(None);
        };
        let reduced = depth - null_move_reduction(&self.margins, estimate, beta, depth);
        let task = Zero {
            null_move: false,
            ..Zero::new(-beta.just_below(), reduced)
        };
        let score = -self.zero_node(&child, task)?;
        if score < beta {
            return Ok(None);
        }
        // A mate found after passing is not a mate.
        Ok(Some(if score.is_mate() { beta } else { score }))
    }
}

/// The score if a mate that is already found elsewhere is nearer than any that could be found here.
/// Source: <https://www.chessprogramming.org/Mate_Distance_Pruning>.
#[inline]
pub(super) fn mate_distance(ply: usize, beta: Score) -> Option<Score> {
    let (worst, best) = (Score::mated_in(ply), Score::mate_in(ply + 1));
    if worst >= beta {
        Some(worst)
    } else if best < beta {
        Some(best)
    } else {
        None
    }
}
