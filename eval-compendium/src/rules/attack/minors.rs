//! A rook that is stronger than two minors.

use shakmaty::attacks::{bishop_attacks, knight_attacks};
use shakmaty::{Bitboard, Role};

use crate::context::side::Piece;
use crate::rules::{View, count, once};

/// In a king attack, with one rook more, two minors less and as many queens, 200 if an enemy minor
/// is more than two moves away from its king's defence.
pub(super) fn rook_prevails(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let traded = count(own.rooks) == count(enemy.rooks) + 1
        && count(own.minors) + 2 == count(enemy.minors)
        && count(own.queens) == count(enemy.queens);
    if !traded || !own.king_attack {
        return 0;
    }
    let mut pieces = enemy.each.iter();
    bonus * once(pieces.any(|piece| enemy.minors.contains(piece.square) && is_far(view, piece)))
}

/// Whether the enemy minor neither stands in its king's position nor attacks a square of it, now
/// or after one move or two.
///
/// All others stand still, and it goes to no square that an own pawn attacks now, even if it takes
/// that pawn first. The lines may be those of the present board: what lies behind a square that
/// it leaves, or behind a man that it takes, it has attacked from there.
fn is_far(view: &View<'_>, minor: &Piece) -> bool {
    let (own, enemy) = (&view.own, &view.enemy);
    let zone = enemy.king.zone;
    let near = enemy.guards | zone;
    let attacks = |square| match minor.role {
        Role::Knight => knight_attacks(square),
        _ => bishop_attacks(square, view.occupied),
    };
    let allowed = !(enemy.units | own.king.set | own.by_pawns);
    let reached = |from: Bitboard| {
        let all = from.into_iter().map(attacks);
        all.fold(Bitboard::EMPTY, |all, more| all | more)
    };
    if near.contains(minor.square) {
        return false;
    }
    let first = minor.attacks & allowed;
    let from_first = reached(first);
    let second = from_first & allowed;
    let touched = first | from_first | second | reached(second);
    touched.is_disjoint(zone)
}
