//! Rook and one pawn, or two, against a rook.

use shakmaty::Bitboard;

use crate::board::bits::{A_FILE, H_FILE, KING_WING, QUEEN_WING, ahead, beside, file, once, ranks};
use crate::board::context::Context;
use crate::board::material::Ending;
use crate::interplay::{BASIC_ROOK_EDGE_PAIR_DRAW, BASIC_ROOK_F_AND_H};
use crate::patterns::endgame::{Spread, pawns, spread};
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

/// The files a and c.
const A_AND_C: Bitboard = Bitboard(A_FILE.0 | file(2).0);
/// The files f and h.
const F_AND_H: Bitboard = Bitboard(file(5).0 | H_FILE.0);
/// The files a and b.
const A_AND_B: Bitboard = Bitboard(A_FILE.0 | file(1).0);
/// The files g and h.
const G_AND_H: Bitboard = Bitboard(file(6).0 | H_FILE.0);
/// The greatest distance from the foremost pawn of a king that straddles a pair at the edge.
const STRADDLE: u32 = 2;

rules! {
    "Very basic endgames" as Other when is_ending;

    /// Rook and pawn against rook is a draw if the weaker side's king is in front of the pawn: on a
    /// rank ahead of it, on its file or one beside it.
    "endgame.basic.rook-pawn-front" [893] Endgame {} verdict
    |view, _| Finding::DRAW.when(pawns(view) == (1, 0) && is_king_in_front(view));

    /// Rook and pawn against rook is won if the weaker side's king is not in front of the pawn.
    "endgame.basic.rook-pawn-behind" [893] Endgame {} verdict
    |view, _| Finding::WIN.when(pawns(view) == (1, 0) && !is_king_in_front(view));

    /// Rook and two pawns that are not on one file or neighbouring files beat a rook. Pawns on f
    /// and h, or on a and c, are an exception.
    "endgame.basic.rook-two-separate" [897] Endgame {} verdict
    |view, _| {
        if pawns(view) != (2, 0) || spread(view.own.pawns) != Some(Spread::Separate) {
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
    |view, n| n.bonus * once(pawns(view) == (2, 0) && is_f_and_h(view));

    /// Rook and two pawns on neighbouring files usually beat a rook. A pair at the edge that the
    /// enemy king straddles is an exception.
    "endgame.basic.rook-two-connected" [899] Endgame {} verdict
    |view, _| {
        if pawns(view) != (2, 0) || spread(view.own.pawns) != Some(Spread::Connected) {
            return Finding::SILENT;
        }
        let held = view.applies(BASIC_ROOK_EDGE_PAIR_DRAW) && is_straddled_edge_pair(view);
        Finding::USUAL_WIN.when(!held)
    };

    /// Rook and two pawns on a and b, or on g and h, not both in the enemy half, only draw against
    /// a rook whose king straddles them: on the files a to c (or f to h), ahead of both, and at
    /// most two steps from the foremost.
    "endgame.basic.rook-edge-pair-draw" [899] Endgame {} verdict
    |view, _| Finding::DRAW.when(pawns(view) == (2, 0) && is_straddled_edge_pair(view));
}

/// True in the ending of these rules.
fn is_ending(context: &Context<'_>) -> bool {
    context.ending == Ending::Rooks
}

/// True if the enemy king is on a higher rank than the own pawn, at most one file from it.
fn is_king_in_front(view: &View<'_>) -> bool {
    let pawn = view.own.pawns;
    view.enemy.king.set.intersects(ahead(pawn | beside(pawn)))
}

/// True if the own pawns are on f and h, or on a and c.
fn is_f_and_h(view: &View<'_>) -> bool {
    let files = view.own.structure.files;
    files == F_AND_H || files == A_AND_C
}

/// True if the two own pawns, at most one of them in the enemy half, are a pair at the edge that
/// the enemy king straddles; of two on one rank either is the foremost.
fn is_straddled_edge_pair(view: &View<'_>) -> bool {
    let own = view.own.pawns;
    let king_files = match view.own.structure.files {
        A_AND_B => QUEEN_WING,
        G_AND_H => KING_WING,
        _ => return false,
    };
    let (king, Some(foremost)) = (view.enemy.king.square, own.last()) else {
        return false;
    };
    let first = own & Bitboard::from_rank(foremost.rank());
    king_files.contains(king)
        && !(own & ranks(5, 7)).more_than_one()
        && king.rank() > foremost.rank()
        && first.into_iter().any(|pawn| pawn.distance(king) <= STRADDLE)
}
