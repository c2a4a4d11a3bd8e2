//! Mobility and the coordination of pieces.

use shakmaty::Bitboard;

use crate::board::bits::count;
use crate::board::side::Side;
use crate::patterns::mobility::{pawn_mobility, piece_mobility};
use crate::rule::rules;

rules! {
    "Middlegame";

    /// Each empty square that a knight, bishop, rook or queen attacks is worth {per_square}, pinned
    /// or not.
    "middlegame.piece-mobility" [94, 96, 98] All { per_square: 10 }
    |view, n| piece_mobility(view, [n.per_square]);

    /// Each possible pawn move, captures included, is worth {per_move}, whoever is to move. A
    /// promotion is one move.
    "middlegame.pawn-mobility" [100, 102] All { per_move: 5 }
    |view, n| pawn_mobility(view, [n.per_move]);

    /// The opening's rules on the centre hold unchanged in the middlegame. Shown is their sum,
    /// which is counted there.
    "middlegame.control-of-center" [104] Middlegame {} shows ["opening.focal-center-pawn-occupation", "opening.focal-center-piece-occupation", "opening.focal-center-pawn-control", "opening.focal-center-piece-control", "opening.wider-center-piece-occupation"];

    /// Each enemy man attacked by an own man earns two percent of its value, once however many
    /// attack it: {pawn} for a pawn, {minor} for a minor piece, {rook} for a rook, {queen} for a
    /// queen.
    "middlegame.attack-potential" [106, 108, 110] Middlegame { pawn: 2, minor: 6, rook: 9, queen: 18 }
    |view, n| {
        values(
            &view.enemy,
            view.own.by_any,
            [n.pawn, n.minor, n.rook, n.queen],
        )
    };

    /// Each own man defended by another, the king included, earns one percent of its value, once
    /// however many defend it: {pawn} for a pawn, {minor} for a minor piece, {rook} for a rook,
    /// {queen} for a queen.
    "middlegame.defence-potential" [112, 114] Middlegame { pawn: 1, minor: 3, rook: 4.5, queen: 9 }
    |view, n| {
        values(
            &view.own,
            view.own.by_any,
            [n.pawn, n.minor, n.rook, n.queen],
        )
    };
}

/// The values of the side's men on `squares`; a king is worth nothing.
fn values(of: &Side, squares: Bitboard, [pawn, minor, rook, queen]: [i32; 4]) -> i32 {
    pawn * count(of.pawns & squares)
        + minor * count(of.minors & squares)
        + rook * count(of.rooks & squares)
        + queen * count(of.queens & squares)
}
