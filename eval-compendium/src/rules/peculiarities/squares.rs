//! Weak squares, and minor pieces where they should not go back to.

use shakmaty::{Bitboard, Square};

use crate::catalogue::peculiarities;
use crate::context::side::Side;
use crate::rules::{View, Visitor, count};

/// d4 and e4.
const CENTRAL: Bitboard = Bitboard(0x0000_0000_1800_0000);
/// d3 and e3.
const SEMI_CENTRAL: Bitboard = Bitboard(0x0000_0000_0018_0000);
/// c3, c4, f3 and f4.
const OUTER: Bitboard = Bitboard(0x0000_0000_2424_0000);
/// d1 and e1.
const ROYAL_HOMES: Bitboard = Bitboard(0x18);

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(peculiarities::WEAK_SQUARES_CENTRAL, |view, [penalty]| {
        penalty * weak(view, CENTRAL)
    });
    rules.rule(
        peculiarities::WEAK_SQUARES_SEMI_CENTRAL,
        |view, [penalty]| penalty * weak(view, SEMI_CENTRAL),
    );
    rules.rule(peculiarities::WEAK_SQUARES_OUTER, |view, [penalty]| {
        penalty * weak(view, OUTER)
    });
    // A minor on the home of the queen or the king costs 40; none begins there.
    rules.rule(
        peculiarities::RETREATS_MINOR_BACK_RANK,
        |view, [penalty]| penalty * count(view.own.minors & ROYAL_HOMES),
    );
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
