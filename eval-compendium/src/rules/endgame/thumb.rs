//! Rules of thumb: chains, penetration, quiet defence, attacks on the king, symmetry, pins.

use shakmaty::attacks::{ray, rook_attacks};
use shakmaty::{Bitboard, Role};

use crate::catalogue::endgame;
use crate::catalogue::thresholds::{ENDGAME_ATTACK, MATERIAL};
use crate::context::bits::{KINGSIDE, QUEENSIDE, behind, beside, down, file, ranks, up};
use crate::context::side::Piece;
use crate::last_move::LastMove;
use crate::rules::endings::is_walled;
use crate::rules::{View, Visitor, count, once};

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(endgame::GENERAL_ROOT_ATTACK, root_attack);
    rules.rule(endgame::GENERAL_PENETRATION_POINT, penetration_point);
    rules.rule(endgame::GENERAL_KING_ATTACK, |view, [bonus]| {
        bonus * once(attacks_king(view))
    });
    rules.rule(endgame::GENERAL_DEAD_PIN, dead_pin);
}

pub(super) fn score_readers(rules: &mut impl Visitor) {
    rules.rule(endgame::GENERAL_QUIET_DEFENCE, quiet_defence);
    rules.rule(endgame::GENERAL_SYMMETRICAL_DEFENCE, symmetrical_defence);
}

/// Each enemy chain of pawns that protect one another, all of them held by pawns of ours or all
/// but one, which has one on its way, is worth 25 if something attacks a pawn at its root.
fn root_attack(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let enemy = &view.enemy.structure;
    let mut roots = enemy.protecting & !enemy.protected & view.own.by_any;
    let mut chains = 0;
    while let Some(root) = roots.first() {
        let chain = chain_of(Bitboard::from_square(root), view.enemy.pawns);
        roots &= !chain;
        chains += once(is_held(view, chain));
    }
    bonus * chains
}

/// The pawns among `pawns` that are linked with those of `chain`, each protecting the next.
fn chain_of(mut chain: Bitboard, pawns: Bitboard) -> Bitboard {
    loop {
        let sides = beside(chain);
        let linked = (up(sides) | down(sides)) & pawns & !chain;
        if linked.is_empty() {
            return chain;
        }
        chain |= linked;
    }
}

/// Whether every pawn of the enemy's chain has an own pawn ahead on its file, directly so for all
/// of them or all but one.
fn is_held(view: &View<'_>, chain: Bitboard) -> bool {
    let loose = chain & !view.enemy.structure.rammed;
    // The enemy plays down the board: what is ahead of its pawns is below them.
    loose.is_empty() || !loose.more_than_one() && behind(loose).intersects(view.own.pawns)
}

/// Before a wall of pawns a rook or queen in the enemy half that no enemy man attacks is worth 50,
/// once.
fn penetration_point(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let heavy = (view.own.rooks | view.own.queens) & ranks(5, 8);
    let safe = heavy & !view.enemy.by_any;
    bonus * once(safe.any() && is_walled(view))
}

/// Whether, without queens, a side with rooks and minors for nine pawns or more attacks the enemy
/// king position with one of them. It is worth 50.
pub(in crate::rules) fn attacks_king(view: &View<'_>) -> bool {
    let own = &view.own;
    let [minor, rook, _] = MATERIAL;
    own.attackers.any()
        && own.queens.is_empty()
        && view.enemy.queens.is_empty()
        && minor * count(own.minors) + rook * count(own.rooks) >= ENDGAME_ATTACK
}

/// A rook that pins a bishop or knight to an enemy rook is worth 75 if nothing attacks it and the
/// enemy king stands beside neither of the two.
fn dead_pin(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let enemy = &view.enemy;
    if (view.own.by_rooks & enemy.minors).is_empty() || enemy.rooks.is_empty() {
        return 0;
    }
    let pinning = |piece: &&Piece| {
        piece.role == Role::Rook
            && !enemy.by_any.contains(piece.square)
            && (piece.attacks & enemy.minors & !enemy.king.ring)
                .into_iter()
                .any(|minor| {
                    let line = ray(piece.square, minor) & rook_attacks(minor, view.occupied);
                    (line & enemy.rooks & !enemy.king.ring).any()
                })
    };
    bonus * view.own.each.iter().filter(pinning).count() as i32
}

/// The worse side loses 30 if its last move was a quiet step of a pawn, no passer, on the half of
/// the board where it has fewer pawns.
fn quiet_defence(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    if view.score >= 0 {
        return 0;
    }
    let last = view.own.past.last;
    let halves = [
        (LastMove::QUIET_ON_QUEENSIDE, QUEENSIDE),
        (LastMove::QUIET_ON_KINGSIDE, KINGSIDE),
    ];
    let weakened = |(bit, half): &(LastMove, Bitboard)| {
        last.did(*bit) && count(view.own.pawns & *half) < count(view.enemy.pawns & *half)
    };
    penalty * once(halves.iter().any(weakened))
}

/// The side that is behind gains 35, but never more than it is behind, if each file has as many
/// pawns of the one side as of the other.
fn symmetrical_defence(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    if view.score >= 0 || own.pawns.is_empty() || own.structure.files != enemy.structure.files {
        return 0;
    }
    let same = |at| count(own.pawns & file(at)) == count(enemy.pawns & file(at));
    bonus.min(-view.score) * once((0..8).all(same))
}
