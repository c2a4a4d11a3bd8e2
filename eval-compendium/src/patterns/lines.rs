//! Lines of pieces: batteries, X-rays and checks.

use shakmaty::attacks::{between, bishop_attacks, knight_attacks, queen_attacks, ray, rook_attacks};
use shakmaty::{Bitboard, Square};

use crate::board::bits::{beside, down, pawn_hits, rank};
use crate::board::context::Context;
use crate::patterns::pieces::enemy_pushes;
use crate::view::View;

/// A queen and a bishop on a diagonal with nothing between them, whichever is in front.
#[derive(Clone, Copy)]
pub(crate) struct Battery {
    pub(crate) queen: Square,
    pub(crate) bishop: Square,
}

/// True if one of the sides has a battery.
#[inline]
pub(crate) fn some_battery(context: &Context<'_>) -> bool {
    let (own, enemy) = (context.own, context.enemy);
    (own.queens & own.by_bishops | enemy.queens & enemy.by_bishops).any()
}

/// The own queens with a battery; there is none in most positions.
#[inline]
pub(crate) fn queens_in_battery(view: &View<'_>) -> Bitboard {
    view.own.queens & view.own.by_bishops
}

/// True if `is_such` holds for one of the own batteries.
#[inline]
pub(crate) fn any_battery(view: &View<'_>, is_such: impl Fn(Battery) -> bool) -> bool {
    queens_in_battery(view).into_iter().any(|queen| {
        let mut bishops = (view.own.bishops & bishop_attacks(queen, view.occupied)).into_iter();
        bishops.any(|bishop| is_such(Battery { queen, bishop }))
    })
}

/// The diagonal from `back` beyond `front`, up to and including the first piece.
pub(crate) fn line(view: &View<'_>, back: Square, front: Square) -> Bitboard {
    let behind = between(back, front) | Bitboard::from_square(back);
    bishop_attacks(front, view.occupied) & ray(back, front) & !behind
}

/// True if a queen that no pawn attacks, with a bishop behind it, looks at a square next to the
/// enemy king that the shelter cannot defend.
pub(crate) fn penetrates(view: &View<'_>) -> bool {
    let attacked = view.enemy.by_pawns;
    any_battery(view, |battery| !attacked.contains(battery.queen) && breaks_in(view, battery))
}

/// True if the first square next to the enemy king on the queen's way is guarded only by that king, and
/// no enemy pawn can step onto the way or onto that square.
fn breaks_in(view: &View<'_>, Battery { queen, bishop }: Battery) -> bool {
    let enemy = view.enemy;
    let near = line(view, bishop, queen) & enemy.king.ring & !view.own.units;
    let first = if queen > bishop { near.first() } else { near.last() };
    first.is_some_and(|goal| {
        let way = between(queen, goal) | Bitboard::from_square(goal);
        !(enemy.by_pawns | enemy.by_pieces).contains(goal) && way.is_disjoint(enemy_pushes(view))
    })
}

/// The two directions of diagonals: the number of a square's diagonal, consecutive for neighbours.
const DIAGONALS: [fn(Square) -> i64; 2] =
    [|at| i64::from(at.file()) - i64::from(at.rank()), |at| i64::from(at.file()) + i64::from(at.rank())];

/// True if two bishops aim at the enemy king position along neighbouring diagonals, and a queen
/// stands on one of these: an alternating battery.
pub(crate) fn has_alternating_battery(view: &View<'_>) -> bool {
    let own = view.own;
    let light = own.bishops & Bitboard::LIGHT_SQUARES;
    let dark = own.bishops & Bitboard::DARK_SQUARES;
    let on_diagonal = |queen| own.bishops.intersects(bishop_attacks(queen, Bitboard::EMPTY));
    if light.is_empty() || dark.is_empty() || !own.queens.into_iter().any(on_diagonal) {
        return false;
    }
    DIAGONALS.iter().any(|diagonal| {
        light.into_iter().any(|one| {
            dark.into_iter().any(|other| {
                let lines = [diagonal(one), diagonal(other)];
                let neighbours = (lines[0] - lines[1]).abs() == 1;
                let with_queen = |queen: Square| lines.contains(&diagonal(queen));
                neighbours
                    && own.queens.into_iter().any(with_queen)
                    && aims(view, one, diagonal)
                    && aims(view, other, diagonal)
            })
        })
    })
}

/// True if the bishop looks up its diagonal, through own pieces and all pawns but through no enemy
/// piece, at a square of the enemy king position.
fn aims(view: &View<'_>, bishop: Square, diagonal: &fn(Square) -> i64) -> bool {
    let seen = bishop_attacks(bishop, view.enemy.pieces) & view.enemy.king.zone;
    let upwards = |square: Square| square.rank() > bishop.rank() && diagonal(square) == diagonal(bishop);
    seen.into_iter().any(upwards)
}

/// The squares seen from `target` past exactly one piece, one of `shields`: up to and including the next
/// piece, along the lines given by `attacks`.
#[inline]
pub(crate) fn x_ray(
    view: &View<'_>,
    target: Square,
    shields: Bitboard,
    attacks: fn(Square, Bitboard) -> Bitboard,
) -> Bitboard {
    let seen = attacks(target, view.occupied);
    let lifted = seen & shields;
    if lifted.is_empty() {
        return Bitboard::EMPTY;
    }
    attacks(target, view.occupied & !lifted) & !seen
}

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
/// The lines may be those of the present board: through the square that it leaves it would already give check.
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

/// A piece that leaves the line from an enemy one to the king.
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

/// The squares that the enemy piece on `square` can move to.
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
    let (may, rook) =
        if king < Square::E8 { (enemy.may_castle_short, Square::H8) } else { (enemy.may_castle_long, Square::A8) };
    let way = between(Square::E8, rook) | between(Square::E8, king);
    may && enemy.rooks.contains(rook) && way.is_disjoint(view.occupied)
}
