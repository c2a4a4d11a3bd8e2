//! A weakened shelter: colours, diagonals, ways out, and pawns far up.

use shakmaty::attacks::{bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, Role};

use crate::board::bits::{beside, count, files, left, once, right};
use crate::interplay::BISHOP_SIXTH_RANK;
use crate::patterns::enemy_shelter::{
    bishop_in_hole, bishops_in_hole, enemy_shelter, holes, wedges,
};
use crate::patterns::passers::rook_behind_passer;
use crate::patterns::reach;
use crate::rule::rules;
use crate::view::View;

/// Pawns that a shelter on one colour has at least.
const MONOCHROME_PAWNS: usize = 2;

rules! {
    "King attack";

    /// If at least two pawns are left of the enemy shelter, all on squares of one colour, an own
    /// bishop on the other colour earns {bonus}, once.
    "king-attack.monochrome-shelter" [340, 342] Middlegame { bonus: 30 }
    // The document gives no size: this is what a minor earns that attacks the king.
    |view, n| {
        let shelter = enemy_shelter(view);
        if shelter.count() < MONOCHROME_PAWNS {
            return 0;
        }
        let weak = match (
            shelter.intersects(Bitboard::DARK_SQUARES),
            shelter.intersects(!Bitboard::DARK_SQUARES),
        ) {
            (true, false) => !Bitboard::DARK_SQUARES,
            (false, true) => Bitboard::DARK_SQUARES,
            _ => return 0,
        };
        n.bonus * once(view.own.bishops.intersects(weak))
    };

    /// Against f7, g6 and h7, fixed by a pawn on g5, each bishop on the long diagonal a1-h8 that
    /// looks at f6 or g7 earns {bonus}; the other wing and Black mirror this. The enemy king is on
    /// its first two ranks on that wing, and a bishop that is paid for standing in the hole does
    /// not count.
    "king-attack.bishop-long-diagonal" [344, 346] Middlegame { bonus: 150 }
    |view, n| {
        let own = &view.own;
        let Some(holes) = holes(view) else { return 0 };
        if own.pawns.is_disjoint(holes.fixing) {
            return 0;
        }
        let mut bishops = own.bishops & holes.diagonal;
        if view.replaced_by(BISHOP_SIXTH_RANK) {
            bishops &= !bishop_in_hole(view, holes);
        }
        let entered = bishops & holes.entry;
        let seen = (bishops & !holes.entry) & reach::diagonal(holes.entry, view.empty);
        n.bonus * count(entered | seen)
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
        let own = &view.own;
        let Some(holes) = holes(view) else { return 0 };
        let queens = own.queens & holes.diagonal & reach::diagonal(holes.entry, view.empty);
        n.bonus * once(queens.any()) * count(own.knights & reach::knight(holes.holes))
    };

    /// In a king attack, {bonus} for the side that bars the enemy king's way to the centre: each
    /// next square on that side (on both sides of a king on d or e) is attacked or held by one of
    /// the king's own men, and a minor piece or rook attacks an empty one.
    "king-attack.restrict-king-escape" [356, 358] Middlegame { bonus: 50 }
    |view, n| {
        // The king does not cover what is behind it, for either condition.
        let (own, enemy) = (&view.own, &view.enemy);
        if !own.king_attack {
            return 0;
        }
        let king = &enemy.king;
        let (column, wing) = (files(king.set), u32::from(king.square.file()));
        let towards = match wing {
            0..=2 => right(column),
            5..=7 => left(column),
            _ => beside(column),
        };
        let ways = king.ring & towards & !enemy.units;
        let in_check = own.by_any.intersects(king.set);
        if !in_check && !ways.is_subset(own.by_any) {
            return 0;
        }
        let held = ways.is_subset(own.by_any) || ways.is_subset(view.hit_behind_enemy_king());
        n.bonus * once(held && cut_off(view).intersects(ways & view.empty))
    };

    /// A rook behind an own passed pawn, with nothing between, earns {bonus}, wherever the kings
    /// are.
    "king-attack.rook-behind-passer" [360] Middlegame { bonus: 50 }
    |view, n| rook_behind_passer(view, [n.bonus]);

    /// A pawn on rank 6 that is stopped by a pawn of the enemy shelter and attacks a square next to
    /// the enemy king, such as f6 against f7, g6 and h7, earns {bonus} in place of what it has for
    /// storming.
    "king-attack.wedge-pawn" [362] Middlegame { bonus: 100 }
    |view, n| n.bonus * count(wedges(view));
}

/// What own minors and rooks attack when the enemy king is lifted off the board.
fn cut_off(view: &View<'_>) -> Bitboard {
    let own = &view.own;
    let king = view.enemy.king.set;
    let without_king = view.occupied & !king;
    let hits = own.by_knights | own.by_bishops | own.by_rooks;
    if hits.is_disjoint(king) {
        return hits;
    }
    let checking = own
        .each
        .iter()
        .filter(|piece| piece.attacks.intersects(king));
    let behind_it = checking.map(|piece| match piece.role {
        Role::Bishop => bishop_attacks(piece.square, without_king),
        Role::Rook => rook_attacks(piece.square, without_king),
        _ => Bitboard::EMPTY,
    });
    behind_it.fold(hits, |all, more| all | more)
}
