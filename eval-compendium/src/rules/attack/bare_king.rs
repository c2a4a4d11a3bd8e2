//! An enemy king without a pawn on its position.

use crate::context::bits::{rank, ranks};
use crate::rules::{View, count, once};

/// Whether the enemy king is bare and the own side has a queen or two rooks.
fn is_exposed(view: &View<'_>) -> bool {
    view.enemy.is_bare() && view.own.is_heavy()
}

/// In a king attack with a queen or two rooks against a bare king, each pawn on rank 6 earns 100.
pub(super) fn sixth_rank(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let own = &view.own;
    if !own.king_attack || !is_exposed(view) {
        return 0;
    }
    bonus * count(own.pawns & rank(6))
}

/// With a queen or two rooks against a bare king, each pawn beyond the middle earns 50.
pub(super) fn crossed(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    if !is_exposed(view) {
        return 0;
    }
    bonus * count(view.own.pawns & ranks(5, 8))
}

/// A king attack with a queen or two rooks against a bare king earns 400, on top of what the enemy
/// pays for having no shelter.
pub(super) fn bare_king(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * once(view.own.king_attack && is_exposed(view))
}
