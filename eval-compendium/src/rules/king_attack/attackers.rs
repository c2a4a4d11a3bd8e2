//! Storming pawns and attacking pieces.

use shakmaty::Bitboard;
use shakmaty::attacks::knight_attacks;

use super::reach;
use super::weak_shelter::wedges;
use crate::catalogue::king_attack::{self, DOUBLE_ROOKS_SEMIOPEN, WEDGE_PAWN};
use crate::context::bits::{ahead, behind, pawn_hits, rank};
use crate::context::side::Side;
use crate::rules::{View, Visitor, count};

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(king_attack::PAWN_STORM, pawn_storm);
    rules.rule(king_attack::QUEEN_ATTACKS_RING, queen_attacks_ring);
    rules.rule(king_attack::MINOR_ATTACKS_RING, minor_attacks_ring);
    rules.rule(king_attack::ROOK_SEMIOPEN_FILE, rook_semiopen_file);
    rules.rule(king_attack::ROOK_OPEN_FILE, rook_open_file);
    rules.rule(king_attack::DOUBLE_ROOKS_SEMIOPEN, double_rooks_semiopen);
    rules.rule(king_attack::ATTACK_THE_DEFENDER, attack_the_defender);
    rules.rule(king_attack::ATTACK_ROOT_OF_SHELTER, attack_root_of_shelter);
}

/// The pawns that shelter the enemy king.
#[inline]
pub(super) fn enemy_shelter(view: &View<'_>) -> Bitboard {
    let shelter = view.enemy.shelter;
    shelter.map_or(Bitboard::EMPTY, |shelter| shelter.pawns)
}

/// The files towards the enemy king without own pawns, but with enemy ones.
#[inline]
pub(super) fn half_open_files(view: &View<'_>) -> Bitboard {
    let (own, enemy) = (&view.own.structure, &view.enemy.structure);
    view.enemy.king.window & !own.files & enemy.files
}

/// The files towards the enemy king without any pawns.
#[inline]
pub(super) fn open_files(view: &View<'_>) -> Bitboard {
    let (own, enemy) = (&view.own.structure, &view.enemy.structure);
    view.enemy.king.window & !own.files & !enemy.files
}

/// What a knight attacks when it is close to the enemy king: its ring, and where it would check.
#[inline]
pub(super) fn knight_goals(view: &View<'_>) -> Bitboard {
    let king = &view.enemy.king;
    king.ring | knight_attacks(king.square)
}

/// A pawn that storms the enemy king earns 40, 60 or 80 by its rank; a wedge has a rule of its own.
fn pawn_storm(view: &View<'_>, [fourth, fifth, sixth]: [i32; 3]) -> i32 {
    let mut storm = view.own.storm;
    if storm.is_empty() {
        return 0;
    }
    if view.applies(WEDGE_PAWN) {
        storm &= !wedges(view);
    }
    fourth * count(storm & rank(4))
        + fifth * count(storm & rank(5))
        + sixth * count(storm & rank(6))
}

/// A queen that attacks a square next to the enemy king earns 100.
fn queen_attacks_ring(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * count(view.own.queens & view.own.at_ring)
}

/// A minor that attacks a square next to the enemy king earns 30, and so does a knight that
/// attacks one from where it would check.
fn minor_attacks_ring(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let own = &view.own;
    let bishops = own.bishops & own.at_ring;
    let knights = own.knights & reach::knight(knight_goals(view));
    bonus * count(bishops | knights)
}

/// A rook alone on a half-open file against the enemy king earns 50.
fn rook_semiopen_file(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let all = view.own.rooks;
    let mut rooks = all & half_open_files(view);
    if view.applies(DOUBLE_ROOKS_SEMIOPEN) {
        rooks &= !(ahead(all) | behind(all));
    }
    bonus * count(rooks)
}

/// Each rook on an open file against the enemy king earns 70.
fn rook_open_file(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * count(view.own.rooks & open_files(view))
}

/// Two rooks or more on one half-open file against the enemy king earn 80 together.
fn double_rooks_semiopen(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let rooks = view.own.rooks & half_open_files(view);
    // The foremost rook of each file that has another one.
    bonus * count(rooks & ahead(rooks) & !behind(rooks))
}

/// In a king attack, each attack of a piece on one that guards the enemy king position earns 10.
fn attack_the_defender(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    if !own.king_attack {
        return 0;
    }
    bonus * attacks_on(own, enemy.guards)
}

/// Each attack of a piece on a shelter pawn that protects another one earns 15.
fn attack_root_of_shelter(view: &View<'_>, [per_pair]: [i32; 1]) -> i32 {
    let shelter = enemy_shelter(view);
    let roots = shelter & pawn_hits(shelter);
    per_pair * attacks_on(&view.own, roots)
}

/// How often pieces of the side attack `targets`: pairs of piece and target.
fn attacks_on(side: &Side, targets: Bitboard) -> i32 {
    if side.by_pieces.is_disjoint(targets) {
        return 0;
    }
    let pieces = side.each.iter();
    pieces.map(|piece| count(piece.attacks & targets)).sum()
}
