//! Counterplay of a side whose score is low.

use super::halves::HALVES;
use super::positional::WHOLE;
use crate::catalogue::king_attack::{MINOR_ATTACKS_RING, QUEEN_ATTACKS_RING, ROOK_SEMIOPEN_FILE};
use crate::catalogue::thresholds::{LOW_SCORE, VERY_LOW_SCORE};
use crate::context::bits::ranks;
use crate::rules::{View, count, factor};

/// With a low score, pieces that attack the enemy king position gain a fifth of what a queen (100),
/// a rook (50) and a minor (30) earn there, with a very low one 30 percent.
///
/// These are the numbers of the rules on attacking pieces, whether those pay for the piece or not.
pub(super) fn attacking_pieces(view: &View<'_>, [low, very_low]: [i32; 2]) -> i32 {
    if view.score > LOW_SCORE {
        return 0;
    }
    let raised = if view.score > VERY_LOW_SCORE {
        low
    } else {
        very_low
    };
    let own = &view.own;
    let [queen] = view.numbers(QUEEN_ATTACKS_RING);
    let [rook] = view.numbers(ROOK_SEMIOPEN_FILE);
    let [minor] = view.numbers(MINOR_ATTACKS_RING);
    let worth = queen * count(own.queens & own.attackers)
        + rook * count(own.rooks & own.attackers)
        + minor * count(own.minors & own.attackers);
    factor(worth, raised - WHOLE)
}

/// With a low score and under a king attack, each pawn on rank 6 or 7 earns 20 on the half of the
/// board where the own king does not stand.
pub(super) fn advanced_pawns(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    if view.score > LOW_SCORE || !view.enemy.king_attack {
        return 0;
    }
    let own = &view.own;
    let other = HALVES
        .into_iter()
        .find(|half| half.is_disjoint(own.king.set));
    other.map_or(0, |half| bonus * count(own.pawns & half & ranks(6, 7)))
}
