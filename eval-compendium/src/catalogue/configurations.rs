//! The rules of opposing configurations of the endgame, in the document's order.

use super::table;

table! {
    from super::simple::END;

    "Endgame" {
        /// Queen against rook and pawn (king g1, pawn g2, rook f3) whose third-rank zone the
        /// enemy king cannot enter: draw.
        CONFIG_QUEEN_ROOK_FORTRESS = "endgame.config.queen-rook-fortress", DrawScale, Endgame,
            adds {};
        /// Every other queen against rook (with at most a pawn) is lost for the rook side.
        CONFIG_QUEEN_ROOK_LOST = "endgame.config.queen-rook-lost", DrawScale, Endgame, adds {};
        /// Queen and one passed pawn against two rooks: draw.
        CONFIG_QUEEN_PASSER_TWO_ROOKS = "endgame.config.queen-passer-two-rooks", DrawScale, Endgame,
            adds {};
        /// Queen and two passers against two rooks: the queen side wins.
        CONFIG_QUEEN_TWO_PASSERS_TWO_ROOKS = "endgame.config.queen-two-passers-two-rooks", DrawScale, Endgame,
            adds {};
        /// Queen against three badly coordinated minor pieces: two pawns for the queen side.
        CONFIG_QUEEN_MINORS_UNCOORDINATED = "endgame.config.queen-minors-uncoordinated", Static, Endgame,
            adds { bonus: 200 };
        /// Queen against knight and two bishops: draw.
        CONFIG_QUEEN_KNIGHT_TWO_BISHOPS = "endgame.config.queen-knight-two-bishops", DrawScale, Endgame,
            adds {};
        /// Queen against a bishop and two knights: 75 for the queen side.
        CONFIG_QUEEN_BISHOP_TWO_KNIGHTS = "endgame.config.queen-bishop-two-knights", Static, Endgame,
            adds { bonus: 75 };
        /// Queen against rook, knight and pawn: 50 for the queen side.
        CONFIG_QUEEN_ROOK_KNIGHT = "endgame.config.queen-rook-knight", Static, Endgame,
            adds { bonus: 50 };
        /// Queen against rook, bishop and pawn: draw.
        CONFIG_QUEEN_ROOK_BISHOP = "endgame.config.queen-rook-bishop", DrawScale, Endgame, adds {};
        /// Rook and pawn against two bishops: the bishops win except in special cases.
        CONFIG_ROOK_PAWN_TWO_BISHOPS = "endgame.config.rook-pawn-two-bishops", DrawScale, Endgame,
            adds {};
        /// Rook and advanced passer against bishop and knight: draw, with 35 for the rook if the
        /// passer is distant and far advanced.
        CONFIG_ROOK_PASSER_BISHOP_KNIGHT = "endgame.config.rook-passer-bishop-knight", DrawScale, Endgame,
            adds { bonus: 35 };
        /// Rook and advanced passer against two knights: draw, or 50 for the rook if the passer
        /// is distant.
        CONFIG_ROOK_PASSER_TWO_KNIGHTS = "endgame.config.rook-passer-two-knights", DrawScale, Endgame,
            adds { bonus: 50 };
        /// Rook against three passers still in their own camp: the rook wins.
        CONFIG_ROOK_THREE_OWN_CAMP = "endgame.config.rook-three-own-camp", DrawScale, Endgame,
            adds {};
        /// Rook against three central pawns: the rook wins.
        CONFIG_ROOK_THREE_CENTRAL = "endgame.config.rook-three-central", DrawScale, Endgame,
            adds {};
        /// Rook against three pawns at the edge (f,g,h), two of them in the enemy camp with their
        /// king in support: draw.
        CONFIG_ROOK_THREE_EDGE = "endgame.config.rook-three-edge", DrawScale, Endgame, adds {};
        /// Rook against two passers on the fifth and sixth ranks, kings far away: draw or rook
        /// win if the rook is behind the more advanced pawn, otherwise the rook loses.
        CONFIG_ROOK_TWO_ADVANCED = "endgame.config.rook-two-advanced", DrawScale, Endgame, adds {};
        /// Knight against three connected passers: 50 for the pawns.
        CONFIG_KNIGHT_THREE_CONNECTED = "endgame.config.knight-three-connected", Static, Endgame,
            adds { bonus: 50 };
        /// Knight against three pawns of which two are connected: the pawn side wins.
        CONFIG_KNIGHT_TWO_PLUS_ONE = "endgame.config.knight-two-plus-one", DrawScale, Endgame,
            adds {};
        /// Knight against three separate passers: the pawn side wins.
        CONFIG_KNIGHT_THREE_SEPARATE = "endgame.config.knight-three-separate", DrawScale, Endgame,
            adds {};
        /// Bishop against three connected passers: 25 for the pawns.
        CONFIG_BISHOP_THREE_CONNECTED = "endgame.config.bishop-three-connected", Static, Endgame,
            adds { bonus: 25 };
        /// Bishop against two connected and one separate passer: the pawn side wins.
        CONFIG_BISHOP_TWO_PLUS_ONE = "endgame.config.bishop-two-plus-one", DrawScale, Endgame,
            adds {};
        /// Bishop against three separate passers: 50 for the pawns.
        CONFIG_BISHOP_THREE_SEPARATE = "endgame.config.bishop-three-separate", Static, Endgame,
            adds { bonus: 50 };
        /// With other pieces on the board the minor piece is the better one: 25 for the side with
        /// the extra piece.
        CONFIG_MINOR_THREE_PAWNS_MORE_PIECES = "endgame.config.minor-three-pawns-more-pieces", Static, Endgame,
            adds { bonus: 25 };
    }
}
