//! The extent of the pawns: on one part of the board or on both wings.

use shakmaty::Bitboard;

use super::bits::{file, fill_down, rank};

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
