//! By how much a side stands better on a part of the board.

use engine_core::position::Position;
use shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, Square};

use crate::board::bits::{count, few};
use crate::board::pawns::Structure;
use crate::interplay::{
    GENERAL_MOBILITY, GENERAL_SPACE, Interplay, PAWN_BACKWARD, PAWN_DOUBLE_ISOLATED, PAWN_ISOLATED,
    PAWN_PASSED, PAWN_PASSED_PROTECTED, PAWN_PASSED_SEVENTH,
};
use crate::patterns::endgame_pawns::EndgamePawns;
use crate::patterns::space::by_rank;

/// By how much the side to move stands better than the other on each of the `parts` of the board
/// (whole files), in tenths of a centipawn: the general mobility of the pieces that stand there,
/// and for the pawns there space, weaknesses and the base values of passers.
pub(super) fn leads(position: &Position, interplay: &Interplay, parts: [Bitboard; 2]) -> [i32; 2] {
    let us = position.turn();
    let [ours, theirs] = [us, !us].map(|color| {
        let pawns = worth_of_pawns(position, color, interplay, parts);
        let pieces = mobility_on(position, color, interplay, parts);
        [pawns[0] + pieces[0], pawns[1] + pieces[1]]
    });
    [ours[0] - theirs[0], ours[1] - theirs[1]]
}

/// The mobility of the pieces that stand on each of the `parts`.
fn mobility_on(
    position: &Position,
    color: Color,
    interplay: &Interplay,
    parts: [Bitboard; 2],
) -> [i32; 2] {
    if !interplay.on(GENERAL_MOBILITY) {
        return [0, 0];
    }
    let square = interplay.numbers(GENERAL_MOBILITY);
    let board = position.board();
    let occupied = board.occupied();
    let free = |men: Bitboard, attacks: &dyn Fn(Square) -> Bitboard| {
        let squares = men.into_iter().map(|at| count(attacks(at) & !occupied));
        squares.sum::<i32>()
    };
    parts.map(|part| {
        let men = board.by_color(color) & part;
        let straight = men & board.rooks_and_queens();
        let diagonal = men & board.bishops_and_queens();
        // A queen goes both ways, and no square is reached by either.
        let free = free(men & board.knights(), &knight_attacks)
            + free(straight, &|at| rook_attacks(at, occupied))
            + free(diagonal, &|at| bishop_attacks(at, occupied));
        square * free
    })
}

/// What the pawns that stand on each of the `parts` are worth.
fn worth_of_pawns(
    position: &Position,
    color: Color,
    interplay: &Interplay,
    parts: [Bitboard; 2],
) -> [i32; 2] {
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
    let kinds = [
        (number(PAWN_ISOLATED), pawns.isolated()),
        (number(PAWN_DOUBLE_ISOLATED), pawns.double_isolated()),
        (pawns.surplus_penalty(), pawns.surplus_in_group()),
        (number(PAWN_BACKWARD), pawns.backward()),
        (number(PAWN_PASSED), passers.plain),
        (number(PAWN_PASSED_SEVENTH), passers.seventh),
        (number(PAWN_PASSED_PROTECTED), passers.protected),
    ];
    let space = interplay.numbers_in_force(GENERAL_SPACE);
    parts.map(|part| {
        let worth = kinds.iter().map(|(each, set)| each * few(*set & part));
        by_rank(own & part, space) + worth.sum::<i32>()
    })
}
