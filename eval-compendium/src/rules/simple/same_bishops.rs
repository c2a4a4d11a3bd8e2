//! Endings with a bishop each, on squares of one colour.

use crate::board::bits::count;
use crate::board::context::Context;
use crate::board::material::Ending;
use crate::board::side::Side;
use crate::patterns::colours::{Colours, bishop_squares, spread_on_colour};
use crate::patterns::passers::{outside_passer, support};
use crate::rule::rules;
use crate::verdict::Finding;

/// Pawns that a side has at least whose bishop is bad, most of them on the bishop's colour.
const BAD_BISHOP_PAWNS: i32 = 3;
/// How many of those on its colour are blocked by pawns at least.
const BAD_BISHOP_RAMS: i32 = 2;

rules! {
    "Endgame";

    /// With a bishop each on squares of one colour, each own pawn on a square of the other colour
    /// earns {bonus}.
    "endgame.bishop.same.off-colour-pawn" [709] Endgame when same_bishops { bonus: 15 }
    |view, n| n.bonus * Colours::of(&view.own).off;

    /// With a bishop each on squares of one colour, a king next to an own passer, or to the square
    /// before it, earns {bonus}, once however many it supports.
    "endgame.bishop.same.king-supports" [711] Endgame when same_bishops { bonus: 30 }
    |view, n| support(view, [n.bonus]);

    /// With a bishop each on squares of one colour, an outside passer earns {bonus}, once however
    /// many there are; the document's own example prints {example}.
    "endgame.bishop.same.outside-passer" [713] Endgame when same_bishops { bonus: 60, example: 50 }
    // The rule and the example of the document contradict each other: the rule counts.
    |view, n| outside_passer(view, [n.bonus]);

    /// With a bishop each on squares of one colour, the side that is ahead usually wins against a
    /// bad bishop if its own is not bad. A bishop is bad when its side has three pawns or more,
    /// most of them on its colour and at least two of these blocked by pawns.
    "endgame.bishop.same.bad-bishop" [717] Endgame when same_bishops {} verdict
    |view, _| {
        if view.ending != Ending::SameBishops || view.score <= 0 {
            return Finding::SILENT;
        }
        Finding::USUAL_WIN.when(has_bad_bishop(&view.enemy) && !has_bad_bishop(&view.own))
    };

    /// With a bishop each on squares of one colour, each own pawn on the colour of the bishop costs
    /// {penalty}.
    "endgame.bishop.same.on-colour-pawn" [721] Endgame when same_bishops { penalty: -15 }
    |view, n| n.penalty * Colours::of(&view.own).on;

    /// A side with more pawns on the colour of its bishop than off it loses {penalty} more where
    /// the pawns of both sides spread over both wings, or over a wing and the centre: the outermost
    /// at least four files apart.
    "endgame.bishop.same.wide-play-penalty" [721] Endgame when same_bishops { penalty: -30 }
    |view, n| n.penalty * spread_on_colour(view);

    /// Bishop against knight: the side with the bishop loses {each} for each own pawn on the colour
    /// of the bishop, and {wide} more if these outnumber the others and play is wide.
    "endgame.bishop-knight.on-colour-pawn" [725] Endgame when bishop_against_knight { each: -15, wide: -30 }
    |view, n| {
        if view.own.bishops.is_empty() {
            return 0;
        }
        n.each * Colours::of(&view.own).on + n.wide * spread_on_colour(view)
    };
}

fn bishop_against_knight(context: &Context) -> bool {
    context.ending == Ending::BishopKnight
}

fn same_bishops(context: &Context) -> bool {
    context.ending == Ending::SameBishops
}

/// Whether the bishop of `side` has three own pawns or more, most of them on its colour, and at
/// least two of those blocked by pawns.
fn has_bad_bishop(side: &Side) -> bool {
    let Colours { on, off } = Colours::of(side);
    let rammed = side.structure.rammed & bishop_squares(side);
    on + off >= BAD_BISHOP_PAWNS && on > off && count(rammed) >= BAD_BISHOP_RAMS
}
