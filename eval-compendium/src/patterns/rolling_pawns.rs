//! Pawns that roll forward: the avalanche, and the storm against a king.

use shakmaty::Bitboard;

use crate::board::bits::{INNER_FILES, beside, files, fill_down, rank, ranks};
use crate::interplay::AVALANCHE_FIVE;
use crate::patterns::space::may_storm;
use crate::view::{View, Whose};

/// The number of pawns of the smallest avalanche.
pub(crate) const SMALLEST: usize = 4;

/// c1 to f1: the files that an avalanche must have.
const CORE: Bitboard = Bitboard(INNER_FILES.0 & rank(1).0);
/// The lower one of the two ranks on which an avalanche rolls.
const LOWER_RANKS: [u32; 3] = [4, 5, 6];

/// The pawns of the avalanche: passers on all files from c to f, none behind the fourth rank, on two
/// neighbouring ranks, and those that extend it towards the edges on the same ranks.
///
/// It replaces the values of these pawns as passers.
pub(crate) fn avalanche(view: &View<'_>) -> Bitboard {
    avalanche_of(view.own.structure.passed, view.applies(AVALANCHE_FIVE))
}

/// The avalanche among the `passed` pawns of a side that plays up the board; with `wings` it may extend
/// beyond the files c to f.
pub(crate) fn avalanche_of(passed: Bitboard, wings: bool) -> Bitboard {
    if passed.count() < SMALLEST {
        return Bitboard::EMPTY;
    }
    let mut most = Bitboard::EMPTY;
    for lower in LOWER_RANKS {
        let pawns = passed & ranks(lower, lower + 1);
        let on_files = fill_down(pawns) & rank(1);
        if !CORE.is_subset(on_files) {
            continue;
        }
        let mut rolling = CORE;
        if wings {
            rolling |= beside(rolling) & on_files;
            rolling |= beside(rolling) & on_files;
        }
        let pawns = pawns & files(rolling);
        if pawns.count() > most.count() {
            most = pawns;
        }
    }
    most
}

/// The pawns of one side that storm the other side's king. A pawn within two files of its own king
/// shelters it, and storms only if leaving the shelter costs nothing.
#[inline]
pub(crate) fn storming(view: &View<'_>, whose: Whose) -> Bitboard {
    let side = view.side(whose);
    let column = files(side.king.set);
    let near_king = column | beside(column) | beside(beside(column));
    if side.storm.is_disjoint(near_king) || may_storm(view, whose) {
        side.storm
    } else {
        side.storm & !near_king
    }
}
