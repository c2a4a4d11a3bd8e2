//! Minor pieces in the very centre that pawns protect.

use shakmaty::attacks::bishop_attacks;
use shakmaty::{Bitboard, Square};

use crate::catalogue::middlegame::ETERNAL_KNIGHT;
use crate::catalogue::techniques::{self, DOMINATING_KNIGHT};
use crate::context::bits::{beside, down, fill_down};
use crate::context::side::Side;
use crate::rules::king_attack::reach;
use crate::rules::middlegame::is_eternal;
use crate::rules::{Amount, View, Visitor, count};

/// d4, e4, d5 and e5.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(techniques::CENTRAL_KNIGHT, |view, [bonus]| {
        let mut knights = beyond_pawns(view, view.own.knights);
        if knights.any() && view.applies(DOMINATING_KNIGHT) {
            knights &= !dominating(view);
        }
        unless_eternal(view, knights, bonus)
    });
    // A bishop in the centre that two pawns protect, with no enemy pawn ahead on its file or beside
    // it, earns 50.
    rules.rule(techniques::POWERFUL_BISHOP, |view, [bonus]| {
        bonus * count(beyond_pawns(view, view.own.bishops))
    });
    rules.rule(DOMINATING_KNIGHT, |view, [bonus]| {
        unless_eternal(view, dominating(view), bonus)
    });
    // Each of these that another knight protects earns 25 more.
    rules.rule(techniques::DOMINATING_KNIGHT_SECOND, |view, [bonus]| {
        let protected = dominating(view) & view.own.by_knights;
        unless_eternal(view, protected, bonus)
    });
}

/// `bonus` for each of `knights`; in the middlegame the eternal ones have more of their own.
fn unless_eternal(view: &View<'_>, knights: Bitboard, bonus: i32) -> Amount {
    let mut in_middlegame = knights;
    if knights.any() && view.replaced_by(ETERNAL_KNIGHT) {
        in_middlegame = knights
            .into_iter()
            .filter(|at| !is_eternal(view, *at))
            .collect();
    }
    Amount {
        middlegame: bonus * count(in_middlegame),
        endgame: bonus * count(knights),
    }
}

/// Of `minors`, those in the centre that two pawns protect.
fn supported(view: &View<'_>, minors: Bitboard) -> Bitboard {
    minors & CENTRE & view.own.by_two_pawns
}

/// Those of them with no enemy pawn ahead, on their file or a neighbouring one: a knight earns 35.
fn beyond_pawns(view: &View<'_>, minors: Bitboard) -> Bitboard {
    let minors = supported(view, minors);
    if minors.is_empty() {
        return minors;
    }
    let below = fill_down(down(view.enemy.pawns));
    minors & !below & !beside(below)
}

/// Knights in the centre that two pawns protect, with no enemy pawn ahead on a neighbouring file,
/// that no enemy minor attacks now or after two moves: they earn 50.
fn dominating(view: &View<'_>) -> Bitboard {
    let knights = supported(view, view.own.knights);
    if knights.is_empty() {
        return knights;
    }
    let below = fill_down(down(view.enemy.pawns));
    let knights = knights & !beside(below);
    if knights.is_empty() {
        return knights;
    }
    knights & !hit_by_knights(view) & !hit_by_bishops(view)
}

/// Squares that enemy minors may step on, safe or not.
fn steps(view: &View<'_>) -> Bitboard {
    let Side { units, .. } = view.enemy;
    !(units | view.own.king.set)
}

/// What enemy knights attack now or after one move or two.
fn hit_by_knights(view: &View<'_>) -> Bitboard {
    let open = steps(view);
    let now = view.enemy.knights;
    let one = now | reach::knight(now) & open;
    let two = one | reach::knight(one) & open;
    reach::knight(two)
}

/// What enemy bishops attack now or after one move or two, each alone on the board as it is.
fn hit_by_bishops(view: &View<'_>) -> Bitboard {
    let open = steps(view);
    let reached = |bishop: Square| {
        // The square that it leaves is free for its second move.
        let occupied = view.occupied & !Bitboard::from_square(bishop);
        let from = |set: Bitboard| {
            let lines = set
                .into_iter()
                .map(|square| bishop_attacks(square, occupied));
            lines.fold(Bitboard::EMPTY, |all, line| all | line)
        };
        let one = bishop_attacks(bishop, occupied) & open;
        let two = from(one) & open;
        bishop_attacks(bishop, occupied) | from(one | two)
    };
    let lines = view.enemy.bishops.into_iter().map(reached);
    lines.fold(Bitboard::EMPTY, |all, line| all | line)
}
