//! Walls of pawns: big fixed chains that block each other.

use crate::board::bits::{fill_down, rank, right};
use crate::view::View;

/// The fewest pairs of pawns, each directly in front of the other, that make a wall.
const WALL_PAIRS: usize = 5;
/// The most groups of neighbouring files with such pairs.
const WALL_GROUPS: usize = 2;

/// True if pairs of pawns that block each other make a wall; the same for both sides.
pub(crate) fn is_walled(view: &View<'_>) -> bool {
    let rammed = view.own.structure.rammed;
    if rammed.count() < WALL_PAIRS {
        return false;
    }
    let files = fill_down(rammed) & rank(1);
    let first_of_group = files & !right(files);
    first_of_group.count() <= WALL_GROUPS
}
