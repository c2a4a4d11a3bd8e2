//! The last quiet move that caused a cutoff at each ply; it often does so again next door.
//!
//! Source: <https://www.chessprogramming.org/Killer_Heuristic>.

use crate::encoded_move::EncodedMove;
use crate::score::MAX_PLY;

/// A move for each ply.
#[derive(Clone, Debug)]
pub struct Killers {
    at_ply: Box<[Option<EncodedMove>; MAX_PLY + 2]>,
}

impl Default for Killers {
    fn default() -> Killers {
        Killers { at_ply: Box::new([None; MAX_PLY + 2]) }
    }
}

impl Killers {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.at_ply.fill(None);
    }

    /// The killer at `ply`.
    #[inline]
    pub fn at(&self, ply: usize) -> Option<EncodedMove> {
        self.at_ply[ply]
    }

    /// Remembers that `mv` caused a cutoff at `ply`, or forgets what did.
    #[inline]
    pub fn set(&mut self, ply: usize, mv: Option<EncodedMove>) {
        self.at_ply[ply] = mv;
    }
}
