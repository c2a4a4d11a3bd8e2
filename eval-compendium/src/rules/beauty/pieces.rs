//! Shapes of pieces.

use shakmaty::attacks::{bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, Square};

use crate::context::bits::{ahead, behind, files, rank};
use crate::rules::{View, count, once};

/// A queen between two rooks on an open file, no other man between them, earns 20 a file.
pub(super) fn mighty_triplets(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let own = &view.own;
    let queens = own.queens & files(own.rooks) & view.open_files();
    if queens.is_empty() || !own.rooks.more_than_one() {
        return 0;
    }
    let between_rooks = |queen: &Square| {
        let set = Bitboard::from_square(*queen);
        let rooks = rook_attacks(*queen, view.occupied) & own.rooks;
        rooks.intersects(ahead(set)) && rooks.intersects(behind(set))
    };
    let found: Bitboard = queens.into_iter().filter(between_rooks).collect();
    bonus * count(files(found) & rank(1))
}

/// Bishops on neighbouring parallel diagonals, the queen on one of them too, all aimed at the enemy
/// king position, earn 150, once.
pub(super) fn alternating_battery(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * once(has_alternating_battery(view))
}

/// The two kinds of diagonals, each by a number that grows from one to the next, and the way up.
const DIAGONALS: [fn(Square) -> i32; 2] = [
    |at| i32::from(at.file()) - i32::from(at.rank()),
    |at| i32::from(at.file()) + i32::from(at.rank()),
];

/// Whether there is an alternating battery: bishops of both colours and the queen, as above.
pub(in crate::rules) fn has_alternating_battery(view: &View<'_>) -> bool {
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
fn aims(view: &View<'_>, bishop: Square, diagonal: &fn(Square) -> i32) -> bool {
    let seen = bishop_attacks(bishop, view.enemy.pieces) & view.enemy.king.zone;
    let upwards =
        |square: Square| square.rank() > bishop.rank() && diagonal(square) == diagonal(bishop);
    seen.into_iter().any(upwards)
}
