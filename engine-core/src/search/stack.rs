//! What the search remembers of the nodes between the root and the present one.

use crate::score::{MAX_PLY, Value};
use crate::tables::history::Moved;

#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    eval: Option<Value>,
    moved: Option<Moved>,
}

/// A frame for each ply.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    frames: Box<[Frame; MAX_PLY + 2]>,
}

impl Default for Stack {
    fn default() -> Stack {
        Stack {
            frames: Box::new([Frame::default(); MAX_PLY + 2]),
        }
    }
}

impl Stack {
    /// The static value at `ply`; `None` in check.
    #[inline]
    pub(super) fn set_eval(&mut self, ply: usize, eval: Option<Value>) {
        self.frames[ply].eval = eval;
    }

    /// What moves at `ply`; `None` for a null move.
    #[inline]
    pub(super) fn set_moved(&mut self, ply: usize, moved: Option<Moved>) {
        self.frames[ply].moved = moved;
    }

    /// Whether the side to move at `ply` stands better than at its move before, or, if it was in
    /// check then, than at the one before that. Where nothing is known it does.
    #[inline]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let Some(eval) = self.frames[ply].eval else {
            return false;
        };
        let earlier = |plies: usize| ply.checked_sub(plies).and_then(|at| self.frames[at].eval);
        earlier(2)
            .or_else(|| earlier(4))
            .is_none_or(|before| eval > before)
    }

    /// What moved one ply and two plies before `ply`.
    #[inline]
    pub(super) fn trail(&self, ply: usize) -> [Option<Moved>; 2] {
        [1, 2].map(|plies| ply.checked_sub(plies).and_then(|at| self.frames[at].moved))
    }
}
