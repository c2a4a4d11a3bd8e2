//! Lines of bishops, rooks and queens that cross on an enemy pawn.

use shakmaty::attacks::{bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, Role, Square};

use crate::catalogue::initiative::VECTORAL_INTERSECTION_KING_POSITION;
use crate::context::bits::{A_FILE, ahead, behind, ranks};
use crate::context::side::Piece;
use crate::rules::{View, count};

/// Own lines that cross on an enemy pawn in its own half earn 20, once for each pawn; on the enemy
/// king position they earn more.
pub(super) fn on_pawn(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let mut pawns = view.enemy.pawns;
    if view.applies(VECTORAL_INTERSECTION_KING_POSITION) {
        pawns &= !view.enemy.king.zone;
    }
    bonus * count(crossed(view, pawns))
}

/// Own lines that cross on an enemy pawn in its own half and on its king's position earn 60.
pub(super) fn at_king(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * count(crossed(view, view.enemy.pawns & view.enemy.king.zone))
}

/// Which of the enemy `pawns` beyond the middle are hit along two of the four kinds of lines. One
/// piece hits a square along one line only, so that there are two pieces.
fn crossed(view: &View<'_>, pawns: Bitboard) -> Bitboard {
    let pawns = pawns & ranks(5, 8);
    let [mut once, mut twice] = [Bitboard::EMPTY; 2];
    if pawns.is_empty() {
        return twice;
    }
    // Files, ranks, rising and falling diagonals.
    let mut kinds = [Bitboard::EMPTY; 4];
    for piece in view
        .own
        .each
        .iter()
        .filter(|piece| piece.role != Role::Knight)
    {
        let hit = vector(view, piece) & pawns;
        if hit.is_empty() {
            continue;
        }
        let sorted = by_line(piece.square, hit);
        for (kind, hit) in kinds.iter_mut().zip(sorted) {
            *kind |= hit;
        }
    }
    for kind in kinds {
        twice |= once & kind;
        once |= kind;
    }
    twice
}

/// What the piece's lines hit: they pass one enemy man and end on the second, or before an own one.
fn vector(view: &View<'_>, piece: &Piece) -> Bitboard {
    let open = view.occupied & !(piece.attacks & view.enemy.units);
    let at = piece.square;
    match piece.role {
        Role::Bishop => bishop_attacks(at, open),
        Role::Rook => rook_attacks(at, open),
        _ => bishop_attacks(at, open) | rook_attacks(at, open),
    }
}

/// Squares on lines with `from`, sorted: those on its file, its rank, its rising and its falling
/// diagonal.
fn by_line(from: Square, squares: Bitboard) -> [Bitboard; 4] {
    let own_file = Bitboard::from_file(from.file());
    let own_rank = Bitboard::from_rank(from.rank());
    let to_the_right = A_FILE.0 * (0xff & 0xfe << u32::from(from.file()));
    let right = squares & Bitboard(to_the_right);
    let left = squares & !right & !own_file;
    let (above, below) = (ahead(own_rank), behind(own_rank));
    [
        squares & own_file,
        squares & own_rank,
        above & right | below & left,
        above & left | below & right,
    ]
}
