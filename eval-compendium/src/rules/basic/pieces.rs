//! Endings in which the pieces alone tell: two knights, the two bishops, rook and bishop, bishop
//! and knight.

use shakmaty::{Bitboard, Square};

use crate::catalogue::basic::{
    BASIC_BISHOP_KNIGHT_MATE, BASIC_BISHOP_KNIGHT_PAWN_V_ROOK, BASIC_BISHOPS_V_KNIGHT,
    BASIC_ROOK_BISHOP_V_ROOK, BASIC_TWO_KNIGHTS,
};
use crate::context::material::Pieces;
use crate::rules::configurations::material::{between, has, pawns, same_colour};
use crate::rules::verdict::Finding;
use crate::rules::{View, Visitor, once};

/// The most steps that a king has from one corner or one king to another.
const LONGEST: i32 = 7;
/// The corners.
const CORNERS: [Square; 4] = [Square::A1, Square::H1, Square::A8, Square::H8];

pub(super) fn visit(rules: &mut impl Visitor) {
    if rules.wants(|context| between(context, Pieces::RB, Pieces::R)) {
        // Rook and bishop are 400 better than a rook, without pawns.
        rules.rule(BASIC_ROOK_BISHOP_V_ROOK, |view, [bonus]| {
            bonus * once(has(view, Pieces::RB, Pieces::R) && pawns(view) == (0, 0))
        });
    }
    if rules.wants(|context| between(context, Pieces::BB, Pieces::N)) {
        rules.rule(BASIC_BISHOPS_V_KNIGHT, bishops_against_knight);
    }
    if rules.wants(|context| between(context, Pieces::BN, Pieces::R)) {
        // Bishop, knight and a pawn are 500 better than a rook.
        rules.rule(BASIC_BISHOP_KNIGHT_PAWN_V_ROOK, |view, [bonus]| {
            bonus * once(has(view, Pieces::BN, Pieces::R) && pawns(view) == (1, 0))
        });
    }
    if rules.wants(|context| between(context, Pieces::BN, Pieces::NONE)) {
        rules.rule(BASIC_BISHOP_KNIGHT_MATE, bishop_knight_mate);
    }
}

pub(super) fn verdicts(rules: &mut impl Visitor) {
    if rules.wants(|context| between(context, Pieces::NN, Pieces::NONE)) {
        // Two knights do not mate a bare king.
        rules.verdict(BASIC_TWO_KNIGHTS, |view, []| {
            Finding::HARD_DRAW.when(has(view, Pieces::NN, Pieces::NONE) && pawns(view) == (0, 0))
        });
    }
}

/// Bishops on squares of both colours are 200 better than a knight, without pawns.
fn bishops_against_knight(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let bishops = view.own.bishops;
    let are_a_pair =
        bishops.intersects(Bitboard::LIGHT_SQUARES) && bishops.intersects(Bitboard::DARK_SQUARES);
    bonus * once(has(view, Pieces::BB, Pieces::N) && pawns(view) == (0, 0) && are_a_pair)
}

/// Bishop and knight against a bare king get 20 for each step that it is nearer than seven to a
/// corner of the bishop's colour, and 10 for each step that the kings are nearer than eight.
fn bishop_knight_mate(view: &View<'_>, [corner, king]: [i32; 2]) -> i32 {
    if !has(view, Pieces::BN, Pieces::NONE) || pawns(view) != (0, 0) {
        return 0;
    }
    let lone = view.enemy.king.square;
    let away = |to: Square| lone.distance(to) as i32;
    let right = |square: &Square| same_colour(Bitboard::from_square(*square), view.own.bishops);
    let nearest = CORNERS.into_iter().filter(right).map(away).min();
    corner * (LONGEST - nearest.unwrap_or(LONGEST))
        + king * (LONGEST + 1 - away(view.own.king.square))
}
