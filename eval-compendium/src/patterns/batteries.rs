//! Batteries: a queen and a bishop on one diagonal, or a queen and two bishops on neighbouring ones.

use shakmaty::attacks::{between, bishop_attacks, ray};
use shakmaty::{Bitboard, Square};

use crate::board::context::Context;
use crate::patterns::mobility::enemy_pushes;
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

/// The diagonal from `back` beyond `front`, up to and including the first man.
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
const DIAGONALS: [fn(Square) -> i32; 2] = [
    |at| i32::from(at.file()) - i32::from(at.rank()),
    |at| i32::from(at.file()) + i32::from(at.rank()),
];

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

/// True if the bishop looks up its diagonal, through own men and all pawns but through no enemy
/// piece, at a square of the enemy king position.
fn aims(view: &View<'_>, bishop: Square, diagonal: &fn(Square) -> i32) -> bool {
    let seen = bishop_attacks(bishop, view.enemy.pieces) & view.enemy.king.zone;
    let upwards =
        |square: Square| square.rank() > bishop.rank() && diagonal(square) == diagonal(bishop);
    seen.into_iter().any(upwards)
}
