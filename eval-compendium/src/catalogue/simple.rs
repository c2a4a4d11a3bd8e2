//! The rules of the simple endings, in the document's order.

use super::table;

table! {
    from super::endgame::END;

    "Endgame" {
        /// In pawn endings an outside passer is worth 100.
        PAWN_ENDING_OUTSIDE_PASSER = "endgame.pawn-ending.outside-passer", Static, Endgame,
            adds { bonus: 100 };
        /// In pawn endings the pawn that fixes the a6/b7 backward structure is worth one pawn
        /// when the freeing advance is close to impossible.
        PAWN_ENDING_BACKWARD = "endgame.pawn-ending.backward", Static, Endgame, adds { bonus: 100 };
        /// In pawn endings a doubled pawn in a group of three or more costs 50.
        PAWN_ENDING_DOUBLED_IN_GROUP = "endgame.pawn-ending.doubled-in-group", Static, Endgame,
            adds { penalty: -50 };
        /// In pawn endings a king supporting its own passer is worth 50.
        PAWN_ENDING_KING_SUPPORTS = "endgame.pawn-ending.king-supports", Static, Endgame,
            adds { bonus: 50 };
        /// All other simple endings use the general endgame principles plus the values of their
        /// own type.
        SIMPLE_SCOPE = "endgame.simple.scope", Static, Endgame, reads {};
        /// Each own pawn on a square of the other colour than the bishops is worth 15.
        BISHOP_SAME_OFF_COLOUR_PAWN = "endgame.bishop.same.off-colour-pawn", Static, Endgame,
            adds { bonus: 15 };
        /// King supporting its own passer: 30 in same-colour bishop endings.
        BISHOP_SAME_KING_SUPPORTS = "endgame.bishop.same.king-supports", Static, Endgame,
            adds { bonus: 30 };
        /// An outside passer is worth 60 (the example prints 50).
        BISHOP_SAME_OUTSIDE_PASSER = "endgame.bishop.same.outside-passer", Static, Endgame,
            adds { bonus: 60, example: 50 };
        /// A bad bishop (most pawns fixed on its own colour) usually makes the advantage of the
        /// other side decisive.
        BISHOP_SAME_BAD_BISHOP = "endgame.bishop.same.bad-bishop", DrawScale, Endgame, adds {};
        /// Each own pawn on the colour of the own bishop costs 15.
        BISHOP_SAME_ON_COLOUR_PAWN = "endgame.bishop.same.on-colour-pawn", Static, Endgame,
            adds { penalty: -15 };
        /// A further 30 is lost with play on both sides, or on one side and the centre.
        BISHOP_SAME_WIDE_PLAY_PENALTY = "endgame.bishop.same.wide-play-penalty", Static, Endgame,
            adds { penalty: -30 };
        /// Knight against bishop: the same colour penalties count against the bishop side.
        BISHOP_KNIGHT_ON_COLOUR_PAWN = "endgame.bishop-knight.on-colour-pawn", Static, Endgame,
            adds { each: -15, wide: -30 };
        /// Opposite-colour bishop endings use the values of the same-colour ones, except king
        /// support.
        BISHOP_OPPOSITE_SAME_PRINCIPLES = "endgame.bishop.opposite.same-principles", Static, Endgame,
            adds { off_colour: 15, outside: 60, on_colour: -15, wide: -30 };
        /// King supporting its own passer: 60 with opposite-colour bishops.
        BISHOP_OPPOSITE_KING_SUPPORTS = "endgame.bishop.opposite.king-supports", Static, Endgame,
            adds { bonus: 60 };
        /// One surplus passer with opposite-colour bishops: 50.
        BISHOP_OPPOSITE_ONE_SURPLUS = "endgame.bishop.opposite.one-surplus", Static, Endgame,
            adds { bonus: 50 };
        /// Two connected surplus passers: draw.
        BISHOP_OPPOSITE_TWO_CONNECTED = "endgame.bishop.opposite.two-connected", DrawScale, Endgame,
            adds {};
        /// Two surplus passers more than two files apart win, nearer ones draw.
        BISHOP_OPPOSITE_TWO_SEPARATE = "endgame.bishop.opposite.two-separate", DrawScale, Endgame,
            adds {};
        /// Exception: one of the separate passers is a rook pawn whose promotion square the own
        /// bishop does not control and the weaker king keeps access to it: draw.
        BISHOP_OPPOSITE_TWO_SEPARATE_WRONG_CORNER = "endgame.bishop.opposite.two-separate-wrong-corner", DrawScale, Endgame,
            adds {};
        /// Three connected surplus passers usually win.
        BISHOP_OPPOSITE_THREE_CONNECTED = "endgame.bishop.opposite.three-connected", DrawScale, Endgame,
            adds {};
        /// Exception: a straddled wedge (f5,e6,d5) with the square before the root passer
        /// controlled, or e6,f5,g4 with the square before the middle pawn controlled by the king:
        /// draw.
        BISHOP_OPPOSITE_THREE_STRADDLED = "endgame.bishop.opposite.three-straddled", DrawScale, Endgame,
            adds {};
        /// A distant, outside passer is worth 50 in knight endings.
        KNIGHT_OUTSIDE_PASSER = "endgame.knight.outside-passer", Static, Endgame,
            adds { bonus: 50 };
        /// King supporting a passer: 30 in knight endings.
        KNIGHT_KING_SUPPORTS = "endgame.knight.king-supports", Static, Endgame, adds { bonus: 30 };
        /// In knight endings fixing a backward pawn is worth 50 (the backward pawn costs its
        /// owner 50).
        KNIGHT_BACKWARD_FIXED = "endgame.knight.backward-fixed", Static, Endgame,
            adds { fixing: 50, penalty: -50 };
        /// With the move, a rook pawn on a5 against a knight on b7 is worth two pawns because the
        /// knight cannot stop it.
        KNIGHT_UNSTOPPABLE_EDGE = "endgame.knight.unstoppable-edge", Static, Endgame,
            adds { bonus: 200 };
        /// A knight guarding the promotion square of its own advanced passer: 25.
        KNIGHT_GUARDS_PROMOTION = "endgame.knight.guards-promotion", Static, Endgame,
            adds { bonus: 25 };
        /// Each pawn of the bishop side on a square of the other colour: 15.
        BISHOP_KNIGHT_OFF_COLOUR_PAWN = "endgame.bishop-knight.off-colour-pawn", Static, Endgame,
            adds { bonus: 15 };
        /// With play on both sides the bishop side gets 30.
        BISHOP_KNIGHT_BOTH_SIDES = "endgame.bishop-knight.both-sides", Static, Endgame,
            adds { bonus: 30 };
        /// King supporting a passer: 30.
        BISHOP_KNIGHT_KING_SUPPORTS = "endgame.bishop-knight.king-supports", Static, Endgame,
            adds { bonus: 30 };
        /// Play on both sides with fewer than three pawns each: 50 for the bishop.
        BISHOP_KNIGHT_FEW_PAWNS = "endgame.bishop-knight.few-pawns", Static, Endgame,
            adds { bonus: 50 };
        /// A knight without a free square against a bishop: 60 for the bishop side.
        BISHOP_KNIGHT_IMMOBILISED_KNIGHT = "endgame.bishop-knight.immobilised-knight", Static, Endgame,
            adds { bonus: 60 };
        /// A rook on an open file: 30 (as in the middlegame).
        ROOK_OPEN_FILE = "endgame.rook.open-file", Static, All, adds { bonus: 30 };
        /// King supporting its own passer: 50 in rook endings.
        ROOK_KING_SUPPORTS = "endgame.rook.king-supports", Static, Endgame, adds { bonus: 50 };
        /// Rook behind its own passer: 50.
        ROOK_BEHIND_OWN_PASSER = "endgame.rook.behind-own-passer", Static, All, adds { bonus: 50 };
        /// Rook behind an enemy passer: 30.
        ROOK_BEHIND_ENEMY_PASSER = "endgame.rook.behind-enemy-passer", Static, Endgame,
            adds { bonus: 30 };
        /// A rook tied to the defence of its own pawn costs 85.
        ROOK_STUCK_DEFENDER = "endgame.rook.stuck-defender", Static, Endgame, adds { penalty: -85 };
        /// Rook on the seventh (second) rank with at least two enemy pawns on it: 40.
        ROOK_SEVENTH_WITH_PAWNS = "endgame.rook.seventh-with-pawns", Static, Endgame,
            adds { bonus: 40 };
        /// Cutting the enemy king off from the centre along a file or rank: 50.
        ROOK_CUT_KING = "endgame.rook.cut-king", Move, Endgame, adds { bonus: 50 };
        /// If the king is already confined to the edge (cut on the second/seventh rank or b/g
        /// file): 70.
        ROOK_CUT_KING_EDGE = "endgame.rook.cut-king-edge", Move, Endgame, adds { bonus: 70 };
        /// In rook endings a passer two squares nearer to promotion than the enemy passer is
        /// worth two pawns.
        ROOK_PASSER_TWO_AHEAD = "endgame.rook.passer-two-ahead", Static, Endgame,
            adds { bonus: 200 };
        /// A rook that pawns keep from reaching the other side of the board within three moves
        /// costs 1.25 pawns (all endings with rooks).
        ROOK_SHUT_OUT_ROOK = "endgame.rook.shut-out-rook", Static, Endgame, adds { penalty: -125 };
        /// Three pawns each on the king wing, king on the second rank, rook a8 behind against
        /// rook a1 and pawn a2: draw.
        ROOK_TRAPPED_ON_A1_DRAW = "endgame.rook.trapped-on-a1-draw", DrawScale, Endgame, adds {};
        /// Rook and three against rook and two on one side: draw.
        ROOK_THREE_V_TWO_DRAW = "endgame.rook.three-v-two-draw", DrawScale, Endgame, adds {};
        /// Rook b8 in front of pawn b7 beside bishop c8 is invalidated: 60.
        ROOK_INVALIDATED = "endgame.rook.invalidated", Static, Endgame, adds { bonus: 60 };
        /// In queen endings a king with a shelter of three pawns gets 50.
        QUEEN_SHELTER_THREE = "endgame.queen.shelter-three", Static, Endgame, adds { bonus: 50 };
        /// A shelter of two pawns costs 20.
        QUEEN_SHELTER_TWO = "endgame.queen.shelter-two", Static, Endgame, adds { penalty: -20 };
        /// A shelter of one pawn costs 50.
        QUEEN_SHELTER_ONE = "endgame.queen.shelter-one", Static, Endgame, adds { penalty: -50 };
        /// King supporting its own passer: 20.
        QUEEN_KING_SUPPORTS = "endgame.queen.king-supports", Static, Endgame, adds { bonus: 20 };
        /// A king at the other end of the board from its own passer, open to perpetual check,
        /// costs 80.
        QUEEN_KING_FAR = "endgame.queen.king-far", Static, Endgame, adds { penalty: -80 };
    }
}
