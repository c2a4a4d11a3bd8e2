//! Perpetual check.

use shakmaty::attacks::queen_attacks;
use shakmaty::{Bitboard, Square};

use crate::board::bits::{files, once};
use crate::board::material::Ending;
use crate::board::past::LastMove;
use crate::board::side::Piece;
use crate::rule::rules;
use crate::view::View;

rules! {
    "Special positional techniques" as Other;

    /// A side that is more than {behind} behind in the sum as printed earns {bonus} when its last
    /// move took a pawn near the enemy king with check. Where the moves are not known, a piece
    /// counts that checks from a square near the king, on a file without enemy pawns.
    "special.perpetual.middlegame" [1021] Middlegame { bonus: 80, behind: 100 } reads_score
    |view, n| {
        if view.score >= -n.behind {
            return 0;
        }
        let king = &view.enemy.king;
        let inside = king.zone & !files(view.enemy.pawns);
        let checks_from_inside =
            |piece: &Piece| inside.contains(piece.square) && piece.attacks.intersects(king.set);
        let last = view.own.past.last;
        let checks = last.did(LastMove::CHECK_FOR_PAWN)
            || last.did(LastMove::UNKNOWN) && view.own.each.iter().any(checks_from_inside);
        n.bonus * once(checks)
    };

    /// With a queen each, pawns and nothing else, the side that is behind in the score earns
    /// {bonus} when its queen gives check, or can do so by its next move on a square that nothing
    /// attacks.
    "special.perpetual.endgame" [1025] Endgame { bonus: 50 } reads_score
    |view, n| {
        let own = view.own;
        if view.ending != Ending::Queens || view.score >= 0 || !view.play.any() {
            return 0;
        }
        let Some(queen) = own.queens.first() else {
            return 0;
        };
        let targets = own.by_queens & !own.units & !view.enemy.king.set;
        let checks = own.by_queens.intersects(view.enemy.king.set)
            || targets.into_iter().any(|to| checks_safely(view, queen, to));
        n.bonus * once(checks)
    };
}

/// True if the queen that moves from `from` to `to` attacks the enemy king from there, and is not
/// attacked there.
fn checks_safely(view: &View<'_>, from: Square, to: Square) -> bool {
    let enemy = view.enemy;
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
