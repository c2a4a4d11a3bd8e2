//! The king: its position, its window of files and its pawn shelter.

use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Color, File, Square};

use super::bits::{CENTRAL_FILES, ahead, file, rank, ranks, up};

/// A king and the squares that belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct King {
    pub(crate) square: Square,
    /// Its square as a set.
    pub(crate) set: Bitboard,
    /// The squares next to it.
    pub(crate) ring: Bitboard,
    /// The king position: the ring, and on the next two ranks towards the enemy the window.
    pub(crate) zone: Bitboard,
    /// Three whole files: the king's own (b or g for one on the edge) and its neighbours.
    pub(crate) window: Bitboard,
    /// Squares from which enemy pawns storm this king.
    pub(crate) stormed_from: Bitboard,
}

/// The king on each square, from its own point of view.
static KINGS: [King; 64] = {
    let mut kings = [King::seen_on(Square::A1); 64];
    let mut at = 1;
    while at < kings.len() {
        kings[at] = King::seen_on(Square::new(at as u32));
        at += 1;
    }
    kings
};

impl King {
    /// The king on `square`, from its own point of view.
    #[inline]
    pub(crate) fn on(square: Square) -> &'static King {
        &KINGS[usize::from(square)]
    }

    const fn seen_on(square: Square) -> King {
        let set = Bitboard::from_square(square);
        let ring = king_attacks(square);
        let middle = match square.file() {
            File::A => 1,
            File::H => 6,
            inner => inner as u32,
        };
        let window = Bitboard(file(middle - 1).0 | file(middle).0 | file(middle + 1).0);
        let own_rank = rank(square.rank() as u32 + 1);
        let next_two = Bitboard(up(own_rank).0 | up(up(own_rank)).0);
        // The storming pawns' ranks 4 to 6 are the king's 5 to 3, and they are still before it.
        let before_king = ahead(own_rank);
        // In the centre there is no wing: no shelter, and no pawn storm.
        let stormed_from = if set.0 & CENTRAL_FILES.0 != 0 {
            Bitboard::EMPTY
        } else {
            Bitboard(window.0 & ranks(3, 5).0 & before_king.0)
        };
        King { square, set, ring, zone: Bitboard((ring.0 | window.0 & next_two.0) & !set.0), window, stormed_from }
    }

    /// The same king seen from the other side.
    pub(crate) fn flipped(self) -> King {
        let flip = Bitboard::flip_vertical;
        King {
            square: self.square.flip_vertical(),
            set: flip(self.set),
            ring: flip(self.ring),
            zone: flip(self.zone),
            window: self.window,
            stormed_from: flip(self.stormed_from),
        }
    }
}

/// The king position of a king of `color` on `square`, both on the real board.
#[inline]
pub(crate) fn zone_of(square: Square, color: Color) -> Bitboard {
    let seen = color.fold_wb(square, square.flip_vertical());
    let zone = King::on(seen).zone;
    color.fold_wb(zone, zone.flip_vertical())
}

/// The pawn shelter of a king on its first two ranks, on one of the wings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shelter {
    /// The whole file nearest the centre: f or c.
    pub(crate) inner: Bitboard,
    /// The whole middle file: g or b.
    pub(crate) middle: Bitboard,
    /// The whole file at the edge: h or a.
    pub(crate) outer: Bitboard,
    /// The shelter pawns: own pawns on these files, on ranks 2 to 4 and not behind the king's rank.
    pub(crate) pawns: Bitboard,
    /// The number of shelter pawns.
    pub(crate) size: usize,
    /// The rearmost shelter pawn of each file, the one that is judged for its placement.
    pub(crate) rear: Bitboard,
}

impl Shelter {
    /// The shelter of a king on `square` among own `pawns`; `None` in the centre and further up.
    pub(super) fn of(square: Square, pawns: Bitboard) -> Option<Shelter> {
        let (file_of, rank_of) = (u32::from(square.file()), u32::from(square.rank()) + 1);
        if rank_of > 2 {
            return None;
        }
        let [inner, middle, outer] = match file_of {
            0..=2 => [2, 1, 0],
            5..=7 => [5, 6, 7],
            _ => return None,
        }
        .map(file);
        // The king's rank is 1 or 2, so no pawn on rank 2 or above is behind it.
        let pawns = pawns & (inner | middle | outer) & ranks(2, 4);
        Some(Shelter { inner, middle, outer, pawns, size: pawns.count(), rear: pawns & !ahead(pawns) })
    }

    /// All three files.
    #[inline]
    pub(crate) fn files(&self) -> Bitboard {
        self.inner | self.middle | self.outer
    }

    pub(super) fn flipped(self) -> Shelter {
        Shelter { pawns: self.pawns.flip_vertical(), rear: self.rear.flip_vertical(), ..self }
    }
}
