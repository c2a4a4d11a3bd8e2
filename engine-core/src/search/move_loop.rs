//! The state of a node while its moves are searched one after the other, and what the search
//! learns of them.

use arrayvec::ArrayVec;

use super::Search;
use super::facts::NodeFacts;
use super::static_eval::StaticEval;
use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::params::histories::history_bonus;
use crate::score::{Score, Window};
use crate::tables::history::HistoryContext;
use crate::tables::packed_move::PackedMove;
use crate::tables::transposition::{Bound, Entry};

/// The state of a node's loop over its moves.
#[derive(Debug)]
pub(super) struct MoveLoop {
    /// The best score so far.
    pub(super) best: Score,
    /// The move that raised alpha last.
    pub(super) best_move: PackedMove,
    /// The number of moves searched.
    pub(super) moves: usize,
    quiet: ArrayVec<EncodedMove, 64>,
    noisy: ArrayVec<EncodedMove, 32>,
}

impl MoveLoop {
    #[inline]
    pub(super) fn new() -> MoveLoop {
        MoveLoop {
            best: -Score::INFINITE,
            best_move: PackedMove::NONE,
            moves: 0,
            quiet: ArrayVec::new(),
            noisy: ArrayVec::new(),
        }
    }

    /// The table entry of the node, searched to `depth` with `window`.
    #[inline]
    pub(super) fn entry(&self, eval: Option<StaticEval>, depth: i32, window: Window) -> Entry {
        Entry {
            mv: self.best_move,
            score: self.best,
            eval: eval.map(|eval| eval.raw),
            depth,
            bound: Bound::of(self.best, window),
        }
    }

    /// Remembers that `mv` was searched and caused no cutoff.
    #[inline]
    pub(super) fn tried(&mut self, mv: EncodedMove) {
        if mv.is_quiet() {
            self.quiet.try_push(mv).ok();
        } else {
            self.noisy.try_push(mv).ok();
        }
    }
}

impl<E: Evaluator> Search<E> {
    /// The keys to the histories of the moves of `node`.
    #[inline]
    pub(super) fn history_context(&self, node: &Node<E::State>) -> HistoryContext {
        HistoryContext::new(node.position(), self.stack.previous_moves(node.ply()))
    }

    /// Remembers that `mv` caused a cutoff, and that the moves tried before did not; quiet moves are
    /// not to blame where a capture was best.
    pub(super) fn update_histories(
        &mut self,
        node: &Node<E::State>,
        mv: EncodedMove,
        so_far: &MoveLoop,
        facts: &NodeFacts,
    ) {
        let side = node.position().turn();
        let bonus = history_bonus(facts.depth);
        for &other in &so_far.noisy {
            self.history.update_capture(side, other, -bonus);
        }
        if !mv.is_quiet() {
            self.history.update_capture(side, mv, bonus);
            return;
        }
        let histories = &facts.histories;
        self.killers.set(node.ply(), Some(mv));
        self.history.update_quiet(histories, mv, bonus);
        for &other in &so_far.quiet {
            self.history.update_quiet(histories, other, -bonus);
        }
    }
}
