//! Two weaknesses: the better side plays where it has gained least.

use shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Chess, Color, Position, Square};

use super::ground::Ground;
use crate::catalogue::endgame::{
    self, GENERAL_MOBILITY, GENERAL_SPACE, PAWN_BACKWARD, PAWN_DOUBLE_ISOLATED, PAWN_ISOLATED,
    PAWN_PASSED, PAWN_PASSED_PROTECTED, PAWN_PASSED_SEVENTH,
};
use crate::catalogue::thresholds::TWO_WEAKNESSES_LEAD;
use crate::context::pawns::Structure;
use crate::last_move::LastMove;
use crate::rules::middlegame::few;
use crate::rules::space::by_rank;
use crate::rules::{View, Visitor, count, once};
use crate::settings::Settings;

pub(super) fn score_readers(rules: &mut impl Visitor) {
    rules.rule(endgame::GENERAL_TWO_WEAKNESSES_MOVE, |view, [bonus]| {
        bonus * once(view.play.on_both_wings() && went_to(view, LastMove::WEAKER_WING))
    });
    rules.rule(endgame::GENERAL_TWO_WEAKNESSES_CENTRE, |view, [bonus]| {
        let centre_and_wing = view.play.beside_centre().is_some();
        bonus * once(centre_and_wing && went_to(view, LastMove::WEAKER_PART))
    });
}

/// Whether the own side leads by more than 40 and its last move went where it had gained less.
fn went_to(view: &View<'_>, part: LastMove) -> bool {
    view.score > TWO_WEAKNESSES_LEAD && view.own.past.last.did(part)
}

/// By how much the side to move stands better than the other on each of the `parts` of the board
/// (whole files), in tenths of a centipawn: the general mobility of the pieces that stand there,
/// and for the pawns there space, weaknesses and the base values of passers.
pub(crate) fn leads(position: &Chess, settings: &Settings, parts: [Bitboard; 2]) -> [i32; 2] {
    let us = position.turn();
    let [ours, theirs] = [us, !us].map(|color| {
        let pawns = worth_of_pawns(position, color, settings, parts);
        let pieces = mobility(position, color, settings, parts);
        [pawns[0] + pieces[0], pawns[1] + pieces[1]]
    });
    [ours[0] - theirs[0], ours[1] - theirs[1]]
}

/// The mobility of the pieces that stand on each of the `parts`.
fn mobility(position: &Chess, color: Color, settings: &Settings, parts: [Bitboard; 2]) -> [i32; 2] {
    if !settings.on(GENERAL_MOBILITY) {
        return [0, 0];
    }
    let [square] = settings.numbers(GENERAL_MOBILITY);
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
    position: &Chess,
    color: Color,
    settings: &Settings,
    parts: [Bitboard; 2],
) -> [i32; 2] {
    let board = position.board();
    let see = |side: Color| {
        let pawns = board.pawns() & board.by_color(side);
        color.fold_wb(pawns, pawns.flip_vertical())
    };
    let own = see(color);
    let structure = Structure::of(own, see(!color));
    let ground = Ground::in_position(position, color, &structure, settings);
    let passers = ground.base_values();
    let kinds = [
        (ground.number(PAWN_ISOLATED), ground.isolated()),
        (
            ground.number(PAWN_DOUBLE_ISOLATED),
            ground.double_isolated(),
        ),
        (ground.surplus_penalty(), ground.surplus_in_group()),
        (ground.number(PAWN_BACKWARD), ground.backward()),
        (ground.number(PAWN_PASSED), passers.plain),
        (ground.number(PAWN_PASSED_SEVENTH), passers.seventh),
        (ground.number(PAWN_PASSED_PROTECTED), passers.protected),
    ];
    let space = if settings.on(GENERAL_SPACE) {
        settings.numbers(GENERAL_SPACE)
    } else {
        [0, 0]
    };
    parts.map(|part| {
        let worth = kinds.iter().map(|(each, set)| each * few(*set & part));
        by_rank(own & part, space) + worth.sum::<i32>()
    })
}
