//! Two weaknesses: the better side plays where it has gained least.

use shakmaty::Bitboard;

use super::passers::base_values;
use super::pawns::{backward, double_isolated, isolated, surplus_in_group, surplus_penalty};
use crate::catalogue::Key;
use crate::catalogue::endgame::{
    self, GENERAL_MOBILITY, GENERAL_SPACE, PAWN_BACKWARD, PAWN_DOUBLE_ISOLATED, PAWN_ISOLATED,
    PAWN_PASSED, PAWN_PASSED_PROTECTED, PAWN_PASSED_SEVENTH,
};
use crate::catalogue::thresholds::TWO_WEAKNESSES_LEAD;
use crate::context::Context;
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

/// By how much one side stands better than the other on each of the `parts` of the board (whole
/// files), in tenths of a centipawn: the general mobility of the pieces that stand there, and for
/// the pawns there space, weaknesses and the base values of passers.
///
/// `own` and `enemy` are one position as the two sides see it.
pub(crate) fn leads(
    [own, enemy]: &[Context; 2],
    settings: &Settings,
    parts: [Bitboard; 2],
) -> [i32; 2] {
    let [[a, b], [c, d]] = [own, enemy].map(|side| standing(&View::new(side, settings), parts));
    [a - c, b - d]
}

fn standing(view: &View<'_>, parts: [Bitboard; 2]) -> [i32; 2] {
    let one = |key: Key<1>| {
        let [number] = view.numbers(key);
        if view.applies(key) { number } else { 0 }
    };
    let passers = base_values(view);
    let of_pawns = [
        (one(PAWN_ISOLATED), isolated(view)),
        (one(PAWN_DOUBLE_ISOLATED), double_isolated(view)),
        (surplus_penalty(view), surplus_in_group(view)),
        (one(PAWN_BACKWARD), backward(view)),
        (one(PAWN_PASSED), passers.plain),
        (one(PAWN_PASSED_SEVENTH), passers.seventh),
        (one(PAWN_PASSED_PROTECTED), passers.protected),
    ];
    let square = one(GENERAL_MOBILITY);
    let space = if view.applies(GENERAL_SPACE) {
        view.numbers(GENERAL_SPACE)
    } else {
        [0, 0]
    };
    parts.map(|part| {
        let pieces = view.own.each.iter();
        let there = pieces.filter(|piece| part.contains(piece.square));
        let free: i32 = there.map(|piece| count(piece.attacks & view.empty)).sum();
        let pawns = of_pawns.iter().map(|(each, set)| each * few(*set & part));
        square * free + by_rank(view.own.pawns & part, space) + pawns.sum::<i32>()
    })
}
