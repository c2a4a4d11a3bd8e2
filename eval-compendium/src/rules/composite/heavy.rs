//! Endings of two heavy pieces each.

use shakmaty::Bitboard;

use crate::catalogue::composite;
use crate::catalogue::endgame::{PAWN_DOUBLE_ISOLATED, PAWN_DOUBLED_IN_GROUP, PAWN_ISOLATED};
use crate::catalogue::thresholds::TWO_SHELTER_PAWNS;
use crate::context::bits::{beside, down, files, rank, up};
use crate::context::material::Pieces;
use crate::rules::endings::advanced_passers;
use crate::rules::{View, Visitor, count, once};

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(
        composite::COMPOSITE_QUEEN_ROOK_NO_DOUBLING,
        doubling_is_free,
    );
    rules.rule(composite::COMPOSITE_QUEEN_ROOK_SIDE_ATTACK, side_attack);
}

/// Whether both sides have exactly these pieces.
fn each_has(view: &View<'_>, pieces: Pieces) -> bool {
    view.own.men == pieces && view.enemy.men == pieces
}

/// With two rooks each, both own ones on the seventh rank earn 50.
pub(super) fn doubled_rooks_on_seventh(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * once(each_has(view, Pieces::RR) && view.own.rooks.is_subset(rank(7)))
}

/// With queen and rook each, doubled pawns of a group cost nothing, and those of a file without
/// neighbours cost together what one isolated pawn does: this gives back the rest.
///
/// The rule on doubled pawns of a group is silent here on its own account, so that what a raw
/// reading gives back for them is posted by neither.
fn doubling_is_free(view: &View<'_>, [_penalty]: [i32; 1]) -> i32 {
    let structure = &view.own.structure;
    if structure.doubled.is_empty() || !each_has(view, Pieces::QR) {
        return 0;
    }
    let [in_group] = view.numbers(PAWN_DOUBLED_IN_GROUP);
    let [each] = view.numbers(PAWN_DOUBLE_ISOLATED);
    let [isolated] = view.numbers(PAWN_ISOLATED);
    let grouped = structure.doubled & !structure.isolated & !structure.front;
    let of_group = if view.raw {
        -in_group * count(grouped)
    } else {
        0
    };
    let exempt = files(structure.doubled & structure.front & advanced_passers(&view.own));
    let lone = structure.doubled & structure.isolated & !exempt;
    let of_lone = if view.applies(PAWN_DOUBLE_ISOLATED) {
        isolated * count(lone & structure.front) - each * count(lone)
    } else {
        0
    };
    of_group + of_lone
}

/// With queen and rook each, a rook on a file or rank next to the enemy king's that attacks along
/// it a square beside the king earns 35, if the king has two pawns of shelter and the square holds
/// no man of the rook's side.
fn side_attack(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let sheltered = enemy
        .shelter
        .is_some_and(|shelter| shelter.size >= TWO_SHELTER_PAWNS);
    if !each_has(view, Pieces::QR) || !sheltered {
        return 0;
    }
    let Some(rook) = own.rooks.first() else {
        return 0;
    };
    let king = enemy.king.set;
    let kings_rank = Bitboard::from_rank(enemy.king.square.rank());
    let next_files = beside(files(king));
    let next_ranks = up(kings_rank) | down(kings_rank);
    let lines = [
        (next_files, Bitboard::from_file(rook.file())),
        (next_ranks, Bitboard::from_rank(rook.rank())),
    ];
    let goals = own.by_rooks & enemy.king.ring & !own.units;
    let attacks = lines
        .iter()
        .any(|(next, line)| next.contains(rook) && goals.intersects(*line));
    bonus * once(attacks)
}
