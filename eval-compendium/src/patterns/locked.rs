//! A half of the board that pawns have locked, and the pieces that only observe from there.

use shakmaty::{Bitboard, Square};

use crate::board::bits::{
    HALVES, KINGSIDE, QUEENSIDE, down, fill_down, pawn_hits, pawn_hits_down, rank, ranks,
};
use crate::board::context::Context;

/// The fewest files with pawns that block each other on a locked half of the board.
const LOCKED_FILES: usize = 3;

/// The half of the board (files a to d, or e to h) that `own` pawns, which play up the board, and
/// `enemy` pawns have locked while the other one is not: on enough of its files pawns block each
/// other, and no pawn on it, of either side, attacks a pawn. The same for both sides.
#[inline]
pub(crate) fn locked_half(own: Bitboard, enemy: Bitboard) -> Option<Bitboard> {
    let rammed = own & down(enemy);
    if rammed.count() < LOCKED_FILES {
        return None;
    }
    let files = fill_down(rammed) & rank(1);
    let tense = own & pawn_hits_down(enemy) | enemy & pawn_hits(own);
    let is_locked =
        |half: Bitboard| (files & half).count() >= LOCKED_FILES && tense.is_disjoint(half);
    match HALVES.map(is_locked) {
        [true, false] => Some(QUEENSIDE),
        [false, true] => Some(KINGSIDE),
        _ => None,
    }
}

/// True if a piece on `square` only observes: it stands on the `locked` half and attacks no square
/// of the other one in the enemy camp.
#[inline]
pub(crate) fn is_observer(square: Square, attacks: Bitboard, locked: Bitboard) -> bool {
    locked.contains(square) && attacks.is_disjoint(ranks(5, 8) & !locked)
}

/// The own pieces that only observe; none unless exactly one half is locked.
pub(crate) fn observers(context: &Context<'_>) -> Bitboard {
    let (own, enemy) = (&context.own, &context.enemy);
    let Some(locked) = locked_half(own.pawns, enemy.pawns) else {
        return Bitboard::EMPTY;
    };
    let pieces = own.each.iter();
    pieces
        .filter(|piece| is_observer(piece.square, piece.attacks, locked))
        .map(|piece| piece.square)
        .collect()
}
