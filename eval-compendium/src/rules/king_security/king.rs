//! Where the king stands, and where it can go.

use shakmaty::Bitboard;

use crate::board::bits::{count, once, rank, ranks};
use crate::rule::rules;

/// a1, b1, g1 and h1.
const CORNER_HOMES: Bitboard = Bitboard(0xc3);
/// c1 and f1.
const C1_F1: Bitboard = Bitboard(0x24);
/// d1 and e1.
const D1_E1: Bitboard = Bitboard(0x18);
/// One centipawn: what the definition of the king position shows for a square.
const POINT: i32 = 10;

rules! {
    "King security";

    /// The king's position is the squares next to the king and, on the two ranks before it, three
    /// files: its own and both neighbours (a king on the edge takes the three edge files). What
    /// stands there does not matter.
    "king-security.king-position" [234, 236, 238] Middlegame {} definition
    |view, _| POINT * count(view.own.king.zone);

    /// A king on a1, b1, g1 or h1 (a8, b8, g8 or h8 for Black) earns {bonus}, however it came
    /// there.
    "king-security.king-on-corner-files" [240] Middlegame { bonus: 100 }
    |view, n| n.bonus * once(view.own.king.set.intersects(CORNER_HOMES));

    /// A king on c1 or f1 (c8 or f8) costs {penalty}.
    "king-security.king-on-c-f" [242] Middlegame { penalty: -50 }
    |view, n| n.penalty * once(view.own.king.set.intersects(C1_F1));

    /// A king on d1 or e1 (d8 or e8) costs {penalty}, with or without the right to castle.
    "king-security.king-on-d-e" [244] Middlegame { penalty: -100 }
    |view, n| n.penalty * once(view.own.king.set.intersects(D1_E1));

    /// A king on its second rank costs {rank2}, on the third {rank3}, on the fourth {rank4}, and
    /// beyond the middle of the board {camp}.
    "king-security.king-advanced" [246] Middlegame { rank2: -50, rank3: -100, rank4: -300, camp: -500 }
    |view, n| {
        let king = view.own.king.set;
        n.rank2 * count(king & rank(2))
            + n.rank3 * count(king & rank(3))
            + n.rank4 * count(king & rank(4))
            + n.camp * count(king & ranks(5, 8))
    };

    /// Each empty square next to the king that no enemy man attacks earns {per_square}. The king
    /// does not shield what is behind it, and captures do not count.
    "king-security.king-free-squares" [248, 250] Middlegame { per_square: 15 }
    |view, n| {
        let next_to_it = view.own.king.ring & view.empty;
        n.per_square * count(next_to_it & !view.hit_behind_own_king())
    };
}
