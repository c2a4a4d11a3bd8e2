//! The rules under "Introduction", in the document's order.

use super::table;

table! {
    "Introduction", from 0;

    /// Scores written with p are whole pawns of 100 centipawns; bare numbers are centipawns.
    UNITS = "intro.units", Static, All, reads { pawn: 100 };
    /// Material worth: bishop and knight three pawns each, rook four and a half, queen nine.
    PIECE_VALUES = "intro.piece-values", Static, All,
        adds { pawn: 100, knight: 300, bishop: 300, rook: 450, queen: 900 };
    /// The scheme is evaluated with three separate rule sets: opening, middlegame, endgame.
    THREE_PHASES = "intro.three-phases", Static, All, reads {};
}
