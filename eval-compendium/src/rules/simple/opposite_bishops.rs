//! Endings with a bishop each, on squares of different colours.

use shakmaty::{Bitboard, Square};

use super::colours::{Colours, bishop_squares, spread_on_colour};
use super::{only_in, outside_passer, support};
use crate::catalogue::simple::{
    self, BISHOP_OPPOSITE_THREE_STRADDLED, BISHOP_OPPOSITE_TWO_SEPARATE_WRONG_CORNER,
};
use crate::catalogue::thresholds::{SURPLUS, WINNING_FILES_APART};
use crate::context::Ending::{self, OppositeBishops};
use crate::context::bits::{A_FILE, H_FILE, ahead, file, fill_down, rank, up};
use crate::rules::verdict::Finding;
use crate::rules::{View, Visitor, count, once};

pub(super) fn visit(rules: &mut impl Visitor) {
    if !rules.wants(|context| context.ending == Ending::OppositeBishops) {
        return;
    }
    rules.rule(
        simple::BISHOP_OPPOSITE_SAME_PRINCIPLES,
        only_in(OppositeBishops, same_principles),
    );
    rules.rule(
        simple::BISHOP_OPPOSITE_KING_SUPPORTS,
        only_in(OppositeBishops, support),
    );
    rules.rule(
        simple::BISHOP_OPPOSITE_ONE_SURPLUS,
        only_in(OppositeBishops, one_surplus),
    );
}

pub(super) fn verdicts(rules: &mut impl Visitor) {
    if !rules.wants(|context| context.ending == Ending::OppositeBishops) {
        return;
    }
    rules.verdict(simple::BISHOP_OPPOSITE_TWO_CONNECTED, two_connected);
    rules.verdict(simple::BISHOP_OPPOSITE_TWO_SEPARATE, two_separate);
    rules.verdict(
        BISHOP_OPPOSITE_TWO_SEPARATE_WRONG_CORNER,
        |view, []| match Surplus::of(view) {
            Some(surplus) => Finding::DRAW.when(holds_corner(view, surplus)),
            None => Finding::SILENT,
        },
    );
    rules.verdict(simple::BISHOP_OPPOSITE_THREE_CONNECTED, three_connected);
    rules.verdict(
        BISHOP_OPPOSITE_THREE_STRADDLED,
        |view, []| match Surplus::of(view) {
            Some(surplus) => Finding::DRAW.when(is_straddled(view, surplus)),
            None => Finding::SILENT,
        },
    );
}

/// The values of bishops on one colour: 15 for a pawn off the own bishop's colour, -15 for one on
/// it, -30 if the latter are more and play is wide, 60 for an outside passer.
fn same_principles(view: &View<'_>, numbers: [i32; 4]) -> i32 {
    let [off_colour, outside, on_colour, wide] = numbers;
    let Colours { on, off } = Colours::of(&view.own);
    off_colour * off
        + outside_passer(view, [outside])
        + on_colour * on
        + wide * spread_on_colour(view)
}

/// How many pawns more than the enemy the own side has.
fn more_pawns(view: &View<'_>) -> i32 {
    count(view.own.pawns) - count(view.enemy.pawns)
}

/// A pawn more, and at least one passer more, earn 50.
fn one_surplus(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let [own, enemy] = [&view.own, &view.enemy].map(|side| count(side.structure.passed));
    bonus * once(more_pawns(view) == 1 && own > enemy)
}

/// Two own pawns or more beyond the enemy's, and the passers that come of them.
#[derive(Clone, Copy, Debug)]
struct Surplus {
    /// How many pawns more.
    pawns: i32,
    passers: Bitboard,
    /// The files of the passers, one bit each.
    files: u64,
    /// How many files the outermost passers are apart; 0 where there are fewer than two.
    apart: u32,
}

impl Surplus {
    /// The own surplus in an ending with bishops of opposite colours.
    fn of(view: &View<'_>) -> Option<Surplus> {
        if view.ending != Ending::OppositeBishops {
            return None;
        }
        let pawns = more_pawns(view);
        if pawns < SURPLUS {
            return None;
        }
        let passers = view.own.structure.passed;
        let files = (fill_down(passers) & rank(1)).0;
        let apart = match files.checked_ilog2() {
            Some(last) => last - files.trailing_zeros(),
            None => 0,
        };
        Some(Surplus {
            pawns,
            passers,
            files,
            apart,
        })
    }

    /// Whether the win of two passers far apart is at stake.
    fn is_two_far_apart(self) -> bool {
        self.pawns == SURPLUS && self.apart >= WINNING_FILES_APART
    }

    /// The first of three neighbouring files with passers.
    fn three_in_a_row(self) -> Option<u32> {
        let first = self.files & self.files >> 1 & self.files >> 2;
        (first != 0).then(|| first.trailing_zeros())
    }
}

/// With two pawns more, passers on two neighbouring files and no others draw.
fn two_connected(view: &View<'_>, []: [i32; 0]) -> Finding {
    let draws = |surplus: Surplus| surplus.pawns == SURPLUS && surplus.apart == 1;
    Finding::DRAW.when(Surplus::of(view).is_some_and(draws))
}

/// With two pawns more, passers three files apart or more win; with one file between they draw.
fn two_separate(view: &View<'_>, []: [i32; 0]) -> Finding {
    match Surplus::of(view) {
        Some(surplus) if surplus.is_two_far_apart() => {
            let lost = view.applies(BISHOP_OPPOSITE_TWO_SEPARATE_WRONG_CORNER)
                && holds_corner(view, surplus);
            Finding::WIN.when(!lost)
        }
        Some(surplus) => Finding::DRAW.when(surplus.pawns == SURPLUS && surplus.apart > 1),
        None => Finding::SILENT,
    }
}

/// Whether one of two passers far apart goes to a corner that the own bishop does not control, and
/// the enemy king is no farther from it than the own king.
fn holds_corner(view: &View<'_>, surplus: Surplus) -> bool {
    if !surplus.is_two_far_apart() {
        return false;
    }
    let corners = ahead(surplus.passers & (A_FILE | H_FILE)) & rank(8);
    let wrong = corners & !bishop_squares(&view.own);
    // Where the enemy king is in the corner or beside it, the own one is no nearer.
    wrong.into_iter().any(|corner| {
        let [own, enemy] = [&view.own, &view.enemy].map(|it| it.king.square.distance(corner));
        enemy <= own
    })
}

/// With three pawns more or more yet, three passers on neighbouring files usually win; without
/// them two passers do, and if they are three files apart they win.
fn three_connected(view: &View<'_>, []: [i32; 0]) -> Finding {
    let Some(surplus) = Surplus::of(view) else {
        return Finding::SILENT;
    };
    if surplus.pawns == SURPLUS || surplus.apart == 0 {
        return Finding::SILENT;
    }
    if surplus.three_in_a_row().is_none() && surplus.apart >= WINNING_FILES_APART {
        return Finding::WIN;
    }
    let drawn = view.applies(BISHOP_OPPOSITE_THREE_STRADDLED) && is_straddled(view, surplus);
    Finding::USUAL_WIN.when(!drawn)
}

/// Whether, with three pawns more, the only passers are three on neighbouring files that are held:
/// a wedge before one of whose rear pawns both the enemy king and bishop guard the next square, or
/// a diagonal before whose middle pawn the king does.
fn is_straddled(view: &View<'_>, surplus: Surplus) -> bool {
    if surplus.pawns != SURPLUS + 1 || count(surplus.passers) != surplus.pawns {
        return false;
    }
    let Some(first) = surplus.three_in_a_row() else {
        return false;
    };
    let on = |at: u32| (surplus.passers & file(at)).first();
    let (Some(left), Some(middle), Some(right)) = (on(first), on(first + 1), on(first + 2)) else {
        return false;
    };
    let ahead_of_middle = |pawn: Square| i32::from(pawn.rank()) - i32::from(middle.rank());
    let enemy = &view.enemy;
    let by_king = enemy.king.ring | enemy.king.set;
    let by_both = by_king & (enemy.by_bishops | enemy.bishops);
    let (held_from, pawns) = match (ahead_of_middle(left), ahead_of_middle(right)) {
        (-1, -1) => (by_both, Bitboard::from(left) | right),
        (1, 1) => (by_both, Bitboard::from(middle)),
        (-1, 1) | (1, -1) => (by_king, Bitboard::from(middle)),
        _ => return false,
    };
    held_from.intersects(up(pawns))
}
