//! Endings decided by the pieces alone: two knights, the two bishops, rook and bishop, bishop
//! and knight.

use shakmaty::{Bitboard, Square};

use crate::board::bits::once;
use crate::board::material::Pieces;
use crate::patterns::endgame::{has, is_small, pawns};
use crate::patterns::pieces::{bishop_colour, on_both_colours};
use crate::rule::rules;
use crate::verdict::Finding;

/// The most steps of a king from one corner or one king to another.
const LONGEST: i32 = 7;

rules! {
    "Very basic endgames" as Material when is_small;

    /// Rook and bishop against rook, without pawns, earn {bonus} beside the material.
    "endgame.basic.rook-bishop-v-rook" [933] Endgame { bonus: 400 }
    |view, n| n.bonus * once(has(view, Pieces::RB, Pieces::R) && pawns(view) == (0, 0));

    /// Two knights against the bare king are a dead draw.
    "endgame.basic.two-knights" [937] Endgame {} verdict
    |view, _| {
        let draws = has(view, Pieces::NN, Pieces::NONE) && pawns(view) == (0, 0);
        Finding::HARD_DRAW.when(draws)
    };

    /// Two bishops on squares of both colours against a knight, without pawns, earn {bonus} beside
    /// the material.
    "endgame.basic.bishops-v-knight" [941] Endgame { bonus: 200 }
    |view, n| {
        let material = has(view, Pieces::BB, Pieces::N) && pawns(view) == (0, 0);
        n.bonus * once(material && on_both_colours(view.own.bishops))
    };

    /// Bishop, knight and one pawn against a rook earn {bonus} beside the material.
    "endgame.basic.bishop-knight-pawn-v-rook" [945] Endgame { bonus: 500 }
    |view, n| n.bonus * once(has(view, Pieces::BN, Pieces::R) && pawns(view) == (1, 0));

    /// Bishop and knight against the bare king mate only in a corner of the bishop's colour. They
    /// earn {corner} for each step that this king is nearer than seven to the nearest such corner,
    /// and {king} for each step that the kings are nearer than eight to one another.
    "endgame.basic.bishop-knight-mate" as King [947] Endgame { corner: 20, king: 10 }
    |view, n| {
        if !has(view, Pieces::BN, Pieces::NONE) || pawns(view) != (0, 0) {
            return 0;
        }
        let lone = view.enemy.king.square;
        let away = |to: Square| lone.distance(to) as i32;
        let corners = Bitboard::CORNERS & bishop_colour(view.own);
        let nearest = corners.into_iter().map(away).min();
        n.corner * (LONGEST - nearest.unwrap_or(LONGEST))
            + n.king * (LONGEST + 1 - away(view.own.king.square))
    };
}
