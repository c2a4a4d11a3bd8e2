//! Queens confined to a small region, where enemy pieces can hunt them.

use shakmaty::attacks::{bishop_attacks, knight_attacks, queen_attacks, rook_attacks};
use shakmaty::{Bitboard, Role};

use crate::board::bits::ranks;
use crate::board::context::hits_without;
use crate::board::side::Piece;
use crate::interplay::PIECE_VALUES;
use crate::view::View;

/// Squares that an imprisoned queen reaches, including its present one.
const PRISON: std::ops::RangeInclusive<usize> = 2..=9;

/// The own queens confined to a small region outside their first three ranks, while the enemy
/// pieces that attack them, or could after one move, are together worth more than a queen.
pub(crate) fn imprisoned(view: &View<'_>) -> Bitboard {
    let own = view.own;
    if own.queens.is_disjoint(ranks(4, 8)) {
        return Bitboard::EMPTY;
    }
    let queens = own.each.iter().filter(|piece| {
        piece.role == Role::Queen
            && ranks(4, 8).contains(piece.square)
            && is_confined(view, piece)
            && is_hunted(view, piece)
    });
    queens.map(|queen| queen.square).collect()
}

/// True if the squares that the queen can reach by safe moves, everything else standing still, are a
/// few on the ranks 4 to 8. Men that it would take on its way keep guarding their squares.
fn is_confined(view: &View<'_>, queen: &Piece) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    let queen_set = Bitboard::from_square(queen.square);
    let may_be_safe = !(own.units | enemy.king.set | enemy.by_any);
    let first = queen.attacks & may_be_safe;
    // Few queens get past this test: the squares that a queen uncovers by leaving are a line or two.
    if first.is_empty() {
        return false;
    }
    let safe = may_be_safe & !hits_without(enemy, queen_set, view.occupied);
    let occupied = view.occupied & !queen_set;
    let mut region = queen_set | queen.attacks & safe;
    let mut fresh = region & !queen_set;
    while let Some(square) = fresh.pop_front() {
        if region.count() > *PRISON.end() || region.intersects(ranks(1, 3)) {
            return false;
        }
        let more = queen_attacks(square, occupied) & safe & !region;
        region |= more;
        fresh |= more;
    }
    PRISON.contains(&region.count()) && region.is_disjoint(ranks(1, 3))
}

/// True if enemy pieces together worth more than a queen attack the queen, or could after one move
/// to a square where no pawn takes them.
fn is_hunted(view: &View<'_>, queen: &Piece) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    let (square, occupied) = (queen.square, view.occupied);
    let safe = !(enemy.units | own.king.set | own.by_pawns);
    let values = view.numbers(PIECE_VALUES);
    let hunters = enemy.each.iter().map(|piece| {
        // Lines are the same in both directions; a piece that attacks along a line which its own move
        // uncovers did so before.
        let (posts, value) = match piece.role {
            Role::Knight => (knight_attacks(square), values.knight),
            Role::Bishop => (bishop_attacks(square, occupied), values.bishop),
            Role::Rook => (rook_attacks(square, occupied), values.rook),
            _ => (queen_attacks(square, occupied), values.queen),
        };
        let able = piece.attacks.contains(square) || piece.attacks.intersects(posts & safe);
        if able { value } else { 0 }
    });
    hunters.sum::<i32>() > values.queen
}
