//! Attacks on pawns that are well defended.

use shakmaty::{Role, Square};

use super::step::Step;
use crate::board::bits::pawn_hits_down;

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
