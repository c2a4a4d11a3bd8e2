//! Weak squares, and minor pieces where they should not go back to.

use shakmaty::{Bitboard, Square};

use crate::board::bits::count;
use crate::board::side::Side;
use crate::rule::rules;
use crate::view::View;

/// d4 and e4.
const D4_E4: Bitboard = Bitboard(0x0000_0000_1800_0000);
/// d3 and e3.
const D3_E3: Bitboard = Bitboard(0x0000_0000_0018_0000);
/// c3, c4, f3 and f4.
const C3_C4_F3_F4: Bitboard = Bitboard(0x0000_0000_2424_0000);
/// d1 and e1.
const ROYAL_HOMES: Bitboard = Bitboard(0x18);

rules! {
    "Weak squares-bridge points/loss of squares-control of squares";

    /// Each of d4 and e4 (for Black d5 and e5) that no own pawn and fewer own than enemy pieces
    /// guard costs {penalty}. Kings and what stands on the square make no difference.
    "weak-squares.central" [538, 540] Middlegame { penalty: -50 }
    // the document allows a bonus for the enemy instead: it is charged once
    |view, n| n.penalty * weak(view, D4_E4);

    /// Each of d3 and e3 (for Black d6 and e6) that no own pawn and fewer own than enemy pieces
    /// guard costs {penalty}.
    "weak-squares.semi-central" [540] Middlegame { penalty: -35 }
    |view, n| n.penalty * weak(view, D3_E3);

    /// Each of c3, c4, f3 and f4 (for Black c6, c5, f6 and f5) that no own pawn and fewer own than
    /// enemy pieces guard costs {penalty}.
    "weak-squares.outer" [540] Middlegame { penalty: -20 }
    |view, n| n.penalty * weak(view, C3_C4_F3_F4);

    /// Each knight or bishop on d1 or e1 (for Black d8 or e8) costs {penalty}.
    "retreats.minor-back-rank" [542, 544] Middlegame { penalty: -40 }
    // no minor begins there, so that one that is there has gone back
    |view, n| n.penalty * count(view.own.minors & ROYAL_HOMES);
}

/// How many of the `squares` no own pawn and fewer own than enemy pieces attack: a central one
/// costs 50, a semi-central one 35, an outer one 20. What stands there makes no difference.
fn weak(view: &View<'_>, squares: Bitboard) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let contested = squares & enemy.by_pieces & !own.by_pawns;
    if contested.is_empty() {
        return 0;
    }
    let unguarded = contested & !own.by_pieces;
    let outnumbered = |square: &Square| attackers(enemy, *square) > attackers(own, *square);
    let doubtful = (contested & own.by_pieces).into_iter();
    count(unguarded) + doubtful.filter(outnumbered).count() as i32
}

/// How many pieces of the side attack `square`.
fn attackers(side: &Side, square: Square) -> usize {
    let pieces = side.each.iter();
    pieces
        .filter(|piece| piece.attacks.contains(square))
        .count()
}
