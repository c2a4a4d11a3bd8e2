//! The introduction: units, piece values and the three phases.

use crate::board::bits::count;
use crate::interplay::PIECE_VALUES;
use crate::patterns::endgame::worth;
use crate::rule::rules;

rules! {
    "Introduction" as Material;

    /// Scores written with p are whole pawns of {pawn} centipawns; bare numbers are centipawns.
    /// Shown are a side's pawns, which the piece values already count.
    "intro.units" [11] All { pawn: 100 } definition
    |view, n| n.pawn * count(view.own.pawns);

    /// A pawn is worth {pawn}, a knight {knight}, a bishop {bishop}, a rook {rook} and a queen
    /// {queen}.
    "intro.piece-values" [13] All { pawn: 100, knight: 300, bishop: 300, rook: 450, queen: 900 }
    |view, _| worth(view.own, view.numbers(PIECE_VALUES));

    /// Opening, middlegame and endgame have their own rules. By itself this adds nothing.
    "intro.three-phases" [17] All {} definition
    // The phases are weights that blend one set of rules into the next.
    |_, _| 0;
}
