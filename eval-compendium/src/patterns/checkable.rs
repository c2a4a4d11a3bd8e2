//! The test for checks that the enemy could give if it were to move.

use shakmaty::attacks::{between, bishop_attacks, knight_attacks, queen_attacks, rook_attacks};
use shakmaty::{Bitboard, Square};

use super::mobility::enemy_pushes;
use super::x_ray::x_ray;
use crate::board::bits::{beside, down, pawn_hits, rank};
use crate::view::View;

/// True if the own king is in check, or an enemy move would give check if the enemy were to move:
/// pins do not matter, castling needs its right and a free way, en passant is left out.
pub(crate) fn is_checkable(view: &View<'_>) -> bool {
    view.enemy.by_any.intersects(view.own.king.set)
        || by_piece(view)
        || by_pawn(view)
        || by_promotion(view)
        || by_discovery(view)
        || by_castling(view)
}

/// A knight, bishop, rook or queen that comes to a square from which it checks.
///
/// The lines may be those of the present board: through the square that it leaves it would already
/// give check.
fn by_piece(view: &View<'_>) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    let king = own.king.square;
    let diagonal = bishop_attacks(king, view.occupied);
    let straight = rook_attacks(king, view.occupied);
    let checking = enemy.by_knights & knight_attacks(king)
        | enemy.by_bishops & diagonal
        | enemy.by_rooks & straight
        | enemy.by_queens & (diagonal | straight);
    !checking.is_subset(enemy.units)
}

/// A pawn that steps or takes and then attacks the king.
fn by_pawn(view: &View<'_>) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    let goals = enemy_pushes(view) | enemy.by_pawns & own.units;
    goals.intersects(pawn_hits(own.king.set))
}

/// A pawn that promotes and then checks, perhaps along the line that it has left.
fn by_promotion(view: &View<'_>) -> bool {
    let king = view.own.king.square;
    let mut pawns = (view.enemy.pawns & rank(2)).into_iter();
    pawns.any(|pawn| {
        let left = view.occupied & !Bitboard::from_square(pawn);
        let mut goals = pawn_goals(view, pawn).into_iter();
        goals.any(|goal| (queen_attacks(goal, left) | knight_attacks(goal)).contains(king))
    })
}

/// A man that leaves the line from an enemy piece to the king.
fn by_discovery(view: &View<'_>) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    let king = own.king.square;
    let diagonal = (enemy.bishops | enemy.queens) & x_ray(view, king, enemy.units, bishop_attacks);
    let straight = (enemy.rooks | enemy.queens) & x_ray(view, king, enemy.units, rook_attacks);
    let mut sliders = (diagonal | straight).into_iter();
    sliders.any(|slider| {
        let line = between(slider, king);
        let shield = (line & view.occupied).first();
        shield.is_some_and(|shield| !goals(view, shield).is_subset(line))
    })
}

/// The squares that the enemy man on `square` can move to.
fn goals(view: &View<'_>, square: Square) -> Bitboard {
    let enemy = view.enemy;
    if enemy.pawns.contains(square) {
        return pawn_goals(view, square);
    }
    let mut pieces = enemy.each.iter();
    let piece = pieces.find(|piece| piece.square == square);
    piece.map_or(enemy.king.ring, |piece| piece.attacks) & !enemy.units
}

/// The squares that the enemy pawn on `square` can move to.
fn pawn_goals(view: &View<'_>, square: Square) -> Bitboard {
    let pawn = Bitboard::from_square(square);
    let step = down(pawn) & view.empty;
    let double = down(step & rank(6)) & view.empty;
    step | double | down(beside(pawn)) & view.own.units
}

/// A king that castles and leaves the back rank to its rook, with the own king on the far side of
/// that rank. Any other check of the rook after castling it could also give without.
fn by_castling(view: &View<'_>) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    let king = own.king.square;
    if !rank(8).contains(king) || enemy.king.square != Square::E8 {
        return false;
    }
    let (may, rook) = if king < Square::E8 {
        (enemy.may_castle_short, Square::H8)
    } else {
        (enemy.may_castle_long, Square::A8)
    };
    let way = between(Square::E8, rook) | between(Square::E8, king);
    may && enemy.rooks.contains(rook) && way.is_disjoint(view.occupied)
}
