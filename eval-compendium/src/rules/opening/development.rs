//! Development: its order, its lack, and men who have gone too far alone.

use shakmaty::{Bitboard, Square};

use crate::catalogue::opening;
use crate::catalogue::thresholds::TWO_MINORS;
use crate::context::bits::{beside, down, pawn_hits, ranks};
use crate::rules::{View, Visitor, count, once};
use crate::state::First;

/// The corners a1 and h1.
const CORNERS: Bitboard = Bitboard(0x81);
/// The queen's home.
const D1: Bitboard = Bitboard::from_square(Square::D1);
/// The centre pawns' homes.
const D2_E2: Bitboard = Bitboard(0x1800);

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(opening::KNIGHT_BEFORE_BISHOP, knight_before_bishop);
    rules.rule(opening::EARLY_QUEEN, early_queen);
    rules.rule(opening::EARLY_ROOK, early_rook);
    rules.rule(
        opening::CASTLING_OVER_DEVELOPING_OTHER_SIDE,
        |view, [bonus]| bonus * once(view.own.past.castled_first),
    );
    rules.rule(opening::CASTLE_SHORT_OVER_LONG, |view, [bonus]| {
        bonus * once(view.own.past.chose_short)
    });
    rules.rule(opening::SAME_PIECE_TWICE, |view, [penalty]| {
        penalty * i32::from(view.own.past.repeats)
    });
    rules.rule(opening::MINOR_BLOCKS_CENTER_PAWN, minor_blocks_center_pawn);
    rules.rule(opening::UNDERDEVELOPMENT, underdevelopment);
    rules.rule(opening::PHALANX_UNSUPPORTED_PAWN, unsupported_pawn);
    rules.rule(opening::PHALANX_UNSUPPORTED_PIECE, unsupported_piece);
}

fn knight_before_bishop(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * once(view.own.past.first == First::Knight)
}

fn early_queen(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let own = &view.own;
    let out = own.queens.any() && own.queens.is_disjoint(D1);
    penalty * once(out && own.gone_from_home() < TWO_MINORS)
}

fn early_rook(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let own = &view.own;
    penalty * count(own.rooks & !CORNERS) * once(own.gone_from_home() < TWO_MINORS)
}

fn minor_blocks_center_pawn(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    penalty * count(view.own.pawns & D2_E2 & down(view.own.minors))
}

fn underdevelopment(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * once(lead_in_development(view) >= TWO_MINORS)
}

/// By how many minors the own side is ahead in development. A piece more is no lead: the enemy
/// must have more minors at home as well.
pub(in crate::rules) fn lead_in_development(view: &View<'_>) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let out = own.developed() - enemy.developed();
    let at_home = count(enemy.home_minors) - count(own.home_minors);
    out.min(at_home)
}

fn unsupported_pawn(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let pawns = view.own.pawns;
    penalty * count(pawns & ranks(5, 8) & !beside(pawns) & !pawn_hits(pawns))
}

fn unsupported_piece(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    penalty * count(view.own.pieces & ranks(5, 8) & !view.own.by_any)
}
