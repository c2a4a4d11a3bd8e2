//! Beauty in chess.

mod pawns;
mod pieces;

use super::Visitor;
use crate::catalogue::beauty;

pub(in crate::rules) use pawns::bastion;
pub(in crate::rules) use pieces::has_alternating_battery;

/// The rules that read the position.
pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(beauty::GANDALF_CROSS, pawns::gandalf_cross);
    rules.rule(beauty::SERPENTINE, pawns::serpentine);
    rules.rule(beauty::CHECKERS, pawns::checkers);
    rules.rule(beauty::STURDY_BASTION, pawns::sturdy_bastion);
    rules.rule(beauty::MIGHTY_TRIPLETS, pieces::mighty_triplets);
    rules.rule(beauty::ALTERNATING_BATTERY, pieces::alternating_battery);
}
