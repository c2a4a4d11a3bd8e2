//! X-rays: lines that run through one man.

use shakmaty::{Bitboard, Square};

use crate::view::View;

/// What is seen from `target` past exactly one man, one of `shields`: up to the next man and with
/// it. `attacks` says along which lines.
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
