//! Positional peculiarities: bad pieces, and the stonewall.

use shakmaty::attacks::knight_attacks;
use shakmaty::{Bitboard, Square};

use crate::board::bits::{
    A_FILE, H_FILE, LARGE_CENTRE, count, once, pawn_hits, pawn_hits_down, rank, ranks,
};
use crate::board::past::LastMove;
use crate::board::pawns::{Island, islands};
use crate::interplay::PASSIVITY_OWN_PAWNS;
use crate::patterns::pawn_structure::observers;
use crate::patterns::pieces::imprisoned;
use crate::rule::rules;

/// The fewest pawns of a stonewall, all of a side's.
const STONEWALL_PAWNS: usize = 5;
/// The fewest files of its widest island.
const STONEWALL_FILES: u32 = 4;
/// The fewest of its pawns in the middle of the board.
const STONEWALL_CENTRAL: usize = 2;

rules! {
    "Positional peculiarities" as Pieces;

    /// A bishop beyond its first rank with an own pawn on every square diagonally next to it costs
    /// {penalty}. If enemy pawns block all of these pawns, the rule on passive pieces charges more.
    "bad.pawn-bishop" [567, 569, 571, 573] Middlegame { penalty: -150 }
    |view, n| {
        let own = view.own;
        let out = own.bishops & !rank(1);
        if out.is_empty() || own.pawns.is_disjoint(own.by_bishops) {
            return 0;
        }
        // A bishop is not shut in if a square next to it on a diagonal is free of these pawns.
        let shut_in_by = |pawns: Bitboard| out & !(pawn_hits(!pawns) | pawn_hits_down(!pawns));
        let mut bishops = shut_in_by(own.pawns);
        if view.applies(PASSIVITY_OWN_PAWNS) {
            bishops &= !shut_in_by(own.structure.rammed);
        }
        n.penalty * count(bishops)
    };

    /// A knight on the a- or h-file costs {penalty} if enemy pawns guard every square that it could
    /// go to. Own men in its way alone are no such cage.
    "bad.end-file-knight" [575, 577] Middlegame { penalty: -50 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let knights = own.knights & (A_FILE | H_FILE);
        let is_held = |&at: &Square| {
            let goals = knight_attacks(at) & !own.units;
            goals.any() && goals.is_subset(enemy.by_pawns)
        };
        n.penalty * knights.into_iter().filter(is_held).count() as i32
    };

    /// A piece in the enemy camp that only looks on costs {penalty}: it stands on the half of the
    /// board where pawns are locked and attacks no square of the live half in the enemy camp.
    "bad.useless-attacker" [579, 581, 583] Middlegame { penalty: -50 }
    |view, n| n.penalty * count(observers(view) & ranks(5, 8));

    /// The last own move earns {bonus} if it brought such a useless piece to where it takes part.
    "bad.useless-attacker-transfer" [583] Middlegame { bonus: 25 }
    // The document gives no number: it is half of the piece's penalty.
    |view, n| n.bonus * once(view.own.past.last.did(LastMove::TRANSFERRED));

    /// The last own move costs {penalty} if all that its piece newly attacks are enemy pawns with a
    /// pawn to guard them and more defenders than attackers. Captures, checks and pieces that look
    /// at the enemy king position are left out.
    "bad.erroneous-activity" [585, 587] Middlegame { penalty: -50 }
    // As a rule on positions it would contradict the one on attack potentials.
    |view, n| n.penalty * once(view.own.past.last.did(LastMove::ERRONEOUS));

    /// A queen that can safely reach only a few squares, at most nine with its own and none on its
    /// first three ranks, costs {penalty} if the enemy pieces able to attack it, at once or after
    /// one move, are worth more than a queen.
    "bad.imprisoned-queen" [589, 591] Middlegame { penalty: -500 }
    |view, n| n.penalty * count(imprisoned(view));

    /// A side that is {behind} or more behind in the sum as printed earns {bonus} if its pawns, five
    /// or more, all stand on squares of one colour, two or more of them on c3 to f6, with a group
    /// over at least four files.
    "stonewall.one-colour-pawns" as Pawns [593, 595] Middlegame { bonus: 100, behind: 50 } reads_score
    |view, n| {
        let pawns = view.own.pawns;
        let one_colour =
            pawns.is_subset(Bitboard::LIGHT_SQUARES) || pawns.is_subset(Bitboard::DARK_SQUARES);
        if view.score > -n.behind || !one_colour || pawns.count() < STONEWALL_PAWNS {
            return 0;
        }
        let wide = |island: &Island| island.last + 1 - island.first >= STONEWALL_FILES;
        let central = (pawns & LARGE_CENTRE).count() >= STONEWALL_CENTRAL;
        n.bonus * once(central && islands(pawns).iter().any(wide))
    };
}
