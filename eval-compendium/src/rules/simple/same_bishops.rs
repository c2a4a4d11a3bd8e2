//! Same colour bishop endings, the bad bishop, and the rules that hold for a bishop against a knight too.

use crate::board::bits::{count, once};
use crate::board::context::Context;
use crate::board::material::Ending;
use crate::board::side::Side;
use crate::patterns::passers::{has_outside_passer, king_supports};
use crate::patterns::pieces::{
    bishop_colour, most_on_colour, most_on_colour_in_wide_play, off_colour, on_colour,
};
use crate::rule::rules;
use crate::verdict::Finding;

/// The fewest pawns of a side whose bishop is bad.
const BAD_BISHOP_PAWNS: i32 = 3;
/// The fewest of those pawns on its colour that are blocked by pawns.
const BAD_BISHOP_RAMS: i32 = 2;

rules! {
    "Simple endings" as Pieces;

    /// With a bishop each on squares of one colour, each own pawn on a square of the other colour
    /// earns {bonus}.
    "endgame.bishop.same.off-colour-pawn" [709] Endgame when same_bishops { bonus: 15 }
    |view, n| n.bonus * count(off_colour(view.own));

    /// With a bishop each on squares of one colour, a king next to an own passer, or to the square
    /// before it, earns {bonus}, once however many it supports.
    "endgame.bishop.same.king-supports" as King [711] Endgame when same_bishops { bonus: 30 }
    |view, n| n.bonus * once(king_supports(view));

    /// With a bishop each on squares of one colour, an outside passer earns {bonus}, once however
    /// many there are. The document's own example prints {example}: the rule counts.
    "endgame.bishop.same.outside-passer" as Pawns [713] Endgame when same_bishops { bonus: 60, example: 50 }
    |view, n| n.bonus * once(has_outside_passer(view));

    /// With a bishop each on squares of one colour, the side that is ahead usually wins against a
    /// bad bishop if its own is not bad. A bishop is bad when its side has three pawns or more,
    /// most of them on its colour and at least two of these blocked by pawns.
    "endgame.bishop.same.bad-bishop" [717] Endgame when same_bishops {} verdict
    |view, _| {
        let against_bad = has_bad_bishop(view.enemy) && !has_bad_bishop(view.own);
        Finding::USUAL_WIN.when(view.score > 0 && against_bad)
    };

    /// With a bishop each on squares of one colour, each own pawn on the colour of the bishop costs
    /// {penalty}.
    "endgame.bishop.same.on-colour-pawn" [721] Endgame when same_bishops { penalty: -15 }
    |view, n| n.penalty * count(on_colour(view.own));

    /// With a bishop each on squares of one colour, a side with a pawn on that colour loses
    /// {penalty} more in wide play: where the outermost pawns of both sides together are at least
    /// four files apart.
    "endgame.bishop.same.wide-play-penalty" [721] Endgame when same_bishops { penalty: -30 }
    |view, n| n.penalty * once(view.play.is_wide() && on_colour(view.own).any());

    /// Bishop against knight: the side with the bishop loses {each} for each own pawn on the colour
    /// of the bishop, and {wide} more if these outnumber the others and play is wide.
    "endgame.bishop-knight.on-colour-pawn" [725] Endgame
    when bishop_against_knight { each: -15, wide: -30 }
    |view, n| {
        n.each * count(on_colour(view.own)) + n.wide * once(most_on_colour_in_wide_play(view))
    };
}

fn same_bishops(context: &Context<'_>) -> bool {
    context.ending == Ending::SameBishops
}

fn bishop_against_knight(context: &Context<'_>) -> bool {
    context.ending == Ending::BishopKnight
}

fn has_bad_bishop(side: &Side) -> bool {
    let blocked = side.structure.rammed & bishop_colour(side);
    count(side.pawns) >= BAD_BISHOP_PAWNS
        && most_on_colour(side)
        && count(blocked) >= BAD_BISHOP_RAMS
}
