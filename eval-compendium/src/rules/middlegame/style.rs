//! The style of Karpov, space, and minor pieces far up.

use crate::board::bits::{count, once, rank, ranks};
use crate::board::side::Piece;
use crate::patterns::pawn_structure::larger_of_two;
use crate::patterns::pieces::{CENTRAL_OUTPOSTS, is_eternal};
use crate::patterns::space::plain_space_pawns;
use crate::rule::rules;

rules! {
    "Middlegame" as Pieces;

    /// Each own pawn on the second or third rank earns {bonus}, as it is easy to defend.
    "middlegame.karpov-home-pawns" as Pawns [210, 212] Middlegame { bonus: 10 }
    |view, n| n.bonus * count(view.own.pawns & ranks(2, 3));

    /// Each square of the own half, empty or not, that no own man defends costs {penalty}.
    "middlegame.karpov-undefended-squares" as Other [214] Middlegame { penalty: -5 }
    |view, n| n.penalty * count(ranks(1, 4) & !view.own.by_any);

    /// Each enemy piece in the own half that no own pawn attacks, and that attacks an own man or
    /// the king's position, costs {penalty}.
    "middlegame.karpov-active-intruder" [216] Middlegame { penalty: -50 }
    |view, n| {
        let safe_half = ranks(1, 4) & !view.own.by_pawns;
        if view.enemy.pieces.is_disjoint(safe_half) {
            return 0;
        }
        let targets = view.own.units | view.own.king.zone;
        let intrudes =
            |piece: &&Piece| safe_half.contains(piece.square) && piece.attacks.intersects(targets);
        n.penalty * view.enemy.each.iter().filter(intrudes).count() as i32
    };

    /// Islands of five and two pawns are {bonus} better than islands of four and three. This
    /// repeats an earlier rule and counts only with the option for it.
    "middlegame.karpov-composition-5-2" as Pawns [218] Middlegame { bonus: 20 } definition
    |view, n| n.bonus * once(larger_of_two(view.own.pawns) == Some(5));

    /// Each pawn on the fifth rank earns {rank5}, on the sixth {rank6}. In a closed or semi-closed
    /// centre the pawns on the files c to f have their own numbers.
    "middlegame.space-pawns" as Pawns [220, 222, 224] All { rank5: 10, rank6: 30 }
    |view, n| {
        let pawns = plain_space_pawns(view);
        n.rank5 * count(pawns & rank(5)) + n.rank6 * count(pawns & rank(6))
    };

    /// A bishop or knight on the fifth rank earns {rank5}, on the sixth {rank6}.
    "middlegame.advanced-minor" [226, 228] (20 Elo) Middlegame { rank5: 25, rank6: 50 }
    |view, n| {
        let minors = view.own.minors;
        n.rank5 * count(minors & rank(5)) + n.rank6 * count(minors & rank(6))
    };

    /// A knight on d5 or e5 earns {bonus} if the enemy has no knight, no bishop of that square's
    /// colour and no pawn that could ever attack it.
    "middlegame.eternal-knight" [230, 232] (5 Elo) Middlegame { bonus: 75 }
    |view, n| {
        let squares = CENTRAL_OUTPOSTS.into_iter();
        n.bonus * squares.filter(|at| is_eternal(view, *at)).count() as i32
    };
}
