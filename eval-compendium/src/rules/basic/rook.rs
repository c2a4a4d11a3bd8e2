//! Rook and pawns against a rook, and rook and pawn against a minor.

use shakmaty::Bitboard;

use crate::board::bits::{ahead, beside, file, once, ranks};
use crate::board::context::Context;
use crate::board::material::Ending;
use crate::interplay::{BASIC_ROOK_EDGE_PAIR_DRAW, BASIC_ROOK_F_AND_H};
use crate::patterns::small_material::{Spread, is_small, pawns, spread};
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

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

rules! {
    "Endgame" when is_small;

    /// Rook and pawn against rook is a draw if the weaker side's king is in front of the pawn: on a
    /// rank ahead of it, on its file or one beside it.
    "endgame.basic.rook-pawn-front" [893] Endgame {} verdict
    |view, _| Finding::DRAW.when(is_rook_and_pawn(view) && is_king_in_front(view));

    /// Rook and pawn against rook is won if the weaker side's king is not in front of the pawn.
    "endgame.basic.rook-pawn-behind" [893] Endgame {} verdict
    |view, _| Finding::WIN.when(is_rook_and_pawn(view) && !is_king_in_front(view));

    /// Rook and two pawns that are not on one file or neighbouring files beat a rook. Pawns on f
    /// and h, or on a and c, are an exception.
    "endgame.basic.rook-two-separate" [897] Endgame {} verdict
    |view, _| {
        if !is_pair(view) || spread(view.own.pawns) != Some(Spread::Separate) {
            Finding::SILENT
        } else if view.applies(BASIC_ROOK_F_AND_H) && is_f_and_h(view) {
            Finding::STANDS
        } else {
            Finding::WIN
        }
    };

    /// Rook and two pawns on f and h, or on a and c, earn only {bonus} against a rook, and the
    /// score stands.
    "endgame.basic.rook-f-and-h" [897] Endgame { bonus: 50 }
    |view, n| n.bonus * once(is_pair(view) && is_f_and_h(view));

    /// Rook and two pawns on neighbouring files usually beat a rook. A pair at the edge that the
    /// enemy king straddles is an exception.
    "endgame.basic.rook-two-connected" [899] Endgame {} verdict
    |view, _| {
        if !is_pair(view) || spread(view.own.pawns) != Some(Spread::Connected) {
            return Finding::SILENT;
        }
        let held = view.applies(BASIC_ROOK_EDGE_PAIR_DRAW) && is_straddled_edge_pair(view);
        Finding::USUAL_WIN.when(!held)
    };

    /// Rook and two pawns on a and b, or on g and h, not both in the enemy half, only draw against
    /// a rook whose king straddles them: on the files a to c (or f to h), ahead of both, and at
    /// most two steps from the foremost.
    "endgame.basic.rook-edge-pair-draw" [899] Endgame {} verdict
    |view, _| Finding::DRAW.when(is_pair(view) && is_straddled_edge_pair(view));
}

fn is_rook_ending(context: &Context) -> bool {
    context.ending == Ending::Rooks
}

/// Whether the own side has rook and pawn against a rook.
fn is_rook_and_pawn(view: &View<'_>) -> bool {
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
