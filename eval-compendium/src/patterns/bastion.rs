//! The bastion: a shelter of four pawns, two on each of two neighbouring files.

use shakmaty::Bitboard;

use crate::board::bits::{beside, rank, ranks};
use crate::view::View;

/// The number of its pawns.
const BASTION_PAWNS: usize = 4;

/// The two whole files of a king's shelter with pawns on their second and third ranks; empty
/// unless the king is on its first rank and at most one file from them.
pub(crate) fn bastion(view: &View<'_>) -> Bitboard {
    let own = view.own;
    let Some(shelter) = own.shelter else {
        return Bitboard::EMPTY;
    };
    if shelter.size < BASTION_PAWNS || !own.king.set.intersects(rank(1)) {
        return Bitboard::EMPTY;
    }
    let full = |files: Bitboard| {
        let squares = files & ranks(2, 3);
        let near = own.king.set.intersects(files | beside(files));
        near && squares.is_subset(own.pawns)
    };
    let inner = shelter.inner | shelter.middle;
    let outer = shelter.middle | shelter.outer;
    if full(inner) {
        inner
    } else if full(outer) {
        outer
    } else {
        Bitboard::EMPTY
    }
}
