//! Rook and pawns against a rook, and rook and pawn against a minor.

use shakmaty::Bitboard;

use crate::catalogue::basic::{
    BASIC_ROOK_EDGE_PAIR_DRAW, BASIC_ROOK_F_AND_H, BASIC_ROOK_F_PAWN_V_BISHOP,
    BASIC_ROOK_PAWN_BEHIND, BASIC_ROOK_PAWN_FRONT, BASIC_ROOK_PAWN_V_MINOR,
    BASIC_ROOK_TWO_CONNECTED, BASIC_ROOK_TWO_SEPARATE,
};
use crate::context::bits::{ahead, beside, file, rank, ranks, up};
use crate::context::material::Pieces;
use crate::context::{Context, Ending};
use crate::rules::configurations::material::{Spread, between, has, pawns, spread};
use crate::rules::verdict::Finding;
use crate::rules::{View, Visitor, once};

/// The files a and c, and f and h.
const A_AND_C: Bitboard = Bitboard(file(0).0 | file(2).0);
const F_AND_H: Bitboard = Bitboard(file(5).0 | file(7).0);
/// The files a and b, and g and h.
const A_AND_B: Bitboard = Bitboard(file(0).0 | file(1).0);
const G_AND_H: Bitboard = Bitboard(file(6).0 | file(7).0);
/// Where the enemy king straddles such pawns: the files a to c, and f to h.
const A_TO_C: Bitboard = Bitboard(A_AND_B.0 | file(2).0);
const F_TO_H: Bitboard = Bitboard(file(5).0 | G_AND_H.0);
/// How near the foremost of them it is, at most.
const STRADDLE: u32 = 2;
/// The files c and f.
const C_OR_F: Bitboard = Bitboard(file(2).0 | file(5).0);

pub(super) fn visit(rules: &mut impl Visitor) {
    if rules.wants(is_rook_ending) {
        // Rook and pawns on f and h, or a and c, are 50 better than a rook.
        rules.rule(BASIC_ROOK_F_AND_H, |view, [bonus]| {
            bonus * once(is_pair(view) && is_f_and_h(view))
        });
    }
}

pub(super) fn verdicts(rules: &mut impl Visitor) {
    if rules.wants(is_rook_ending) {
        // A king in front of the pawn draws; one that lags behind loses.
        rules.verdict(BASIC_ROOK_PAWN_FRONT, |view, []| {
            Finding::DRAW.when(is_one_pawn(view) && is_king_in_front(view))
        });
        rules.verdict(BASIC_ROOK_PAWN_BEHIND, |view, []| {
            Finding::WIN.when(is_one_pawn(view) && !is_king_in_front(view))
        });
        rules.verdict(BASIC_ROOK_TWO_SEPARATE, two_separate);
        rules.verdict(BASIC_ROOK_TWO_CONNECTED, two_connected);
        rules.verdict(BASIC_ROOK_EDGE_PAIR_DRAW, |view, []| {
            Finding::DRAW.when(is_pair(view) && is_straddled_edge_pair(view))
        });
    }
    if rules.wants(|context| {
        between(context, Pieces::R, Pieces::B) || between(context, Pieces::R, Pieces::N)
    }) {
        rules.verdict(BASIC_ROOK_PAWN_V_MINOR, pawn_against_minor);
        rules.verdict(BASIC_ROOK_F_PAWN_V_BISHOP, |view, []| {
            Finding::DRAW.when(is_held_by_bishop(view))
        });
    }
}

fn is_rook_ending(context: &Context) -> bool {
    context.ending == Ending::Rooks
}

/// Whether the own side has rook and pawn against a rook.
fn is_one_pawn(view: &View<'_>) -> bool {
    is_rook_ending(view) && pawns(view) == (1, 0)
}

/// Whether the own side has rook and two pawns against a rook.
fn is_pair(view: &View<'_>) -> bool {
    is_rook_ending(view) && pawns(view) == (2, 0)
}

/// Whether the enemy king is on a higher rank than the own pawn, at most one file from it.
fn is_king_in_front(view: &View<'_>) -> bool {
    let pawn = view.own.pawns;
    view.enemy.king.set.intersects(ahead(pawn | beside(pawn)))
}

/// Whether the own pawns are on f and h, or on a and c.
fn is_f_and_h(view: &View<'_>) -> bool {
    let files = view.own.structure.files;
    files == F_AND_H || files == A_AND_C
}

/// Rook and two pawns apart from one another beat a rook; with f and h the score stands.
fn two_separate(view: &View<'_>, []: [i32; 0]) -> Finding {
    if !is_pair(view) || spread(view.own.pawns) != Some(Spread::Separate) {
        Finding::SILENT
    } else if view.applies(BASIC_ROOK_F_AND_H) && is_f_and_h(view) {
        Finding::STANDS
    } else {
        Finding::WIN
    }
}

/// Rook and two pawns on neighbouring files usually beat a rook, unless they are an edge pair that
/// the king straddles.
fn two_connected(view: &View<'_>, []: [i32; 0]) -> Finding {
    if !is_pair(view) || spread(view.own.pawns) != Some(Spread::Connected) {
        return Finding::SILENT;
    }
    let held = view.applies(BASIC_ROOK_EDGE_PAIR_DRAW) && is_straddled_edge_pair(view);
    Finding::USUAL_WIN.when(!held)
}

/// Whether the two own pawns are on a and b, or on g and h, at most one of them in the enemy half,
/// and the enemy king is ahead of both on the files a to c (f to h), at most two steps from the
/// foremost; of two on one rank, from either.
fn is_straddled_edge_pair(view: &View<'_>) -> bool {
    let own = view.own.pawns;
    let king_files = match view.own.structure.files {
        A_AND_B => A_TO_C,
        G_AND_H => F_TO_H,
        _ => return false,
    };
    let (king, Some(foremost)) = (view.enemy.king.square, own.last()) else {
        return false;
    };
    let first = own & Bitboard::from_rank(foremost.rank());
    king_files.contains(king)
        && !(own & ranks(5, 7)).more_than_one()
        && king.rank() > foremost.rank()
        && first
            .into_iter()
            .any(|pawn| pawn.distance(king) <= STRADDLE)
}

/// Rook and pawn beat a bishop or a knight, unless the bishop holds its fortress.
fn pawn_against_minor(view: &View<'_>, []: [i32; 0]) -> Finding {
    let material = has(view, Pieces::R, Pieces::B) || has(view, Pieces::R, Pieces::N);
    if !material || pawns(view) != (1, 0) {
        return Finding::SILENT;
    }
    let held = view.applies(BASIC_ROOK_F_PAWN_V_BISHOP) && is_held_by_bishop(view);
    Finding::WIN.when(!held)
}

/// Whether rook and pawn are against a bishop, the pawn on f5 or c5, and both bishop and king
/// guard the square before it (or the king stands there).
fn is_held_by_bishop(view: &View<'_>) -> bool {
    let enemy = &view.enemy;
    let stop = up(view.own.pawns & rank(5) & C_OR_F);
    has(view, Pieces::R, Pieces::B)
        && pawns(view) == (1, 0)
        && stop.intersects(enemy.by_bishops)
        && stop.intersects(enemy.king.ring | enemy.king.set)
}
