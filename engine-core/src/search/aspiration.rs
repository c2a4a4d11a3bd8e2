//! Windows around the last score, widened where the score falls outside.
//!
//! Source: <https://www.chessprogramming.org/Aspiration_Windows>.

use super::root::RootMove;
use super::{Interruption, Search};
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::score::{Score, Window};
use crate::tables::transposition::Bound;

impl<E: Evaluator> Search<E> {
    /// The score of the root at `depth`, expected to be near `last`; `report` receives the best move and
    /// the score when that falls outside a window.
    pub(super) fn aspiration(
        &mut self,
        node: &Node<E::State>,
        moves: &mut [RootMove],
        depth: i32,
        last: Score,
        mut report: impl FnMut(&Self, &RootMove, Score, Bound),
    ) -> Result<Score, Interruption> {
        let params = self.params.aspiration;
        if depth < params.min_depth || last.is_mate() {
            return self.root(node, moves, Window::FULL, depth);
        }
        let (mut margin, mut reduced) = (params.window, depth);
        let mut window = Window { alpha: last.shifted(-margin), beta: last.shifted(margin) };
        loop {
            let score = self.root(node, moves, window, reduced)?;
            margin += margin / 3;
            if score <= window.alpha {
                window.alpha = score.shifted(-margin);
                reduced = depth;
                report(self, &moves[0], score, Bound::Upper);
            } else if score >= window.beta {
                window.beta = score.shifted(margin);
                // A move that is much better is so in a ply less, too.
                reduced = (reduced - 1).max(1);
                report(self, &moves[0], score, Bound::Lower);
            } else {
                return Ok(score);
            }
            // A score that is a mate, or runs away, is found faster without a window.
            if score.is_mate() || margin > 16 * params.window {
                window = Window::FULL;
            }
        }
    }
}
