//! The pawn structure of one side, as seen by that side, and the extent of the pawns of both.

use arrayvec::ArrayVec;
use shakmaty::Bitboard;

use super::bits::{
    ahead, behind, beside, down, file, fill_down, flipped, pawn_hits, pawn_hits_down, pawn_hits_twice,
    pawn_hits_twice_down, rank, up,
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
        let isolated = own & !(with_neighbour_beside | with_neighbour_ahead | with_neighbour_behind);
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
        flipped! {
            self as Structure {
                passed tandem protected protecting isolated doubled front rear stop_hit stop_hit_twice rammed
                with_neighbour_beside with_neighbour_ahead with_neighbour_behind fixed_double
            }
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

/// The files a to c.
const QUEEN_WING: u64 = 0b0000_0111;
/// The files f to h.
const KING_WING: u64 = 0b1110_0000;
/// The files d and e.
const CENTRE: u64 = 0b0001_1000;
/// The greatest distance in files between pawns on one part of the board.
const ONE_PART: u32 = 3;

/// The files with pawns of either side; the same for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Play {
    /// A bit for each file, the a-file lowest.
    files: u64,
}

impl Play {
    /// The part of the board that the pawns of both sides are on.
    pub(crate) fn of(pawns: Bitboard) -> Play {
        Play { files: (fill_down(pawns) & rank(1)).0 }
    }

    /// True if there is a pawn at all.
    #[inline]
    pub(crate) fn any(self) -> bool {
        self.files != 0
    }

    /// The distance in files between the outermost pawns.
    #[inline]
    pub(crate) fn span(self) -> u32 {
        if self.files == 0 {
            return 0;
        }
        self.files.ilog2() - self.files.trailing_zeros()
    }

    /// True if there are pawns, all of them on at most four neighbouring files.
    #[inline]
    pub(crate) fn on_one_part(self) -> bool {
        self.any() && self.span() <= ONE_PART
    }

    /// True if pawns are more than four neighbouring files apart: there is play on both wings, or
    /// in the centre and on one wing.
    #[inline]
    pub(crate) fn is_wide(self) -> bool {
        self.span() > ONE_PART
    }

    /// True if there are pawns on both wings.
    #[inline]
    pub(crate) fn on_both_wings(self) -> bool {
        self.files & QUEEN_WING != 0 && self.files & KING_WING != 0
    }

    /// The whole files of the one wing (a-b or g-h) that is in play together with the centre; `None` for
    /// play on both wings, on one part of the board, or without the centre.
    #[inline]
    pub(crate) fn beside_centre(self) -> Option<Bitboard> {
        if !self.is_wide() || self.on_both_wings() || self.files & CENTRE == 0 {
            return None;
        }
        Some(if self.files & QUEEN_WING != 0 {
            Bitboard(file(0).0 | file(1).0)
        } else {
            Bitboard(file(6).0 | file(7).0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(files: &[u32]) -> Play {
        Play::of(files.iter().fold(Bitboard::EMPTY, |all, &at| all | file(at) & rank(4)))
    }

    #[test]
    fn parts_of_the_board() {
        assert!(!on(&[]).any() && !on(&[]).on_one_part() && !on(&[]).is_wide());
        assert!(on(&[4, 7]).on_one_part() && on(&[2, 5]).on_both_wings());
        assert!(on(&[3, 7]).is_wide() && !on(&[3, 7]).on_both_wings());
        assert_eq!(on(&[3, 7]).beside_centre(), Some(Bitboard(file(6).0 | file(7).0)));
        assert_eq!(on(&[0, 7]).beside_centre(), None);
        assert_eq!(on(&[0, 4, 7]).span(), 7);
    }
}
