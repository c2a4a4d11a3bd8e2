//! Minor pieces in the very centre that pawns protect.

use shakmaty::attacks::bishop_attacks;
use shakmaty::{Bitboard, Square};

use crate::board::bits::{
    FOCAL_CENTRE, ahead, beside, count, down, file, files, fill_down, left, once, pawn_hits_down,
    ranks, right, up,
};
use crate::board::past::LastMove;
use crate::board::side::Side;
use crate::interplay::{DOMINATING_KNIGHT, ETERNAL_KNIGHT};
use crate::patterns::outposts::is_eternal;
use crate::patterns::reach;
use crate::rule::{Amount, rules};
use crate::view::View;

/// The squares with eight neighbours: the middles of three by three squares.
const MIDDLES: Bitboard = Bitboard(ranks(2, 7).0 & !file(0).0 & !file(7).0);
/// The score, in tenths of a centipawn, below which a small improvement is welcome.
const SLIGHT_ADVANTAGE: i32 = 500;

rules! {
    "Special positional techniques";

    /// A side that leads by less than half a pawn earns {bonus} when its last move placed a piece
    /// better without a capture: the piece sees at least two empty squares more, or the king is
    /// worth more on its new square in an endgame.
    "special.optimal-positioning" [1059] Endgame { bonus: 20 } reads_score
    |view, n| {
        let slight = 0 < view.score && view.score < SLIGHT_ADVANTAGE;
        n.bonus * once(slight && view.own.past.last.did(LastMove::IMPROVED))
    };

    /// A side that is ahead earns {bonus}, once, for a rook on the fifth or sixth rank, protected
    /// by a pawn, that a minor piece attacks and nothing else but the king. The pawn that takes
    /// back must become a passer and leave a square behind that no enemy pawn attacks.
    "special.exchange-sacrifice" [1067] Endgame { bonus: 50 } reads_score
    |view, n| {
        let (own, enemy) = (&view.own, &view.enemy);
        if view.score <= 0 {
            return 0;
        }
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

    /// Three pieces or more of a side within three by three squares cost {middlegame} in the
    /// middlegame and {endgame} in the endgame, once. Kings and pawns do not count, nor does the
    /// opening.
    "special.congestion" [1073] AfterOpening { middlegame: -50, endgame: -30 }
    |view, n| {
        if (three_together(view.own.pieces) & MIDDLES).is_empty() {
            return Amount::default();
        }
        Amount {
            middlegame: n.middlegame,
            endgame: n.endgame,
        }
    };

    /// On an open file where both sides have a rook or queen, each own pawn that guards a square of
    /// the file which no enemy pawn guards earns {own_camp} in the own half and {enemy_camp} in the
    /// enemy's. A square that two pawns guard counts twice.
    "special.thoroughfare" [1079] All { own_camp: 5, enemy_camp: 10 }
    |view, n| {
        let (own, enemy) = (&view.own, &view.enemy);
        let contested = files(own.rooks | own.queens) & files(enemy.rooks | enemy.queens);
        let squares = contested & view.open_files() & !enemy.by_pawns;
        if squares.is_empty() {
            return 0;
        }
        let attacks = [left(up(own.pawns)), right(up(own.pawns))];
        let guarded = attacks.map(|attacked| attacked & squares);
        let near = guarded.map(|set| count(set & ranks(1, 4)));
        let far = guarded.map(|set| count(set & !ranks(1, 4)));
        n.own_camp * near.iter().sum::<i32>() + n.enemy_camp * far.iter().sum::<i32>()
    };

    /// A knight on d4, e4, d5 or e5 that two own pawns protect, with no enemy pawn ahead of it on
    /// its file or a neighbouring one, earns {bonus}. What a dominating or, in the middlegame, an
    /// eternal knight earns takes its place.
    "special.central-knight" [1081] All { bonus: 35 }
    |view, n| {
        let mut knights = beyond_pawns(view, view.own.knights);
        if knights.any() && view.applies(DOMINATING_KNIGHT) {
            knights &= !dominating(view);
        }
        unless_eternal(view, knights, n.bonus)
    };

    /// A bishop on d4, e4, d5 or e5 that two own pawns protect, with no enemy pawn ahead of it on
    /// its file or a neighbouring one, earns {bonus}.
    "special.powerful-bishop" [1085] All { bonus: 50 }
    |view, n| n.bonus * count(beyond_pawns(view, view.own.bishops));

    /// A knight on d4, e4, d5 or e5 that two own pawns protect, that no enemy pawn can ever attack,
    /// and no enemy minor piece now or within two moves, earns {bonus}. A pawn right ahead of it is
    /// allowed; in the middlegame an eternal knight earns its own bonus instead.
    "special.dominating-knight" [1089] All { bonus: 50 }
    |view, n| unless_eternal(view, dominating(view), n.bonus);

    /// A dominating knight that another own knight protects earns {bonus} more.
    "special.dominating-knight-second" [1089] All { bonus: 25 }
    |view, n| {
        let protected = dominating(view) & view.own.by_knights;
        unless_eternal(view, protected, n.bonus)
    };
}

/// `bonus` for each of `knights`; in the middlegame the eternal ones have more of their own.
fn unless_eternal(view: &View<'_>, knights: Bitboard, bonus: i32) -> Amount {
    let mut in_middlegame = knights;
    if knights.any() && view.replaced_by(ETERNAL_KNIGHT) {
        in_middlegame = knights
            .into_iter()
            .filter(|at| !is_eternal(view, *at))
            .collect();
    }
    Amount {
        middlegame: bonus * count(in_middlegame),
        endgame: bonus * count(knights),
    }
}

/// Of `minors`, those in the centre that two pawns protect.
fn supported(view: &View<'_>, minors: Bitboard) -> Bitboard {
    minors & FOCAL_CENTRE & view.own.by_two_pawns
}

/// Those of them with no enemy pawn ahead, on their file or a neighbouring one: a knight earns 35.
fn beyond_pawns(view: &View<'_>, minors: Bitboard) -> Bitboard {
    let minors = supported(view, minors);
    if minors.is_empty() {
        return minors;
    }
    let below = fill_down(down(view.enemy.pawns));
    minors & !below & !beside(below)
}

/// Knights in the centre that two pawns protect, with no enemy pawn ahead on a neighbouring file,
/// that no enemy minor attacks now or after two moves: they earn 50.
fn dominating(view: &View<'_>) -> Bitboard {
    let knights = supported(view, view.own.knights);
    if knights.is_empty() {
        return knights;
    }
    let below = fill_down(down(view.enemy.pawns));
    let knights = knights & !beside(below);
    if knights.is_empty() {
        return knights;
    }
    knights & !hit_by_knights(view) & !hit_by_bishops(view)
}

/// Squares that enemy minors may step on, safe or not.
fn enemy_goals(view: &View<'_>) -> Bitboard {
    let Side { units, .. } = view.enemy;
    !(units | view.own.king.set)
}

/// What enemy knights attack now or after one move or two.
fn hit_by_knights(view: &View<'_>) -> Bitboard {
    let open = enemy_goals(view);
    let now = view.enemy.knights;
    let one = now | reach::knight(now) & open;
    let two = one | reach::knight(one) & open;
    reach::knight(two)
}

/// What enemy bishops attack now or after one move or two, each alone on the board as it is.
fn hit_by_bishops(view: &View<'_>) -> Bitboard {
    let open = enemy_goals(view);
    let reached = |bishop: Square| {
        // The square that it leaves is free for its second move.
        let occupied = view.occupied & !Bitboard::from_square(bishop);
        let from = |set: Bitboard| {
            let lines = set
                .into_iter()
                .map(|square| bishop_attacks(square, occupied));
            lines.fold(Bitboard::EMPTY, |all, line| all | line)
        };
        let one = bishop_attacks(bishop, occupied) & open;
        let two = from(one) & open;
        bishop_attacks(bishop, occupied) | from(one | two)
    };
    let lines = view.enemy.bishops.into_iter().map(reached);
    lines.fold(Bitboard::EMPTY, |all, line| all | line)
}

/// The squares that have three or more of `men` among themselves and their neighbours.
fn three_together(men: Bitboard) -> Bitboard {
    // How many there are in a row of three, as two binary digits.
    let [a, b, c] = [left(men), men, right(men)];
    let ones = a ^ b ^ c;
    let twos = a & b | a & c | b & c;
    let [low, mid, high] = [up(ones), ones, down(ones)];
    let [low_two, mid_two, high_two] = [up(twos), twos, down(twos)];
    let some_two = low_two | mid_two | high_two;
    let many_twos = low_two & mid_two | low_two & high_two | mid_two & high_two;
    many_twos | some_two & (low | mid | high) | low & mid & high
}
