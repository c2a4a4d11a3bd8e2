//! The attack that gives material for time: from the Tal dimension to the pins.

mod bare_king;
mod checks;
mod closed_centre;
mod factors;
mod idle;
mod lines;
mod minors;
mod penetration;
mod pieces;
mod pins;

use super::Visitor;
use crate::catalogue::attack;

pub(super) use checks::enemy_steps;
pub(super) use lines::behind;
pub(super) use penetration::penetrates;

/// The rules that read the position.
pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(attack::TAL_ROOK_EIGHTH_RANK_PIN, pins::eighth_rank);
    rules.rule(attack::TAL_TWO_PERMANENT_FACTORS, factors::two);
    rules.rule(attack::TAL_THREE_PERMANENT_FACTORS, factors::three);
    rules.rule(attack::TAL_SIXTH_RANK_PAWN_BARE_KING, bare_king::sixth_rank);
    rules.rule(attack::TAL_CROSSED_PAWN_BARE_KING, bare_king::crossed);
    rules.rule(attack::TAL_BARE_KING, bare_king::bare_king);
    rules.rule(attack::TAL_TWO_BISHOPS_ATTACK, pieces::two_bishops);
    rules.rule(attack::TAL_TWO_KNIGHTS_ATTACK, pieces::two_knights);
    rules.rule(
        attack::TAL_SEVENTH_RANK_PASSER_ATTACK,
        pieces::seventh_rank_passer,
    );
    rules.rule(attack::TAL_CENTRAL_ROOK, pieces::central_rook);
    rules.rule(attack::TAL_QUEEN_BISHOP_PENETRATION, penetration::bonus);
    rules.rule(
        attack::TAL_MINOR_SIXTH_RANK_KING_POSITION,
        pieces::minor_on_sixth,
    );
    rules.rule(attack::DISREGARD_IDLE_MINOR, idle::minor);
    rules.rule(attack::DISREGARD_IDLE_ROOK, idle::rook);
    rules.rule(attack::ROOK_TWO_MINORS_ATTACK, minors::rook_prevails);
    rules.rule(attack::OTHER_CLOSED_CENTER_ATTACK, closed_centre::attack);
    rules.rule(attack::OTHER_CLOSED_CENTER_STORM, closed_centre::storm);
    rules.rule(attack::OTHER_INCAPACITATED_PAWN, pins::incapacitated_pawn);
    rules.rule(attack::OTHER_DIAGONAL_PAWN_PIN, pins::diagonal_pawn);
    rules.rule(attack::OTHER_ATTACKER_KING_SAFE_SQUARE, checks::safe_king);
    rules.rule(attack::PINS_BISHOP_PINS_KNIGHT, pins::bishop_pins_knight);
    rules.rule(attack::PINS_ROOK_PINS_MINOR, pins::rook_pins_minor);
}
