//! Nodes on the principal variation, whose exact score is wanted.
//!
//! Source: <https://www.chessprogramming.org/Principal_Variation_Search>.

use super::depth::{LateMove, SingularVerdict};
use super::facts::NodeFacts;
use super::move_loop::MoveLoop;
use super::move_order::MoveList;
use super::pruning::has_pieces;
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
    /// The score of `node` searched `depth` plies deep; exact within the window.
    pub(super) fn pv_node(
        &mut self,
        node: &Node<E::State>,
        window: Window,
        depth: i32,
    ) -> Result<Score, Interruption> {
        self.stack.clear_variation(node.ply());
        if depth <= 0 {
            return self.quiescence(node, window);
        }
        if let Some(score) = self.terminal_score(node).or_else(|| self.tablebase_score(node)) {
            return Ok(score);
        }

        let key = self.table_key(node);
        let learnt = self.learnt(node);
        let entry = self.table.probe(key, node.ply());
        let eval = self.static_eval(node, entry.as_ref(), learnt);
        let estimate = eval.map(|eval| eval.refined(entry.as_ref()));
        let value = eval.map(|eval| eval.value);
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let facts = NodeFacts {
            depth: self.internal_iterative_reduction(depth, table_move, (true, false)),
            pv: true,
            cut: false,
            improving: self.stack.improving(node.ply(), value, estimate),
            table_move,
            has_pieces: has_pieces(node.position()),
            table_move_is_noisy: table_move.takes_or_promotes(node.position()),
            histories: self.history_context(node),
        };
        let so_far = self.pv_moves(node, window, entry.as_ref(), &facts)?;
        if so_far.moves == 0 {
            return Ok(mated_or_stalemate(node));
        }
        let found = so_far.entry(eval, facts.depth, window);
        self.update_correction(node, &found, eval);
        self.table.store(key, node.ply(), found);
        Ok(so_far.best)
    }

    /// The outcome of the moves of a node.
    fn pv_moves(
        &mut self,
        node: &Node<E::State>,
        window: Window,
        entry: Option<&Entry>,
        facts: &NodeFacts,
    ) -> Result<MoveLoop, Interruption> {
        self.killers.set(node.ply() + 1, None);
        let mut moves = MoveList::new();
        let mut picker = self.move_picker(node, &mut moves, facts);
        let mut so_far = MoveLoop::new();
        let mut rest = window;
        loop {
            if self.late_move_pruning(facts, &so_far) {
                picker.skip_quiet();
            }
            let Some(mv) = picker.next(&self.history) else {
                break;
            };
            // The first one is neither pruned nor reduced.
            let is_first = so_far.moves == 0;
            let history = if is_first { 0 } else { picker.history(&self.history, mv) };
            if !picker.loses_nothing() && self.move_pruning(node, mv, history, facts, &so_far) {
                continue;
            }
            let plies = match self.extension(node, mv, entry, rest.beta, facts)? {
                SingularVerdict::Extend(plies) => plies,
                // That others are as good is no reason to stop where the exact score is wanted.
                SingularVerdict::Enough(_) => 0,
            };
            let late = LateMove { moves: so_far.moves, history };
            let score = self.pv_move(node, mv, rest, facts.depth + plies, late, facts)?;
            so_far.moves += 1;
            so_far.best = so_far.best.max(score);
            if score > rest.alpha {
                rest.alpha = score;
                so_far.best_move = PackedMove::of(mv);
                self.stack.set_variation(node.ply(), mv);
                if score >= rest.beta {
                    self.update_histories(node, mv, &so_far, facts);
                    break;
                }
            }
            so_far.tried(mv);
        }
        Ok(so_far)
    }

    /// The score of one move, searched `depth` plies deep: the first with the whole window, the others with a zero
    /// window first, to show that they are no better.
    pub(super) fn pv_move(
        &mut self,
        node: &Node<E::State>,
        mv: EncodedMove,
        window: Window,
        depth: i32,
        late: LateMove,
        facts: &NodeFacts,
    ) -> Result<Score, Interruption> {
        let key = self.approach(node, mv);
        let reduction = self.late_move_reduction(mv, depth, late, facts);
        self.count_node()?;
        let mut child = node.clone();
        self.make_move(node, mv, key, &mut child);
        // A zero window leaves no variation: that of an earlier move must not stand in for it.
        self.stack.clear_variation(child.ply());
        if late.moves > 0 {
            let child_beta = -window.alpha;
            let reduced = ZeroWindow::new(child_beta, depth - 1 - reduction, true);
            let mut score = -self.zero_window(&child, reduced)?;
            if reduction > 0 && score > window.alpha {
                let whole = ZeroWindow::new(child_beta, depth - 1, true);
                score = -self.zero_window(&child, whole)?;
            }
            if score <= window.alpha || score >= window.beta {
                return Ok(score);
            }
        }
        Ok(-self.pv_node(&child, window.flipped(), depth - 1)?)
    }
}
