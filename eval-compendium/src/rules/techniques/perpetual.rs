//! Perpetual check: a side that is behind gives checks.

use shakmaty::attacks::queen_attacks;
use shakmaty::{Bitboard, Square};

use crate::catalogue::thresholds::PERPETUAL_SCORE;
use crate::context::Ending;
use crate::context::bits::files;
use crate::last_move::LastMove;
use crate::rules::{View, once};

/// A side that is a pawn behind and took a pawn of the enemy king position with check earns 80.
/// Where the last move is not known, a piece tells it that checks from there on a file without
/// enemy pawns.
pub(super) fn middlegame(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    if view.score >= PERPETUAL_SCORE {
        return 0;
    }
    let last = view.own.past.last;
    let checks = last.did(LastMove::CHECK_FOR_PAWN)
        || last.did(LastMove::UNKNOWN) && checks_from_king_position(view);
    bonus * once(checks)
}

fn checks_from_king_position(view: &View<'_>) -> bool {
    let (king, pawns) = (&view.enemy.king, view.enemy.pawns);
    let inside = view.own.pieces & king.zone & !files(pawns);
    let mut pieces = view.own.each.iter();
    pieces.any(|piece| inside.contains(piece.square) && piece.attacks.intersects(king.set))
}

/// With a queen each and pawns, a side that is behind and whose queen checks, or can on a square
/// that nothing attacks, earns 50.
pub(super) fn endgame(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let own = &view.own;
    if view.ending != Ending::Queens || view.score >= 0 || !view.play.any() {
        return 0;
    }
    let Some(queen) = own.queens.first() else {
        return 0;
    };
    let targets = own.by_queens & !own.units & !view.enemy.king.set;
    let checks = own.by_queens.intersects(view.enemy.king.set)
        || targets.into_iter().any(|to| checks_safely(view, queen, to));
    bonus * once(checks)
}

/// Whether the queen on `to` attacks the enemy king and nothing attacks it there.
fn checks_safely(view: &View<'_>, from: Square, to: Square) -> bool {
    let enemy = &view.enemy;
    let arrived = Bitboard::from_square(to);
    let occupied = view.occupied & !Bitboard::from_square(from) | arrived;
    if !queen_attacks(to, occupied).intersects(enemy.king.set) {
        return false;
    }
    let mut queens = (enemy.queens & !arrived).into_iter();
    !enemy.by_pawns.contains(to)
        && !enemy.king.ring.contains(to)
        && !queens.any(|square| queen_attacks(square, occupied).contains(to))
}
