//! The facts of a move that rules reward or punish, one function each.

use engine_core::position::Position;
use shakmaty::{Bitboard, Role, Square};

use super::step::Step;
use super::wings::lead;
use crate::board::bits::{
    HALVES, INNER_FILES, KINGSIDE, QUEENSIDE, ahead, beside, pawn_hits_down, ranks,
};
use crate::board::play::Play;
use crate::interplay::{
    GENERAL_QUIET_DEFENCE, GENERAL_TWO_WEAKNESSES_CENTRE, GENERAL_TWO_WEAKNESSES_MOVE,
    KING_FIFTH_RANK, KING_FOURTH_RANK_CENTRE, KING_SIXTH_RANK, KING_THIRD_RANK_CENTRE, RuleRef,
};
use crate::patterns::pawn_structure::{is_observer, locked_half};

/// A piece took aim at pawns and at nothing else, each of them protected by a pawn and by more men
/// than attack it, and at nothing near the enemy king; the move took nothing and gave no check.
pub(super) fn is_erroneous(step: &Step<'_>) -> bool {
    if matches!(step.role(), Role::Pawn | Role::King) || !step.is_quiet() {
        return false;
    }
    let (us, board) = (step.us(), step.after().board());
    let attacks = step.attacks(step.after(), step.to());
    let enemy = step.see(board.by_color(!us));
    let aims = attacks & enemy & !step.attacks(step.before(), step.from());
    let pawns = step.see(board.by_piece(Role::Pawn.of(!us)));
    if aims.is_empty() || !aims.is_subset(pawns) || step.gives_check() {
        return false;
    }
    let protected = pawn_hits_down(pawns);
    let occupied = board.occupied();
    let is_held = |square: Square| {
        let there = us.fold_wb(square, square.flip_vertical());
        let [attackers, defenders] = [us, !us].map(|side| board.attacks_to(there, side, occupied));
        defenders.count() > attackers.count()
    };
    attacks.is_disjoint(step.enemy_king_zone())
        && aims.is_subset(protected)
        && aims.into_iter().all(is_held)
}

/// A useless attacker, a piece that only observes on the ranks 5 to 8 of a locked half, went to a square,
/// there or further back, from which it does more than observe; it may have taken something.
pub(super) fn is_transfer(step: &Step<'_>) -> bool {
    !matches!(step.role(), Role::Pawn | Role::King)
        && ranks(5, 8).contains(step.from())
        && observes(step, step.before(), step.from())
        && !observes(step, step.after(), step.to())
}

/// True if the mover's piece on `square` only observes in `position`.
fn observes(step: &Step<'_>, position: &Position, square: Square) -> bool {
    let pawns = |color| step.see(position.board().by_piece(Role::Pawn.of(color)));
    locked_half(pawns(step.us()), pawns(!step.us()))
        .is_some_and(|locked| is_observer(square, step.attacks(position, square), locked))
}

/// The play, which is on both wings after the move, went to the wing where the mover stood worse.
pub(super) fn is_on_weaker_wing(step: &Step<'_>) -> bool {
    play_after(step, GENERAL_TWO_WEAKNESSES_MOVE)
        .is_some_and(|play| play.on_both_wings() && went_to_weaker(step, HALVES))
}

/// The play, which is in the centre and on one wing after the move, went to the one of them where
/// the mover stood worse.
pub(super) fn is_on_weaker_part(step: &Step<'_>) -> bool {
    play_after(step, GENERAL_TWO_WEAKNESSES_CENTRE)
        .and_then(Play::beside_centre)
        .is_some_and(|wing| went_to_weaker(step, [INNER_FILES, wing]))
}

/// The extent of the pawns after the move, unless the rule is switched off.
fn play_after(step: &Step<'_>, rule: RuleRef<()>) -> Option<Play> {
    let pawns = step.after().board().pawns();
    step.interplay.on(rule).then(|| Play::of(pawns))
}

/// True if a pawn, or a piece that gained squares, went to the one of two `parts` where the mover
/// stood worse before.
fn went_to_weaker(step: &Step<'_>, parts: [Bitboard; 2]) -> bool {
    let to = parts.map(|part| part.contains(step.to()));
    if to == [false, false] || !improves(step) {
        return false;
    }
    let lead = lead(step.before(), step.interplay, parts);
    if to[0] { lead < 0 } else { lead > 0 }
}

/// True if a pawn moved, or a piece that now attacks more empty squares.
fn improves(step: &Step<'_>) -> bool {
    match step.role() {
        Role::Pawn => true,
        Role::King => false,
        _ => step.free_squares_after() > step.free_squares_before(),
    }
}

/// A pawn of the files a to d that was no passer stepped forward.
pub(super) fn is_pawn_step_on_queenside(step: &Step<'_>) -> bool {
    QUEENSIDE.contains(step.to()) && is_pawn_step(step)
}

/// A pawn of the files e to h that was no passer stepped forward.
pub(super) fn is_pawn_step_on_kingside(step: &Step<'_>) -> bool {
    KINGSIDE.contains(step.to()) && is_pawn_step(step)
}

fn is_pawn_step(step: &Step<'_>) -> bool {
    step.interplay.on(GENERAL_QUIET_DEFENCE)
        && step.role() == Role::Pawn
        && step.is_quiet()
        && !was_passed(step)
}

/// True if the pawn was passed on its old square; the reading leaves open whether before or after the
/// step, and a pawn that steps past the last enemy pawn was no passer yet.
fn was_passed(step: &Step<'_>) -> bool {
    let board = step.before().board();
    let pawn = Bitboard::from_square(step.from());
    let [ours, theirs] = [step.us(), !step.us()].map(|color| board.by_color(color));
    let [ours, theirs] = [ours, theirs].map(|men| step.see(men & board.pawns()));
    ours.is_disjoint(ahead(pawn)) && theirs.is_disjoint(ahead(pawn | beside(pawn)))
}

/// The least gain in attacked empty squares of a better placed piece.
const BETTER_PLACED: usize = 2;

/// A piece that took nothing attacks more empty squares than before, or the king came to a square
/// that is worth more in an endgame.
pub(super) fn is_improvement(step: &Step<'_>) -> bool {
    if !step.is_quiet() {
        return false;
    }
    match step.role() {
        Role::Pawn => false,
        Role::King => king_value(step, step.to()) > king_value(step, step.from()),
        _ => step.free_squares_after() >= step.free_squares_before() + BETTER_PLACED,
    }
}

/// The value of a king on `square` in an endgame, in tenths.
fn king_value(step: &Step<'_>, square: Square) -> i32 {
    let in_centre = INNER_FILES.contains(square);
    let worth = |rule: RuleRef<i32>| step.interplay.numbers_in_force(rule);
    match u32::from(square.rank()) + 1 {
        3 if in_centre => worth(KING_THIRD_RANK_CENTRE),
        4 if in_centre => worth(KING_FOURTH_RANK_CENTRE),
        5 => worth(KING_FIFTH_RANK),
        6 => worth(KING_SIXTH_RANK),
        _ => 0,
    }
}
