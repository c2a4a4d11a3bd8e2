//! The fortress of rook and pawn against a queen.

use shakmaty::Bitboard;

use crate::board::bits::{A_FILE, H_FILE, beside, files, rank, ranks};
use crate::board::material::Pieces;
use crate::patterns::endgame::{has, pawns};
use crate::view::View;

/// True if the own side, with rook and one pawn, holds out against a queen without pawns.
pub(crate) fn has_fortress(view: &View<'_>) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    has(view, Pieces::R, Pieces::Q)
        && pawns(view) == (1, 0)
        && stands([own.pawns, own.rooks, own.king.set, enemy.king.set])
}

/// The same for the enemy, against the own queen.
pub(crate) fn enemy_has_fortress(view: &View<'_>) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    let men = [enemy.pawns, enemy.rooks, enemy.king.set, own.king.set];
    has(view, Pieces::Q, Pieces::R)
        && pawns(view) == (0, 1)
        && stands(men.map(Bitboard::flip_vertical))
}

/// True if the pawn, the rook and the king make a wall that the enemy king, the last argument, has not
/// entered; seen by their side. The pawn at home on one of the files b to g protects the rook, the own
/// king on the first two ranks is not more than a file away, and the enemy king is not on the first
/// three ranks of these files.
fn stands([pawn, rook, king, enemy_king]: [Bitboard; 4]) -> bool {
    let home = pawn & rank(2) & !(A_FILE | H_FILE);
    let next = files(beside(home));
    let near = next | files(home);
    rook.intersects(next & rank(3))
        && king.intersects(near & ranks(1, 2))
        && enemy_king.is_disjoint(near & ranks(1, 3))
}
