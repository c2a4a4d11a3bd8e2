//! Shapes of pieces.

use shakmaty::attacks::{between, bishop_attacks, ray};
use shakmaty::{Bitboard, Square};

use crate::board::side::Piece;
use crate::patterns::pawn_steps::enemy_steps;
use crate::view::View;

/// The two kinds of diagonals, each by a number that grows from one to the next, and the way up.
pub(crate) const DIAGONALS: [fn(Square) -> i32; 2] = [
    |at| i32::from(at.file()) - i32::from(at.rank()),
    |at| i32::from(at.file()) + i32::from(at.rank()),
];

/// Whether a queen, with a bishop behind it on a diagonal and nothing between the two, looks along
/// that diagonal at a square next to the enemy king that the shelter cannot keep.
///
/// The diagonal is followed from the bishop through the queen, up the board or down it.
pub(crate) fn penetrates(view: &View<'_>) -> bool {
    let own = &view.own;
    let queens = own.queens & own.by_bishops & !view.enemy.by_pawns;
    if queens.is_empty() {
        return false;
    }
    let mut pieces = own.each.iter();
    pieces.any(|queen| {
        let bishops = || {
            own.each
                .iter()
                .filter(|piece| own.bishops.contains(piece.square))
        };
        queens.contains(queen.square)
            && bishops().any(|bishop| {
                bishop.attacks.contains(queen.square) && breaks_in(view, bishop, queen)
            })
    })
}

/// Whether the first square next to the enemy king on the queen's way is kept by nobody but that
/// king, and no enemy pawn can step onto the way or onto that square.
pub(crate) fn breaks_in(view: &View<'_>, bishop: &Piece, queen: &Piece) -> bool {
    let (from, enemy) = (queen.square, &view.enemy);
    let back = between(bishop.square, from) | Bitboard::from_square(bishop.square);
    let outward = queen.attacks & ray(bishop.square, from) & !back & !view.own.units;
    let near = outward & enemy.king.ring;
    let first = if from > bishop.square {
        near.first()
    } else {
        near.last()
    };
    first.is_some_and(|goal| {
        let way = between(from, goal) | Bitboard::from_square(goal);
        !(enemy.by_pawns | enemy.by_pieces).contains(goal) && way.is_disjoint(enemy_steps(view))
    })
}

/// Whether there is an alternating battery: bishops of both colours and the queen, as above.
pub(crate) fn has_alternating_battery(view: &View<'_>) -> bool {
    let own = &view.own;
    let light = own.bishops & Bitboard::LIGHT_SQUARES;
    let dark = own.bishops & Bitboard::DARK_SQUARES;
    if own.queens.is_empty() || light.is_empty() || dark.is_empty() {
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

/// Whether the bishop looks up its diagonal, through own men and all pawns but through no enemy
/// piece, at a square of the enemy king position.
pub(crate) fn aims(view: &View<'_>, bishop: Square, diagonal: &fn(Square) -> i32) -> bool {
    let seen = bishop_attacks(bishop, view.enemy.pieces) & view.enemy.king.zone;
    let upwards =
        |square: Square| square.rank() > bishop.rank() && diagonal(square) == diagonal(bishop);
    seen.into_iter().any(upwards)
}
