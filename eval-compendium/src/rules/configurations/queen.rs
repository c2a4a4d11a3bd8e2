//! A queen against a rook, two rooks, three minors, or a rook and a minor.

use shakmaty::Bitboard;

use super::material::{between, has, is_three_minors, pawns};
use crate::catalogue::configurations::{
    CONFIG_QUEEN_BISHOP_TWO_KNIGHTS, CONFIG_QUEEN_KNIGHT_TWO_BISHOPS,
    CONFIG_QUEEN_MINORS_UNCOORDINATED, CONFIG_QUEEN_PASSER_TWO_ROOKS, CONFIG_QUEEN_ROOK_BISHOP,
    CONFIG_QUEEN_ROOK_FORTRESS, CONFIG_QUEEN_ROOK_KNIGHT, CONFIG_QUEEN_ROOK_LOST,
    CONFIG_QUEEN_TWO_PASSERS_TWO_ROOKS,
};
use crate::context::Context;
use crate::context::bits::{A_FILE, H_FILE, beside, files, rank, ranks};
use crate::context::material::Pieces;
use crate::rules::verdict::Finding;
use crate::rules::{View, Visitor, once};

/// Badly coordinated are minors of which so many have no protection.
const UNPROTECTED: usize = 2;

pub(super) fn visit(rules: &mut impl Visitor) {
    if rules.wants(queen_against_minors) {
        rules.rule(CONFIG_QUEEN_MINORS_UNCOORDINATED, |view, [bonus]| {
            bonus * once(is_queen_against_loose_minors(view))
        });
        // A queen is 75 better than a bishop and two knights.
        rules.rule(CONFIG_QUEEN_BISHOP_TWO_KNIGHTS, |view, [bonus]| {
            bonus * once(has(view, Pieces::Q, Pieces::BNN))
        });
    }
    if rules.wants(|context| between(context, Pieces::Q, Pieces::RN)) {
        // A queen is 50 better than rook, knight and a pawn more.
        rules.rule(CONFIG_QUEEN_ROOK_KNIGHT, |view, [bonus]| {
            bonus * once(has(view, Pieces::Q, Pieces::RN) && is_pawn_down(view))
        });
    }
}

pub(super) fn verdicts(rules: &mut impl Visitor) {
    if rules.wants(|context| between(context, Pieces::Q, Pieces::R)) {
        rules.verdict(CONFIG_QUEEN_ROOK_FORTRESS, |view, []| {
            Finding::DRAW.when(is_queen_rook_fortress(view))
        });
        rules.verdict(CONFIG_QUEEN_ROOK_LOST, queen_rook_lost);
    }
    if rules.wants(|context| between(context, Pieces::Q, Pieces::RR)) {
        rules.verdict(CONFIG_QUEEN_PASSER_TWO_ROOKS, queen_passer_two_rooks);
        rules.verdict(
            CONFIG_QUEEN_TWO_PASSERS_TWO_ROOKS,
            queen_two_passers_two_rooks,
        );
    }
    if rules.wants(queen_against_minors) {
        rules.verdict(CONFIG_QUEEN_KNIGHT_TWO_BISHOPS, queen_knight_two_bishops);
    }
    if rules.wants(|context| between(context, Pieces::Q, Pieces::RB)) {
        // A queen against rook, bishop and a pawn more is a draw.
        rules.verdict(CONFIG_QUEEN_ROOK_BISHOP, |view, []| {
            Finding::DRAW.when(has(view, Pieces::Q, Pieces::RB) && is_pawn_down(view))
        });
    }
}

/// Whether it is a queen against three minors, for either side.
fn queen_against_minors(context: &Context) -> bool {
    let (own, enemy) = (&context.own, &context.enemy);
    own.men == Pieces::Q && is_three_minors(enemy) || enemy.men == Pieces::Q && is_three_minors(own)
}

/// Whether the enemy has exactly one pawn more.
fn is_pawn_down(view: &View<'_>) -> bool {
    let (own, enemy) = pawns(view);
    enemy == own + 1
}

/// Whether the own side, with rook and one pawn, holds out against a queen without pawns: the
/// pawn at home on one of the files b to g protects the rook before it, the own king on the first
/// two ranks is not more than a file away, and the enemy king is not on the first three ranks of
/// these files.
pub(in crate::rules) fn is_queen_rook_fortress(view: &View<'_>) -> bool {
    let (own, enemy) = (&view.own, &view.enemy);
    has(view, Pieces::R, Pieces::Q)
        && pawns(view) == (1, 0)
        && stands([own.pawns, own.rooks, own.king.set, enemy.king.set])
}

/// Whether the pawn, the rook and the king make a wall that the enemy king (the last of the four)
/// has not entered; seen by their side.
fn stands([pawn, rook, king, enemy_king]: [Bitboard; 4]) -> bool {
    let home = pawn & rank(2) & !(A_FILE | H_FILE);
    let next = files(beside(home));
    let near = next | files(home);
    rook.intersects(next & rank(3))
        && king.intersects(near & ranks(1, 2))
        && enemy_king.is_disjoint(near & ranks(1, 3))
}

/// A queen beats a rook with at most a pawn more, unless the rook has its fortress.
fn queen_rook_lost(view: &View<'_>, []: [i32; 0]) -> Finding {
    let (own, enemy) = pawns(view);
    if !has(view, Pieces::Q, Pieces::R) || enemy > own + 1 {
        return Finding::SILENT;
    }
    let rook_side = &view.enemy;
    let [pawn, rook, king, queens_king] = [
        rook_side.pawns,
        rook_side.rooks,
        rook_side.king.set,
        view.own.king.set,
    ]
    .map(Bitboard::flip_vertical);
    let holds = (own, enemy) == (0, 1) && stands([pawn, rook, king, queens_king]);
    Finding::WIN.when(!(holds && view.applies(CONFIG_QUEEN_ROOK_FORTRESS)))
}

/// A queen with a passer and exactly one pawn more draws against two rooks.
fn queen_passer_two_rooks(view: &View<'_>, []: [i32; 0]) -> Finding {
    let (own, enemy) = pawns(view);
    let draws =
        has(view, Pieces::Q, Pieces::RR) && own == enemy + 1 && view.own.structure.passed.any();
    Finding::DRAW.when(draws)
}

/// A queen with two passers and two pawns more, at least, beats two rooks.
fn queen_two_passers_two_rooks(view: &View<'_>, []: [i32; 0]) -> Finding {
    let (own, enemy) = pawns(view);
    let wins = has(view, Pieces::Q, Pieces::RR)
        && own >= enemy + 2
        && view.own.structure.passed.more_than_one();
    Finding::WIN.when(wins)
}

/// Whether the own queen is against three minors, two of them or all protected by nobody.
fn is_queen_against_loose_minors(view: &View<'_>) -> bool {
    let enemy = &view.enemy;
    view.own.men == Pieces::Q
        && is_three_minors(enemy)
        && (enemy.minors & !enemy.by_any).count() >= UNPROTECTED
}

/// A queen draws against knight and two bishops with about as many pawns; where these minors are
/// badly coordinated the score stands, whatever general verdicts say.
fn queen_knight_two_bishops(view: &View<'_>, []: [i32; 0]) -> Finding {
    let (own, enemy) = pawns(view);
    if !has(view, Pieces::Q, Pieces::BBN) || own.abs_diff(enemy) > 1 {
        return Finding::SILENT;
    }
    if view.applies(CONFIG_QUEEN_MINORS_UNCOORDINATED) && is_queen_against_loose_minors(view) {
        Finding::STANDS
    } else {
        Finding::DRAW
    }
}
