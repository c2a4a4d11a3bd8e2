//! What the order of moves goes by.

use arrayvec::ArrayVec;

use super::params::SEE_VALUES;
use super::params::histories::VICTIM_WEIGHT;
use crate::encoded_move::EncodedMove;
use crate::movegen::MAX_MOVES;

/// The moves of a node, in its frame; there are no more than a byte can number.
pub(super) type MoveList = ArrayVec<Scored, MAX_MOVES>;

/// A move in its place in the list and what it is ordered by; the higher, the sooner, and of equals
/// the one that stands first.
#[derive(Clone, Copy)]
pub(super) struct Scored {
    pub(super) mv: EncodedMove,
    /// The score above the lowest byte, there the place, counted from the end: one comparison tells
    /// which of two moves is sooner, and the best one says where it stands.
    key: i32,
}

impl Scored {
    /// `score` has at most 23 bits.
    #[inline]
    fn new(mv: EncodedMove, score: i32, place: usize) -> Scored {
        let key = score << 8;
        Scored { mv, key }.at(place)
    }

    #[inline]
    fn at(self, place: usize) -> Scored {
        let key = self.key & !0xff | (MAX_MOVES - 1 - place) as i32;
        Scored { key, ..self }
    }
}

/// Adds a move at the end, to be scored later.
#[inline]
pub(super) fn push(moves: &mut MoveList, mv: EncodedMove) {
    moves.push(Scored { mv, key: 0 });
}

/// Scores the moves from `first` on: in one loop, where a generator would have one for each kind of men.
#[inline]
pub(super) fn score_from(moves: &mut MoveList, first: usize, score: impl Fn(EncodedMove) -> i32) {
    for (place, scored) in moves.iter_mut().enumerate().skip(first) {
        *scored = Scored::new(scored.mv, score(scored.mv), place);
    }
}

/// Brings the best of the moves from `next` on there: selection sort, one step, since most nodes need
/// only the first few moves.
#[inline]
pub(super) fn best_first(moves: &mut MoveList, next: usize) -> Option<EncodedMove> {
    let rest = moves.get_mut(next..)?;
    let (first, others) = rest.split_first_mut()?;
    let best = others
        .iter()
        .fold(first.key, |best, scored| best.max(scored.key));
    let place = MAX_MOVES - 1 - (best & 0xff) as usize;
    if place > next {
        let other = &mut others[place - next - 1];
        (*first, *other) = (*other, first.at(place));
    }
    Some(first.mv)
}

/// Most valuable victim first, then least valuable attacker.
#[inline]
pub(super) fn exchange_order(mv: EncodedMove) -> i32 {
    let victim: i32 = mv.won().into_iter().map(|man| SEE_VALUES[man]).sum();
    VICTIM_WEIGHT * victim - SEE_VALUES[mv.man()]
}
