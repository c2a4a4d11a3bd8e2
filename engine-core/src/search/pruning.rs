//! Pruning: zero-window nodes that are answered before any move is searched, and moves that are left out.

use super::depth::{NodeFacts, ZeroWindow, has_pieces};
use super::inner_node::MoveLoop;
use super::move_picker::{MoveList, MovePicker};
use super::static_eval::StaticEval;
use super::{Found, Search};
use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::score::{Score, Value, Window};
use crate::see::see_at_least;
use crate::tables::transposition::{Bound, Entry, PackedMove};

impl<E: Evaluator> Search<E> {
    /// The score of a node, if its static value `eval`, or the better guess `estimate`, is enough to know it.
    pub(super) fn node_pruning(
        &mut self,
        node: &Node<E::State>,
        entry: Option<&Entry>,
        (eval, estimate): (StaticEval, Value),
        improving: bool,
        task: ZeroWindow,
    ) -> Found<Option<Score>> {
        let ZeroWindow { beta, depth, .. } = task;
        if beta.is_mate() {
            return Ok(None);
        }
        if self.reverse_futility(estimate, beta, depth - i32::from(improving), depth) {
            return Ok(Some(estimate.into()));
        }
        if self.is_razored(estimate, beta, depth) {
            let score = self.quiescence(node, Window::zero(beta))?;
            if score < beta {
                return Ok(Some(score));
            }
        }
        if self.tries_null_move((eval.value, estimate), beta, depth) {
            let score = self.null_move(node, estimate, task)?;
            if score.is_some() {
                return Ok(score);
            }
        }
        if depth >= self.params.prob_cut.min_depth {
            return self.prob_cut(node, entry, eval, task);
        }
        Ok(None)
    }

    /// True if the value is so far above `beta` that no search of `depth` is needed.
    /// Source: <https://www.chessprogramming.org/Reverse_Futility_Pruning>.
    #[inline]
    fn reverse_futility(&self, estimate: Value, beta: Score, plies: i32, depth: i32) -> bool {
        let params = &self.params.reverse_futility;
        depth <= params.max_depth && Score::from(estimate + -params.margin * plies) >= beta
    }

    /// True if the value is so far below `beta` that captures alone should decide.
    /// Source: <https://www.chessprogramming.org/Razoring>.
    #[inline]
    fn is_razored(&self, estimate: Value, beta: Score, depth: i32) -> bool {
        let params = &self.params.razoring;
        depth <= params.max_depth && Score::from(estimate + params.margin * depth) < beta
    }

    /// True if passing is worth a try: the best guess reaches `beta`, the table does not lower the static value, and
    /// that is high enough itself. Source: <https://www.chessprogramming.org/Null_Move_Pruning>.
    #[inline]
    fn tries_null_move(&self, (value, estimate): (Value, Value), beta: Score, depth: i32) -> bool {
        let params = &self.params.null_move;
        let margin = params.margin - params.margin_per_ply * depth;
        Score::from(estimate) >= beta && estimate >= value && Score::from(value) >= beta.shifted(margin)
    }

    /// The score of passing, if it reaches `beta`. Not tried with king and pawns alone, where zugzwang is common.
    fn null_move(&mut self, node: &Node<E::State>, estimate: Value, task: ZeroWindow) -> Found<Option<Score>> {
        let ZeroWindow { beta, depth, .. } = task;
        if !has_pieces(node.position()) {
            return Ok(None);
        }
        let Some(child) = self.make_null_move(node)? else {
            return Ok(None);
        };
        let params = &self.params.null_move;
        let surplus = Score::from(estimate).above(beta) / params.surplus;
        let reduction = params.base + depth / params.depth_divisor + surplus.min(params.surplus_max);
        let task = ZeroWindow { prune: false, ..ZeroWindow::new(-beta.just_below(), depth - reduction, !task.cut) };
        let score = -self.zero_window(&child, task)?;
        if score < beta {
            return Ok(None);
        }
        // A mate found after passing is not a mate.
        Ok(Some(if score.is_mate() { beta } else { score }))
    }

    /// A score well above beta that a capture reaches in a search of fewer plies: the search of all is then likely to
    /// reach beta. Source: <https://www.chessprogramming.org/ProbCut>.
    fn prob_cut(
        &mut self,
        node: &Node<E::State>,
        entry: Option<&Entry>,
        eval: StaticEval,
        task: ZeroWindow,
    ) -> Found<Option<Score>> {
        let params = self.params.prob_cut;
        let target = task.beta.shifted(params.margin);
        let depth = task.depth - params.reduction;
        // The table already shows that it is not reached.
        if entry.is_some_and(|entry| entry.depth > depth && entry.score < target) {
            return Ok(None);
        }
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let needed = self.in_exchanges(target.above(eval.value.into()));
        let mut moves = MoveList::new();
        let victims = node.position().them();
        let mut picker = MovePicker::noisy(node, &mut moves, table_move, victims);
        while let Some(mv) = picker.next(&self.history) {
            if !see_at_least(node.position(), mv, needed) {
                continue;
            }
            let key = self.approach(node, mv);
            self.count_node()?;
            let mut child = node.clone();
            self.make_move(node, mv, key, &mut child);
            let mut score = -self.quiescence(&child, Window::zero(target).flipped())?;
            if score >= target && depth > 0 {
                let verification = ZeroWindow::new(-target.just_below(), depth, !task.cut);
                score = -self.zero_window(&child, verification)?;
            }
            if score >= target {
                let found = Entry {
                    mv: PackedMove::of(mv),
                    score,
                    eval: Some(eval.raw),
                    depth: (depth + 1).max(0),
                    bound: Bound::Lower,
                };
                self.table.store(self.table_key(node), node.ply(), found);
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Centipawns of the evaluator in those of static exchange evaluation.
    #[inline]
    pub(super) fn in_exchanges(&self, centipawns: i32) -> i32 {
        (f64::from(centipawns) / self.margin_scale) as i32
    }

    /// True if moves may be pruned: not before one has been found that is not mated, nor with king and pawns alone.
    #[inline]
    pub(super) fn may_prune(facts: &NodeFacts, so_far: &MoveLoop) -> bool {
        facts.has_pieces && !so_far.best.is_mate()
    }

    /// Source: <https://www.chessprogramming.org/Static_Exchange_Evaluation>.
    #[inline]
    pub(super) fn move_pruning(
        &self,
        node: &Node<E::State>,
        mv: EncodedMove,
        history: i32,
        facts: &NodeFacts,
        so_far: &MoveLoop,
    ) -> bool {
        if !Self::may_prune(facts, so_far) {
            return false;
        }
        let (depth, quiet) = (facts.depth, mv.is_quiet());
        let mut reduced = depth - 1;
        if quiet {
            reduced += self.plies_by_history(history) - self.reductions.of(depth, so_far.moves);
            let params = &self.params.history_pruning;
            if reduced <= params.max_depth && history < -params.per_ply * depth {
                return true;
            }
        }
        let params = &self.params.see_pruning;
        reduced <= params.max_depth && !see_at_least(node.position(), mv, -params.per_ply * depth)
    }

    /// True if the quiet moves after so many come too late to be searched.
    /// Source: <https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>.
    #[inline]
    pub(super) fn is_late(&self, depth: i32, moves: usize, improving: bool) -> bool {
        let most = self.params.lmp.base + (depth * depth) as usize;
        moves >= if improving { most } else { most / 2 }
    }
}
