//! What a node is asked.

use crate::encoded_move::EncodedMove;
use crate::score::Score;

/// What a zero-window search is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZeroWindow {
    /// Whether the score reaches this.
    pub(super) beta: Score,
    /// In so many plies.
    pub(super) depth: i32,
    /// Whether passing may be tried.
    pub(super) null_move: bool,
    /// A move that is left out, to see what the others are worth.
    pub(super) excluded: Option<EncodedMove>,
}

impl ZeroWindow {
    /// Whether a node reaches `beta` in `depth` plies.
    pub(super) fn new(beta: Score, depth: i32) -> ZeroWindow {
        ZeroWindow {
            beta,
            depth,
            null_move: true,
            excluded: None,
        }
    }
}
