//! The principal variation, collected from the leaves up.

use arrayvec::ArrayVec;
use shakmaty::Move;

use crate::score::MAX_PLY;

/// A line of moves from the root.
pub(super) type Variation = ArrayVec<Move, { MAX_PLY + 1 }>;

/// The best line found at each ply.
#[derive(Clone, Debug)]
pub(super) struct PvTable {
    at_ply: Vec<Variation>,
}

impl Default for PvTable {
    fn default() -> PvTable {
        PvTable {
            at_ply: vec![Variation::new(); MAX_PLY + 2],
        }
    }
}

impl PvTable {
    /// No line at `ply` yet.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.at_ply[ply].clear();
    }

    /// The line at `ply` is `mv` and then the line one ply further.
    #[inline]
    pub(super) fn set(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.at_ply.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(mv);
        line.extend(below[0].iter().copied().take(MAX_PLY));
    }

    /// The line at `ply`.
    pub(super) fn line(&self, ply: usize) -> &Variation {
        &self.at_ply[ply]
    }
}
