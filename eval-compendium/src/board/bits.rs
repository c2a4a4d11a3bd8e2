//! Sets of squares, seen by a side that plays up the board, and their sizes.

use shakmaty::Bitboard;

/// The a-file.
pub(crate) const A_FILE: Bitboard = Bitboard(0x0101_0101_0101_0101);
/// The h-file.
pub(crate) const H_FILE: Bitboard = Bitboard(0x8080_8080_8080_8080);

/// The files a to d.
pub(crate) const QUEENSIDE: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
/// The files e to h.
pub(crate) const KINGSIDE: Bitboard = Bitboard(!QUEENSIDE.0);
/// Both halves of the board.
pub(crate) const HALVES: [Bitboard; 2] = [QUEENSIDE, KINGSIDE];
/// The files a to c.
pub(crate) const QUEEN_WING: Bitboard = Bitboard(file(0).0 | file(1).0 | file(2).0);
/// The files f to h.
pub(crate) const KING_WING: Bitboard = Bitboard(file(5).0 | file(6).0 | file(7).0);
/// The files d and e.
pub(crate) const CENTRAL_FILES: Bitboard = Bitboard(file(3).0 | file(4).0);
/// The files c and f.
pub(crate) const SEMI_CENTRAL_FILES: Bitboard = Bitboard(file(2).0 | file(5).0);
/// The files c to f.
pub(crate) const INNER_FILES: Bitboard = Bitboard(CENTRAL_FILES.0 | SEMI_CENTRAL_FILES.0);
/// d4, e4, d5 and e5.
pub(crate) const FOCAL_CENTRE: Bitboard = Bitboard(CENTRAL_FILES.0 & ranks(4, 5).0);
/// c3 to f6: the focal centre and the squares around it.
pub(crate) const LARGE_CENTRE: Bitboard = Bitboard(INNER_FILES.0 & ranks(3, 6).0);
/// a1 and h1.
pub(crate) const CORNERS: Bitboard = Bitboard(0x81);

/// The number of squares in the set.
#[inline(always)]
pub(crate) fn count(set: Bitboard) -> i64 {
    set.count() as i64
}

/// The same, faster for sets that are empty in most positions.
#[inline(always)]
pub(crate) fn few(set: Bitboard) -> i64 {
    if set.is_empty() { 0 } else { count(set) }
}

/// 1 if true, else 0.
#[inline(always)]
pub(crate) fn once(condition: bool) -> i64 {
    i64::from(condition)
}

/// A relative rank, 1 to 8.
#[inline(always)]
pub(crate) const fn rank(rank: u32) -> Bitboard {
    Bitboard(0xff << (8 * (rank - 1)))
}

/// Relative ranks `from` to `to`.
#[inline(always)]
pub(crate) const fn ranks(from: u32, to: u32) -> Bitboard {
    Bitboard(u64::MAX << (8 * (from - 1)) & u64::MAX >> (8 * (8 - to)))
}

/// A file, 0 (a) to 7 (h).
#[inline(always)]
pub(crate) const fn file(file: u32) -> Bitboard {
    Bitboard(A_FILE.0 << file)
}

/// One step towards the enemy.
#[inline(always)]
pub(crate) const fn up(set: Bitboard) -> Bitboard {
    Bitboard(set.0 << 8)
}

/// One step back.
#[inline(always)]
pub(crate) const fn down(set: Bitboard) -> Bitboard {
    Bitboard(set.0 >> 8)
}

/// One step towards the a-file.
#[inline(always)]
pub(crate) const fn left(set: Bitboard) -> Bitboard {
    Bitboard((set.0 & !A_FILE.0) >> 1)
}

/// One step towards the h-file.
#[inline(always)]
pub(crate) const fn right(set: Bitboard) -> Bitboard {
    Bitboard((set.0 & !H_FILE.0) << 1)
}

/// The squares left and right of the set.
#[inline(always)]
pub(crate) const fn beside(set: Bitboard) -> Bitboard {
    Bitboard(left(set).0 | right(set).0)
}

/// The set and every square ahead of it on its files.
#[inline(always)]
pub(crate) const fn fill_up(set: Bitboard) -> Bitboard {
    let one = set.0 | set.0 << 8;
    let two = one | one << 16;
    Bitboard(two | two << 32)
}

/// The set and every square behind it on its files.
#[inline(always)]
pub(crate) const fn fill_down(set: Bitboard) -> Bitboard {
    let one = set.0 | set.0 >> 8;
    let two = one | one >> 16;
    Bitboard(two | two >> 32)
}

/// The squares ahead of the set on its files.
#[inline(always)]
pub(crate) const fn ahead(set: Bitboard) -> Bitboard {
    fill_up(up(set))
}

/// The squares behind the set on its files.
#[inline(always)]
pub(crate) const fn behind(set: Bitboard) -> Bitboard {
    fill_down(down(set))
}

/// The whole files of the set.
#[inline(always)]
pub(crate) const fn files(set: Bitboard) -> Bitboard {
    Bitboard(fill_up(set).0 | fill_down(set).0)
}

/// The squares attacked by pawns on the set that play up the board.
#[inline(always)]
pub(crate) const fn pawn_hits(set: Bitboard) -> Bitboard {
    up(beside(set))
}

/// The squares from which pawns that play up the board attack the set; the other side's pawns on the
/// set attack the same squares.
#[inline(always)]
pub(crate) const fn pawn_hits_down(set: Bitboard) -> Bitboard {
    down(beside(set))
}

/// The squares attacked by two pawns on the set that play up the board.
#[inline(always)]
pub(crate) const fn pawn_hits_twice(set: Bitboard) -> Bitboard {
    up(Bitboard(left(set).0 & right(set).0))
}

/// The squares attacked by two of the other side's pawns on the set.
#[inline(always)]
pub(crate) const fn pawn_hits_twice_down(set: Bitboard) -> Bitboard {
    down(Bitboard(left(set).0 & right(set).0))
}

/// A struct with these sets of another one, seen from the other side, and further fields.
macro_rules! flipped {
    ($of:ident as $type:ident { $($set:ident)* } $($rest:tt)*) => {
        $type { $($set: $of.$set.flip_vertical(),)* $($rest)* }
    };
}

pub(crate) use flipped;

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Square, attacks};

    #[test]
    fn sets_agree_with_the_attack_tables() {
        for square in Square::ALL {
            let set = Bitboard::from_square(square);
            let [white, black] =
                [shakmaty::Color::White, shakmaty::Color::Black].map(|color| attacks::pawn_attacks(color, square));
            assert_eq!((pawn_hits(set), pawn_hits_down(set)), (white, black));
            assert_eq!(files(set), Bitboard::from_file(square.file()));
            assert_eq!(ahead(set) | behind(set) | set, files(set));
            assert!(rank(u32::from(square.rank()) + 1).contains(square));
            assert!(file(u32::from(square.file())).contains(square));
        }
        assert_eq!(ranks(4, 6), rank(4) | rank(5) | rank(6));
        assert_eq!(ranks(1, 8), Bitboard::FULL);
    }
}
