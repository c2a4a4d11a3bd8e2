//! Opposite colour bishop endings.

use shakmaty::{Bitboard, Square};

use crate::board::bits::{A_FILE, H_FILE, ahead, count, file, fill_down, left, once, rank, up};
use crate::board::context::Context;
use crate::board::material::Ending;
use crate::interplay::{
    BISHOP_OPPOSITE_THREE_STRADDLED, BISHOP_OPPOSITE_TWO_SEPARATE_WRONG_CORNER,
};
use crate::patterns::passers::{has_outside_passer, king_supports};
use crate::patterns::pieces::{bishop_colour, most_on_colour_in_wide_play, off_colour, on_colour};
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

/// The least distance in files between the outermost of two passers that win.
const WINNING_FILES_APART: u32 = 3;

rules! {
    "Simple endings" as Pieces when is_ending;

    /// Bishops on different colours count as those on one colour, each side by its own bishop: a
    /// pawn off its colour earns {off_colour}, one on it costs {on_colour}, more pawns on it than
    /// off it in wide play cost {wide}, and an outside passer earns {outside}.
    "endgame.bishop.opposite.same-principles" [729] Endgame
    { off_colour: 15, outside: 60, on_colour: -15, wide: -30 }
    |view, n| {
        n.off_colour * count(off_colour(view.own))
            + n.outside * once(has_outside_passer(view))
            + n.on_colour * count(on_colour(view.own))
            + n.wide * once(most_on_colour_in_wide_play(view))
    };

    /// With a bishop each on different colours, a king next to an own passer, or to the square
    /// before it, earns {bonus}, once however many it supports.
    "endgame.bishop.opposite.king-supports" as King [729] Endgame { bonus: 60 }
    |view, n| n.bonus * once(king_supports(view));

    /// With a bishop each on different colours, one pawn more than the enemy, and more passers than
    /// it has, earn {bonus}.
    "endgame.bishop.opposite.one-surplus" as Other [731] Endgame { bonus: 50 }
    |view, n| {
        let [own, enemy] = [view.own, view.enemy].map(|side| count(side.structure.passed));
        n.bonus * once(surplus(view) == 1 && own > enemy)
    };

    /// With a bishop each on different colours and two pawns more, passers on two neighbouring
    /// files and no others draw.
    "endgame.bishop.opposite.two-connected" [733] Endgame {} verdict
    |view, _| Finding::DRAW.when(surplus(view) == 2 && files_apart(view) == 1);

    /// With a bishop each on different colours and two pawns more, passers whose outermost are more
    /// than two files apart win, and passers with one file between them draw.
    "endgame.bishop.opposite.two-separate" [735] Endgame {} verdict
    |view, _| {
        if are_two_far_apart(view) {
            let held = view.applies(BISHOP_OPPOSITE_TWO_SEPARATE_WRONG_CORNER)
                && is_corner_held(view);
            Finding::WIN.when(!held)
        } else {
            Finding::DRAW.when(surplus(view) == 2 && files_apart(view) == 2)
        }
    };

    /// The win of passers far apart is a draw where one of them is a rook pawn, its promotion
    /// square is not on the colour of the own bishop, and the enemy king is beside that square or
    /// no farther from it than the own king.
    "endgame.bishop.opposite.two-separate-wrong-corner" [735] Endgame {} verdict
    |view, _| Finding::DRAW.when(are_two_far_apart(view) && is_corner_held(view));

    /// With a bishop each on different colours and three pawns more, or more yet, three passers on
    /// neighbouring files usually win. Added here: two passers usually win as well, and if
    /// the outermost are three files apart they win.
    "endgame.bishop.opposite.three-connected" [737] Endgame {} verdict
    |view, _| {
        let apart = files_apart(view);
        if surplus(view) < 3 || apart == 0 {
            Finding::SILENT
        } else if three_in_a_row(view).is_none() && apart >= WINNING_FILES_APART {
            Finding::WIN
        } else {
            let held = view.applies(BISHOP_OPPOSITE_THREE_STRADDLED) && are_straddled(view);
            Finding::USUAL_WIN.when(!held)
        }
    };

    /// Three connected passers that are all the passers, with three pawns more, only draw if they
    /// are held: a wedge (d5, e6, f5) if the enemy king and bishop both guard the square before one
    /// of its rear pawns, a staircase (e6, f5, g4) if the king guards the square before the middle
    /// pawn.
    "endgame.bishop.opposite.three-straddled" [737] Endgame {} verdict
    |view, _| Finding::DRAW.when(are_straddled(view));
}

/// True in the ending of these rules.
fn is_ending(context: &Context<'_>) -> bool {
    context.ending == Ending::OppositeBishops
}

/// The own side's surplus of pawns over the enemy's.
fn surplus(view: &View<'_>) -> i32 {
    count(view.own.pawns) - count(view.enemy.pawns)
}

/// The files of the own passers, each by its square on the first rank.
fn passer_files(view: &View<'_>) -> Bitboard {
    fill_down(view.own.structure.passed) & rank(1)
}

/// The distance in files between the outermost own passers; 0 if there are fewer than two.
fn files_apart(view: &View<'_>) -> u32 {
    let files = passer_files(view);
    match (files.first(), files.last()) {
        (Some(first), Some(last)) => first.distance(last),
        _ => 0,
    }
}

/// True if the win of two passers far apart is at stake.
fn are_two_far_apart(view: &View<'_>) -> bool {
    surplus(view) == 2 && files_apart(view) >= WINNING_FILES_APART
}

/// True if a passer goes to a corner that is not on the colour of the own bishop, and the enemy
/// king is no farther from it than the own king.
fn is_corner_held(view: &View<'_>) -> bool {
    let corners = ahead(view.own.structure.passed & (A_FILE | H_FILE)) & rank(8);
    let wrong = corners & !bishop_colour(view.own);
    // If the enemy king is in the corner or beside it, the own one is no nearer.
    wrong.into_iter().any(|corner| {
        let [own, enemy] = [view.own, view.enemy].map(|it| it.king.square.distance(corner));
        enemy <= own
    })
}

/// The first of three neighbouring files with own passers.
fn three_in_a_row(view: &View<'_>) -> Option<u32> {
    let files = passer_files(view);
    let first = files & left(files & left(files));
    first.first().map(|square| square.file().into())
}

/// True if, with three pawns more, the only passers are three on neighbouring files that are held:
/// a wedge with the enemy king and bishop both guarding the square before one of its rear pawns, or
/// a diagonal with the king guarding that before its middle pawn.
fn are_straddled(view: &View<'_>) -> bool {
    let passers = view.own.structure.passed;
    if surplus(view) != 3 || count(passers) != 3 {
        return false;
    }
    let Some(first) = three_in_a_row(view) else {
        return false;
    };
    let on = |at: u32| (passers & file(at)).first();
    let (Some(one), Some(middle), Some(other)) = (on(first), on(first + 1), on(first + 2)) else {
        return false;
    };
    let ahead_of_middle = |pawn: Square| i32::from(pawn.rank()) - i32::from(middle.rank());
    let enemy = view.enemy;
    let by_king = enemy.king.ring | enemy.king.set;
    let by_both = by_king & (enemy.by_bishops | enemy.bishops);
    let (held, before) = match (ahead_of_middle(one), ahead_of_middle(other)) {
        (-1, -1) => (by_both, Bitboard::from(one) | other),
        (1, 1) => (by_both, Bitboard::from(middle)),
        (-1, 1) | (1, -1) => (by_king, Bitboard::from(middle)),
        _ => return false,
    };
    held.intersects(up(before))
}
