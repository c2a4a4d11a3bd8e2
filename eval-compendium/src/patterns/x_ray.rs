//! X-rays: lines that run through one man.

use shakmaty::{Bitboard, Square};

use crate::view::View;

/// The squares seen from `target` past exactly one man, one of `shields`: up to and including the next
/// man, along the lines given by `attacks`.
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
