//! The facts about a node by which its moves are pruned, extended and reduced.

use crate::tables::history::HistoryContext;
use crate::tables::packed_move::PackedMove;

/// The facts about a node by which its moves are pruned, extended and reduced.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeFacts {
    /// The depth to which it is searched, in plies.
    pub(super) depth: i32,
    /// True if its exact score is wanted.
    pub(super) pv: bool,
    /// True if one of its first moves is expected to reach beta.
    pub(super) cut: bool,
    /// True if its side stands better than at its last turn.
    pub(super) improving: bool,
    /// True if its side has more than a king and pawns.
    pub(super) has_pieces: bool,
    pub(super) table_move: PackedMove,
    /// True if that captures or promotes.
    pub(super) table_move_is_noisy: bool,
    /// The keys to the histories of its moves.
    pub(super) histories: HistoryContext,
}
