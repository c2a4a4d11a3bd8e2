//! The question that a node is searched for.

use crate::encoded_move::EncodedMove;
use crate::score::Score;

/// The arguments of a zero-window search.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZeroWindow {
    /// True if the score reaches this.
    pub(super) beta: Score,
    /// In this many plies.
    pub(super) depth: i32,
    /// True if passing may be tried.
    pub(super) null_move: bool,
    /// A move that is left out, to see what the others are worth.
    pub(super) excluded: Option<EncodedMove>,
}

impl ZeroWindow {
    /// True if a node reaches `beta` in `depth` plies.
    pub(super) fn new(beta: Score, depth: i32) -> ZeroWindow {
        ZeroWindow {
            beta,
            depth,
            null_move: true,
            excluded: None,
        }
    }
}
