//! The search stack, an entry for each ply of the present line: the piece that moved, from the game's last
//! two moves on, and the principal variation from there, collected from the leaves up.
//!
//! Source: <https://www.chessprogramming.org/Principal_Variation>.

use arrayvec::ArrayVec;

use crate::encoded_move::EncodedMove;
use crate::score::MAX_PLY;
use crate::tables::history::{PieceTo, PreviousMoves};

/// A line of moves.
pub(super) type Variation = ArrayVec<EncodedMove, { MAX_PLY + 1 }>;

/// The plies from the root to the present node.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    /// The pieces that moved two plies before the root, one ply before, at the root, and so on.
    moved: Box<[PieceTo; MAX_PLY + 3]>,
    variations: Vec<Variation>,
}

impl Default for Stack {
    fn default() -> Stack {
        Stack {
            moved: Box::new([PieceTo::NONE; MAX_PLY + 3]),
            variations: vec![Variation::new(); MAX_PLY + 2],
        }
    }
}

impl Stack {
    /// A search begins after the moves of a game that moved `before`.
    pub(super) fn begin(&mut self, before: PreviousMoves) {
        let [one, two] = before;
        (self.moved[1], self.moved[0]) = (one, two);
    }

    /// The piece that moves at `ply`; none in a null move.
    #[inline]
    pub(super) fn set_moved(&mut self, ply: usize, moved: PieceTo) {
        self.moved[ply + 2] = moved;
    }

    /// The pieces that moved one ply and two plies before `ply`.
    #[inline]
    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        [self.moved[ply + 1], self.moved[ply]]
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
