//! Beauty in chess: shapes of pawns and batteries.

use shakmaty::attacks::rook_attacks;
use shakmaty::{Bitboard, Square};

use crate::board::bits::{ahead, behind, beside, count, down, files, left, once, rank, right, up};
use crate::board::material::{Ending, Pieces};
use crate::interplay::{
    DOUBLE_FIXED_IN_GROUP, PAWN_DOUBLED_IN_GROUP, PAWN_DOUBLING_EXEMPT_PASSER,
    PAWN_ENDING_DOUBLED_IN_GROUP,
};
use crate::patterns::lines::has_alternating_battery;
use crate::patterns::passers::advanced_passers;
use crate::patterns::pawn_structure::some_open_file;
use crate::patterns::shelter::bastion;
use crate::rule::{Amount, rules};
use crate::view::View;

rules! {
    "Beauty in chess" as Pawns;

    /// A cross of four own pawns such as e3, d4, f4 and e5 earns {bonus}.
    "beauty.gandalf-cross" [1095] All { bonus: 20 }
    |view, n| {
        let pawns = view.own.pawns;
        let next = down(pawns);
        let feet = pawns & left(next) & right(next) & down(next);
        n.bonus * count(feet)
    };

    /// Own pawns that wind up the board such as c2, b3, c4 and d5, or the same turned left to
    /// right, earn {bonus}.
    "beauty.serpentine" [1099] All { bonus: 10 }
    |view, n| {
        let pawns = view.own.pawns;
        let (next, second) = (down(pawns), down(down(pawns)));
        let feet = pawns & second;
        if feet.is_empty() {
            return 0;
        }
        let third = down(second);
        let left_first = feet & right(next) & left(third);
        let right_first = feet & left(next) & right(third);
        n.bonus * (count(left_first) + count(right_first))
    };

    /// Own pawns on the corners and in the middle of three by three squares, such as e7, g7, f6, e5
    /// and g5, cost {penalty} less what other rules charge for their doubling. With exactly queen
    /// and rook on each side they cost nothing.
    "beauty.checkers" [1103] All { penalty: -50 }
    |view, n| {
        let pawns = view.own.pawns;
        let (above, below) = (down(pawns), up(pawns));
        let middles = pawns & left(above) & right(above) & left(below) & right(below);
        if middles.is_empty() || view.own.men == Pieces::QR && view.enemy.men == Pieces::QR {
            return Amount::default();
        }
        let charge = |(pawns, penalty): (Bitboard, i32)| {
            let of_one = |middle| {
                let sides = beside(files(Bitboard::from_square(middle)));
                // Penalties are negative: this is the rest of this one after the others.
                (n.penalty - penalty * count(pawns & sides)).min(0)
            };
            middles.into_iter().map(of_one).sum()
        };
        Amount {
            middlegame: charge(fixed_doubling(view)),
            endgame: charge(group_doubling(view)),
        }
    };

    /// Two rows of two own pawns before the king, such as f7, g7, f6 and g6, earn {fourth} for the
    /// fourth pawn less {doubling} for the doubling, in all {net}. The king is on its first rank
    /// and at most one file away; other rules on a fourth pawn and on doubling are silent here.
    "beauty.sturdy-bastion" as King [1107] All { fourth: 50, doubling: -30, net: 20 }
    |view, n| (n.fourth + n.doubling) * once(bastion(view).any());

    /// Rook, queen and rook in this order on an open file, with nothing between them, earn a
    /// further {bonus}.
    "beauty.mighty-triplets" as Pieces [1111] All when some_open_file { bonus: 20 }
    |view, n| {
        let own = view.own;
        if own.queens.is_empty() || !own.rooks.more_than_one() {
            return 0;
        }
        let queens = own.queens & ahead(own.rooks) & behind(own.rooks) & view.open_files();
        let between_rooks = |queen: &Square| {
            let set = Bitboard::from_square(*queen);
            let rooks = rook_attacks(*queen, view.occupied) & own.rooks;
            rooks.intersects(ahead(set)) && rooks.intersects(behind(set))
        };
        let found: Bitboard = queens.into_iter().filter(between_rooks).collect();
        n.bonus * count(files(found) & rank(1))
    };

    /// Two bishops on neighbouring parallel diagonals, with the queen on one of the two, all aimed
    /// at the enemy king and the squares around it, earn {bonus}, once. Pawns and own men in the
    /// way do not matter, enemy pieces do.
    "beauty.alternating-battery" as King [1115] All { bonus: 150 }
    |view, n| n.bonus * once(has_alternating_battery(view));
}

/// One pawn for each file whose doubling is penalised in the middlegame, and the cost of each.
fn fixed_doubling(view: &View<'_>) -> (Bitboard, i32) {
    let punished = view.own.structure.fixed_double;
    if view.applies(DOUBLE_FIXED_IN_GROUP) {
        (punished, view.numbers(DOUBLE_FIXED_IN_GROUP))
    } else {
        (punished, 0)
    }
}

/// The pawns whose doubling is penalised in the endgame, and the cost of each.
fn group_doubling(view: &View<'_>) -> (Bitboard, i32) {
    let structure = &view.own.structure;
    let mut punished = structure.doubled & !structure.isolated & !structure.front;
    if view.applies(PAWN_DOUBLING_EXEMPT_PASSER) {
        punished &= !files(structure.doubled & structure.front & advanced_passers(view.own));
    }
    let rule = if view.ending == Ending::Pawns {
        PAWN_ENDING_DOUBLED_IN_GROUP
    } else {
        PAWN_DOUBLED_IN_GROUP
    };
    if view.applies(rule) { (punished, view.numbers(rule)) } else { (punished, 0) }
}
