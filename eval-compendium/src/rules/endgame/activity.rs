//! Mobility and space advantage: features that the endgame takes over unchanged from the middlegame.
//!
//! The middlegame's rules count them in all phases; the endgame's count if those are switched off.

use crate::interplay::{PAWN_MOBILITY, PIECE_MOBILITY, RankWorth, SPACE_PAWNS};
use crate::patterns::pieces::{pawn_mobility, piece_mobility};
use crate::patterns::space::{by_rank, plain_space_pawns};
use crate::rule::rules;

rules! {
    "General principles of the endgame" as Pieces;

    /// Each empty square that a knight, bishop, rook or queen can go to is worth {bonus}, as in the
    /// middlegame. It is counted once: as a rule the middlegame's own mobility pays, in the endgame
    /// too.
    "endgame.general.mobility" [603] Endgame { bonus: 10 }
    |view, n| {
        if view.replaced_by(PIECE_MOBILITY) {
            0
        } else {
            n.bonus * piece_mobility(view)
        }
    };

    /// Each possible step or capture of a pawn is worth {bonus}, as in the middlegame. It is
    /// counted once: as a rule the middlegame's own rule pays, in the endgame too. A promotion is
    /// one move.
    "endgame.general.pawn-mobility" as Pawns [603] Endgame { bonus: 5 }
    |view, n| {
        if view.replaced_by(PAWN_MOBILITY) {
            0
        } else {
            n.bonus * pawn_mobility(view)
        }
    };

    /// A pawn on the fifth rank earns {rank5}, one on the sixth {rank6}, as in the middlegame, but
    /// a closed centre makes no difference. As a rule the middlegame's own rule pays; this one adds
    /// the pawns that it leaves out.
    "endgame.general.space" as Pawns [605] Endgame { rank5: 10, rank6: 30 }
    |view, n| {
        let mut pawns = view.own.pawns;
        if view.replaced_by(SPACE_PAWNS) {
            pawns &= !plain_space_pawns(view);
        }
        let worth = RankWorth {
            rank5: n.rank5,
            rank6: n.rank6,
        };
        by_rank(pawns, worth)
    };
}
