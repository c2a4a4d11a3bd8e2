//! Counterplay, and its prevention.

use shakmaty::attacks::bishop_attacks;
use shakmaty::{Bitboard, Square};

use crate::board::bits::{
    FOCAL_CENTRE, KINGSIDE, QUEENSIDE, count, pawn_hits, pawn_hits_down, ranks,
};
use crate::interplay::{
    COUNTERPLAY_ATTACKING_PIECES, MINOR_ATTACKS_RING, QUEEN_ATTACKS_RING, ROOK_SEMIOPEN_FILE,
};
use crate::patterns::lines::x_ray;
use crate::patterns::pieces::enemy_pushes;
use crate::rule::{WHOLE, factor, rules};
use crate::view::View;

/// The least number of pawns that hold the centre's four squares, if the enemy has fewer there.
const FIRM_HOLD: i32 = 2;

rules! {
    "Counterplay" as King;

    /// With a low score, {behind} or more behind, what own pieces earn by attacking the enemy king
    /// position is multiplied by {low}; with a very low one, {far_behind} or more behind, by
    /// {very_low}. Both belong to the sum as printed, and are to be set with another scale.
    "counterplay.attacking-pieces-factor" [526, 528] Middlegame
    { low: 1.2, very_low: 1.3, behind: 300, far_behind: 600 } reads_score
    // It uses the score of the whole board: the score of a wing would depend on the squares of the
    // attackers.
    |view, n| {
        if !has_low_score(view) {
            return 0;
        }
        let raised = if view.score > -n.far_behind {
            n.low
        } else {
            n.very_low
        };
        let own = view.own;
        let queen = view.numbers(QUEEN_ATTACKS_RING);
        let rook = view.numbers(ROOK_SEMIOPEN_FILE);
        let minor = view.numbers(MINOR_ATTACKS_RING);
        let worth = queen * count(own.queens & own.attackers)
            + rook * count(own.rooks & own.attackers)
            + minor * count(own.minors & own.attackers);
        factor(worth, raised - WHOLE)
    };

    /// With a score as low as for raised attackers, and the enemy attacking the king, each own pawn
    /// on the sixth or seventh rank of the half where the king does not stand earns {bonus}.
    "counterplay.advanced-pawns-other-wing" as Pawns [528] Middlegame { bonus: 20 } reads_score
    |view, n| {
        if !has_low_score(view) || !view.enemy.king_attack {
            return 0;
        }
        let own = view.own;
        let other_half = if own.king.set.intersects(QUEENSIDE) {
            KINGSIDE
        } else {
            QUEENSIDE
        };
        n.bonus * count(own.pawns & other_half & ranks(6, 7))
    };

    "Prevention of counterplay" as Pieces;

    /// A side with two or more pawns on d4, e4, d5 and e5, and more than the enemy has there, earns
    /// {bonus} for each square where an enemy pawn could step to attack one of them and which two
    /// own pawns guard.
    "prevention.extra-pawn-control" as Pawns [530, 532] Middlegame { bonus: 50 }
    |view, n| n.bonus * count(thrusts(view) & view.own.twice_by_pawns);

    /// With such a hold on the centre, each piece that guards the square of such a pawn thrust
    /// earns {bonus}. A bishop or queen may guard it through an own pawn that does.
    "prevention.piece-control" [532] Middlegame { bonus: 20 }
    |view, n| {
        let own = view.own;
        let guards_of = |square: Square| {
            let shields = own.pawns & pawn_hits_down(Bitboard::from_square(square));
            let through =
                x_ray(view, square, shields, bishop_attacks) & (own.bishops | own.queens);
            own.count_attacking_pieces(square) as i32 + count(through)
        };
        n.bonus * thrusts(view).into_iter().map(guards_of).sum::<i32>()
    };
}

/// True if the score calls for counterplay.
fn has_low_score(view: &View<'_>) -> bool {
    view.score <= -view.numbers(COUNTERPLAY_ATTACKING_PIECES)
}

/// The squares to which an enemy pawn can step to attack an own one in the centre, if the own side
/// has at least two pawns there, and more than the enemy.
fn thrusts(view: &View<'_>) -> Bitboard {
    let held = view.own.pawns & FOCAL_CENTRE;
    let pawns = count(held);
    if pawns < FIRM_HOLD || pawns <= count(view.enemy.pawns & FOCAL_CENTRE) {
        return Bitboard::EMPTY;
    }
    enemy_pushes(view) & pawn_hits(held)
}
