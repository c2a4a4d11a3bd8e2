//! The halves of the board, and what pieces that only look on from a locked one lose.

use shakmaty::Bitboard;

use super::positional::{WHOLE, terms};
use crate::context::bits::file;
use crate::rules::locked::{locked_half, observers};
use crate::rules::space::paid;
use crate::rules::{View, factor};

/// The files a to d.
const QUEENSIDE: Bitboard = Bitboard(file(0).0 | file(1).0 | file(2).0 | file(3).0);
/// Both halves.
pub(super) const HALVES: [Bitboard; 2] = [QUEENSIDE, Bitboard(!QUEENSIDE.0)];

/// With exactly one half locked, the positional terms of the own observers and the own space there
/// are worth nothing: they are taken back.
pub(super) fn blocked_flank(view: &View<'_>, [left]: [i32; 1]) -> i32 {
    let Some(half) = locked_half(view.own.pawns, view.enemy.pawns) else {
        return 0;
    };
    let observers = observers(view);
    let pieces = view.own.each.iter();
    let idle = pieces.filter(|piece| observers.contains(piece.square));
    let dead =
        idle.map(|piece| terms(view, piece)).sum::<i32>() + paid(view, view.own.pawns & half);
    factor(dead, left - WHOLE)
}
