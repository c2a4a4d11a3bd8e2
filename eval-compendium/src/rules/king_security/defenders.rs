//! Pieces that shelter and defend the king, and enemy pawns that do.

use shakmaty::{Bitboard, Role};

use crate::catalogue::king_security::{self, SHELTER_PLACEMENT_FOURTH_RANK};
use crate::context::bits::{ahead, behind, down, files, left, pawn_hits, rank, up};
use crate::context::king::Shelter;
use crate::context::side::Piece;
use crate::rules::king_security::shelter::on_fourth_rank;
use crate::rules::space::no_counterplay;
use crate::rules::{View, Visitor, count, once};

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(king_security::BISHOP_SHELTER, bishop_shelter);
    // A condition; it shows, as its example does, what it leaves of one of the rules that it waives.
    rules.rule(king_security::STORM_EXEMPTION, |view, []| {
        on_fourth_rank(view, view.numbers(SHELTER_PLACEMENT_FOURTH_RANK))
    });
    rules.rule(king_security::STORM_EXEMPTION_DEFENDERS, ready_to_help);
    rules.rule(king_security::FOREFRONT_PIECE_SHELTER, forefront);
    rules.rule(king_security::DEFENDING_PIECES, defending_pieces);
    rules.rule(
        king_security::ENEMY_PAWN_SHELTERING_KING,
        enemy_pawn_shelters,
    );
    rules.rule(king_security::TWO_STORMING_PAWNS, two_storming_pawns);
    rules.rule(king_security::THREE_STORMING_PAWNS, three_storming_pawns);
}

/// 30 for a bishop that stands on the second rank of the shelter's files, next to its king.
fn bishop_shelter(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let own = &view.own;
    let files = own.shelter.map_or(Bitboard::EMPTY, |it| it.files());
    bonus * count(own.bishops & own.king.ring & rank(2) & files)
}

/// 30 for a rook and 20 for a minor that can step in near its king when the shelter's pawns have
/// gone forward and the enemy has no counterplay.
fn ready_to_help(view: &View<'_>, [rook, minor]: [i32; 2]) -> i32 {
    let own = &view.own;
    let left_home = own.shelter.is_some_and(|it| !it.pawns.is_subset(rank(2)));
    if !left_home || !no_counterplay(view) {
        return 0;
    }
    pieces_that_hit(view, own.king.zone & !own.units, [minor, rook, 0])
}

/// Before a pawn of the shelter, near the king: 30 for a minor of the own side, 20 for a rook and
/// 10 for a queen.
fn forefront(view: &View<'_>, [queen, rook, minor]: [i32; 3]) -> i32 {
    let own = &view.own;
    let pawns = own.shelter.map_or(Bitboard::EMPTY, |it| it.pawns);
    let before = own.king.zone & ahead(pawns);
    if own.pieces.is_disjoint(before) {
        return 0;
    }
    minor * count(own.minors & before)
        + rook * count(own.rooks & before)
        + queen * count(own.queens & before)
}

/// What holds a square near the own king that an enemy piece attacks: 50 for a rook, 30 for a
/// minor, 20 for a queen, however many squares it holds.
fn defending_pieces(view: &View<'_>, [queen, minor, rook]: [i32; 3]) -> i32 {
    let attacked = view.own.king.zone & view.enemy.by_pieces;
    pieces_that_hit(view, attacked, [minor, rook, queen])
}

/// The sum over own pieces that attack one of the `squares` or more.
fn pieces_that_hit(view: &View<'_>, squares: Bitboard, [minor, rook, queen]: [i32; 3]) -> i32 {
    if view.own.by_pieces.is_disjoint(squares) {
        return 0;
    }
    // No branches: which of them hits is hard to foretell.
    let worth = |piece: &Piece| {
        let worth = match piece.role {
            Role::Rook => rook,
            Role::Queen => queen,
            _ => minor,
        };
        worth * once(piece.attacks.intersects(squares))
    };
    view.own.each.iter().map(worth).sum()
}

/// 50 for an attacked king with an enemy pawn on the square right before it.
fn enemy_pawn_shelters(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let before = up(view.own.king.set);
    bonus * once(view.enemy.king_attack && view.enemy.pawns.intersects(before))
}

/// The whole files on which a pawn of the shelter and an enemy storm pawn stand.
#[inline]
fn contested(view: &View<'_>, shelter: &Shelter) -> Bitboard {
    files(shelter.pawns) & files(view.enemy.storm)
}

/// 30 for an attacked king whose two foremost pawns stand abreast against storming pawns on their
/// files; with a storm on the third file as well it is another matter.
fn two_storming_pawns(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let Some(shelter) = &view.own.shelter else {
        return 0;
    };
    if !view.enemy.king_attack {
        return 0;
    }
    let contested = contested(view, shelter);
    let front = shelter.pawns & !behind(shelter.pawns) & contested;
    // One pawn a file; neighbours on a rank.
    bonus * once(front.count() == 2 && front.intersects(left(front)))
}

/// 25 for a shelter that has fixed a storm on all of its three files: one of its pawns, protected
/// by another, blocks a storming pawn. The move is read from what it brings about.
fn three_storming_pawns(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let Some(shelter) = &view.own.shelter else {
        return 0;
    };
    let pawns = shelter.pawns;
    let fixing = pawns & down(view.enemy.storm) & pawn_hits(pawns);
    bonus * once(fixing.any() && contested(view, shelter) == shelter.files())
}
