//! A stray queen, a hidden rook, pressure and possibilities.
//!
//! `SACRIFICES` needs a second search at the root and is no part of the evaluation.

use shakmaty::{Bitboard, Role};

use super::attackers::{enemy_shelter, half_open_files, knight_goals, open_files};
use super::reach;
use crate::catalogue::king_attack::{self, PAWN_STORM};
use crate::context::bits::{behind, down, pawn_hits_down, rank, ranks};
use crate::context::side::{Piece, Side};
use crate::rules::{View, Visitor, count, once};

/// All dark squares.
const DARK: Bitboard = Bitboard::DARK_SQUARES;

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(king_attack::STRAY_QUEEN, stray_queen);
    rules.rule(king_attack::QUEEN_AND_BISHOP, queen_and_bishop);
    rules.rule(king_attack::HIDDEN_ROOK, hidden_rook);
    rules.rule(king_attack::PRESSURE_PAWN_FIFTH_RANK, pressure_pawn);
    rules.rule(
        king_attack::ATTACKING_POSSIBILITIES,
        attacking_possibilities,
    );
}

/// Where a queen of `side` may go, if it gets there: no man of its own, no king to capture, and
/// nothing that attacks it but another queen.
fn safe_for_queen(side: &Side, against: &Side) -> Bitboard {
    let hit = against.by_pawns
        | against.by_knights
        | against.by_bishops
        | against.by_rooks
        | against.king.ring;
    !(side.units | against.king.set | hit)
}

/// An enemy queen that is more than two moves away from guarding its king, while an own one is at
/// most one from attacking it, earns 150, once however many queens there are.
///
/// Attacks and lines are those of the present board. For the lines that is exact: what lies behind
/// a square that the queen leaves, or behind a man that it takes, it has attacked from there.
fn stray_queen(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let far = enemy.queens & !enemy.guards;
    if own.queens.is_empty() || far.is_empty() {
        return 0;
    }
    let zone = enemy.king.zone;
    let posts = reach::queen(zone, view.empty);
    let at_hand = own.by_queens & safe_for_queen(own, enemy);
    if own.by_queens.is_disjoint(zone) && at_hand.is_disjoint(posts) {
        return 0;
    }
    let safe = safe_for_queen(enemy, own);
    let mut pieces = enemy.each.iter();
    bonus
        * once(pieces.any(|piece| {
            let first = piece.attacks & safe;
            far.contains(piece.square)
                && first.is_disjoint(posts)
                && (reach::queen(first, view.empty) & safe).is_disjoint(posts)
        }))
}

/// With queens on both sides and one bishop each, of opposite colours, an own bishop that attacks
/// the enemy king position while the other one only guards it earns 200.
fn queen_and_bishop(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let alone = |side: &Side| side.queens.any() && side.bishops.single_square().is_some();
    if !alone(own) || !alone(enemy) {
        return 0;
    }
    let opposite = own.bishops.intersects(DARK) != enemy.bishops.intersects(DARK);
    let attacks = own.by_bishops.intersects(enemy.king.zone);
    let passive = enemy.by_bishops.is_disjoint(own.king.zone)
        && (enemy.by_bishops | enemy.bishops).intersects(enemy.king.zone);
    bonus * once(opposite && attacks && passive)
}

/// A rook behind the only own pawn of a file towards the enemy king, which storms the only enemy
/// pawn there, one of the shelter, earns 40.
///
/// The document speaks of one own and one enemy pawn along the file: a second enemy pawn spoils it
/// wherever it stands.
fn hidden_rook(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let target = enemy_shelter(view) & !enemy.structure.doubled;
    let pawns = own.pawns & !own.structure.doubled & enemy.king.window & ranks(4, 6);
    bonus * count(own.rooks & behind(pawns & behind(target)))
}

/// A pawn on rank 5 that attacks the square before an unmoved pawn of the enemy shelter, inside
/// the king position, earns 40; one that storms has that value instead.
fn pressure_pawn(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let goals = view.enemy.king.zone & down(enemy_shelter(view) & rank(7));
    let mut pawns = view.own.pawns & rank(5) & pawn_hits_down(goals);
    // Where there is a shelter, all pawns of rank 5 on the king's three files are storming.
    if view.applies(PAWN_STORM) {
        pawns &= !view.own.storm;
    }
    bonus * count(pawns)
}

/// A piece that does not attack the enemy king but could after one move (a knight after two)
/// earns half of what attacking is worth: minor 15, queen 50, rook 25 or 35.
fn attacking_possibilities(view: &View<'_>, numbers: [i32; 4]) -> i32 {
    let [minor, queen, rook_semi, rook_open] = numbers;
    let (own, enemy) = (&view.own, &view.enemy);
    let safe = !(own.units | enemy.by_pawns | enemy.king.set);
    minor * knights_close(view, safe)
        + on_lines(view, safe, [minor, queen])
        + rooks_close(view, safe, [rook_semi, rook_open])
}

/// Knights that attack after one safe move or two, but not now.
fn knights_close(view: &View<'_>, safe: Bitboard) -> i32 {
    let knights = view.own.knights;
    if knights.is_empty() {
        return 0;
    }
    let attacking = reach::knight(knight_goals(view));
    let last = attacking & safe;
    let first = reach::knight(last) & safe | last;
    count(knights & !attacking & reach::knight(first))
}

/// What bishops and queens earn that attack the enemy king's ring after one safe move, but not now.
///
/// The lines may be those of the present board: what lies behind the square that the piece leaves,
/// or behind a man that it captures, it would have attacked from there.
fn on_lines(view: &View<'_>, safe: Bitboard, [bishop, queen]: [i32; 2]) -> i32 {
    let own = &view.own;
    let ring = view.enemy.king.ring;
    let idle = (own.bishops | own.queens) & !own.at_ring;
    if idle.is_empty() {
        return 0;
    }
    let diagonal = reach::diagonal(ring, view.empty);
    let any = if idle.intersects(own.queens) {
        diagonal | reach::straight(ring, view.empty)
    } else {
        diagonal
    };
    let (bishop_goals, queen_goals) = (diagonal & safe, any & safe);
    let worth = own.each.iter().map(|piece| {
        let (goals, worth) = if piece.role == Role::Queen {
            (queen_goals, queen)
        } else {
            (bishop_goals, bishop)
        };
        worth * once(idle.contains(piece.square) & piece.attacks.intersects(goals))
    });
    worth.sum()
}

/// What rooks earn that reach an open or half-open file towards the enemy king by one safe move
/// and stand on none: the better of the two. The last enemy pawn of a file that is captured opens
/// it.
fn rooks_close(view: &View<'_>, safe: Bitboard, [semi, open]: [i32; 2]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let (half_open_files, open_files) = (half_open_files(view), open_files(view));
    let king_files = half_open_files | open_files;
    if own.by_rooks.is_disjoint(king_files & safe) {
        return 0;
    }
    let opened = half_open_files & enemy.pawns & !enemy.structure.doubled;
    let half_open = half_open_files & !opened & safe;
    let open_goals = (open_files | opened) & safe;
    let away = own
        .each
        .iter()
        .filter(|piece| piece.role == Role::Rook && !king_files.contains(piece.square));
    let worth = |rook: &Piece| {
        let [to_half_open, to_open] =
            [half_open, open_goals].map(|goals| rook.attacks.intersects(goals));
        match (to_half_open, to_open) {
            (true, true) => semi.max(open),
            (true, false) => semi,
            (false, true) => open,
            (false, false) => 0,
        }
    };
    away.map(worth).sum()
}
