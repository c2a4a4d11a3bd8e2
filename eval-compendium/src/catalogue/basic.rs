//! The rules of very basic endgames, in the document's order.

use super::table;

table! {
    from super::configurations::END;

    "Endgame" {
        /// King and pawn v king: the king in front of its pawn is worth 50.
        BASIC_KPK_KING_FRONT = "endgame.basic.kpk-king-front", Static, Endgame, adds { bonus: 50 };
        /// Taking the opposition: 50.
        BASIC_KPK_OPPOSITION = "endgame.basic.kpk-opposition", Static, Endgame, adds { bonus: 50 };
        /// King and end pawn v king is drawn when the enemy king reaches the promotion square.
        BASIC_KPK_ROOK_PAWN = "endgame.basic.kpk-rook-pawn", DrawScale, Endgame, adds {};
        /// King and two connected passers each: draw, except in very special positions.
        BASIC_KPPKPP_CONNECTED = "endgame.basic.kppkpp-connected", DrawScale, Endgame, adds {};
        /// King and protected passer against king and two connected passers: draw, with 75 for
        /// the protected passer.
        BASIC_PROTECTED_V_TWO_CONNECTED = "endgame.basic.protected-v-two-connected", DrawScale, Endgame,
            adds { bonus: 75 };
        /// Bishop and rook pawn with promotion square of the other colour, controlled by the
        /// enemy king: draw.
        BASIC_WRONG_BISHOP = "endgame.basic.wrong-bishop", DrawScale, Endgame, adds {};
        /// Rook and pawn v rook: king in front of the pawn draws.
        BASIC_ROOK_PAWN_FRONT = "endgame.basic.rook-pawn-front", DrawScale, Endgame, adds {};
        /// If the weaker king lags behind, the stronger side wins.
        BASIC_ROOK_PAWN_BEHIND = "endgame.basic.rook-pawn-behind", DrawScale, Endgame, adds {};
        /// Rook and two separate passers v rook: the stronger side wins.
        BASIC_ROOK_TWO_SEPARATE = "endgame.basic.rook-two-separate", DrawScale, Endgame, adds {};
        /// With f and h pawns only 50 for the stronger side, the result depending on other
        /// things.
        BASIC_ROOK_F_AND_H = "endgame.basic.rook-f-and-h", Static, Endgame, adds { bonus: 50 };
        /// Connected passers usually win.
        BASIC_ROOK_TWO_CONNECTED = "endgame.basic.rook-two-connected", DrawScale, Endgame, adds {};
        /// Connected end pawns (g,h) not both in the enemy camp and straddled by the enemy king:
        /// draw.
        BASIC_ROOK_EDGE_PAIR_DRAW = "endgame.basic.rook-edge-pair-draw", DrawScale, Endgame,
            adds {};
        /// Queen v pawn: the stronger side wins except in special cases.
        BASIC_QUEEN_V_PAWN = "endgame.basic.queen-v-pawn", DrawScale, Endgame, adds {};
        /// Pawn on a, h, c or f one step from promotion, own king beside it and the queen side's
        /// king far away: draw by stalemate.
        BASIC_QUEEN_V_PAWN_STALEMATE = "endgame.basic.queen-v-pawn-stalemate", DrawScale, Endgame,
            adds {};
        /// Rook and pawn v minor piece: the stronger side wins.
        BASIC_ROOK_PAWN_V_MINOR = "endgame.basic.rook-pawn-v-minor", DrawScale, Endgame, adds {};
        /// With the pawn on f5, king g4, and the bishop and king both guarding f6: draw
        /// (fortress).
        BASIC_ROOK_F_PAWN_V_BISHOP = "endgame.basic.rook-f-pawn-v-bishop", DrawScale, Endgame,
            adds {};
        /// Minor piece and two connected passers v rook usually draw.
        BASIC_MINOR_TWO_PASSERS_DRAW = "endgame.basic.minor-two-passers-draw", DrawScale, Endgame,
            adds {};
        /// Both passers in the enemy camp on d and e: 50 with a bishop, 35 with a knight.
        BASIC_MINOR_TWO_PASSERS_CENTRAL = "endgame.basic.minor-two-passers-central", Static, Endgame,
            adds { bishop: 50, knight: 35 };
        /// Both in the enemy camp, one central and the other on the file beside it: 35 with a
        /// bishop, 25 with a knight.
        BASIC_MINOR_TWO_PASSERS_NEAR_CENTRE = "endgame.basic.minor-two-passers-near-centre", Static, Endgame,
            adds { bishop: 35, knight: 25 };
        /// Passers still in the own camp: 35 for the bishop side when they are central, otherwise
        /// draw.
        BASIC_MINOR_TWO_PASSERS_OWN_CAMP = "endgame.basic.minor-two-passers-own-camp", Static, Endgame,
            adds { bonus: 35 };
        /// Two pawns and a minor against one pawn and a minor on one side or in the centre: draw.
        BASIC_TWO_V_ONE_MINOR = "endgame.basic.two-v-one-minor", DrawScale, Endgame, adds {};
        /// Exception: knight and two pawns v bishop and pawn, that pawn on the bishop's colour in
        /// the centre and an active king: win.
        BASIC_TWO_V_ONE_KNIGHT_WIN = "endgame.basic.two-v-one-knight-win", DrawScale, Endgame,
            adds {};
        /// Rook and bishop v rook: 4 pawns for the stronger side.
        BASIC_ROOK_BISHOP_V_ROOK = "endgame.basic.rook-bishop-v-rook", Static, Endgame,
            adds { bonus: 400 };
        /// Two knights v king: draw.
        BASIC_TWO_KNIGHTS = "endgame.basic.two-knights", DrawScale, Endgame, adds {};
        /// Two bishops v knight: two pawns for the pair.
        BASIC_BISHOPS_V_KNIGHT = "endgame.basic.bishops-v-knight", Static, Endgame,
            adds { bonus: 200 };
        /// Bishop, knight and pawn v rook: five pawns for the stronger side.
        BASIC_BISHOP_KNIGHT_PAWN_V_ROOK = "endgame.basic.bishop-knight-pawn-v-rook", Static, Endgame,
            adds { bonus: 500 };
        /// Bishop and knight mate only in a corner of the bishop's colour.
        BASIC_BISHOP_KNIGHT_MATE = "endgame.basic.bishop-knight-mate", Static, Endgame,
            adds { corner: 20, king: 10 };
    }
}
