//! What the spread of the pawns over the board makes of a lead.

use crate::catalogue::endgame;
use crate::rules::verdict::Finding;
use crate::rules::{View, Visitor};

pub(super) fn verdicts(rules: &mut impl Visitor) {
    rules.verdict(endgame::GENERAL_ONE_SIDE_DRAW, one_side_draw);
    rules.verdict(endgame::GENERAL_TWO_SIDES_WIN, two_sides_win);
}

/// With all pawns on at most four neighbouring files a lead of no more than 70 is a draw.
fn one_side_draw(view: &View<'_>, [within]: [i32; 1]) -> Finding {
    let narrow = view.weights.is_endgame() && view.play.on_one_part();
    Finding::GENERAL_DRAW.when(narrow && view.score.abs() <= within)
}

/// With pawns on both wings, or in the centre and far out on one wing, a lead of more than 40
/// grows. Pawns on c and f are on both wings, and on one part of the board too: a draw goes first.
fn two_sides_win(view: &View<'_>, [over]: [i32; 1]) -> Finding {
    let wide = view.play.is_wide() || view.play.on_both_wings();
    Finding::GENERAL_WINNING.when(view.weights.is_endgame() && wide && view.score.abs() > over)
}
