//! The search stack, an entry for each ply of the present line: the piece that moved, from the game's last
//! moves on, and the principal variation from there, collected from the leaves up.
//!
//! Source: <https://www.chessprogramming.org/Principal_Variation>.

use std::iter::repeat;

use arrayvec::ArrayVec;

use crate::encoded_move::EncodedMove;
use crate::score::MAX_PLY;
use crate::tables::history::{PieceTo, PreviousMoves};

/// A line of moves.
pub(super) type Variation = ArrayVec<EncodedMove, { MAX_PLY + 1 }>;

/// Moves of the game that are known at the root.
pub(super) const BEFORE: usize = 7;

/// The plies from the root to the present node.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    /// The pieces that moved [`BEFORE`] plies before the root, and so on to the deepest ply.
    moved: Box<[PieceTo; BEFORE + MAX_PLY + 1]>,
    variations: Vec<Variation>,
}

impl Default for Stack {
    fn default() -> Stack {
        Stack {
            moved: Box::new([PieceTo::NONE; BEFORE + MAX_PLY + 1]),
            variations: vec![Variation::new(); MAX_PLY + 2],
        }
    }
}

impl Stack {
    /// A search begins after the moves of a game that moved `before`, the last one first.
    pub(super) fn begin(&mut self, before: impl Iterator<Item = PieceTo>) {
        let known = self.moved[..BEFORE].iter_mut().rev();
        for (moved, before) in known.zip(before.chain(repeat(PieceTo::NONE))) {
            *moved = before;
        }
    }

    /// The piece that moves at `ply`; none in a null move.
    #[inline]
    pub(super) fn set_moved(&mut self, ply: usize, moved: PieceTo) {
        self.moved[BEFORE + ply] = moved;
    }

    /// The piece that moved `plies` before `ply`, at most [`BEFORE`].
    #[inline]
    pub(super) fn moved_before(&self, ply: usize, plies: usize) -> PieceTo {
        self.moved[BEFORE + ply - plies]
    }

    /// The pieces that moved one ply and two plies before `ply`.
    #[inline]
    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        [1, 2].map(|plies| self.moved_before(ply, plies))
    }

    /// No variation at `ply` yet.
    #[inline]
    pub(super) fn clear_variation(&mut self, ply: usize) {
        self.variations[ply].clear();
    }

    /// The variation at `ply` is `mv` and then the one a ply further.
    #[inline]
    pub(super) fn set_variation(&mut self, ply: usize, mv: EncodedMove) {
        let (here, below) = self.variations.split_at_mut(ply + 1);
        let variation = &mut here[ply];
        variation.clear();
        variation.push(mv);
        variation.extend(below[0].iter().copied().take(MAX_PLY));
    }

    /// The variation at `ply`.
    pub(super) fn variation(&self, ply: usize) -> &Variation {
        &self.variations[ply]
    }
}
