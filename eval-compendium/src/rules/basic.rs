//! Very basic endings: pawns, rook and pawns, a queen against a pawn.

use shakmaty::{Bitboard, Square};

use crate::board::bits::*;
use crate::board::context::Context;
use crate::board::material::{Ending, Pieces};
use crate::interplay::*;
use crate::patterns::endgame::{Spread, has, is_small, pawns, spread};
use crate::patterns::pawns::{is_king_before_lone_pawn, steps};
use crate::patterns::pieces::same_colour;
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

/// The distance between kings in opposition.
const OPPOSITION: u32 = 2;
/// The lead in steps to promotion that decides a race of passers.
const RACE_LEAD: u32 = 2;
/// The distance from the corner at which a king controls it already.
const CONTROL: u32 = 1;

const A_AND_C: Bitboard = Bitboard(A_FILE.0 | file(2).0);
const F_AND_H: Bitboard = Bitboard(file(5).0 | H_FILE.0);
const A_AND_B: Bitboard = Bitboard(A_FILE.0 | file(1).0);
const G_AND_H: Bitboard = Bitboard(file(6).0 | H_FILE.0);
/// The greatest distance from the foremost pawn of a king that straddles a pair at the edge.
const STRADDLE: u32 = 2;

/// The files a, c, f and h, whose pawns are saved by stalemate.
const STALEMATE_FILES: Bitboard = Bitboard(A_FILE.0 | SEMI_CENTRAL_FILES.0 | H_FILE.0);
/// The least distance from the promotion square of a king that comes too late.
const TOO_LATE: u32 = 5;

rules! {
    "Very basic endgames" as King when is_small;

    /// With king and pawn against the bare king, a king on a rank ahead of its pawn, at most one
    /// file to the side, earns {bonus}.
    "endgame.basic.kpk-king-front" [875] Endgame { bonus: 50 }
    |view, n| n.bonus * once(is_king_before_lone_pawn(view));

    /// With king and pawn against the bare king, the side that has the opposition, whichever it is, earns {bonus}:
    /// the kings are on one file or rank with one square between, and the other side is to move.
    "endgame.basic.kpk-opposition" [877] Endgame { bonus: 50 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let [ours, theirs] = [own.king.square, enemy.king.square];
        let in_line = ours.file() == theirs.file() || ours.rank() == theirs.rank();
        let opposed = in_line && ours.distance(theirs) == OPPOSITION && !view.to_move;
        let one_pawn = count(own.pawns | enemy.pawns) == 1;
        n.bonus * once(has(view, Pieces::NONE, Pieces::NONE) && one_pawn && opposed)
    };

    /// King and a pawn on the a- or h-file against the bare king is a dead draw if that king gets
    /// to the promotion square in time. It does if it is next to it, or as fast as the pawn and
    /// faster than the other king gets to b7 (or g7).
    "endgame.basic.kpk-rook-pawn" [879] Endgame {} Verdict
    |view, _| {
        let pawn = view.own.pawns;
        if !has(view, Pieces::NONE, Pieces::NONE)
            || pawns(view) != (1, 0)
            || pawn.is_disjoint(A_FILE | H_FILE)
        {
            return Finding::SILENT;
        }
        let key_square = if pawn.intersects(A_FILE) { Square::B7 } else { Square::G7 };
        let (Some(corner), Some(to_go)) = (promotion(pawn).first(), steps(pawn)) else {
            return Finding::SILENT;
        };
        // A king to move is a step nearer.
        let distance = view.enemy.king.square.distance(corner);
        let weak = distance.saturating_sub(u32::from(!view.to_move));
        let strong = view.own.king.square.distance(key_square);
        // A pawn at home has a double step; `strong` is six at most, so that five steps count as six.
        let in_time = weak <= to_go && weak < strong;
        Finding::HARD_DRAW.when(weak <= CONTROL || in_time)
    };

    /// Kings with two passed pawns each, both pairs on neighbouring files, make a draw. If the
    /// foremost passer of one side is two steps or more ahead of the other's, the score stands.
    "endgame.basic.kppkpp-connected" [883] Endgame {} Verdict
    |view, _| {
        if !has(view, Pieces::NONE, Pieces::NONE) || pawns(view) != (2, 2) {
            return Finding::SILENT;
        }
        let (own, enemy) = (view.own.pawns, view.enemy.pawns);
        let both_pass = view.own.structure.passed == own && view.enemy.structure.passed == enemy;
        if !both_pass || [own, enemy].map(spread) != [Some(Spread::Connected); 2] {
            return Finding::SILENT;
        }
        match (steps(own), steps(enemy.flip_vertical())) {
            (Some(own), Some(enemy)) if own.abs_diff(enemy) < RACE_LEAD => Finding::DRAW,
            _ => Finding::STANDS,
        }
    };

    /// In a pawn ending a single passed pawn that a pawn protects draws against exactly two passers
    /// on neighbouring files, and its side has {bonus} beside the draw.
    "endgame.basic.protected-v-two-connected" [885] Endgame { bonus: 75 } Verdict
    |view, n| {
        let (own, enemy) = (&view.own.structure, &view.enemy.structure);
        let draws = has(view, Pieces::NONE, Pieces::NONE)
            && count(own.passed) == 1
            // The protector of the only passer is not a passer itself.
            && own.passed.intersects(own.protected)
            && count(enemy.passed) == 2
            && spread(enemy.passed) == Some(Spread::Connected);
        Finding::DRAW.with(n.bonus).when(draws)
    };

    /// King, bishop and pawns on the a-file, or on the h-file, against the bare king is a dead draw if that king is
    /// on or next to the promotion square and the bishop is on squares of the other colour.
    "endgame.basic.wrong-bishop" [889] Endgame {} Verdict
    |view, _| {
        let (own, enemy) = (view.own, view.enemy);
        let on_one_edge = own.structure.files == A_FILE || own.structure.files == H_FILE;
        if !has(view, Pieces::B, Pieces::NONE) || enemy.pawns.any() || !on_one_edge {
            return Finding::SILENT;
        }
        let corner = promotion(own.pawns);
        let controlled = corner.intersects(enemy.king.set | enemy.king.ring);
        Finding::HARD_DRAW.when(controlled && !same_colour(corner, own.bishops))
    };

    "Very basic endgames" as Other when rook_ending;

    /// Rook and pawn against rook is a draw if the weaker side's king is in front of the pawn: on a
    /// rank ahead of it, on its file or one beside it.
    "endgame.basic.rook-pawn-front" [893] Endgame {} Verdict
    |view, _| Finding::DRAW.when(pawns(view) == (1, 0) && is_king_in_front(view));

    /// Rook and pawn against rook is won if the weaker side's king is not in front of the pawn.
    "endgame.basic.rook-pawn-behind" [893] Endgame {} Verdict
    |view, _| Finding::WIN.when(pawns(view) == (1, 0) && !is_king_in_front(view));

    /// Rook and two pawns that are not on one file or neighbouring files beat a rook. Pawns on f
    /// and h, or on a and c, are an exception.
    "endgame.basic.rook-two-separate" [897] Endgame {} Verdict
    |view, _| {
        if pawns(view) != (2, 0) || spread(view.own.pawns) != Some(Spread::Separate) {
            Finding::SILENT
        } else if view.applies(BASIC_ROOK_F_AND_H) && is_f_and_h(view) {
            Finding::STANDS
        } else {
            Finding::WIN
        }
    };

    /// Rook and two pawns on f and h, or on a and c, earn only {bonus} against a rook, and the score stands.
    "endgame.basic.rook-f-and-h" [897] Endgame { bonus: 50 }
    |view, n| n.bonus * once(pawns(view) == (2, 0) && is_f_and_h(view));

    /// Rook and two pawns on neighbouring files usually beat a rook. A pair at the edge that the
    /// enemy king straddles is an exception.
    "endgame.basic.rook-two-connected" [899] Endgame {} Verdict
    |view, _| {
        if pawns(view) != (2, 0) || spread(view.own.pawns) != Some(Spread::Connected) {
            return Finding::SILENT;
        }
        let held = view.applies(BASIC_ROOK_EDGE_PAIR_DRAW) && is_straddled_edge_pair(view);
        Finding::USUAL_WIN.when(!held)
    };

    /// Rook and two pawns on a and b, or on g and h, not both in the enemy half, only draw against a rook whose king
    /// straddles them: on the files a to c (or f to h), ahead of both, and at most two steps from the foremost.
    "endgame.basic.rook-edge-pair-draw" [899] Endgame {} Verdict
    |view, _| Finding::DRAW.when(pawns(view) == (2, 0) && is_straddled_edge_pair(view));

    "Very basic endgames" as Other when is_small;

    /// A queen beats a lone pawn, unless stalemate saves it.
    "endgame.basic.queen-v-pawn" [903] Endgame {} Verdict
    |view, _| {
        let held = view.applies(BASIC_QUEEN_V_PAWN_STALEMATE) && is_saved_by_stalemate(view);
        Finding::WIN.when(is_queen_against_pawn(view) && !held)
    };

    /// A queen only draws against a lone pawn on a, c, f or h that is a step from promotion with
    /// its king next to it, if the queen's king is five squares or more from the promotion square.
    "endgame.basic.queen-v-pawn-stalemate" [905] Endgame {} Verdict
    |view, _| Finding::DRAW.when(is_queen_against_pawn(view) && is_saved_by_stalemate(view));
}

/// The square on which the foremost of `pawns` promotes.
fn promotion(pawns: Bitboard) -> Bitboard {
    fill_up(pawns) & rank(8)
}

fn rook_ending(context: &Context<'_>) -> bool {
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

/// True if the own side has a queen, and the enemy a pawn.
fn is_queen_against_pawn(view: &View<'_>) -> bool {
    has(view, Pieces::Q, Pieces::NONE) && pawns(view) == (0, 1)
}

/// True if the enemy pawn is a step from promotion on a, c, f or h, its king beside it, and the
/// own king five squares or more from the promotion square.
fn is_saved_by_stalemate(view: &View<'_>) -> bool {
    // The enemy's seventh rank.
    let pawn = view.enemy.pawns & STALEMATE_FILES & rank(2);
    let is_far = |goal| view.own.king.square.distance(goal) >= TOO_LATE;
    pawn.intersects(view.enemy.king.ring) && down(pawn).first().is_some_and(is_far)
}
