//! Attacks that gain time: each target counts once, however many attack it and whoever is to move.

use crate::catalogue::pieces;
use crate::rules::{Visitor, count};

pub(super) fn visit(rules: &mut impl Visitor) {
    // A queen attacked by a man worth less: one that a queen or a king attacks attacks it too.
    rules.rule(pieces::TEMPO_ATTACK_QUEEN, |view, [bonus]| {
        let own = &view.own;
        let lesser = own.by_pawns | own.by_knights | own.by_bishops | own.by_rooks;
        bonus * count(view.enemy.queens & lesser)
    });
    // A rook attacked by a minor.
    rules.rule(pieces::TEMPO_MINOR_ATTACKS_ROOK, |view, [bonus]| {
        let own = &view.own;
        bonus * count(view.enemy.rooks & (own.by_knights | own.by_bishops))
    });
    // A minor attacked by a pawn.
    rules.rule(pieces::TEMPO_PAWN_ATTACKS_MINOR, |view, [bonus]| {
        bonus * count(view.enemy.minors & view.own.by_pawns)
    });
}
