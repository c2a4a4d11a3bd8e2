//! Nodes on the principal variation, whose exact score is wanted.
//!
//! Source: <https://www.chessprogramming.org/Principal_Variation_Search>.

use shakmaty::Move;

use super::extend::Singular;
use super::reduce::{searched_depth, unless_check};
use super::zero_node::{Tried, Zero, without_moves};
use super::{Interrupted, Search};
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::score::{Score, Window};
use crate::search::margins::FULL_MOVES_PV;
use crate::tables::packed_move::PackedMove;
use crate::tables::transposition::{Bound, Entry};

impl<E: Evaluator> Search<E> {
    /// The score of `node` searched `depth` plies deep; exact within the window.
    pub(super) fn pv_node(
        &mut self,
        node: &Node<E::State>,
        window: Window,
        depth: i32,
    ) -> Result<Score, Interrupted> {
        self.pv.clear(node.ply());
        if depth <= 0 {
            return self.quiescence(node, window);
        }
        if let Some(score) = self.settled(node) {
            return Ok(score);
        }
        let key = self.table_key(node);
        let entry = self.table.probe(key, node.ply());
        let eval = self.static_value(node, entry.as_ref());
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let depth = searched_depth(depth, table_move);
        let Some((score, mv)) = self.pv_moves(node, entry.as_ref(), window, depth)? else {
            return Ok(without_moves(node));
        };
        let found = Entry {
            mv,
            score,
            eval,
            depth,
            bound: if score >= window.beta {
                Bound::Lower
            } else if score > window.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            },
        };
        self.learn(node, &found);
        self.table.store(key, node.ply(), found);
        Ok(score)
    }

    /// The best score, and the move that raised alpha; `None` without legal moves.
    fn pv_moves(
        &mut self,
        node: &Node<E::State>,
        entry: Option<&Entry>,
        mut window: Window,
        depth: i32,
    ) -> Result<Option<(Score, PackedMove)>, Interrupted> {
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let mut picker = self.picker(node, table_move);
        let mut best = -Score::INFINITE;
        let mut best_move = PackedMove::NONE;
        let mut tried = Tried::default();
        let mut moves = 0;
        while let Some(mv) = picker.next(node, &self.history) {
            let extension = self.pv_extension(node, mv, entry, window, depth)?;
            let score = self.pv_move(node, mv, window, depth + extension, moves)?;
            moves += 1;
            best = best.max(score);
            if score > window.alpha {
                window.alpha = score;
                best_move = PackedMove::new(mv);
                self.pv.set(node.ply(), mv);
                if score >= window.beta {
                    self.reward(node, mv, &tried, depth);
                    break;
                }
            }
            tried.add(mv);
        }
        Ok((moves > 0).then_some((best, best_move)))
    }

    /// By how many plies `mv` is extended: only the table move can be.
    fn pv_extension(
        &mut self,
        node: &Node<E::State>,
        mv: Move,
        entry: Option<&Entry>,
        window: Window,
        depth: i32,
    ) -> Result<i32, Interrupted> {
        let Some(entry) = entry.filter(|entry| entry.mv == PackedMove::new(mv)) else {
            return Ok(0);
        };
        let singular = self.singular(node, mv, entry, window.beta, depth)?;
        // That others are as good is no reason to stop where the exact score is wanted.
        Ok(match singular {
            Singular::Extend(plies) => plies,
            Singular::Enough(_) => 0,
        })
    }

    /// The score of one move: the first with the whole window, the others with a zero window
    /// first, to show that they are no better.
    pub(super) fn pv_move(
        &mut self,
        node: &Node<E::State>,
        mv: Move,
        window: Window,
        depth: i32,
        moves: usize,
    ) -> Result<Score, Interrupted> {
        let reduction = if moves >= FULL_MOVES_PV {
            self.late_move_reduction(node, mv, depth, moves)
        } else {
            0
        };
        let child = self.enter(node, mv)?;
        let reduction = unless_check(&child, reduction);
        // A zero window leaves no line: that of an earlier move must not stand in for it.
        self.pv.clear(child.ply());
        if moves > 0 {
            let mut score =
                -self.zero_node(&child, Zero::new(-window.alpha, depth - 1 - reduction))?;
            if reduction > 0 && score > window.alpha {
                score = -self.zero_node(&child, Zero::new(-window.alpha, depth - 1))?;
            }
            if score <= window.alpha || score >= window.beta {
                return Ok(score);
            }
        }
        Ok(-self.pv_node(&child, window.flipped(), depth - 1)?)
    }
}
