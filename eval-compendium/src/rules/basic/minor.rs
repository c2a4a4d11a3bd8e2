//! Rook and pawn against a minor piece, a minor and two passers against a rook, and two pawns
//! against one with a minor each.

use shakmaty::Bitboard;

use crate::board::bits::{
    CENTRAL_FILES, INNER_FILES, SEMI_CENTRAL_FILES, file, once, rank, ranks, up,
};
use crate::board::material::Pieces;
use crate::interplay::{BASIC_ROOK_F_PAWN_V_BISHOP, BASIC_TWO_V_ONE_KNIGHT_WIN};
use crate::patterns::endgame::{Spread, has, is_small, pawns, spread};
use crate::patterns::pieces::same_colour;
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

/// The files c and d.
const C_AND_D: Bitboard = Bitboard(file(2).0 | file(3).0);
/// The files e and f.
const E_AND_F: Bitboard = Bitboard(file(4).0 | file(5).0);

rules! {
    "Very basic endgames" as Other when is_small;

    /// Rook and pawn beat a bishop or a knight, unless the bishop holds its fortress before an f-
    /// or c-pawn.
    "endgame.basic.rook-pawn-v-minor" [909] Endgame {} verdict
    |view, _| {
        let held = view.applies(BASIC_ROOK_F_PAWN_V_BISHOP) && is_held_by_bishop(view);
        let material = view.own.men == Pieces::R && is_minor(view.enemy.men);
        Finding::WIN.when(material && pawns(view) == (1, 0) && !held)
    };

    /// Rook and a pawn on f5 or c5, seen from its side, only draw against a bishop if both bishop
    /// and king guard the square before the pawn, or the king stands there. Where the other king
    /// and the rook are does not matter.
    "endgame.basic.rook-f-pawn-v-bishop" [913] Endgame {} verdict
    |view, _| Finding::DRAW.when(is_held_by_bishop(view));

    /// A minor piece and two pawns on neighbouring files against a rook without pawns is usually a
    /// draw.
    "endgame.basic.minor-two-passers-draw" [917] Endgame {} verdict
    |view, _| Finding::USUAL_DRAW.when(is_minor_and_two_passers(view));

    /// A minor piece against a rook, with two pawns on d and e that are both in the enemy half, has
    /// {bishop} beside the draw if it is a bishop, {knight} if it is a knight.
    "endgame.basic.minor-two-passers-central" [919] Endgame { bishop: 50, knight: 35 } after_verdict
    |view, n| {
        let is_central = view.own.structure.files == CENTRAL_FILES;
        by_minor(view, [n.bishop, n.knight]) * once(is_central && are_two_advanced(view))
    };

    /// A minor piece against a rook, with two pawns on c and d or on e and f that are both in the
    /// enemy half, has {bishop} beside the draw if it is a bishop, {knight} if it is a knight.
    "endgame.basic.minor-two-passers-near-centre" [923] Endgame
    { bishop: 35, knight: 25 } after_verdict
    |view, n| {
        let files = view.own.structure.files;
        let is_near_centre = files == C_AND_D || files == E_AND_F;
        by_minor(view, [n.bishop, n.knight]) * once(is_near_centre && are_two_advanced(view))
    };

    /// A bishop against a rook, with two pawns on d and e that are both still in their own half,
    /// has {bonus} beside the draw. A knight or other files get nothing more.
    "endgame.basic.minor-two-passers-own-camp" [927] Endgame { bonus: 35 } after_verdict
    |view, n| {
        let own = view.own;
        let is_central = own.structure.files == CENTRAL_FILES && own.pawns.is_subset(ranks(1, 4));
        let is_bishop = own.men == Pieces::B && is_minor_and_two_passers(view);
        n.bonus * once(is_bishop && is_central)
    };

    /// A minor piece and two pawns against a minor piece and one pawn is a draw, if all pawns are
    /// on at most four neighbouring files. A knight that wins by the next rule is an exception.
    "endgame.basic.two-v-one-minor" [929] Endgame {} verdict
    |view, _| {
        let (own, enemy) = (view.own.men, view.enemy.men);
        let material = is_minor(own) && is_minor(enemy) && pawns(view) == (2, 1);
        let won = view.applies(BASIC_TWO_V_ONE_KNIGHT_WIN) && is_winning_knight(view);
        Finding::DRAW.when(material && view.play.on_one_part() && !won)
    };

    /// A knight and two pawns beat a bishop and a pawn on d or e, on a square of the bishop's
    /// colour, if all pawns are on the files c to f and the stronger king is in the enemy half.
    "endgame.basic.two-v-one-knight-win" [929] Endgame {} verdict
    |view, _| Finding::WIN.when(is_winning_knight(view));
}

/// True if the pieces of a side are a single bishop or knight.
fn is_minor(men: Pieces) -> bool {
    men == Pieces::N || men == Pieces::B
}

/// True if rook and pawn are against a bishop, the pawn on f5 or c5, and both bishop and king
/// guard the square before it (or the king stands there).
fn is_held_by_bishop(view: &View<'_>) -> bool {
    let enemy = view.enemy;
    let stop = up(view.own.pawns & rank(5) & SEMI_CENTRAL_FILES);
    has(view, Pieces::R, Pieces::B)
        && pawns(view) == (1, 0)
        && stop.intersects(enemy.by_bishops)
        && stop.intersects(enemy.king.ring | enemy.king.set)
}

/// True if the own side has a minor and two pawns on neighbouring files, and the enemy a rook.
fn is_minor_and_two_passers(view: &View<'_>) -> bool {
    is_minor(view.own.men)
        && view.enemy.men == Pieces::R
        && pawns(view) == (2, 0)
        && spread(view.own.pawns) == Some(Spread::Connected)
}

/// The same, with both pawns in the enemy half.
fn are_two_advanced(view: &View<'_>) -> bool {
    view.own.pawns.is_disjoint(ranks(1, 4)) && is_minor_and_two_passers(view)
}

/// The number for the kind of minor that the own side has.
fn by_minor(view: &View<'_>, [bishop, knight]: [i32; 2]) -> i32 {
    if view.own.men == Pieces::B { bishop } else { knight }
}

/// True if an own knight with two pawns and the king in the enemy half is against a bishop whose
/// only pawn is on d or e, on a square of its colour; all pawns on the files c to f.
fn is_winning_knight(view: &View<'_>) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    has(view, Pieces::N, Pieces::B)
        && pawns(view) == (2, 1)
        && enemy.pawns.intersects(CENTRAL_FILES)
        && same_colour(enemy.pawns, enemy.bishops)
        && (own.pawns | enemy.pawns).is_subset(INNER_FILES)
        && own.king.set.intersects(ranks(5, 8))
}
