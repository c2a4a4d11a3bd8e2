//! The comparison of a side's standing on two parts of the board.

use engine_core::position::Position;
use shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, Square};

use crate::board::bits::{count, rank};
use crate::board::pawns::Structure;
use crate::interplay::{
    GENERAL_MOBILITY, GENERAL_SPACE, Interplay, PAWN_BACKWARD, PAWN_DOUBLE_ISOLATED, PAWN_ISOLATED,
    PAWN_PASSED, PAWN_PASSED_PROTECTED, PAWN_PASSED_SEVENTH,
};
use crate::patterns::endgame::EndgamePawns;

/// The lead of the side to move on the first of two `parts` of the board (whole files, none in both) minus
/// its lead on the second, in tenths of a centipawn: the general mobility of the pieces that stand there,
/// and for the pawns there space, weaknesses and the base values of passers.
pub(super) fn lead(position: &Position, interplay: &Interplay, parts: [Bitboard; 2]) -> i32 {
    let us = position.turn();
    let [ours, theirs] = [us, !us].map(|color| {
        worth_of_pawns(position, color, interplay, parts)
            + mobility(position, color, interplay, parts)
    });
    ours - theirs
}

/// The mobility of the pieces that stand on the first of the `parts`, less that on the second.
fn mobility(position: &Position, color: Color, interplay: &Interplay, parts: [Bitboard; 2]) -> i32 {
    if !interplay.on(GENERAL_MOBILITY) {
        return 0;
    }
    let board = position.board();
    let occupied = board.occupied();
    let men = board.by_color(color) & (parts[0] | parts[1]);
    let straight = men & board.rooks_and_queens();
    let diagonal = men & board.bishops_and_queens();
    // A queen uses both kinds of lines, which share no square.
    let free = free(men & board.knights(), parts, occupied, knight_attacks)
        + free(straight, parts, occupied, |at| rook_attacks(at, occupied))
        + free(diagonal, parts, occupied, |at| bishop_attacks(at, occupied));
    interplay.numbers(GENERAL_MOBILITY) * free
}

/// The number of empty squares attacked by those of the `men` on the first of the `parts`, less that of
/// the others.
#[inline(always)]
fn free(
    men: Bitboard,
    parts: [Bitboard; 2],
    occupied: Bitboard,
    attacks: impl Fn(Square) -> Bitboard,
) -> i32 {
    let squares = |at: Square| {
        let squares = count(attacks(at) & !occupied);
        if parts[0].contains(at) { squares } else { -squares }
    };
    men.into_iter().map(squares).sum()
}

/// The worth of the pawns on the first of the `parts`, less that of those on the second.
fn worth_of_pawns(
    position: &Position,
    color: Color,
    interplay: &Interplay,
    parts: [Bitboard; 2],
) -> i32 {
    let board = position.board();
    let see = |side: Color| {
        let pawns = board.pawns() & board.by_color(side);
        color.fold_wb(pawns, pawns.flip_vertical())
    };
    let own = see(color);
    let structure = Structure::of(own, see(!color));
    let pawns = EndgamePawns::in_position(position, color, &structure, interplay);
    let passers = pawns.base_values();
    let number = |rule| interplay.numbers_in_force(rule);
    let space = interplay.numbers_in_force(GENERAL_SPACE);
    let kinds = [
        (space.rank5, own & rank(5)),
        (space.rank6, own & rank(6)),
        (number(PAWN_ISOLATED), pawns.isolated()),
        (number(PAWN_DOUBLE_ISOLATED), pawns.double_isolated()),
        (pawns.surplus_penalty(), pawns.surplus_in_group()),
        (number(PAWN_BACKWARD), pawns.backward()),
        (number(PAWN_PASSED), passers.plain),
        (number(PAWN_PASSED_SEVENTH), passers.seventh),
        (number(PAWN_PASSED_PROTECTED), passers.protected),
    ];
    let worth = |(each, set): (i32, Bitboard)| {
        // Most are empty.
        if set.is_empty() { 0 } else { each * (count(set & parts[0]) - count(set & parts[1])) }
    };
    kinds.into_iter().map(worth).sum()
}
