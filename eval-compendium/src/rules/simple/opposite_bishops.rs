//! Endings with a bishop each, on squares of different colours.

use shakmaty::{Bitboard, Square};

use crate::board::bits::{A_FILE, H_FILE, ahead, count, file, fill_down, once, rank, up};
use crate::board::context::Context;
use crate::board::material::Ending;
use crate::interplay::{
    BISHOP_OPPOSITE_THREE_STRADDLED, BISHOP_OPPOSITE_TWO_SEPARATE_WRONG_CORNER,
};
use crate::patterns::colours::{Colours, bishop_squares, spread_on_colour};
use crate::patterns::passers::{outside_passer, support};
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

/// The pawns more that make a surplus which opposite-coloured bishops are judged by.
const SURPLUS: i32 = 2;
/// The files between passers, counted from one to the other, that win with such bishops.
const WINNING_FILES_APART: u32 = 3;

rules! {
    "Endgame" when is_ending;

    /// Bishops on different colours count as those on one colour, each side by its own bishop: a
    /// pawn off its colour earns {off_colour}, one on it costs {on_colour}, more pawns on it than
    /// off it in wide play cost {wide}, and an outside passer earns {outside}.
    "endgame.bishop.opposite.same-principles" [729] Endgame { off_colour: 15, outside: 60, on_colour: -15, wide: -30 }
    |view, n| {
        let Colours { on, off } = Colours::of(&view.own);
        n.off_colour * off
            + outside_passer(view, [n.outside])
            + n.on_colour * on
            + n.wide * spread_on_colour(view)
    };

    /// With a bishop each on different colours, a king next to an own passer, or to the square
    /// before it, earns {bonus}, once however many it supports.
    "endgame.bishop.opposite.king-supports" [729] Endgame { bonus: 60 }
    |view, n| support(view, [n.bonus]);

    /// With a bishop each on different colours, one pawn more than the enemy, and more passers than
    /// it has, earn {bonus}.
    "endgame.bishop.opposite.one-surplus" [731] Endgame { bonus: 50 }
    |view, n| {
        let [own, enemy] = [&view.own, &view.enemy].map(|side| count(side.structure.passed));
        n.bonus * once(more_pawns(view) == 1 && own > enemy)
    };

    /// With a bishop each on different colours and two pawns more, passers on two neighbouring
    /// files and no others draw.
    "endgame.bishop.opposite.two-connected" [733] Endgame {} verdict
    |view, _| {
        let draws = |surplus: Surplus| surplus.pawns == SURPLUS && surplus.apart == 1;
        Finding::DRAW.when(Surplus::of(view).is_some_and(draws))
    };

    /// With a bishop each on different colours and two pawns more, passers whose outermost are more
    /// than two files apart win, and passers with one file between them draw.
    "endgame.bishop.opposite.two-separate" [735] Endgame {} verdict
    |view, _| match Surplus::of(view) {
        Some(surplus) if surplus.is_two_far_apart() => {
            let lost = view.applies(BISHOP_OPPOSITE_TWO_SEPARATE_WRONG_CORNER)
                && holds_corner(view, surplus);
            Finding::WIN.when(!lost)
        }
        Some(surplus) => Finding::DRAW.when(surplus.pawns == SURPLUS && surplus.apart > 1),
        None => Finding::SILENT,
    };

    /// The win of passers far apart is a draw where one of them is a rook pawn, its promotion
    /// square is not on the colour of the own bishop, and the enemy king is beside that square or
    /// no farther from it than the own king.
    "endgame.bishop.opposite.two-separate-wrong-corner" [735] Endgame {} verdict
    |view, _| match Surplus::of(view) {
        Some(surplus) => Finding::DRAW.when(holds_corner(view, surplus)),
        None => Finding::SILENT,
    };

    /// With a bishop each on different colours and three pawns more, or more yet, three passers on
    /// neighbouring files usually win. Of our own we add: two passers usually win as well, and if
    /// the outermost are three files apart they win.
    "endgame.bishop.opposite.three-connected" [737] Endgame {} verdict
    |view, _| {
        let Some(surplus) = Surplus::of(view) else {
            return Finding::SILENT;
        };
        if surplus.pawns == SURPLUS || surplus.apart == 0 {
            return Finding::SILENT;
        }
        if surplus.three_in_a_row().is_none() && surplus.apart >= WINNING_FILES_APART {
            return Finding::WIN;
        }
        let drawn =
            view.applies(BISHOP_OPPOSITE_THREE_STRADDLED) && is_straddled(view, surplus);
        Finding::USUAL_WIN.when(!drawn)
    };

    /// Three connected passers that are all the passers, with three pawns more, only draw if they
    /// are held: a wedge (d5, e6, f5) if the enemy king and bishop both guard the square before one
    /// of its rear pawns, a staircase (e6, f5, g4) if the king guards the square before the middle
    /// pawn.
    "endgame.bishop.opposite.three-straddled" [737] Endgame {} verdict
    |view, _| match Surplus::of(view) {
        Some(surplus) => Finding::DRAW.when(is_straddled(view, surplus)),
        None => Finding::SILENT,
    };
}

/// Whether this is the ending of these rules.
fn is_ending(context: &Context) -> bool {
    context.ending == Ending::OppositeBishops
}

/// How many pawns more than the enemy the own side has.
fn more_pawns(view: &View<'_>) -> i32 {
    count(view.own.pawns) - count(view.enemy.pawns)
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
