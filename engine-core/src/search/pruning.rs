//! Pruning: zero-window nodes that are answered before a move is looked at, and
//! moves that are left out.

use super::move_order::MoveList;
use super::move_picker::MovePicker;
use super::static_eval::StaticEval;
use super::task::ZeroWindow;
use super::{Interruption, Search};
use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::position::Position;
use crate::score::{Score, Value, Window};
use crate::see::see_at_least;
use crate::tables::packed_move::PackedMove;
use crate::tables::transposition::{Bound, Entry};

/// The facts about a node by which its moves are pruned.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveContext {
    pub(super) depth: i32,
    /// The number of moves searched.
    pub(super) moves: usize,
    /// The best score of those.
    pub(super) best: Score,
    /// The score that a move has to reach to matter.
    pub(super) beta: Score,
    /// The best guess at the score; `None` in check.
    pub(super) estimate: Option<Value>,
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

/// True if the side to move has more than a king and pawns.
#[inline]
fn has_pieces(position: &Position) -> bool {
    let board = position.board();
    (position.us() & !board.pawns() & !board.kings()).any()
}

impl<E: Evaluator> Search<E> {
    /// The score of a node, if it is known without searching a move: by its static value `eval`, or
    /// by the better guess `estimate`.
    pub(super) fn node_pruning(
        &mut self,
        node: &Node<E::State>,
        entry: Option<&Entry>,
        (eval, estimate): (StaticEval, Value),
        task: ZeroWindow,
    ) -> Result<Option<Score>, Interruption> {
        let ZeroWindow { beta, depth, .. } = task;
        if beta.is_mate() {
            return Ok(None);
        }
        if self.reverse_futility(estimate, beta, depth) {
            return Ok(Some(estimate.into()));
        }
        if self.is_razored(estimate, beta, depth) {
            let score = self.quiescence(node, Window::zero(beta))?;
            if score < beta {
                return Ok(Some(score));
            }
        }
        if task.null_move && self.tries_null_move((eval.value, estimate), beta, depth) {
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
    fn reverse_futility(&self, estimate: Value, beta: Score, depth: i32) -> bool {
        let params = &self.params.reverse_futility;
        depth <= params.max_depth && Score::from(estimate - params.margin * depth) >= beta
    }

    /// True if the value is so far below `beta` that captures alone should decide.
    /// Source: <https://www.chessprogramming.org/Razoring>.
    #[inline]
    fn is_razored(&self, estimate: Value, beta: Score, depth: i32) -> bool {
        let params = &self.params.razoring;
        depth <= params.max_depth && Score::from(estimate + params.margin * depth) < beta
    }

    /// True if to try what happens if the side to move passes: if the best guess reaches `beta`, and
    /// the static value itself is not far below it.
    /// Source: <https://www.chessprogramming.org/Null_Move_Pruning>.
    #[inline]
    fn tries_null_move(&self, (eval, estimate): (Value, Value), beta: Score, depth: i32) -> bool {
        let params = &self.params.null_move;
        depth >= params.min_depth
            && Score::from(estimate) >= beta
            && Score::from(eval + params.surplus) >= beta
    }

    /// The score of passing, if it reaches `beta`. Not tried with nothing but pawns, where having
    /// to move is often the trouble.
    fn null_move(
        &mut self,
        node: &Node<E::State>,
        estimate: Value,
        task: ZeroWindow,
    ) -> Result<Option<Score>, Interruption> {
        let ZeroWindow { beta, depth, .. } = task;
        if !has_pieces(node.position()) {
            return Ok(None);
        }
        let Some(child) = self.make_null_move(node)? else {
            return Ok(None);
        };
        let params = &self.params.null_move;
        let surplus = Score::from(estimate).above(beta) / params.surplus;
        let reduction =
            params.base + depth / params.depth_divisor + surplus.min(params.surplus_max);
        let task = ZeroWindow {
            null_move: false,
            ..ZeroWindow::new(-beta.just_below(), depth - reduction)
        };
        let score = -self.zero_window(&child, task)?;
        if score < beta {
            return Ok(None);
        }
        // A mate found after passing is not a mate.
        Ok(Some(if score.is_mate() { beta } else { score }))
    }

    /// A score well above beta that a capture reaches in a search of fewer plies: the search of all is
    /// then likely to reach beta.
    /// Source: <https://www.chessprogramming.org/ProbCut>.
    fn prob_cut(
        &mut self,
        node: &Node<E::State>,
        entry: Option<&Entry>,
        eval: StaticEval,
        task: ZeroWindow,
    ) -> Result<Option<Score>, Interruption> {
        let params = self.params.prob_cut;
        let target = task.beta.shifted(params.margin);
        let depth = task.depth - params.reduction;
        // The table already shows that it is not reached.
        if entry.is_some_and(|entry| entry.depth > depth && entry.score < target) {
            return Ok(None);
        }
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let needed = target.above(eval.value.into());
        let mut moves = MoveList::new();
        let mut picker = MovePicker::noisy(node, &mut moves, table_move);
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
                let verification = ZeroWindow::new(-target.just_below(), depth);
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

    /// True if `mv` is pruned; with a quiet move all later quiet ones may be, which `picker` then skips.
    #[inline]
    pub(super) fn move_pruning(
        &self,
        node: &Node<E::State>,
        picker: &mut MovePicker<'_>,
        mv: EncodedMove,
        context: MoveContext,
    ) -> bool {
        let MoveContext { depth, moves, .. } = context;
        // Before a move that is not mate nothing is left out, nor where a king and pawns have to find the
        // only move.
        if node.is_check() || context.best.is_mate() || !has_pieces(node.position()) {
            return false;
        }
        let see = &self.params.see_pruning;
        let loses = |most: i32| !see_at_least(node.position(), mv, -most);
        if !mv.is_quiet() {
            return depth <= see.noisy_max_depth && loses(see.noisy * depth);
        }
        // Only a search shows the worth of a check.
        if picker.gives_check(mv) {
            return false;
        }
        let reduced = (depth - self.reductions.late_move(depth, moves, 0)).max(1);
        if self.comes_late(depth, moves) || self.is_futile(reduced, context) {
            picker.skip_quiet();
            return true;
        }
        let history = &self.params.history_pruning;
        let worst = -history.per_ply * depth;
        depth <= history.max_depth && self.quiet_history(node, mv) < worst
            || depth <= see.quiet_max_depth && loses(see.quiet * reduced)
    }

    /// True if the remaining quiet moves are pruned after `moves` moves at `depth`.
    /// Source: <https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>.
    #[inline]
    fn comes_late(&self, depth: i32, moves: usize) -> bool {
        let params = &self.params.lmp;
        depth <= params.max_depth && moves >= params.base + (depth * depth) as usize
    }

    /// True if no quiet move of `reduced` plies is likely to bring the score up to beta.
    /// Source: <https://www.chessprogramming.org/Futility_Pruning>.
    #[inline]
    fn is_futile(&self, reduced: i32, context: MoveContext) -> bool {
        let params = &self.params.futility;
        let hope = params.base + params.per_ply * reduced;
        reduced <= params.max_depth
            && context
                .estimate
                .is_some_and(|estimate| Score::from(estimate + hope) < context.beta)
    }
}

#[cfg(test)]
mod tests;
