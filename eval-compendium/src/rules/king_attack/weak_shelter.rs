//! A weakened shelter, the king's ways out of it, rooks behind passed pawns, and wedges.

use shakmaty::attacks::{bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, Role};

use crate::board::bits::{KING_WING, QUEEN_WING, beside, count, files, left, once, right};
use crate::interplay::BISHOP_SIXTH_RANK;
use crate::patterns::passers::{rooks_behind_passers, some_passer};
use crate::patterns::reach;
use crate::patterns::shelter::{
    bishops_in_hole, enemy_shelter, some_king_attack, weak_shelter, wedges,
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

    /// Against f7, g6 and h7, fixed by a pawn on g5, each bishop on the long diagonal a1-h8 that
    /// looks at f6 or g7 earns {bonus}; the other wing and Black mirror this. The enemy king is on
    /// its first two ranks on that wing, and a bishop that is paid for standing in the hole does
    /// not count.
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
    /// one of its own men, and a minor piece or rook attacks an empty one of them.
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

    /// A rook behind an own passed pawn, with nothing between, earns {bonus}, wherever the kings
    /// are.
    "king-attack.rook-behind-passer" as Pieces [360] Middlegame when some_passer { bonus: 50 }
    |view, n| n.bonus * count(rooks_behind_passers(view));

    /// A pawn on rank 6 that is stopped by a pawn of the enemy shelter and attacks a square next to
    /// the enemy king, such as f6 against f7, g6 and h7, earns {bonus} in place of what it has for
    /// storming.
    "king-attack.wedge-pawn" [362] Middlegame { bonus: 100 }
    |view, n| n.bonus * count(wedges(view));
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
