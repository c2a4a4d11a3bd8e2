//! What moved at the nodes between the root and the present one.

use crate::score::MAX_PLY;
use crate::tables::history::{Moved, Trail};

/// A move for each ply.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    moved: Box<[Option<Moved>; MAX_PLY + 1]>,
}

impl Default for Stack {
    fn default() -> Stack {
        Stack {
            moved: Box::new([None; MAX_PLY + 1]),
        }
    }
}

impl Stack {
    /// What moves at `ply`; `None` for a null move.
    #[inline]
    pub(super) fn set(&mut self, ply: usize, moved: Option<Moved>) {
        self.moved[ply] = moved;
    }

    /// What moved one ply and two plies before `ply`.
    #[inline]
    pub(super) fn trail(&self, ply: usize) -> Trail {
        [1, 2].map(|plies| ply.checked_sub(plies).and_then(|at| self.moved[at]))
    }
}
