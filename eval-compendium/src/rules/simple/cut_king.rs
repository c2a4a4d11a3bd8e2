//! A rook that keeps the enemy king from the middle of the board.

use shakmaty::Square;

use crate::catalogue::simple::ROOK_CUT_KING_EDGE;
use crate::rules::{View, once};

/// A rook on a line between the enemy king and the middle of the board earns 50, if it is on the
/// king's level or may go there, and not next to the king.
pub(super) fn cut_king(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    if view.applies(ROOK_CUT_KING_EDGE) && is_cut(view, confines) {
        return 0;
    }
    bonus * once(is_cut(view, separates))
}

/// A rook that cuts the enemy king off on the edge of the board earns 70 instead.
pub(super) fn cut_king_edge(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * once(is_cut(view, confines))
}

/// Whether a rook on the line `rook`, a file or a rank, is on the middle's side of a king on one of
/// the three outermost lines, `king`, and in the same half of the board.
fn separates(king: u32, rook: u32) -> bool {
    match king {
        0..=2 => (king + 1..=3).contains(&rook),
        5..=7 => (4..king).contains(&rook),
        _ => false,
    }
}

/// Whether a rook on the line `rook` leaves a king on the line `king` nothing but the edge.
fn confines(king: u32, rook: u32) -> bool {
    matches!((king, rook), (0, 1) | (7, 6))
}

/// Whether the own rook, a single one, cuts the enemy king off along a file or a rank, as
/// `separated` says of two files or ranks.
fn is_cut(view: &View<'_>, separated: fn(u32, u32) -> bool) -> bool {
    let Some(rook) = view.own.rooks.single_square() else {
        return false;
    };
    let king = &view.enemy.king;
    if king.ring.contains(rook) {
        return false;
    }
    // The square of the cutting line that is level with the king.
    let held = |level: Square| level == rook || (view.own.by_rooks & view.empty).contains(level);
    let by_file = separated(king.square.file().into(), rook.file().into())
        && held(Square::from_coords(rook.file(), king.square.rank()));
    by_file
        || separated(king.square.rank().into(), rook.rank().into())
            && held(Square::from_coords(king.square.file(), rook.rank()))
}
