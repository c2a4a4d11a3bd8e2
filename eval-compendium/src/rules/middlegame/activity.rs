//! Mobility, control of the centre, and attacks and defences.

use crate::board::bits::count;
use crate::patterns::pieces::{pawn_mobility, piece_mobility};
use crate::rule::rules;

rules! {
    "Middlegame" as Pieces;

    /// Each empty square that a knight, bishop, rook or queen attacks is worth {per_square}, pinned
    /// or not.
    "middlegame.piece-mobility" [94, 96, 98] All { per_square: 10 }
    |view, n| n.per_square * piece_mobility(view);

    /// Each possible pawn move, captures included, is worth {per_move}, whichever side is to move. A
    /// promotion is one move.
    "middlegame.pawn-mobility" as Pawns [100, 102] All { per_move: 5 }
    |view, n| n.per_move * pawn_mobility(view);

    /// The opening's rules on the centre hold unchanged in the middlegame. Shown is their sum,
    /// which is counted there.
    "middlegame.control-of-center" [104] Middlegame {} shows [
        "opening.focal-center-pawn-occupation",
        "opening.focal-center-piece-occupation",
        "opening.focal-center-pawn-control",
        "opening.focal-center-piece-control",
        "opening.wider-center-piece-occupation"
    ];

    /// Each enemy man attacked by an own man earns two percent of its value, once however many
    /// attack it: {pawn} for a pawn, {minor} for a minor piece, {rook} for a rook, {queen} for a
    /// queen.
    "middlegame.attack-potential" [106, 108, 110] Middlegame
        { pawn: 2, minor: 6, rook: 9, queen: 18 }
    |view, n| {
        let (attacked, enemy) = (view.own.by_any, view.enemy);
        n.pawn * count(enemy.pawns & attacked)
            + n.minor * count(enemy.minors & attacked)
            + n.rook * count(enemy.rooks & attacked)
            + n.queen * count(enemy.queens & attacked)
    };

    /// Each own man that another own man, be it the king, defends earns one percent of its value,
    /// once however many defend it: {pawn} for a pawn, {minor} for a minor piece, {rook} for a
    /// rook, {queen} for a queen.
    "middlegame.defence-potential" [112, 114] Middlegame { pawn: 1, minor: 3, rook: 4.5, queen: 9 }
    |view, n| {
        let (defended, own) = (view.own.by_any, view.own);
        n.pawn * count(own.pawns & defended)
            + n.minor * count(own.minors & defended)
            + n.rook * count(own.rooks & defended)
            + n.queen * count(own.queens & defended)
    };
}
