//! The rules of special positional techniques, in the document's order.

use super::table;

table! {
    from super::composite::END;

    "Special positional techniques" {
        /// Big fixed chains and only one or two open files, every entry square well defended:
        /// fortress, draw.
        FORTRESS_MIDDLEGAME = "special.fortress.middlegame", DrawScale, Middlegame, adds {};
        /// A positionally inferior side whose men guard every access point to its camp gets 75
        /// (the game is a draw).
        FORTRESS_NATURAL = "special.fortress.natural", Static, Endgame, adds { bonus: 75 };
        /// Bishop v knight: knight and pawn guarding the central squares of the two colours
        /// (knight e7, pawn d6) keep the king out.
        FORTRESS_NATURAL_KNIGHT = "special.fortress.natural-knight", Static, Endgame,
            adds { bonus: 75 };
        /// In simple endings a materially weaker side that shuts the enemy king out of a zone
        /// gets three pawns.
        FORTRESS_BUILDING = "special.fortress.building", Static, Endgame, adds { bonus: 300 };
        /// Two knights building a fortress is close to impossible except through pawns.
        FORTRESS_TWO_KNIGHTS = "special.fortress.two-knights", Static, Endgame, adds { bonus: 300 };
        /// Two minor pieces and pawns holding a fortress against two rooks: draw.
        FORTRESS_MINORS_TWO_ROOKS = "special.fortress.minors-two-rooks", DrawScale, Endgame,
            adds {};
        /// The side that is well behind gets 80 for a move that destroys the enemy king shelter
        /// and gives check.
        PERPETUAL_MIDDLEGAME = "special.perpetual.middlegame", Move, Middlegame, adds { bonus: 80 };
        /// In queen endings the weaker queen reaching a square from which it can check next move
        /// gets 50.
        PERPETUAL_ENDGAME = "special.perpetual.endgame", Move, Endgame, adds { bonus: 50 };
        /// A piece whose whole play is blocked by own pawns costs two pawns.
        PASSIVITY_OWN_PAWNS = "special.passivity.own-pawns", Static, Middlegame,
            adds { penalty: -200 };
        /// A corner rook shut in by its own king, with the king unable to step out, costs three
        /// pawns.
        PASSIVITY_SHUT_IN_ROOK = "special.passivity.shut-in-rook", Static, All,
            adds { penalty: -300 };
        /// A piece kept out by enemy pawns that can only come out as a sacrifice costs two pawns.
        PASSIVITY_ENEMY_PAWNS = "special.passivity.enemy-pawns", Static, Middlegame,
            adds { penalty: -200 };
        /// Endgame passivity carries about the same penalties for full or almost full passivity.
        PASSIVITY_ENDGAME_GENERAL = "special.passivity.endgame-general", Static, Endgame,
            adds { penned: -200, shut_in: -300 };
        /// In the endgame a piece penned in by own pawns (bishop h2 behind g3,f2 against g4,f3)
        /// costs 2.5 pawns.
        PASSIVITY_ENDGAME_OWN_PAWNS = "special.passivity.endgame-own-pawns", Static, Endgame,
            adds { penalty: -250 };
        /// In the endgame a piece penned in by enemy pawns (bishop h7 against f5) costs 2.5
        /// pawns.
        PASSIVITY_ENDGAME_ENEMY_PAWNS = "special.passivity.endgame-enemy-pawns", Static, Endgame,
            adds { penalty: -250 };
        /// With a lead below half a pawn, moving a piece to a better square is worth 20.
        OPTIMAL_POSITIONING = "special.optimal-positioning", Move, Endgame, adds { bonus: 20 };
        /// The better side gets 50 for offering the exchange when it gains other small assets
        /// (example re6 with d5,c4 against d6,c5, bishop d7).
        EXCHANGE_SACRIFICE = "special.exchange-sacrifice", Move, Endgame, adds { bonus: 50 };
        /// Three or more pieces of one side inside a 3x3 square cost 50 (middlegame) or 30
        /// (endgame).
        CONGESTION = "special.congestion", Static, AfterOpening,
            adds { middlegame: -50, endgame: -30 };
        /// Where heavy pieces contest an open file, each own pawn guarding a file square not
        /// guarded by enemy pawns is worth 5 in the own camp, 10 in the enemy camp.
        THOROUGHFARE = "special.thoroughfare", Static, All, adds { own_camp: 5, enemy_camp: 10 };
        /// Knight on a central square protected by two own pawns, not attackable by enemy pawns
        /// and with none in front: 35.
        CENTRAL_KNIGHT = "special.central-knight", Static, All, adds { bonus: 35 };
        /// Bishop on the focal centre protected by two own pawns, free from enemy pawns: 50.
        POWERFUL_BISHOP = "special.powerful-bishop", Static, All, adds { bonus: 50 };
        /// Knight on the focal centre protected by two own pawns, out of reach of enemy pawns and
        /// enemy minors for two moves: 50.
        DOMINATING_KNIGHT = "special.dominating-knight", Static, All, adds { bonus: 50 };
        /// A second own knight controlling the square of the dominating knight gets a bonus (no
        /// number given).
        DOMINATING_KNIGHT_SECOND = "special.dominating-knight-second", Static, All,
            adds { bonus: 25 };
    }
}
