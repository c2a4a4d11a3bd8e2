//! A weakened shelter, the king's ways out of it, and the Tal dimension: features that feed an attack on the king.

use shakmaty::attacks::{bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, Role};

use crate::board::bits::*;
use crate::interplay::*;
use crate::patterns::lines::{penetrates, some_battery, x_ray};
use crate::patterns::pawns::{rooks_behind_passers, some_passer};
use crate::patterns::reach;
use crate::patterns::shelter::{
    attacks_bare_king, bishops_in_hole, enemy_shelter, some_king_attack, weak_shelter, wedges,
};
use crate::rule::rules;
use crate::view::View;

/// The fewest pawns of a shelter on one colour.
const MONOCHROME_PAWNS: usize = 2;

rules! {
    "King attack" as King;

    /// If at least two pawns are left of the enemy shelter, all on squares of one colour, an own
    /// bishop on the other colour earns {bonus}, once.
    "king-attack.monochrome-shelter" [340, 342] Middlegame { bonus: 30 }
    // The document gives no size: this is the bonus of a minor that attacks the king.
    |view, n| {
        let (shelter, bishops) = (enemy_shelter(view), view.own.bishops);
        let only_on = |held: Bitboard| shelter.is_subset(held) && bishops.intersects(!held);
        let monochrome = only_on(Bitboard::DARK_SQUARES) || only_on(Bitboard::LIGHT_SQUARES);
        n.bonus * once(monochrome && shelter.count() >= MONOCHROME_PAWNS)
    };

    /// Against f7, g6 and h7, fixed by a pawn on g5, each bishop on the long diagonal a1-h8 that looks at f6 or g7
    /// earns {bonus}; the other wing and Black mirror this. The enemy king is on its first two ranks on that wing,
    /// and a bishop that is paid for standing in the hole does not count.
    "king-attack.bishop-long-diagonal" [344, 346] Middlegame { bonus: 150 }
    |view, n| {
        let own = view.own;
        let Some(shelter) = weak_shelter(view) else {
            return 0;
        };
        if own.pawns.is_disjoint(shelter.fixing) {
            return 0;
        }
        let mut bishops = own.bishops & shelter.diagonal;
        if view.replaced_by(BISHOP_SIXTH_RANK) {
            bishops &= !bishops_in_hole(view);
        }
        n.bonus * count(bishops & (shelter.entry | reach::diagonal(shelter.entry, view.empty)))
    };

    /// A bishop on f6 among enemy pawns on e6, f7, g6 and h7 earns {bonus} if the enemy king is on
    /// its first two ranks on that wing. The other wing mirrors this with c6.
    "king-attack.bishop-sixth-rank" [348, 350] Middlegame { bonus: 200 }
    |view, n| n.bonus * once(bishops_in_hole(view).any());

    /// Against f7, g6 and h7, with a queen that looks along the long diagonal at f6 or g7, each
    /// knight that attacks f6 or h6 is worth {knight}, which is {bonus} more than usual. The enemy
    /// king is on its first two ranks on that wing; the other wing mirrors this.
    "king-attack.queen-and-knight-weak-shelter" [352, 354] Middlegame { knight: 450, bonus: 150 }
    |view, n| {
        let own = view.own;
        let Some(shelter) = weak_shelter(view) else {
            return 0;
        };
        let queens = own.queens & shelter.diagonal & reach::diagonal(shelter.entry, view.empty);
        n.bonus * once(queens.any()) * count(own.knights & reach::knight(shelter.holes))
    };

    /// In a king attack, barring the enemy king's way to the centre earns {bonus}: each square next
    /// to it on the neighbouring file there, on both files for a king on d or e, is attacked or has
    /// one of its own pieces and pawns, and a minor piece or rook attacks an empty one of them.
    "king-attack.restrict-king-escape" [356, 358] Middlegame when some_king_attack { bonus: 50 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        if !own.king_attack {
            return 0;
        }
        let (king, column) = (enemy.king.set, files(enemy.king.set));
        let towards_centre = if king.intersects(QUEEN_WING) {
            right(column)
        } else if king.intersects(KING_WING) {
            left(column)
        } else {
            beside(column)
        };
        let ways = enemy.king.ring & towards_centre & !enemy.units;
        // The king does not cover squares behind it, neither here nor for the piece that cuts it off.
        let barred = ways.is_subset(own.by_any) || ways.is_subset(view.hit_behind_enemy_king());
        n.bonus * once(barred && cut_off(view).intersects(ways & view.empty))
    };

    /// A rook behind an own passed pawn, with nothing between, earns {bonus}, wherever the kings are.
    "king-attack.rook-behind-passer" as Pieces [360] Middlegame when some_passer { bonus: 50 }
    |view, n| n.bonus * count(rooks_behind_passers(view));

    /// A pawn on rank 6 that is stopped by a pawn of the enemy shelter and attacks a square next to the enemy king,
    /// such as f6 against f7, g6 and h7, earns {bonus} in place of what it has for storming.
    "king-attack.wedge-pawn" [362] Middlegame { bonus: 100 }
    |view, n| n.bonus * count(wedges(view));

    "The Tal dimension" as King;

    /// Each rook on the enemy back rank that pins an enemy minor piece to the king on that rank,
    /// with nothing else between, earns {bonus}, whether the minor piece is protected or not.
    "tal.rook-eighth-rank-pin" [364, 366] Middlegame { bonus: 90 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let rooks = own.rooks & rank(8);
        if rooks.is_empty() || enemy.king.set.is_disjoint(rank(8)) {
            return 0;
        }
        n.bonus * count(rooks & x_ray(view, enemy.king.square, enemy.minors, rook_attacks))
    };

    /// Two lasting factors that feed a king attack earn {bonus} together, on top of what each is
    /// worth. The factors: each open file to the king with a rook or queen on it, and each pawn on
    /// rank 6 that stands on the king's position or attacks a square of it.
    "tal.two-permanent-factors" [368, 370] Middlegame when some_king_attack { bonus: 200 }
    |view, n| {
        let factors = lasting_factors(view);
        let counts = factors == 2 || factors > 2 && !view.applies(TAL_THREE_PERMANENT_FACTORS);
        n.bonus * once(counts)
    };

    /// Three of the lasting factors of an attack earn {three} together, four of them {four} and
    /// five {five}, whatever material was given.
    "tal.three-permanent-factors" [370] Middlegame when some_king_attack { three: 300, four: 400, five: 500 }
    |view, n| match lasting_factors(view) {
        3 => n.three,
        4 => n.four,
        5 => n.five,
        _ => 0,
    };

    /// In a king attack with a queen against a bare king, each pawn on rank 6 earns {bonus}. A bare king stands on its
    /// first two ranks, on the files a to c or f to h, with no own pawn left on ranks 2 to 4 of these three files.
    "tal.sixth-rank-pawn-bare-king" [372] Middlegame when some_king_attack { bonus: 100 }
    |view, n| {
        let own = view.own;
        n.bonus * count(own.pawns & rank(6)) * once(attacks_bare_king(own, view.enemy))
    };

    /// With a queen or two rooks against a bare king, each pawn beyond the middle of the board
    /// earns {bonus}, king attack or not.
    "tal.crossed-pawn-bare-king" [374] Middlegame { bonus: 50 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        n.bonus * count(own.pawns & ranks(5, 8)) * once(enemy.is_bare() && own.is_heavy())
    };

    /// A king attack in which a queen takes part, against a bare king, earns {bonus}. The king does
    /// not pay for the missing pawns besides.
    "tal.bare-king" [376] Middlegame when some_king_attack { bonus: 400 }
    |view, n| n.bonus * once(attacks_bare_king(view.own, view.enemy));

    /// Two bishops that both attack the enemy king's position earn {bonus} together.
    "tal.two-bishops-attack" [378] Middlegame { bonus: 70 }
    |view, n| n.bonus * once((view.own.bishops & view.own.attackers).more_than_one());

    /// Two knights that both attack the enemy king's position earn {bonus} together.
    "tal.two-knights-attack" [380] Middlegame { bonus: 50 }
    |view, n| n.bonus * once((view.own.knights & view.own.attackers).more_than_one());

    /// A side with a queen or two rooks that attacked the king ten plies ago, or when the known game began, has since
    /// given up at least a pawn's worth, with captures by both sides, and still attacks, gets {bonus}.
    "tal.attack-continues-after-sacrifice" [382] Middlegame when some_king_attack { bonus: 200 }
    |view, n| {
        let own = view.own;
        n.bonus * once(own.past.gave_in_attack && own.king_attack && own.is_heavy())
    };

    /// In a king attack each own passed pawn on rank 7 earns {bonus}, blocked or not.
    "tal.seventh-rank-passer-attack" [384] Middlegame when some_passer { bonus: 200 }
    |view, n| {
        let passers = view.own.structure.passed & rank(7);
        n.bonus * count(passers) * once(view.own.king_attack)
    };

    /// A rook on d4, e4, d5 or e5 earns {bonus}.
    "tal.central-rook" as Pieces [386] Middlegame { bonus: 30 }
    |view, n| n.bonus * count(view.own.rooks & FOCAL_CENTRE);

    /// A queen with a bishop behind it on a diagonal, nothing between the two, earns {bonus} if it
    /// can break in on the first square next to the enemy king: only that king guards the square,
    /// no enemy pawn can step there or into the way, and none attacks the queen.
    "tal.queen-bishop-penetration" [388] Middlegame when some_battery { bonus: 500 }
    |view, n| n.bonus * once(penetrates(view));

    /// A minor piece on rank 6 that attacks a square next to the enemy king and is attacked by no pawn earns {bonus}.
    /// A bishop that is paid for standing in the hole of the shelter does not count.
    "tal.minor-sixth-rank-king-position" [390] Middlegame { bonus: 90 }
    |view, n| {
        let own = view.own;
        let mut minors = own.minors & rank(6) & own.at_ring & !view.enemy.by_pawns;
        if minors.is_empty() {
            return 0;
        }
        if view.applies(BISHOP_SIXTH_RANK) {
            minors &= !bishops_in_hole(view);
        }
        n.bonus * count(minors)
    };
}

/// The attacks of own minor pieces and rooks when the enemy king is lifted off the board.
fn cut_off(view: &View<'_>) -> Bitboard {
    let own = view.own;
    let king = view.enemy.king.set;
    let without_king = view.occupied & !king;
    let hits = own.by_knights | own.by_bishops | own.by_rooks;
    if hits.is_disjoint(king) {
        return hits;
    }
    let checking = own.each.iter().filter(|piece| piece.attacks.intersects(king));
    let behind_it = checking.map(|piece| match piece.role {
        Role::Bishop => bishop_attacks(piece.square, without_king),
        Role::Rook => rook_attacks(piece.square, without_king),
        _ => Bitboard::EMPTY,
    });
    behind_it.fold(hits, |all, more| all | more)
}

/// The number of lasting factors: open files and pawns, of which there can be five; none without a king attack.
fn lasting_factors(view: &View<'_>) -> i64 {
    let (own, king) = (view.own, &view.enemy.king);
    if !own.king_attack {
        return 0;
    }
    let held = files(own.rooks | own.queens) & view.open_files() & king.window;
    let pressing = own.pawns & rank(6) & (king.zone | pawn_hits_down(king.zone));
    count(held & rank(1)) + count(pressing)
}
