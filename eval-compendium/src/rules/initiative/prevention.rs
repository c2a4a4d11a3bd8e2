//! Preventing counterplay against a centre that is held.

use shakmaty::Bitboard;
use shakmaty::attacks::bishop_attacks;

use crate::catalogue::thresholds::FIRM_HOLD;
use crate::context::bits::{file, pawn_hits, pawn_hits_down, rank};
use crate::rules::attack::{behind, enemy_steps};
use crate::rules::{View, count};

/// d4, e4, d5 and e5.
const CENTRE: Bitboard = Bitboard((file(3).0 | file(4).0) & (rank(4).0 | rank(5).0));

/// The squares to which an enemy pawn can step to attack an own one in the centre, if the own side
/// has two pawns there at least, and more than the enemy.
fn thrusts(view: &View<'_>) -> Bitboard {
    let held = view.own.pawns & CENTRE;
    let pawns = count(held);
    if pawns < FIRM_HOLD || pawns <= count(view.enemy.pawns & CENTRE) {
        return Bitboard::EMPTY;
    }
    enemy_steps(view) & pawn_hits(held)
}

/// A second own pawn that attacks the square of such a thrust earns 50.
pub(super) fn by_pawns(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * count(thrusts(view) & view.own.by_two_pawns)
}

/// Each own piece that attacks the square of such a thrust earns 20, also a bishop or queen through
/// an own pawn that attacks it.
pub(super) fn by_pieces(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let own = &view.own;
    let on = |square| {
        let pieces = own.each.iter();
        let direct = pieces.filter(|piece| piece.attacks.contains(square));
        let shields = own.pawns & pawn_hits_down(Bitboard::from_square(square));
        let through = behind(view, square, shields, bishop_attacks) & (own.bishops | own.queens);
        direct.count() as i32 + count(through)
    };
    bonus * thrusts(view).into_iter().map(on).sum::<i32>()
}
