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
    /// True if the node may be answered by its static value, by passing or by a capture.
    pub(super) prune: bool,
    /// True if one of its first moves is expected to reach beta.
    pub(super) cut: bool,
    /// A move that is left out, to see what the others are worth.
    pub(super) excluded: Option<EncodedMove>,
}

impl ZeroWindow {
    /// True if a node reaches `beta` in `depth` plies.
    pub(super) fn new(beta: Score, depth: i32, cut: bool) -> ZeroWindow {
        ZeroWindow { beta, depth, prune: true, cut, excluded: None }
    }
}
