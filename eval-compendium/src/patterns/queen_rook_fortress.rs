//! A queen against a rook, two rooks, three minors, or a rook and a minor.

use shakmaty::Bitboard;

use crate::board::bits::{A_FILE, H_FILE, beside, files, rank, ranks};
use crate::board::material::Pieces;
use crate::patterns::small_material::{has, pawns};
use crate::view::View;

/// Whether the own side, with rook and one pawn, holds out against a queen without pawns: the
/// pawn at home on one of the files b to g protects the rook before it, the own king on the first
/// two ranks is not more than a file away, and the enemy king is not on the first three ranks of
/// these files.
pub(crate) fn is_queen_rook_fortress(view: &View<'_>) -> bool {
    let (own, enemy) = (&view.own, &view.enemy);
    has(view, Pieces::R, Pieces::Q)
        && pawns(view) == (1, 0)
        && stands([own.pawns, own.rooks, own.king.set, enemy.king.set])
}

/// Whether the pawn, the rook and the king make a wall that the enemy king (the last of the four)
/// has not entered; seen by their side.
pub(crate) fn stands([pawn, rook, king, enemy_king]: [Bitboard; 4]) -> bool {
    let home = pawn & rank(2) & !(A_FILE | H_FILE);
    let next = files(beside(home));
    let near = next | files(home);
    rook.intersects(next & rank(3))
        && king.intersects(near & ranks(1, 2))
        && enemy_king.is_disjoint(near & ranks(1, 3))
}
