//! The data for the order of moves.

use arrayvec::ArrayVec;

use crate::encoded_move::EncodedMove;
use crate::movegen::MAX_MOVES;
use crate::params::histories::VICTIM_WEIGHT;
use crate::params::see_values::SEE_VALUES;

/// The moves of a node, in its frame; there are no more than a byte can number.
pub(super) type MoveList = ArrayVec<ScoredMove, MAX_MOVES>;

/// A move in its place in the list and what it is ordered by; the higher, the sooner, and of equals
/// the one that stands first.
#[derive(Clone, Copy)]
pub(super) struct ScoredMove {
    pub(super) mv: EncodedMove,
    /// The score above the lowest byte, there the place, counted from the end: one comparison decides
    /// which of two moves is sooner, and the best one has its place in it.
    key: i32,
}

impl ScoredMove {
    /// `score` is within ±2^23.
    #[inline]
    fn new(mv: EncodedMove, score: i32, place: usize) -> ScoredMove {
        debug_assert!(score.abs() < 1 << 23);
        let key = score << 8;
        ScoredMove { mv, key }.at(place)
    }

    #[inline]
    pub(super) fn score(self) -> i32 {
        self.key >> 8
    }

    #[inline]
    fn at(self, place: usize) -> ScoredMove {
        let key = self.key & !0xff | (MAX_MOVES - 1 - place) as i32;
        ScoredMove { key, ..self }
    }
}

/// Adds a move at the end, to be scored later.
#[inline]
pub(super) fn push(moves: &mut MoveList, mv: EncodedMove) {
    moves.push(ScoredMove { mv, key: 0 });
}

/// Scores the moves from `first` on and returns the best one's place: in one loop, where a generator
/// would have one for each kind of men.
#[inline]
pub(super) fn score_from(
    moves: &mut MoveList,
    first: usize,
    score: impl Fn(EncodedMove) -> i32,
) -> usize {
    let mut best = i32::MIN;
    for (place, scored) in moves.iter_mut().enumerate().skip(first) {
        *scored = ScoredMove::new(scored.mv, score(scored.mv), place);
        best = best.max(scored.key);
    }
    place_of(best)
}

#[inline]
pub(super) fn best_from(moves: &MoveList, next: usize) -> usize {
    let rest = moves.iter().skip(next);
    place_of(rest.fold(i32::MIN, |best, scored| best.max(scored.key)))
}

#[inline]
fn place_of(key: i32) -> usize {
    MAX_MOVES - 1 - (key & 0xff) as usize
}

/// Brings the best of the moves from `next` on, which stands at `best`, there: selection sort, one step,
/// since most nodes need only the first few moves.
#[inline]
pub(super) fn bring(moves: &mut MoveList, next: usize, best: usize) -> Option<EncodedMove> {
    let first = *moves.get(next)?;
    let found = *moves.get(best)?;
    moves[best] = first.at(best);
    moves[next] = found;
    Some(found.mv)
}

/// Most valuable victim first, then least valuable attacker.
#[inline]
pub(super) fn exchange_order(mv: EncodedMove) -> i32 {
    let [captured, promotion] = mv.won();
    let won = SEE_VALUES[captured] + SEE_VALUES[promotion];
    VICTIM_WEIGHT * won - SEE_VALUES[mv.man()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::histories::HISTORY_MAX;
    use shakmaty::{Role, Square};

    fn best_first(moves: &mut MoveList, next: usize) -> Option<EncodedMove> {
        let best = best_from(moves, next);
        bring(moves, next, best)
    }

    /// The order in which moves from a1 to a2, b2 ... with these scores are picked.
    fn picked(scores: &[i32]) -> Vec<usize> {
        let mut moves = MoveList::new();
        for to in 0..scores.len() {
            let to = Square::new(to as u32);
            push(&mut moves, EncodedMove::normal(Role::Queen, Square::A1, to, None));
        }
        let best = score_from(&mut moves, 0, |mv| scores[mv.to() as usize]);
        assert_eq!(best, best_from(&moves, 0));
        (0..=scores.len())
            .filter_map(|next| best_first(&mut moves, next))
            .map(|mv| mv.to() as usize)
            .collect()
    }

    #[test]
    fn the_highest_comes_first_and_of_equals_the_one_that_stands_first() {
        assert!(picked(&[]).is_empty());
        assert_eq!(picked(&[-3, 7, 0, 7, -900]), [1, 3, 2, 0, 4]);
        // The first one goes where the best one stood: behind its equal.
        assert_eq!(picked(&[5, 5, 9]), [2, 1, 0]);
        // Scores that differ by one, at both ends of what histories add up to.
        let most = 5 * HISTORY_MAX;
        assert_eq!(picked(&[-most, 1 - most, most - 1, most]), [3, 2, 1, 0]);
    }

    #[test]
    fn moves_before_the_first_keep_their_scores() {
        let mut moves = MoveList::new();
        for to in [Square::A2, Square::B2] {
            push(&mut moves, EncodedMove::normal(Role::Queen, Square::A1, to, None));
        }
        score_from(&mut moves, 0, |_| 10);
        score_from(&mut moves, 1, |_| 20);
        let order = [0, 1].map(|next| best_first(&mut moves, next).map(EncodedMove::to));
        assert_eq!(order, [Some(Square::B2), Some(Square::A2)]);
    }

    #[test]
    fn the_victim_counts_before_the_attacker() {
        let takes = |role, captured| {
            exchange_order(EncodedMove::normal(role, Square::A1, Square::A2, captured))
        };
        let queen = takes(Role::Queen, Some(Role::Queen));
        assert!(takes(Role::Pawn, Some(Role::Queen)) > queen);
        assert!(queen > takes(Role::Pawn, Some(Role::Rook)));
        let step = EncodedMove::normal(Role::Pawn, Square::A7, Square::A8, None);
        let promotion = exchange_order(step.promoting_to(Role::Queen));
        assert_eq!(promotion, takes(Role::Pawn, Some(Role::Queen)));
    }
}
