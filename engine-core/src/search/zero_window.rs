//! Nodes that only have to show whether they reach beta: nearly all of the tree.
//!
//! Source: <https://www.chessprogramming.org/Null_Window>.

use super::depth::{SingularVerdict, unless_check};
use super::move_loop::MoveLoop;
use super::move_order::MoveList;
use super::pruning::{MoveContext, mate_distance};
use super::task::ZeroWindow;
use super::terminal::mated_or_stalemate;
use super::{Interruption, Search};
use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::score::{Score, Window};
use crate::tables::packed_move::PackedMove;

impl<E: Evaluator> Search<E> {
    /// The answer to `task`: a score at or above its beta is a lower bound, a score below it an
    /// upper bound.
    pub(super) fn zero_window(
        &mut self,
        node: &Node<E::State>,
        task: ZeroWindow,
    ) -> Result<Score, Interruption> {
        let (beta, window) = (task.beta, Window::zero(task.beta));
        let whole = task.excluded.is_none();
        let depth = task.depth + self.check_extension(node, whole);
        if depth <= 0 {
            return self.quiescence(node, window);
        }
        let terminal = self.terminal_score(node);
        if let Some(score) = terminal.or_else(|| mate_distance(node.ply(), beta)) {
            return Ok(score);
        }

        let early = self.early_static_eval(node);
        let key = self.table_key(node);
        let entry = self.table.probe(key, node.ply());
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let reduced = self.internal_iterative_reduction(depth, table_move);
        if let Some(entry) = entry
            && whole
            && entry.decides(reduced, window)
        {
            return Ok(entry.score);
        }
        if let Some(score) = self.tablebase_score(node) {
            return Ok(score);
        }
        let eval = early.or_else(|| self.static_eval(node, entry.as_ref()));
        let estimate = eval.map(|eval| eval.refined(entry.as_ref()));
        if whole
            && let (Some(eval), Some(estimate)) = (eval, estimate)
            && let Some(score) = self.node_pruning(
                node,
                entry.as_ref(),
                (eval, estimate),
                ZeroWindow { depth, ..task },
            )?
        {
            return Ok(score);
        }

        let depth = reduced;
        let mut moves = MoveList::new();
        let mut picker = self.move_picker(node, &mut moves, table_move);
        let mut so_far = MoveLoop::new();
        while let Some(mv) = picker.next(&self.history) {
            if task.excluded == Some(mv) {
                continue;
            }
            let context = MoveContext {
                depth,
                moves: so_far.moves,
                best: so_far.best,
                beta,
                estimate,
            };
            if self.move_pruning(node, &mut picker, mv, context) {
                continue;
            }
            let candidate = entry.as_ref().filter(|_| whole);
            let extension = match self.singular_extension(node, mv, candidate, beta, depth)? {
                SingularVerdict::Extend(plies) => plies,
                SingularVerdict::Enough(score) => return Ok(score),
            };
            let task = ZeroWindow::new(beta, depth + extension);
            let score = self.zero_window_move(node, mv, task, so_far.moves)?;
            so_far.moves += 1;
            so_far.best = so_far.best.max(score);
            if score >= beta {
                so_far.best_move = PackedMove::of(mv);
                self.update_histories(node, mv, &so_far, depth);
                break;
            }
            so_far.tried(mv);
        }
        match (so_far.moves, whole) {
            (0, true) => return Ok(mated_or_stalemate(node)),
            // Without another move the excluded one is singular indeed.
            (0, false) => return Ok(beta.just_below()),
            (_, false) => return Ok(so_far.best),
            (_, true) => {}
        }
        let found = so_far.entry(eval, depth, window);
        self.update_correction(node, &found, eval);
        self.table.store(key, node.ply(), found);
        Ok(so_far.best)
    }

    /// The score of one move: reduced at first if it comes late.
    pub(super) fn zero_window_move(
        &mut self,
        node: &Node<E::State>,
        mv: EncodedMove,
        ZeroWindow { beta, depth, .. }: ZeroWindow,
        moves: usize,
    ) -> Result<Score, Interruption> {
        let key = self.approach(node, mv);
        let reduction = if moves >= self.params.lmr.full_moves_zero_window {
            self.late_move_reduction(node, mv, depth, moves)
        } else {
            0
        };
        self.count_node()?;
        let mut child = node.clone();
        self.make_move(node, mv, key, &mut child);
        let reduction = unless_check(&child, reduction);
        let child_beta = -beta.just_below();
        let whole = ZeroWindow::new(child_beta, depth - 1);
        if reduction == 0 {
            return Ok(-self.zero_window(&child, whole)?);
        }
        let reduced = ZeroWindow::new(child_beta, depth - 1 - reduction);
        let score = -self.zero_window(&child, reduced)?;
        if score < beta {
            return Ok(score);
        }
        Ok(-self.zero_window(&child, whole)?)
    }
}

#[cfg(test)]
mod tests;
