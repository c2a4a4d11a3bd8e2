//! Good placement of pieces and its price, and beauty in chess: shapes of pawns and batteries.

use shakmaty::attacks::rook_attacks;
use shakmaty::{Bitboard, Square};

use crate::board::bits::*;
use crate::board::context::Context;
use crate::board::material::{Ending, Pieces};
use crate::board::past::LastMove;
use crate::board::side::Side;
use crate::interplay::*;
use crate::patterns::lines::has_alternating_battery;
use crate::patterns::pawns::{advanced_passers, some_open_file};
use crate::patterns::pieces::is_eternal;
use crate::patterns::reach;
use crate::patterns::shelter::bastion;
use crate::rule::{Amount, rules};
use crate::view::View;

/// The squares with eight neighbours: the centres of three by three squares.
const MIDDLES: Bitboard = Bitboard(ranks(2, 7).0 & !(A_FILE.0 | H_FILE.0));

rules! {
    "Special positional techniques" as Pieces;

    /// A side that leads by less than {under} in the sum as printed earns {bonus} when its last move
    /// placed a piece better without a capture: the piece sees at least two empty squares more, or
    /// the king is worth more on its new square in an endgame.
    "special.optimal-positioning" [1059] Endgame { bonus: 20, under: 50 } ReadsScore
    |view, n| {
        let slight = 0 < view.score && view.score < n.under;
        n.bonus * once(slight && view.own.past.last.did(LastMove::IMPROVED))
    };

    /// A side that is ahead earns {bonus}, once, for a rook on the fifth or sixth rank, protected
    /// by a pawn, that a minor piece attacks and nothing else but the king. The pawn that takes
    /// back must become a passer and leave a square behind that no enemy pawn attacks.
    "special.exchange-sacrifice" [1067] Endgame { bonus: 50 } ReadsScore
    |view, n| {
        if view.score <= 0 {
            return 0;
        }
        let (own, enemy) = (view.own, view.enemy);
        let only_minors = (enemy.by_knights | enemy.by_bishops)
            & !enemy.by_pawns
            & !enemy.by_rooks
            & !enemy.by_queens;
        let offered = own.rooks & ranks(5, 6) & own.by_pawns & only_minors;
        let traded = |rook| {
            let square = Bitboard::from_square(rook);
            let way = ahead(square);
            let entries = pawn_hits_down(square) & own.pawns & !enemy.by_pawns;
            let passes = enemy.pawns.is_disjoint(way | beside(way));
            passes && entries.any() && own.pawns.is_disjoint(way)
        };
        n.bonus * once(offered.into_iter().any(traded))
    };

    /// Three pieces or more of a side within three by three squares cost {middlegame} in the middlegame and {endgame}
    /// in the endgame, once. Kings and pawns do not count, nor does the opening.
    "special.congestion" [1073] AfterOpening { middlegame: -50, endgame: -30 }
    |view, n| {
        let congested = once(three_together(view.own.pieces).intersects(MIDDLES));
        Amount { middlegame: n.middlegame * congested, endgame: n.endgame * congested }
    };

    /// On an open file where both sides have a rook or queen, each own pawn that guards a square of
    /// the file which no enemy pawn guards earns {own_camp} in the own half and {enemy_camp} in the
    /// enemy's. A square that two pawns guard counts twice.
    "special.thoroughfare" as Pawns [1079] All when some_open_file { own_camp: 5, enemy_camp: 10 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let contested = files(own.rooks | own.queens) & files(enemy.rooks | enemy.queens);
        let squares = contested & view.open_files() & !enemy.by_pawns;
        if squares.is_empty() {
            return 0;
        }
        let pawns_on = |camp: Bitboard| {
            let here = squares & camp;
            count(left(up(own.pawns)) & here) + count(right(up(own.pawns)) & here)
        };
        n.own_camp * pawns_on(ranks(1, 4)) + n.enemy_camp * pawns_on(ranks(5, 8))
    };

    /// A knight on d4, e4, d5 or e5 that two own pawns protect, with no enemy pawn ahead of it on
    /// its file or a neighbouring one, earns {bonus}. What a dominating or, in the middlegame, an
    /// eternal knight earns takes its place.
    "special.central-knight" [1081] All when some_supported_minor { bonus: 35 }
    |view, n| {
        let mut knights = out_of_reach(view, view.own.knights);
        if knights.any() && view.applies(DOMINATING_KNIGHT) {
            knights &= !dominating(view);
        }
        unless_eternal(view, knights, n.bonus)
    };

    /// A bishop on d4, e4, d5 or e5 that two own pawns protect, with no enemy pawn ahead of it on
    /// its file or a neighbouring one, earns {bonus}.
    "special.powerful-bishop" [1085] All when some_supported_minor { bonus: 50 }
    |view, n| n.bonus * count(out_of_reach(view, view.own.bishops));

    /// A knight on d4, e4, d5 or e5 that two own pawns protect, that no enemy pawn can ever attack,
    /// and no enemy minor piece now or within two moves, earns {bonus}. A pawn right ahead of it is
    /// allowed; in the middlegame an eternal knight earns its own bonus instead.
    "special.dominating-knight" [1089] All when some_supported_minor { bonus: 50 }
    |view, n| unless_eternal(view, dominating(view), n.bonus);

    /// A dominating knight that another own knight protects earns {bonus} more.
    "special.dominating-knight-second" [1089] All when some_supported_minor { bonus: 25 }
    |view, n| unless_eternal(view, dominating(view) & view.own.by_knights, n.bonus);

    "Beauty in chess" as Pawns;

    /// A cross of four own pawns such as e3, d4, f4 and e5 earns {bonus}.
    "beauty.gandalf-cross" [1095] All { bonus: 20 }
    |view, n| {
        let pawns = view.own.pawns;
        let next = down(pawns);
        let feet = pawns & left(next) & right(next) & down(next);
        n.bonus * count(feet)
    };

    /// Own pawns that wind up the board such as c2, b3, c4 and d5, or the same turned left to right, earn {bonus}.
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
        if middles.is_empty() || view.own.army == Pieces::QR && view.enemy.army == Pieces::QR {
            return Amount::default();
        }
        let charge = |(pawns, penalty): (Bitboard, i64)| {
            let of_one = |middle| {
                let sides = beside(files(Bitboard::from_square(middle)));
                // Penalties are negative: this is the rest of this one after the others.
                (n.penalty - penalty * count(pawns & sides)).min(0)
            };
            middles.into_iter().map(of_one).sum()
        };
        Amount { middlegame: charge(fixed_doubling(view)), endgame: charge(group_doubling(view)) }
    };

    /// Two rows of two own pawns before the king, such as f7, g7, f6 and g6, earn {fourth} for the
    /// fourth pawn less {doubling} for the doubling, in all {net}. The king is on its first rank
    /// and at most one file away; other rules on a fourth pawn and on doubling are silent here.
    "beauty.sturdy-bastion" as King [1107] All { fourth: 50, doubling: -30, net: 20 }
    |view, n| (n.fourth + n.doubling) * once(bastion(view).any());

    /// Rook, queen and rook in this order on an open file, with nothing between them, earn a further {bonus}.
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

    /// Two bishops that look up neighbouring parallel diagonals at squares of the enemy king's position, with a queen
    /// anywhere on one of the two, earn {bonus}, once. Pawns and own pieces in the way do not matter, enemy pieces
    /// do.
    "beauty.alternating-battery" as King [1115] All { bonus: 150 }
    |view, n| n.bonus * once(has_alternating_battery(view));
}

/// The squares that have three or more of `pieces` among themselves and their neighbours.
fn three_together(pieces: Bitboard) -> Bitboard {
    // The number of pieces in a row of three, as two binary digits.
    let [a, b, c] = [left(pieces), pieces, right(pieces)];
    let ones = a ^ b ^ c;
    let twos = a & b | a & c | b & c;
    let [low, mid, high] = [up(ones), ones, down(ones)];
    let [low_two, mid_two, high_two] = [up(twos), twos, down(twos)];
    let some_two = low_two | mid_two | high_two;
    let many_twos = low_two & mid_two | low_two & high_two | mid_two & high_two;
    many_twos | some_two & (low | mid | high) | low & mid & high
}

/// Those of `minors` in the centre that two pawns protect, with no enemy pawn ahead on their file
/// or a neighbouring one.
fn out_of_reach(view: &View<'_>, minors: Bitboard) -> Bitboard {
    let minors = supported(view, minors);
    if minors.is_empty() {
        return minors;
    }
    let below = fill_down(down(view.enemy.pawns));
    minors & !below & !beside(below)
}

/// True if a minor of either side stands in the centre with two pawns to protect it.
fn some_supported_minor(context: &Context<'_>) -> bool {
    let twice_protected = |side: &Side| side.minors & side.twice_by_pawns;
    let minors = twice_protected(context.own) | twice_protected(context.enemy);
    minors.intersects(FOCAL_CENTRE)
}

/// Those of `minors` in the centre that two pawns protect.
fn supported(view: &View<'_>, minors: Bitboard) -> Bitboard {
    minors & FOCAL_CENTRE & view.own.twice_by_pawns
}

/// The knights in the centre that two pawns protect, with no enemy pawn ahead on a neighbouring
/// file, that no enemy minor attacks now or after two moves.
fn dominating(view: &View<'_>) -> Bitboard {
    let knights = supported(view, view.own.knights);
    if knights.is_empty() {
        return knights;
    }
    let knights = knights & !beside(fill_down(down(view.enemy.pawns)));
    if knights.is_empty() {
        return knights;
    }
    knights & !hit_by_knights(view) & !hit_by_bishops(view)
}

/// `bonus` for each of `knights`; in the middlegame eternal knights have their own, larger one.
fn unless_eternal(view: &View<'_>, knights: Bitboard, bonus: i64) -> Amount {
    let mut in_middlegame = knights;
    if knights.any() && view.replaced_by(ETERNAL_KNIGHT) {
        in_middlegame = knights.into_iter().filter(|at| !is_eternal(view, *at)).collect();
    }
    Amount { middlegame: bonus * count(in_middlegame), endgame: bonus * count(knights) }
}

/// The squares that enemy knights attack now or after one move or two.
fn hit_by_knights(view: &View<'_>) -> Bitboard {
    let open = enemy_goals(view);
    let now = view.enemy.knights;
    let one = now | reach::knight(now) & open;
    let two = one | reach::knight(one) & open;
    reach::knight(two)
}

/// Squares that enemy minors may step on, safe or not.
fn enemy_goals(view: &View<'_>) -> Bitboard {
    !(view.enemy.units | view.own.king.set)
}

/// The squares that enemy bishops attack now or after one move or two, each alone on the board as it is.
fn hit_by_bishops(view: &View<'_>) -> Bitboard {
    let open = enemy_goals(view);
    let hit = |bishop: Square| {
        let bishop = Bitboard::from_square(bishop);
        // The square that it leaves is free for its second move.
        let empty = view.empty | bishop;
        let now = reach::diagonal(bishop, empty);
        let one = now & open;
        let two = reach::diagonal(one, empty) & open;
        now | reach::diagonal(one | two, empty)
    };
    let bishops = view.enemy.bishops.into_iter();
    bishops.fold(Bitboard::EMPTY, |all, bishop| all | hit(bishop))
}

/// One pawn for each file whose doubling is penalised in the middlegame, and the cost of each.
fn fixed_doubling(view: &View<'_>) -> (Bitboard, i64) {
    let punished = view.own.structure.fixed_double;
    if view.applies(DOUBLE_FIXED_IN_GROUP) { (punished, view.numbers(DOUBLE_FIXED_IN_GROUP)) } else { (punished, 0) }
}

/// The pawns whose doubling is penalised in the endgame, and the cost of each.
fn group_doubling(view: &View<'_>) -> (Bitboard, i64) {
    let structure = &view.own.structure;
    let mut punished = structure.doubled & !structure.isolated & !structure.front;
    if view.applies(PAWN_DOUBLING_EXEMPT_PASSER) {
        punished &= !files(structure.doubled & structure.front & advanced_passers(view.own));
    }
    let rule = if view.ending == Ending::Pawns { PAWN_ENDING_DOUBLED_IN_GROUP } else { PAWN_DOUBLED_IN_GROUP };
    if view.applies(rule) { (punished, view.numbers(rule)) } else { (punished, 0) }
}
