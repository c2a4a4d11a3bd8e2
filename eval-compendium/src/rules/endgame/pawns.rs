//! Pawn structure of the endgame: isolated, doubled and backward pawns.

use crate::board::bits::few;
use crate::patterns::endgame::EndgamePawns;
use crate::rule::rules;

rules! {
    "General principles of the endgame" as Pawns;

    /// An isolated pawn costs {penalty}, a passer too. Several on one file are left to the rule on
    /// doubled ones.
    "endgame.pawn.isolated" [609] Endgame { penalty: -40 }
    |view, n| n.penalty * few(EndgamePawns::of(view).isolated());

    /// Of several pawns on one file without own pawns on the files beside it, each costs {penalty}.
    "endgame.pawn.double-isolated" [609] Endgame { penalty: -40 }
    |view, n| n.penalty * few(EndgamePawns::of(view).double_isolated());

    /// Each pawn beyond the first on a file costs {penalty} if an own pawn stands on a file beside
    /// it. Pawn endings have their own number, and with just a queen and a rook on either side
    /// it costs nothing.
    "endgame.pawn.doubled-in-group" [611] Endgame { penalty: -35 }
    |view, n| n.penalty * few(EndgamePawns::of(view).doubled_in_group());

    /// A pawn that its neighbours have left behind costs {penalty} if just one enemy pawn guards
    /// the square before it: b7 behind a6, with a white pawn on a5. One that is fixed like this
    /// counts elsewhere in pawn endings and with just a knight on either side.
    "endgame.pawn.backward" [613] Endgame { penalty: -35 }
    |view, n| n.penalty * few(EndgamePawns::of(view).backward());
}
