//! Pieces that cannot get out of the enemy camp, and queens in prison.

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Role};

use crate::catalogue::intro::PIECE_VALUES;
use crate::catalogue::peculiarities::{self, BAD_IMPRISONED_QUEEN};
use crate::catalogue::thresholds::{PRISON, TRAPPED};
use crate::context::bits::{A_FILE, H_FILE, rank, ranks};
use crate::context::hits_without;
use crate::context::side::Piece;
use crate::rules::{View, Visitor, count};

/// Where one enemy pawn is enough to surround a piece.
const EDGE: Bitboard = Bitboard(A_FILE.0 | H_FILE.0 | rank(8).0);

pub(super) fn visit(rules: &mut impl Visitor) {
    let [knight, bishop, rook, queen] = TRAPPED;
    // A piece trapped in the enemy camp loses a third of its worth.
    rules.rule(peculiarities::TRAPPED_ROOK, |view, [penalty]| {
        penalty * count(trapped(view, Role::Rook, view.own.rooks, rook))
    });
    rules.rule(peculiarities::TRAPPED_BISHOP, |view, [penalty]| {
        penalty * count(trapped(view, Role::Bishop, view.own.bishops, bishop))
    });
    // A queen in prison has a rule of its own.
    rules.rule(peculiarities::TRAPPED_QUEEN, |view, [penalty]| {
        let mut queens = trapped(view, Role::Queen, view.own.queens, queen);
        if queens.any() && view.applies(BAD_IMPRISONED_QUEEN) {
            queens &= !imprisoned(view);
        }
        penalty * count(queens)
    });
    rules.rule(peculiarities::TRAPPED_KNIGHT, |view, [penalty]| {
        penalty * count(trapped(view, Role::Knight, view.own.knights, knight))
    });
}

/// The `men`, all those of `role`, that are surrounded on the ranks 5 to 8 and have at most so many
/// squares to go to where nothing takes them.
fn trapped(view: &View<'_>, role: Role, men: Bitboard, at_most: usize) -> Bitboard {
    let (own, enemy) = (&view.own, &view.enemy);
    if men.is_disjoint(ranks(5, 8)) {
        return Bitboard::EMPTY;
    }
    let far_up = own
        .each
        .iter()
        .filter(|piece| piece.role == role && is_surrounded(view, piece));
    let stuck = far_up.filter(|piece| {
        let goals = piece.attacks & !(own.units | enemy.king.set | enemy.by_any);
        // What a line reaches through the piece's own square is hit only when it has left.
        goals.count() <= at_most || {
            let hits = hits_without(enemy, piece.square.into(), view.occupied);
            (goals & !hits).count() <= at_most
        }
    });
    stuck.map(|piece| piece.square).collect()
}

/// Whether a piece on the ranks 5 to 8 has two enemy men next to it or, on the edge, a pawn.
fn is_surrounded(view: &View<'_>, piece: &Piece) -> bool {
    let near = king_attacks(piece.square);
    ranks(5, 8).contains(piece.square)
        && ((near & view.enemy.units).more_than_one()
            || EDGE.contains(piece.square) && near.intersects(view.enemy.pawns))
}

/// Each queen in prison costs 500.
pub(super) fn imprisoned_queen(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    penalty * count(imprisoned(view))
}

/// The own queens that move about in a small region outside their first three ranks, while enemy
/// pieces that attack them, or could after one move, are worth more than a queen together.
fn imprisoned(view: &View<'_>) -> Bitboard {
    let own = &view.own;
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

/// Whether all that the queen can reach by safe moves, everything else standing still, are two to
/// nine squares on the ranks 4 to 8. What it would take on its way keeps its guard.
fn is_confined(view: &View<'_>, queen: &Piece) -> bool {
    let (own, enemy) = (&view.own, &view.enemy);
    let queen_set = Bitboard::from_square(queen.square);
    let may_be_safe = !(own.units | enemy.king.set | enemy.by_any);
    let first = queen.attacks & may_be_safe;
    // Few queens come further than here: what it uncovers by leaving is a line or two.
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

/// Whether enemy pieces worth more than a queen together attack the queen, or could after one move
/// to a square where no pawn takes them.
fn is_hunted(view: &View<'_>, queen: &Piece) -> bool {
    let (own, enemy) = (&view.own, &view.enemy);
    let (square, occupied) = (queen.square, view.occupied);
    let safe = !(enemy.units | own.king.set | own.by_pawns);
    let [_, knight, bishop, rook, worth] = view.numbers(PIECE_VALUES);
    let hunters = enemy.each.iter().map(|piece| {
        // Lines are the same in both directions; a piece that leaves one which its move uncovers
        // has attacked along it before.
        let (posts, value) = match piece.role {
            Role::Knight => (knight_attacks(square), knight),
            Role::Bishop => (bishop_attacks(square, occupied), bishop),
            Role::Rook => (rook_attacks(square, occupied), rook),
            _ => (queen_attacks(square, occupied), worth),
        };
        let able = piece.attacks.contains(square) || piece.attacks.intersects(posts & safe);
        if able { value } else { 0 }
    });
    hunters.sum::<i32>() > worth
}
