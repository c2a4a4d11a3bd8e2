//! Space advantage, the counterplay that it rules out, and pawns that roll forward: the avalanche, and the storm against
//! a king.

use shakmaty::Bitboard;

use crate::board::bits::{
    CENTRAL_FILES, INNER_FILES, SEMI_CENTRAL_FILES, beside, count, files, fill_down, once, rank, ranks,
};
use crate::interplay::{
    AVALANCHE_FIVE, CLOSED_SPACE_CENTRAL, CLOSED_SPACE_SEMICENTRAL, RankWorth, RuleRef, SPACE_PAWNS, STORM_EXEMPTION,
};
use crate::view::{View, Whose};

/// The lead in space, in tenths of a centipawn, that leaves the opponent without counterplay.
const NO_COUNTERPLAY_LEAD: i64 = 400;

/// Whole files, grouped by the rule of space that counts the pawns on them.
pub(crate) struct SpaceFiles {
    /// The plain rule.
    pub(crate) plain: Bitboard,
    /// The one on the d- and e-pawns of a closed or semi-closed centre.
    pub(crate) central: Bitboard,
    /// The one on its c- and f-pawns.
    pub(crate) semicentral: Bitboard,
}

impl SpaceFiles {
    /// The files in this centre, as far as the rules on closed centres are in force.
    pub(crate) fn of(view: &View<'_>) -> SpaceFiles {
        let closed = view.centre.gives_space();
        let if_closed = |rule: RuleRef<RankWorth>, files: Bitboard| {
            if closed && view.applies(rule) { files } else { Bitboard::EMPTY }
        };
        let central = if_closed(CLOSED_SPACE_CENTRAL, CENTRAL_FILES);
        let semicentral = if_closed(CLOSED_SPACE_SEMICENTRAL, SEMI_CENTRAL_FILES);
        SpaceFiles { plain: !(central | semicentral), central, semicentral }
    }
}

/// The value of `pawns` on ranks 5 and 6.
pub(crate) fn by_rank(pawns: Bitboard, worth: RankWorth) -> i64 {
    worth.rank5 * count(pawns & rank(5)) + worth.rank6 * count(pawns & rank(6))
}

/// The own pawns that the plain rule of space counts.
pub(crate) fn plain_space_pawns(view: &View<'_>) -> Bitboard {
    view.own.pawns & SpaceFiles::of(view).plain
}

/// The amount that the rules on closed centres pay for these own pawns.
pub(crate) fn closed_space(view: &View<'_>, pawns: Bitboard) -> i64 {
    let files = SpaceFiles::of(view);
    by_rank(pawns & files.central, view.numbers(CLOSED_SPACE_CENTRAL))
        + by_rank(pawns & files.semicentral, view.numbers(CLOSED_SPACE_SEMICENTRAL))
}

/// The amount that the rules of space that are in force pay for these own pawns.
pub(crate) fn paid(view: &View<'_>, pawns: Bitboard) -> i64 {
    once(view.applies(SPACE_PAWNS)) * plain_space(view, pawns) + closed_space(view, pawns)
}

/// True if one side has so much space that the other has no counterplay: a big lead, no piece on its
/// king's position, no pawn in its half.
pub(crate) fn no_counterplay(view: &View<'_>, whose: Whose) -> bool {
    let (side, other, half, sign) = match whose {
        Whose::Own => (view.own, view.enemy, ranks(1, 4), 1),
        Whose::Enemy => (view.enemy, view.own, ranks(5, 8), -1),
    };
    let space = |pawns: Bitboard| plain_space(view, pawns) + closed_space(view, pawns);
    other.by_pieces.is_disjoint(side.king.zone)
        && other.pawns.is_disjoint(half)
        && sign * (space(view.own.pawns) - space(view.enemy.pawns.flip_vertical())) >= NO_COUNTERPLAY_LEAD
}

/// True if pawns near their king may leave it at no cost: the other side has no counterplay, and
/// the exemption for such storms is in force.
pub(crate) fn may_storm(view: &View<'_>, whose: Whose) -> bool {
    view.applies(STORM_EXEMPTION) && no_counterplay(view, whose)
}

/// The amount that the plain rule of space pays for `pawns`, which play up the board.
fn plain_space(view: &View<'_>, pawns: Bitboard) -> i64 {
    by_rank(pawns & SpaceFiles::of(view).plain, view.numbers(SPACE_PAWNS))
}

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
    if side.storm.is_disjoint(near_king) || may_storm(view, whose) { side.storm } else { side.storm & !near_king }
}
