//! The king's square and its freedom of movement.

use crate::board::bits::{
    CENTRAL_FILES, INNER_FILES, SEMI_CENTRAL_FILES, count, once, rank, ranks,
};
use crate::interplay::LOST_CASTLING_KING_IN_CENTER;
use crate::patterns::shelter::is_stuck_among_queens;
use crate::rule::rules;

/// One centipawn: the value that the definition of the king position shows for a square.
const POINT: i32 = 10;

rules! {
    "King security" as King;

    /// The king's position is the squares next to the king and, on the two ranks before it, three
    /// files: its own and both neighbours, or the three at the edge for a king on the edge. What
    /// stands there does not matter.
    "king-security.king-position" [234, 236, 238] Middlegame {} definition
    |view, _| POINT * count(view.own.king.zone);

    /// A king on a1, b1, g1 or h1 (a8, b8, g8 or h8 for Black) earns {bonus}, however it came
    /// there.
    "king-security.king-on-corner-files" [240] Middlegame { bonus: 100 }
    |view, n| n.bonus * count(view.own.king.set & rank(1) & !INNER_FILES);

    /// A king on c1 or f1 (c8 or f8) costs {penalty}.
    "king-security.king-on-c-f" [242] Middlegame { penalty: -50 }
    |view, n| n.penalty * count(view.own.king.set & rank(1) & SEMI_CENTRAL_FILES);

    /// A king on d1 or e1 (d8 or e8) costs {penalty}, with or without the right to castle. In the
    /// opening what a king pays that has lost this right takes its place.
    "king-security.king-on-d-e" [244] Middlegame { penalty: -100 }
    |view, n| {
        let replaced = view.replaced_by(LOST_CASTLING_KING_IN_CENTER) && is_stuck_among_queens(view);
        n.penalty * once(!replaced) * count(view.own.king.set & rank(1) & CENTRAL_FILES)
    };

    /// A king on its second rank costs {rank2}, on the third {rank3}, on the fourth {rank4}, and
    /// beyond the middle of the board {camp}.
    "king-security.king-advanced" [246] Middlegame
        { rank2: -50, rank3: -100, rank4: -300, camp: -500 }
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
