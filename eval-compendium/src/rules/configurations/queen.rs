//! A queen against a rook, two rooks, three minors, or a rook and a minor.

use crate::board::bits::once;
use crate::board::material::Pieces;
use crate::interplay::{CONFIG_QUEEN_MINORS_UNCOORDINATED, CONFIG_QUEEN_ROOK_FORTRESS};
use crate::patterns::endgame::{has, is_small, pawns};
use crate::patterns::queen_rook_fortress::{enemy_has_fortress, has_fortress};
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

rules! {
    "Opposing configurations in endings" as Material when is_small;

    /// A queen without pawns only draws against rook and pawn when these make a wall, as with king
    /// g1, pawn g2 and rook f3: the pawn at home on a file from b to g guards the rook on the third
    /// rank, and the own king is near on the first two ranks. The enemy king must not be inside, on
    /// the first three ranks of the pawn's file and the files beside it.
    "endgame.config.queen-rook-fortress" [811] Endgame {} verdict
    |view, _| Finding::DRAW.when(has_fortress(view));

    /// Any other ending of queen against rook, where the rook's side has at most a pawn more, is
    /// won for the queen.
    "endgame.config.queen-rook-lost" [811] Endgame {} verdict
    |view, _| {
        let (own, enemy) = pawns(view);
        let held = view.applies(CONFIG_QUEEN_ROOK_FORTRESS) && enemy_has_fortress(view);
        Finding::WIN.when(has(view, Pieces::Q, Pieces::R) && enemy <= own + 1 && !held)
    };

    /// A queen with a passed pawn against two rooks is a draw, if the queen's side has exactly one
    /// pawn more.
    "endgame.config.queen-passer-two-rooks" [815] Endgame {} verdict
    |view, _| {
        let (own, enemy) = pawns(view);
        let has_passer = view.own.structure.passed.any();
        Finding::DRAW.when(has(view, Pieces::Q, Pieces::RR) && own == enemy + 1 && has_passer)
    };

    /// A queen with two passed pawns beats two rooks, if its side has at least two pawns more.
    "endgame.config.queen-two-passers-two-rooks" [817] Endgame {} verdict
    |view, _| {
        let (own, enemy) = pawns(view);
        let has_two_passers = view.own.structure.passed.more_than_one();
        Finding::WIN.when(has(view, Pieces::Q, Pieces::RR) && own >= enemy + 2 && has_two_passers)
    };

    /// A queen earns {bonus} against exactly three minor pieces that are badly coordinated: two of
    /// them, or all, are unprotected.
    "endgame.config.queen-minors-uncoordinated" as Pieces [821] Endgame { bonus: 200 }
    |view, n| n.bonus * once(is_queen_against_loose_minors(view));

    /// A queen against a knight and two bishops is a draw, if the numbers of pawns differ by one at
    /// most. Where the minor pieces are badly coordinated there is no such draw.
    "endgame.config.queen-knight-two-bishops" [823] Endgame {} verdict
    |view, _| {
        let (own, enemy) = pawns(view);
        if !has(view, Pieces::Q, Pieces::BBN) || own.abs_diff(enemy) > 1 {
            Finding::SILENT
        } else if view.applies(CONFIG_QUEEN_MINORS_UNCOORDINATED)
            && is_queen_against_loose_minors(view)
        {
            Finding::STANDS
        } else {
            Finding::DRAW
        }
    };

    /// A queen against a bishop and two knights earns {bonus}, whatever the pawns.
    "endgame.config.queen-bishop-two-knights" [825] Endgame { bonus: 75 }
    |view, n| n.bonus * once(has(view, Pieces::Q, Pieces::BNN));

    /// A queen against a rook and a knight with exactly one pawn more earns {bonus}.
    "endgame.config.queen-rook-knight" [827] Endgame { bonus: 50 }
    |view, n| n.bonus * once(has(view, Pieces::Q, Pieces::RN) && is_pawn_down(view));

    /// A queen against a rook and a bishop with exactly one pawn more is a draw.
    "endgame.config.queen-rook-bishop" [829] Endgame {} verdict
    |view, _| Finding::DRAW.when(has(view, Pieces::Q, Pieces::RB) && is_pawn_down(view));
}

/// True if the own queen is against three minors, two or all of them unprotected.
fn is_queen_against_loose_minors(view: &View<'_>) -> bool {
    let enemy = view.enemy;
    view.own.men == Pieces::Q
        && enemy.pieces == enemy.minors
        && enemy.minors.count() == 3
        && (enemy.minors & !enemy.by_any).more_than_one()
}

/// True if the enemy has exactly one pawn more.
fn is_pawn_down(view: &View<'_>) -> bool {
    let (own, enemy) = pawns(view);
    enemy == own + 1
}
