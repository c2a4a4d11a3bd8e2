//! Nodes that only have to show whether they reach beta: nearly all of the tree.
//!
//! Source: <https://www.chessprogramming.org/Null_Window>.

use super::depth::{LateMove, SingularVerdict};
use super::facts::NodeFacts;
use super::move_loop::MoveLoop;
use super::move_order::MoveList;
use super::pruning::{has_pieces, mate_distance};
use super::task::ZeroWindow;
use super::terminal::mated_or_stalemate;
use super::{Interruption, Search};
use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::score::{Score, Window};
use crate::tables::packed_move::PackedMove;
use crate::tables::transposition::Entry;

impl<E: Evaluator> Search<E> {
    /// The answer to `task`: a score at or above its beta is a lower bound, a score below it an
    /// upper bound.
    pub(super) fn zero_window(
        &mut self,
        node: &Node<E::State>,
        task: ZeroWindow,
    ) -> Result<Score, Interruption> {
        let (beta, window) = (task.beta, Window::zero(task.beta));
        if task.depth <= 0 {
            return self.quiescence(node, window);
        }
        let terminal = self.terminal_score(node);
        if let Some(score) = terminal.or_else(|| mate_distance(node.ply(), beta)) {
            return Ok(score);
        }

        let key = self.table_key(node);
        let learnt = self.learnt(node);
        let entry = self.table.probe(key, node.ply());
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let kind = (false, task.cut);
        let depth = self.internal_iterative_reduction(task.depth, table_move, kind);
        let whole = task.excluded.is_none();
        if let Some(entry) = entry
            && whole
            && entry.decides(depth, window)
        {
            return Ok(entry.score);
        }
        if let Some(score) = self.tablebase_score(node) {
            return Ok(score);
        }
        let eval = self.static_eval(node, entry.as_ref(), learnt);
        let estimate = eval.map(|eval| eval.refined(entry.as_ref()));
        let value = eval.map(|eval| eval.value);
        let improving = self.stack.improving(node.ply(), value, estimate);
        if task.prune
            && let (Some(eval), Some(estimate)) = (eval, estimate)
            && let Some(score) =
                self.node_pruning(node, entry.as_ref(), (eval, estimate), improving, task)?
        {
            return Ok(score);
        }
        let facts = NodeFacts {
            depth,
            pv: false,
            cut: task.cut,
            improving,
            table_move,
            has_pieces: has_pieces(node.position()),
            table_move_is_noisy: table_move.takes_or_promotes(node.position()),
            histories: self.history_context(node),
        };
        let entry = entry.filter(|_| whole);
        let so_far = match self.zero_window_moves(node, task, entry.as_ref(), &facts)? {
            Ok(so_far) => so_far,
            Err(enough) => return Ok(enough),
        };
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

    /// The outcome of the moves of a node, or a score that is enough before they have been searched.
    #[inline]
    fn zero_window_moves(
        &mut self,
        node: &Node<E::State>,
        task: ZeroWindow,
        entry: Option<&Entry>,
        facts: &NodeFacts,
    ) -> Result<Result<MoveLoop, Score>, Interruption> {
        self.killers.set(node.ply() + 1, None);
        let mut moves = MoveList::new();
        let mut picker = self.move_picker(node, &mut moves, facts);
        let mut so_far = MoveLoop::new();
        loop {
            if self.late_move_pruning(facts, &so_far) {
                picker.skip_quiet();
            }
            let Some(mv) = picker.next(&self.history) else {
                break;
            };
            if task.excluded == Some(mv) {
                continue;
            }
            // The first one is neither pruned nor reduced.
            let is_first = so_far.moves == 0;
            let history = if is_first { 0 } else { picker.history(&self.history, mv) };
            if !picker.loses_nothing() && self.move_pruning(node, mv, history, facts, &so_far) {
                continue;
            }
            let plies = match self.extension(node, mv, entry, task.beta, facts)? {
                SingularVerdict::Extend(plies) => plies,
                SingularVerdict::Enough(score) => return Ok(Err(score)),
            };
            let late = LateMove { moves: so_far.moves, history };
            let depth = facts.depth + plies;
            let score = self.zero_window_move(node, mv, task.beta, depth, late, facts)?;
            so_far.moves += 1;
            so_far.best = so_far.best.max(score);
            if score >= task.beta {
                so_far.best_move = PackedMove::of(mv);
                self.update_histories(node, mv, &so_far, facts);
                break;
            }
            so_far.tried(mv);
        }
        Ok(Ok(so_far))
    }

    /// The score of one move, searched `depth` plies deep: reduced at first if it comes late.
    pub(super) fn zero_window_move(
        &mut self,
        node: &Node<E::State>,
        mv: EncodedMove,
        beta: Score,
        depth: i32,
        late: LateMove,
        facts: &NodeFacts,
    ) -> Result<Score, Interruption> {
        let key = self.approach(node, mv);
        let reduction = self.late_move_reduction(mv, depth, late, facts);
        self.count_node()?;
        let mut child = node.clone();
        self.make_move(node, mv, key, &mut child);
        let child_beta = -beta.just_below();
        if reduction > 0 {
            let reduced = ZeroWindow::new(child_beta, depth - 1 - reduction, true);
            let score = -self.zero_window(&child, reduced)?;
            if score < beta {
                return Ok(score);
            }
        }
        let whole = ZeroWindow::new(child_beta, depth - 1, !facts.cut);
        Ok(-self.zero_window(&child, whole)?)
    }
}
