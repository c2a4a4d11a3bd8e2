//! What rules of different endings share: passers seen from the king, backward pawns that are
//! fixed, and walls of pawns.

use crate::board::bits::{fill_down, fill_up, ranks, right};
use crate::view::View;

/// The pairs of pawns, each before the other, that a wall has at least, in so many groups of files
/// at most.
pub(crate) const WALL: (usize, usize) = (5, 2);

/// Whether at least five pairs of pawns block each other, on one or two groups of files: a wall
/// (the same for both sides).
pub(crate) fn is_walled(view: &View<'_>) -> bool {
    let rammed = view.own.structure.rammed;
    let (least, groups) = WALL;
    if rammed.count() < least {
        return false;
    }
    let files = (fill_up(rammed) | fill_down(rammed)) & ranks(1, 1);
    let first_of_group = files & !right(files);
    first_of_group.count() <= groups
}
