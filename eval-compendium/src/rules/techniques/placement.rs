//! Where pieces stand: better placed, traded well, in each other's way, and open files.

use shakmaty::Bitboard;

use crate::catalogue::techniques;
use crate::catalogue::thresholds::SLIGHT_ADVANTAGE;
use crate::context::bits::{
    ahead, beside, down, file, files, left, pawn_hits_down, ranks, right, up,
};
use crate::last_move::LastMove;
use crate::rules::{Amount, View, Visitor, count, once};

/// The squares with eight neighbours: the middles of three by three squares.
const MIDDLES: Bitboard = Bitboard(ranks(2, 7).0 & !file(0).0 & !file(7).0);

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(techniques::CONGESTION, congestion);
    rules.rule(techniques::THOROUGHFARE, thoroughfare);
}

/// With a slight advantage, a last move that placed a piece better earns 20.
pub(super) fn optimal(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let slight = 0 < view.score && view.score < SLIGHT_ADVANTAGE;
    bonus * once(slight && view.own.past.last.did(LastMove::IMPROVED))
}

/// A side that is ahead earns 50 for a rook on the fifth or sixth rank that a minor may take and
/// nothing else but the king, when a pawn takes back, becomes a passer, and leaves a square behind
/// that no enemy pawn attacks; once.
pub(super) fn exchange_sacrifice(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
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
    bonus * once(offered.into_iter().any(traded))
}

/// Three pieces or more within three by three squares cost 50, 30 in the endgame; once.
fn congestion(view: &View<'_>, [middlegame, endgame]: [i32; 2]) -> Amount {
    if (three_together(view.own.pieces) & MIDDLES).is_empty() {
        return Amount::default();
    }
    Amount {
        middlegame,
        endgame,
    }
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

/// On an open file with heavy pieces of both sides, each own pawn that attacks a square of it which
/// no enemy pawn does earns 5, and 10 in the enemy half.
fn thoroughfare(view: &View<'_>, [own_camp, enemy_camp]: [i32; 2]) -> i32 {
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
    own_camp * near.iter().sum::<i32>() + enemy_camp * far.iter().sum::<i32>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::attacks::king_attacks;

    #[test]
    fn three_men_together_are_found_wherever_they_stand() {
        let mut men = Bitboard(0x9e37_79b9_7f4a_7c15);
        for _ in 0..200 {
            men = Bitboard(men.0.wrapping_mul(0xd134_2543_de82_ef95).rotate_left(17));
            let few = men & Bitboard(men.0.rotate_left(29));
            let found = three_together(few) & MIDDLES;
            for middle in MIDDLES {
                let window = king_attacks(middle) | Bitboard::from_square(middle);
                assert_eq!(found.contains(middle), (few & window).count() >= 3);
            }
        }
        assert_eq!(MIDDLES & ranks(1, 1), Bitboard::EMPTY);
    }
}
