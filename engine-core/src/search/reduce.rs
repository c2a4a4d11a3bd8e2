//! By how much late moves are searched less deeply.

use crate::node::Node;
use crate::search::margins::{
    INTERNAL_REDUCTION_DEPTH, LATE_MOVE_REDUCTION_DEPTH, REDUCTION_BASE, REDUCTION_DIVISOR,
    REDUCTION_HISTORY,
};
use crate::tables::packed_move::PackedMove;

/// Reductions by depth and number of the move, in plies.
/// Source: <https://www.chessprogramming.org/Late_Move_Reductions>.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    table: Box<[[i8; 64]; 64]>,
}

impl Default for Reductions {
    fn default() -> Reductions {
        let mut table = Box::new([[0; 64]; 64]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (moves, entry) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (moves as f64).ln();
                *entry = (REDUCTION_BASE + product / REDUCTION_DIVISOR) as i8;
            }
        }
        Reductions { table }
    }
}

impl Reductions {
    /// The reduction of a quiet move with this `history`, searched after `moves` others; it
    /// leaves at least one ply of `depth`.
    #[inline]
    pub(super) fn late_move(&self, depth: i32, moves: usize, history: i32) -> i32 {
        if depth < LATE_MOVE_REDUCTION_DEPTH {
            return 0;
        }
        let base = self.table[depth.min(63) as usize][moves.min(63)];
        (i32::from(base) - history / REDUCTION_HISTORY).clamp(0, depth - 2)
    }
}

/// The reduction of a move that led to `child`: none if it gave check.
#[inline]
pub(super) fn unless_check<S: Copy>(child: &Node<S>, reduction: i32) -> i32 {
    if child.is_check() { 0 } else { reduction }
}

/// The depth to which a node is searched that is asked for `depth`: without a table move a ply less,
/// since its order of moves is poor.
/// Source: E. Schröder, internal iterative reductions, 2020.
#[inline]
pub(super) fn searched_depth(depth: i32, table_move: PackedMove) -> i32 {
    if table_move == PackedMove::NONE && depth >= INTERNAL_REDUCTION_DEPTH {
        depth - 1
    } else {
        depth
    }
}
