//! Fortresses, perpetual check, passive pieces and other techniques.

mod fortress;
mod outposts;
mod passivity;
mod perpetual;
mod placement;
mod walk;

use super::Visitor;
use crate::catalogue::techniques;

pub(in crate::rules) use passivity::shut_in;

/// The rules that read the position.
pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(techniques::FORTRESS_BUILDING, fortress::against_queen);
    rules.rule(
        techniques::FORTRESS_TWO_KNIGHTS,
        fortress::knights_against_queen,
    );
    passivity::visit(rules);
    placement::visit(rules);
    outposts::visit(rules);
}

/// The rules that read the score.
pub(super) fn score_readers(rules: &mut impl Visitor) {
    rules.rule(techniques::FORTRESS_NATURAL, fortress::natural);
    rules.rule(
        techniques::FORTRESS_NATURAL_KNIGHT,
        fortress::natural_with_knight,
    );
    rules.rule(techniques::PERPETUAL_MIDDLEGAME, perpetual::middlegame);
    rules.rule(techniques::PERPETUAL_ENDGAME, perpetual::endgame);
    rules.rule(techniques::OPTIMAL_POSITIONING, placement::optimal);
    rules.rule(
        techniques::EXCHANGE_SACRIFICE,
        placement::exchange_sacrifice,
    );
}

/// The verdicts.
pub(super) fn verdicts(rules: &mut impl Visitor) {
    rules.verdict(techniques::FORTRESS_MIDDLEGAME, |view, []| {
        fortress::behind_walls(view)
    });
    rules.verdict(techniques::FORTRESS_MINORS_TWO_ROOKS, |view, []| {
        fortress::against_two_rooks(view)
    });
}
