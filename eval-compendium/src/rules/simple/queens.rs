//! Queen endings.

use shakmaty::{Bitboard, Square};

use crate::board::bits::{count, once};
use crate::board::context::Context;
use crate::board::material::Ending;
use crate::patterns::passers::king_supports;
use crate::rule::rules;
use crate::view::View;

/// The least distance in files between a passer and a king that stays away from it.
const FAR_FROM_KING: u32 = 4;

rules! {
    "Simple endings" as King when is_ending;

    /// With a queen each, three own pawns or more next to the king, or up to two ranks ahead of it
    /// on its own and the neighbouring files, earn {bonus}.
    "endgame.queen.shelter-three" [799] Endgame { bonus: 50 }
    |view, n| n.bonus * once(shelter(view) >= 3);

    /// With a queen each, a shelter of just two such pawns costs {penalty}.
    "endgame.queen.shelter-two" [801] Endgame { penalty: -20 }
    |view, n| n.penalty * once(shelter(view) == 2);

    /// With a queen each, a shelter of one pawn costs {penalty}, and so does none.
    "endgame.queen.shelter-one" [801] Endgame { penalty: -50 }
    |view, n| n.penalty * once(shelter(view) <= 1);

    /// With a queen each, a king next to an own passer, or to the square before it, earns {bonus},
    /// once however many it supports.
    "endgame.queen.king-supports" [803] Endgame { bonus: 20 }
    |view, n| n.bonus * once(king_supports(view));

    /// With a queen each, a king with at most one pawn to shelter it, four files or more away from
    /// its foremost passer, costs {penalty}: it may be checked for ever. Not so if it supports
    /// another passer.
    "endgame.queen.king-far" [805] Endgame { penalty: -80 }
    |view, n| {
        let passers = view.own.structure.passed;
        let Some(foremost) = passers.last() else {
            return 0;
        };
        let king = view.own.king.square;
        let is_far = |passer: Square| passer.file().distance(king.file()) >= FAR_FROM_KING;
        let mut foremost = (passers & Bitboard::from_rank(foremost.rank())).into_iter();
        let stays_apart = foremost.all(is_far) && !king_supports(view);
        n.penalty * once(stays_apart && shelter(view) <= 1)
    };
}

/// True in the ending of these rules.
fn is_ending(context: &Context<'_>) -> bool {
    context.ending == Ending::Queens
}

/// The number of own pawns on the own king position.
fn shelter(view: &View<'_>) -> i32 {
    count(view.own.pawns & view.own.king.zone)
}
