//! The style of Karpov, space, and minor pieces far up.

use shakmaty::{Bitboard, Square};

use crate::catalogue::middlegame;
use crate::context::bits::{ahead, beside, rank, ranks};
use crate::context::pawns::islands;
use crate::rules::space::space_pawns;
use crate::rules::{View, Visitor, count, once};

/// d5 and e5.
const CENTRAL_OUTPOSTS: [Square; 2] = [Square::D5, Square::E5];

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(middlegame::KARPOV_HOME_PAWNS, |view, [bonus]| {
        bonus * count(view.own.pawns & ranks(2, 3))
    });
    rules.rule(middlegame::KARPOV_UNDEFENDED_SQUARES, |view, [penalty]| {
        penalty * count(ranks(1, 4) & !view.own.by_any)
    });
    rules.rule(middlegame::KARPOV_ACTIVE_INTRUDER, active_intruder);
    rules.rule(middlegame::KARPOV_COMPOSITION_5_2, five_and_two);
    rules.rule(middlegame::SPACE_PAWNS, space_pawns);
    rules.rule(middlegame::ADVANCED_MINOR, |view, [fifth, sixth]| {
        let minors = view.own.minors;
        fifth * count(minors & rank(5)) + sixth * count(minors & rank(6))
    });
    rules.rule(middlegame::ETERNAL_KNIGHT, eternal_knight);
}

/// Enemy pieces in the own half that no pawn attacks and that attack something there.
fn active_intruder(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let safe_half = ranks(1, 4) & !view.own.by_pawns;
    let targets = view.own.units | view.own.king.zone;
    let intruders = view
        .enemy
        .each
        .iter()
        .filter(|piece| safe_half.contains(piece.square) && piece.attacks.intersects(targets));
    penalty * intruders.count() as i32
}

/// Chains of exactly five and two pawns; as a matter of style this is not turned round in the
/// enemy half.
fn five_and_two(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let mut sizes = [0; 4];
    for (size, island) in sizes.iter_mut().zip(islands(view.own.pawns)) {
        *size = island.pawns.count();
    }
    let split = matches!(sizes, [5, 2, 0, 0] | [2, 5, 0, 0]);
    bonus * once(split)
}

fn eternal_knight(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let squares = CENTRAL_OUTPOSTS.into_iter();
    bonus * squares.filter(|at| is_eternal(view, *at)).count() as i32
}

/// Whether a knight of the own side on d5 or e5 can never be driven away or traded for a minor.
pub(in crate::rules) fn is_eternal(view: &View<'_>, square: Square) -> bool {
    let enemy = &view.enemy;
    if !CENTRAL_OUTPOSTS.contains(&square)
        || !view.own.knights.contains(square)
        || enemy.knights.any()
    {
        return false;
    }
    let colour = if square.is_dark() {
        Bitboard::DARK_SQUARES
    } else {
        Bitboard::LIGHT_SQUARES
    };
    // Enemy pawns that stand on, or can still come to, a square from which they hit it.
    let hitting = beside(ahead(Bitboard::from_square(square)));
    enemy.bishops.is_disjoint(colour) && enemy.pawns.is_disjoint(hitting)
}
