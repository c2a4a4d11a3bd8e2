//! A minor piece against three pawns.

use crate::board::bits::{count, once};
use crate::board::material::Pieces;
use crate::patterns::endgame::{Spread, has, pawns, spread};
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

rules! {
    "Opposing configurations in endings" as Material;

    /// Three pawns on neighbouring files, whatever their ranks, earn {bonus} against a knight
    /// alone.
    "endgame.config.knight-three-connected" [851] Endgame { bonus: 50 }
    |view, n| n.bonus * once(beat(view, Pieces::N, Spread::Connected));

    /// Three pawns beat a knight alone if two of them are on neighbouring files and the third
    /// apart.
    "endgame.config.knight-two-plus-one" [853] Endgame {} verdict
    |view, _| Finding::WIN.when(beat(view, Pieces::N, Spread::Mixed));

    /// Three pawns beat a knight alone if no two of them are on one file or on neighbouring files.
    "endgame.config.knight-three-separate" [855] Endgame {} verdict
    |view, _| Finding::WIN.when(beat(view, Pieces::N, Spread::Separate));

    /// Three pawns on neighbouring files, whatever their ranks, earn {bonus} against a bishop
    /// alone.
    "endgame.config.bishop-three-connected" [859] Endgame { bonus: 25 }
    |view, n| n.bonus * once(beat(view, Pieces::B, Spread::Connected));

    /// Three pawns beat a bishop alone if two of them are on neighbouring files and the third
    /// apart.
    "endgame.config.bishop-two-plus-one" [861] Endgame {} verdict
    |view, _| Finding::WIN.when(beat(view, Pieces::B, Spread::Mixed));

    /// Three pawns, no two of them on one file or on neighbouring files, earn {bonus} against a
    /// bishop alone.
    "endgame.config.bishop-three-separate" [863] Endgame { bonus: 50 }
    |view, n| n.bonus * once(beat(view, Pieces::B, Spread::Separate));

    /// With more pieces on the board a minor piece more earns {bonus} against exactly three pawns
    /// more. Queens and rooks are equal in number, and the side with the pawns has a piece too.
    "endgame.config.minor-three-pawns-more-pieces" [865] Endgame { bonus: 25 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let is_minor_up = count(own.minors) == count(enemy.minors) + 1
            && count(own.rooks) == count(enemy.rooks)
            && count(own.queens) == count(enemy.queens);
        let is_three_pawns_down = count(enemy.pawns) == count(own.pawns) + 3;
        n.bonus * once(is_minor_up && is_three_pawns_down && enemy.pieces.any())
    };
}

/// True if the own side has only three pawns, spread like this, against a lone `minor`.
fn beat(view: &View<'_>, minor: Pieces, like: Spread) -> bool {
    has(view, Pieces::NONE, minor) && pawns(view) == (3, 0) && spread(view.own.pawns) == Some(like)
}
