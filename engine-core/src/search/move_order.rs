//! What the order of moves goes by.

use arrayvec::ArrayVec;

use super::params::histories::VICTIM_WEIGHT;
use super::params::see_value;
use crate::encoded_move::EncodedMove;
use crate::movegen::MAX_MOVES;

/// A move and what it is ordered by; the higher, the sooner.
#[derive(Clone, Copy)]
pub(super) struct Scored {
    pub(super) mv: EncodedMove,
    pub(super) score: i32,
}

/// The moves of a node, in its frame.
pub(super) type MoveList = ArrayVec<Scored, MAX_MOVES>;

/// Brings the best move to the front: selection sort, one step, since most nodes need only the first
/// few moves.
#[inline]
pub(super) fn best_first(moves: &mut [Scored]) -> Option<Scored> {
    let mut best = 0;
    let mut best_score = moves.first()?.score;
    for (index, scored) in moves.iter().enumerate().skip(1) {
        if scored.score > best_score {
            (best, best_score) = (index, scored.score);
        }
    }
    moves.swap(0, best);
    moves.first().copied()
}

/// Most valuable victim first, then least valuable attacker.
#[inline]
pub(super) fn exchange_order(mv: EncodedMove) -> i32 {
    let victim = mv.captured().map_or(0, see_value) + mv.promotion().map_or(0, see_value);
    VICTIM_WEIGHT * victim - see_value(mv.role())
}
