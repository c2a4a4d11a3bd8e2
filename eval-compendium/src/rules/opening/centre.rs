//! Control of the centre: the four squares in the middle and the ring around them.

use shakmaty::Bitboard;

use crate::catalogue::{king_security, opening};
use crate::context::bits::{file, rank};
use crate::rules::king_security::on_central_files;
use crate::rules::{View, Visitor, count};

/// d4, e4, d5 and e5.
const FOCAL: Bitboard = Bitboard((file(3).0 | file(4).0) & (rank(4).0 | rank(5).0));
/// The ring from c3 to f6 around them.
const WIDER: Bitboard = Bitboard(
    (file(2).0 | file(3).0 | file(4).0 | file(5).0)
        & (rank(3).0 | rank(4).0 | rank(5).0 | rank(6).0)
        & !FOCAL.0,
);

pub(super) fn visit(rules: &mut impl Visitor) {
    // Shows, as its example does, what the rule on a king in the centre says in the opening too.
    rules.rule(opening::INHERITS_MIDDLEGAME, |view, []| {
        on_central_files(view, view.numbers(king_security::KING_ON_D_E))
    });
    rules.rule(opening::FOCAL_CENTER_PAWN_OCCUPATION, pawns_on_focal);
    rules.rule(opening::FOCAL_CENTER_PIECE_OCCUPATION, pieces_on_focal);
    rules.rule(opening::FOCAL_CENTER_PAWN_CONTROL, focal_hit_by_pawns);
    rules.rule(opening::FOCAL_CENTER_PIECE_CONTROL, focal_hit_by_pieces);
    rules.rule(opening::WIDER_CENTER_PIECE_OCCUPATION, pieces_on_wider);
}

/// All five rules together: the middlegame's entry of the same name.
pub(in crate::rules) fn control_of_centre(view: &View<'_>, []: [i32; 0]) -> i32 {
    pawns_on_focal(view, view.numbers(opening::FOCAL_CENTER_PAWN_OCCUPATION))
        + pieces_on_focal(view, view.numbers(opening::FOCAL_CENTER_PIECE_OCCUPATION))
        + focal_hit_by_pawns(view, view.numbers(opening::FOCAL_CENTER_PAWN_CONTROL))
        + focal_hit_by_pieces(view, view.numbers(opening::FOCAL_CENTER_PIECE_CONTROL))
        + pieces_on_wider(view, view.numbers(opening::WIDER_CENTER_PIECE_OCCUPATION))
}

fn pawns_on_focal(view: &View<'_>, [pawn]: [i32; 1]) -> i32 {
    pawn * count(view.own.pawns & FOCAL)
}

fn pieces_on_focal(view: &View<'_>, [minor, queen]: [i32; 2]) -> i32 {
    minor * count(view.own.minors & FOCAL) + queen * count(view.own.queens & FOCAL)
}

/// Each pawn for itself: a square that two pawns hit counts twice.
fn focal_hit_by_pawns(view: &View<'_>, [pawn]: [i32; 1]) -> i32 {
    pawn * (count(view.own.by_pawns & FOCAL) + count(view.own.by_two_pawns & FOCAL))
}

/// The king is a piece here: the text says all pieces.
fn focal_hit_by_pieces(view: &View<'_>, [square]: [i32; 1]) -> i32 {
    let by_pieces = view
        .own
        .each
        .iter()
        .map(|piece| count(piece.attacks & FOCAL));
    square * (by_pieces.sum::<i32>() + count(view.own.king.ring & FOCAL))
}

fn pieces_on_wider(view: &View<'_>, [piece]: [i32; 1]) -> i32 {
    piece * count(view.own.pieces & WIDER)
}
