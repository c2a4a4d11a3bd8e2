//! Nodes on the principal variation, whose exact score is wanted.
//!
//! Source: <https://www.chessprogramming.org/Principal_Variation_Search>.

use super::depth::{SingularVerdict, unless_check};
use super::move_loop::MoveLoop;
use super::move_order::MoveList;
use super::pruning::MoveContext;
use super::task::ZeroWindow;
use super::terminal::mated_or_stalemate;
use super::{Interruption, Search};
use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::score::{Score, Window};
use crate::tables::packed_move::PackedMove;

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
        if let Some(score) = self
            .terminal_score(node)
            .or_else(|| self.tablebase_score(node))
        {
            return Ok(score);
        }

        let key = self.table_key(node);
        let entry = self.table.probe(key, node.ply());
        let eval = self.static_eval(node, entry.as_ref());
        let estimate = eval.map(|eval| eval.refined(entry.as_ref()));
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let depth = self.internal_iterative_reduction(depth, table_move);

        let mut moves = MoveList::new();
        let mut picker = self.move_picker(node, &mut moves, table_move);
        let mut so_far = MoveLoop::new();
        let mut rest = window;
        while let Some(mv) = picker.next(&self.history) {
            let context = MoveContext {
                depth,
                moves: so_far.moves,
                best: so_far.best,
                beta: rest.next_best(),
                estimate,
            };
            if self.move_pruning(node, &mut picker, mv, context) {
                continue;
            }
            let extension =
                match self.singular_extension(node, mv, entry.as_ref(), rest.beta, depth)? {
                    SingularVerdict::Extend(plies) => plies,
                    // That others are as good is no reason to stop where the exact score is wanted.
                    SingularVerdict::Enough(_) => 0,
                };
            let score = self.pv_move(node, mv, rest, depth + extension, so_far.moves)?;
            so_far.moves += 1;
            so_far.best = so_far.best.max(score);
            if score > rest.alpha {
                rest.alpha = score;
                so_far.best_move = PackedMove::of(mv);
                self.stack.set_variation(node.ply(), mv);
                if score >= rest.beta {
                    self.update_histories(node, mv, &so_far, depth);
                    break;
                }
            }
            so_far.tried(mv);
        }
        if so_far.moves == 0 {
            return Ok(mated_or_stalemate(node));
        }
        let found = so_far.entry(eval, depth, window);
        self.update_correction(node, &found, eval);
        self.table.store(key, node.ply(), found);
        Ok(so_far.best)
    }

    /// The score of one move: the first with the whole window, the others with a zero window
    /// first, to show that they are no better.
    pub(super) fn pv_move(
        &mut self,
        node: &Node<E::State>,
        mv: EncodedMove,
        window: Window,
        depth: i32,
        moves: usize,
    ) -> Result<Score, Interruption> {
        let key = self.approach(node, mv);
        let reduction = if moves >= self.params.lmr.full_moves_pv {
            self.late_move_reduction(node, mv, depth, moves)
        } else {
            0
        };
        self.count_node()?;
        let mut child = node.clone();
        self.make_move(node, mv, key, &mut child);
        let reduction = unless_check(&child, reduction);
        // A zero window leaves no variation: that of an earlier move must not stand in for it.
        self.stack.clear_variation(child.ply());
        if moves > 0 {
            let child_beta = -window.alpha;
            let reduced = ZeroWindow::new(child_beta, depth - 1 - reduction);
            let mut score = -self.zero_window(&child, reduced)?;
            if reduction > 0 && score > window.alpha {
                score = -self.zero_window(&child, ZeroWindow::new(child_beta, depth - 1))?;
            }
            if score <= window.alpha || score >= window.beta {
                return Ok(score);
            }
        }
        Ok(-self.pv_node(&child, window.flipped(), depth - 1)?)
    }
}
