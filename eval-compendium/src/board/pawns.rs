//! The pawn structure of one side, as seen by that side.

use arrayvec::ArrayVec;
use shakmaty::Bitboard;

use super::bits::{
    ahead, behind, beside, down, file, fill_down, pawn_hits, pawn_hits_down, pawn_hits_twice,
    pawn_hits_twice_down, up,
};

/// All own pawns on neighbouring files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Island {
    /// The leftmost file, 0 for the a-file.
    pub(crate) first: u32,
    /// The rightmost file.
    pub(crate) last: u32,
    /// Its pawns.
    pub(crate) pawns: Bitboard,
}

/// Sets of pawns of one side; squares are from the point of view in use, words like "ahead" mean
/// towards the pawns' promotion.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Structure {
    /// No enemy pawn ahead on their own or a neighbouring file, no own pawn ahead on their own.
    pub(crate) passed: Bitboard,
    /// Passed, with a passed pawn on a neighbouring file at most a rank away.
    pub(crate) tandem: Bitboard,
    /// Protected by an own pawn.
    pub(crate) protected: Bitboard,
    /// Protecting an own pawn.
    pub(crate) protecting: Bitboard,
    /// No own pawn on a neighbouring file, however many on their own.
    pub(crate) isolated: Bitboard,
    /// On a file with another own pawn.
    pub(crate) doubled: Bitboard,
    /// The foremost pawn of each file.
    pub(crate) front: Bitboard,
    /// The rearmost pawn of each file.
    pub(crate) rear: Bitboard,
    /// The square in front is attacked by an enemy pawn.
    pub(crate) stop_hit: Bitboard,
    /// The square in front is attacked by two enemy pawns.
    pub(crate) stop_hit_twice: Bitboard,
    /// An enemy pawn stands directly in front.
    pub(crate) rammed: Bitboard,
    /// An own pawn stands on the same rank of a neighbouring file.
    pub(crate) with_neighbour_beside: Bitboard,
    /// An own pawn stands on a neighbouring file on any rank ahead.
    pub(crate) with_neighbour_ahead: Bitboard,
    /// An own pawn stands on a neighbouring file on any rank behind.
    pub(crate) with_neighbour_behind: Bitboard,
    /// The foremost pawn of a file of doubled pawns, not isolated, that an enemy pawn directly in
    /// front holds: as many enemy pawns protect the holder as own ones attack it, or more.
    pub(crate) fixed_double: Bitboard,
    /// Whole files with own pawns.
    pub(crate) files: Bitboard,
}

impl Structure {
    /// The sets for `own` pawns that play up the board against `enemy` pawns.
    pub(crate) fn of(own: Bitboard, enemy: Bitboard) -> Structure {
        let enemy_hits = pawn_hits_down(enemy);
        let passed = passed(own, enemy);
        let passed_nearby = passed | up(passed) | down(passed);
        let (own_ahead, own_behind) = (ahead(own), behind(own));
        let beside_own = beside(own);
        let with_neighbour_beside = own & beside_own;
        let with_neighbour_ahead = own & behind(beside_own);
        let with_neighbour_behind = own & ahead(beside_own);
        let isolated =
            own & !(with_neighbour_beside | with_neighbour_ahead | with_neighbour_behind);
        let doubled = own & (own_ahead | own_behind);
        let front = own & !own_behind;
        let rammed = own & down(enemy);
        let held = doubled & front & rammed & !isolated;
        Structure {
            passed,
            tandem: passed & beside(passed_nearby),
            protected: own & pawn_hits(own),
            protecting: own & pawn_hits_down(own),
            isolated,
            doubled,
            front,
            rear: own & !own_ahead,
            stop_hit: own & down(enemy_hits),
            stop_hit_twice: own & down(pawn_hits_twice_down(enemy)),
            rammed,
            with_neighbour_beside,
            with_neighbour_ahead,
            with_neighbour_behind,
            fixed_double: held & down(!loose(own, enemy)),
            files: own | own_ahead | own_behind,
        }
    }

    /// The same sets seen from the other side.
    pub(super) fn flipped(&self) -> Structure {
        let flip = Bitboard::flip_vertical;
        Structure {
            passed: flip(self.passed),
            tandem: flip(self.tandem),
            protected: flip(self.protected),
            protecting: flip(self.protecting),
            isolated: flip(self.isolated),
            doubled: flip(self.doubled),
            front: flip(self.front),
            rear: flip(self.rear),
            stop_hit: flip(self.stop_hit),
            stop_hit_twice: flip(self.stop_hit_twice),
            rammed: flip(self.rammed),
            with_neighbour_beside: flip(self.with_neighbour_beside),
            with_neighbour_ahead: flip(self.with_neighbour_ahead),
            with_neighbour_behind: flip(self.with_neighbour_behind),
            fixed_double: flip(self.fixed_double),
            files: self.files,
        }
    }
}

/// The passed ones of `own` pawns, which play up the board, against `enemy` pawns.
#[inline]
pub(crate) fn passed(own: Bitboard, enemy: Bitboard) -> Bitboard {
    let in_reach = fill_down(down(enemy) | pawn_hits_down(enemy));
    own & !in_reach & !behind(own)
}

/// Squares that more `own` than `enemy` pawns attack.
#[inline]
fn loose(own: Bitboard, enemy: Bitboard) -> Bitboard {
    pawn_hits(own) & !pawn_hits_down(enemy) | pawn_hits_twice(own) & !pawn_hits_twice_down(enemy)
}

/// The islands (groups) of `pawns` from left to right.
pub(crate) fn islands(pawns: Bitboard) -> ArrayVec<Island, 4> {
    let mut islands: ArrayVec<Island, 4> = ArrayVec::new();
    for at in 0..8 {
        let on_file = pawns & file(at);
        if on_file.is_empty() {
            continue;
        }
        match islands.last_mut() {
            Some(island) if island.last + 1 == at => {
                island.last = at;
                island.pawns |= on_file;
            }
            _ => islands.push(Island { first: at, last: at, pawns: on_file }),
        }
    }
    islands
}
