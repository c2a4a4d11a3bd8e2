//! The last two quiet moves that caused a cutoff at each ply; they often do so again next door.
//!
//! Source: <https://www.chessprogramming.org/Killer_Heuristic>.

use crate::encoded_move::EncodedMove;
use crate::score::MAX_PLY;

/// Two moves for each ply.
#[derive(Clone, Debug)]
pub struct Killers {
    at_ply: Box<[[Option<EncodedMove>; 2]; MAX_PLY + 1]>,
}

impl Default for Killers {
    fn default() -> Killers {
        Killers {
            at_ply: Box::new([[None; 2]; MAX_PLY + 1]),
        }
    }
}

impl Killers {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.at_ply.fill([None; 2]);
    }

    /// The killers at `ply`, the latest first.
    #[inline]
    pub fn at(&self, ply: usize) -> [Option<EncodedMove>; 2] {
        self.at_ply[ply]
    }

    /// Remembers that `mv` caused a cutoff at `ply`.
    #[inline]
    pub fn add(&mut self, ply: usize, mv: EncodedMove) {
        let [latest, earlier] = &mut self.at_ply[ply];
        if *latest != Some(mv) {
            *earlier = *latest;
            *latest = Some(mv);
        }
    }
}
