//! Quiet pawn moves, which a defending side should avoid.

use shakmaty::{Bitboard, Role};

use super::step::Step;
use crate::board::bits::{KINGSIDE, QUEENSIDE, ahead, beside};
use crate::interplay::GENERAL_QUIET_DEFENCE;

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
