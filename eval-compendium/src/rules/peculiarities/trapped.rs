//! Trapped pieces: pieces that cannot get out of the enemy camp.

use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Role};

use crate::board::bits::{A_FILE, H_FILE, count, rank, ranks};
use crate::board::context::hits_without;
use crate::board::side::Piece;
use crate::interplay::BAD_IMPRISONED_QUEEN;
use crate::patterns::pieces::imprisoned;
use crate::rule::rules;
use crate::view::View;

/// The squares on which one enemy pawn is enough to surround a piece.
const EDGE: Bitboard = Bitboard(A_FILE.0 | H_FILE.0 | rank(8).0);

/// The most safe squares of a trapped rook.
const TRAPPED_ROOK: usize = 2;
/// The most safe squares of a trapped bishop.
const TRAPPED_BISHOP: usize = 2;
/// The most safe squares of a trapped queen.
const TRAPPED_QUEEN: usize = 3;
/// The most safe squares of a trapped knight.
const TRAPPED_KNIGHT: usize = 1;

rules! {
    "Trapped pieces" as Pieces;

    /// A rook in the enemy half that is hemmed in and has fewer than three safe squares, none of
    /// them in the own half, costs {penalty}. Hemmed in means two enemy men next to it or, on the
    /// edge, an enemy pawn; a safe capture is a way out.
    "trapped.rook" [534, 536] Middlegame { penalty: -150 }
    |view, n| n.penalty * count(trapped(view, Role::Rook, view.own.rooks, TRAPPED_ROOK));

    /// A bishop in the enemy half that is hemmed in and has fewer than three safe squares, none of
    /// them in the own half, costs {penalty}. Hemmed in means two enemy men next to it or, on the
    /// edge, an enemy pawn; a safe capture is a way out.
    "trapped.bishop" [536] Middlegame { penalty: -100 }
    |view, n| n.penalty * count(trapped(view, Role::Bishop, view.own.bishops, TRAPPED_BISHOP));

    /// A queen in the enemy half that is hemmed in and has fewer than four safe squares, none of
    /// them in the own half, costs {penalty}. It is not charged for an imprisoned queen, which costs
    /// more.
    "trapped.queen" [536] Middlegame { penalty: -300 }
    |view, n| {
        let mut queens = trapped(view, Role::Queen, view.own.queens, TRAPPED_QUEEN);
        if queens.any() && view.applies(BAD_IMPRISONED_QUEEN) {
            queens &= !imprisoned(view);
        }
        n.penalty * count(queens)
    };

    /// A knight in the enemy half that is hemmed in and has at most one safe square, not in the own
    /// half, costs {penalty}. Hemmed in means two enemy men next to it or, on the edge, an enemy
    /// pawn; a safe capture is a way out.
    "trapped.knight" [536] Middlegame { penalty: -100 }
    |view, n| n.penalty * count(trapped(view, Role::Knight, view.own.knights, TRAPPED_KNIGHT));
}

/// The `men`, all those of `role`, that are surrounded on the ranks 5 to 8 and have at most `at_most`
/// safe squares to go to, none of them in the own half.
fn trapped(view: &View<'_>, role: Role, men: Bitboard, at_most: usize) -> Bitboard {
    let (own, enemy) = (view.own, view.enemy);
    if men.is_disjoint(ranks(5, 8)) {
        return Bitboard::EMPTY;
    }
    let pieces = own.each.iter();
    let surrounded = pieces.filter(|piece| piece.role == role && is_surrounded(view, piece));
    let stuck = surrounded.filter(|piece| {
        let goals = piece.attacks & !(own.units | enemy.king.set | enemy.by_any);
        // Squares that a line reaches through the piece's own square are attacked only when it has left.
        // A piece that can go home is not trapped.
        let stuck = |goals: Bitboard| goals.count() <= at_most && goals.is_disjoint(ranks(1, 4));
        stuck(goals) || {
            let hits = hits_without(enemy, piece.square.into(), view.occupied);
            stuck(goals & !hits)
        }
    });
    stuck.map(|piece| piece.square).collect()
}

/// True if a piece on the ranks 5 to 8 has two enemy men next to it or, on the edge, a pawn.
fn is_surrounded(view: &View<'_>, piece: &Piece) -> bool {
    let near = king_attacks(piece.square);
    ranks(5, 8).contains(piece.square)
        && ((near & view.enemy.units).more_than_one()
            || EDGE.contains(piece.square) && near.intersects(view.enemy.pawns))
}
