//! Initiative, sacrificed pawns, lines that cross, and counterplay.

mod activity;
mod clash;
mod counterplay;
mod halves;
mod positional;
mod prevention;
mod sacrifice;
mod vectors;

use super::Visitor;
use crate::catalogue::initiative;

/// The rules that read the position.
pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(
        initiative::INITIATIVE_BLOCKED_FLANK_OBSERVERS,
        halves::blocked_flank,
    );
    rules.rule(initiative::INITIATIVE_CLASH_POINT_FACTOR, clash::raised);
    rules.rule(
        initiative::KASPAROV_EXTRA_DEVELOPED_PIECE,
        activity::extra_piece,
    );
    rules.rule(
        initiative::KASPAROV_ACTIVITY_BOTH_SIDES,
        activity::both_sides,
    );
    rules.rule(
        initiative::SACRIFICE_PAWNS_ONE_PERMANENT_FACTOR,
        sacrifice::one,
    );
    rules.rule(
        initiative::SACRIFICE_PAWNS_TWO_PERMANENT_FACTORS,
        sacrifice::two,
    );
    rules.rule(
        initiative::VECTORAL_INTERSECTION_ON_ENEMY_PAWN,
        vectors::on_pawn,
    );
    rules.rule(
        initiative::VECTORAL_INTERSECTION_KING_POSITION,
        vectors::at_king,
    );
    rules.rule(
        initiative::PREVENTION_EXTRA_PAWN_CONTROL,
        prevention::by_pawns,
    );
    rules.rule(initiative::PREVENTION_PIECE_CONTROL, prevention::by_pieces);
}

/// The rules that read the score.
pub(super) fn score_readers(rules: &mut impl Visitor) {
    rules.rule(
        initiative::COUNTERPLAY_ATTACKING_PIECES_FACTOR,
        counterplay::attacking_pieces,
    );
    rules.rule(
        initiative::COUNTERPLAY_ADVANCED_PAWNS_OTHER_WING,
        counterplay::advanced_pawns,
    );
}
