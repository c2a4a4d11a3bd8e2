//! What the search learns of moves, and where it uses it.

use shakmaty::{Move, Position};

use super::Search;
use super::picker::is_quiet;
use super::zero_node::Tried;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::search::margins::history_bonus;

impl<E: Evaluator> Search<E> {
    /// How well the quiet move `mv` of `node` has done.
    #[inline]
    pub(super) fn quiet_history(&self, node: &Node<E::State>, mv: Move) -> i32 {
        let trail = self.stack.trail(node.ply());
        self.history.quiet(node.position().turn(), mv, trail)
    }

    /// The reduction of a move that comes after `moves` others, in plies.
    #[inline]
    pub(super) fn late_move_reduction(
        &self,
        node: &Node<E::State>,
        mv: Move,
        depth: i32,
        moves: usize,
    ) -> i32 {
        if node.is_check() || !is_quiet(mv) {
            return 0;
        }
        let history = self.quiet_history(node, mv);
        self.reductions.late_move(depth, moves, history)
    }

    /// Remembers that `mv` caused a cutoff, and that the moves tried before did not; quiet moves are
    /// not to blame where a capture was best.
    pub(super) fn reward(&mut self, node: &Node<E::State>, mv: Move, tried: &Tried, depth: i32) {
        let side = node.position().turn();
        let bonus = history_bonus(depth);
        for &other in &tried.noisy {
            self.history.update_capture(side, other, -bonus);
        }
        if !is_quiet(mv) {
            self.history.update_capture(side, mv, bonus);
            return;
        }
        let trail = self.stack.trail(node.ply());
        self.killers.add(node.ply(), mv);
        self.history.update_quiet(side, mv, trail, bonus);
        for &other in &tried.quiet {
            self.history.update_quiet(side, other, trail, -bonus);
        }
    }
}
