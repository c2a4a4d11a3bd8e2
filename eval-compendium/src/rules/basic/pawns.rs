//! Very basic pawn endings, and the bishop of the wrong colour for its rook pawn.

use shakmaty::{Bitboard, Square};

use crate::board::bits::{A_FILE, H_FILE, count, fill_up, once, rank};
use crate::board::material::Pieces;
use crate::patterns::endgame::{Spread, has, is_small, pawns, spread};
use crate::patterns::passers::{is_king_before_lone_pawn, steps};
use crate::patterns::pieces::same_colour;
use crate::rule::rules;
use crate::verdict::Finding;

/// The distance between kings in opposition.
const OPPOSITION: u32 = 2;
/// The lead in steps to promotion that decides a race of passers.
const RACE_LEAD: u32 = 2;
/// The distance from the corner at which a king controls it already.
const CONTROL: u32 = 1;

rules! {
    "Very basic endgames" as King when is_small;

    /// With king and pawn against the bare king, a king on a rank ahead of its pawn, at most one
    /// file to the side, earns {bonus}.
    "endgame.basic.kpk-king-front" [875] Endgame { bonus: 50 }
    |view, n| n.bonus * once(is_king_before_lone_pawn(view));

    /// With king and pawn against the bare king, the side that has the opposition, whichever it is,
    /// earns {bonus}: the kings are on one file or rank with one square between, and the other side
    /// is to move.
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
    "endgame.basic.kpk-rook-pawn" [879] Endgame {} verdict
    |view, _| {
        let pawn = view.own.pawns;
        if !has(view, Pieces::NONE, Pieces::NONE)
            || pawns(view) != (1, 0)
            || pawn.is_disjoint(A_FILE | H_FILE)
        {
            return Finding::SILENT;
        }
        let key_square = if pawn.intersects(A_FILE) {
            Square::B7
        } else {
            Square::G7
        };
        let (Some(corner), Some(to_go)) = (promotion(pawn).first(), steps(pawn)) else {
            return Finding::SILENT;
        };
        // A king to move is a step nearer.
        let distance = view.enemy.king.square.distance(corner);
        let weak = distance.saturating_sub(u32::from(!view.to_move));
        let strong = view.own.king.square.distance(key_square);
        // A pawn at home has a double step; `strong` is six at most, so that five steps count as
        // six.
        let in_time = weak <= to_go && weak < strong;
        Finding::HARD_DRAW.when(weak <= CONTROL || in_time)
    };

    /// Kings with two passed pawns each, both pairs on neighbouring files, make a draw. If the
    /// foremost passer of one side is two steps or more ahead of the other's, the score stands.
    "endgame.basic.kppkpp-connected" [883] Endgame {} verdict
    |view, _| {
        if !has(view, Pieces::NONE, Pieces::NONE) || pawns(view) != (2, 2) {
            return Finding::SILENT;
        }
        let (own, enemy) = (view.own.pawns, view.enemy.pawns);
        let both_pass =
            view.own.structure.passed == own && view.enemy.structure.passed == enemy;
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
    "endgame.basic.protected-v-two-connected" [885] Endgame { bonus: 75 } verdict
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

    /// King, bishop and pawns on the a-file, or on the h-file, against the bare king is a dead draw
    /// if that king is on or next to the promotion square and the bishop is on squares of the other
    /// colour.
    "endgame.basic.wrong-bishop" [889] Endgame {} verdict
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
}

/// The square on which the foremost of `pawns` promotes.
fn promotion(pawns: Bitboard) -> Bitboard {
    fill_up(pawns) & rank(8)
}
