//! The rules of the general principles of the endgame, and blockade, in the document's order.

use super::table;

table! {
    from super::peculiarities::END;

    "Endgame" {
        /// Piece mobility keeps its middlegame value in the endgame: 10 per free square a piece
        /// can go to.
        GENERAL_MOBILITY = "endgame.general.mobility", Static, Endgame, adds { bonus: 10 };
        /// Pawn mobility keeps its middlegame value: 5 per possible pawn move, captures included.
        GENERAL_PAWN_MOBILITY = "endgame.general.pawn-mobility", Static, Endgame, adds { bonus: 5 };
        /// Pawns in the enemy camp are worth 10 on the fifth and 30 on the sixth rank, as in the
        /// middlegame.
        GENERAL_SPACE = "endgame.general.space", Static, Endgame, adds { rank5: 10, rank6: 30 };
        /// An isolated pawn costs 40 in the endgame.
        PAWN_ISOLATED = "endgame.pawn.isolated", Static, Endgame, adds { penalty: -40 };
        /// Doubled isolated pawns cost 40 each.
        PAWN_DOUBLE_ISOLATED = "endgame.pawn.double-isolated", Static, Endgame,
            adds { penalty: -40 };
        /// A doubled pawn inside a group of three or more pawns costs 35 (nothing in the
        /// middlegame).
        PAWN_DOUBLED_IN_GROUP = "endgame.pawn.doubled-in-group", Static, Endgame,
            adds { penalty: -35 };
        /// A backward pawn of the kind b7 behind a6 that is stopped by a white a5 costs 35.
        PAWN_BACKWARD = "endgame.pawn.backward", Static, Endgame, adds { penalty: -35 };
        /// A passed pawn is worth 50 in the endgame.
        PAWN_PASSED = "endgame.pawn.passed", Static, Endgame, adds { bonus: 50 };
        /// A passer that has reached the seventh (for Black the second) rank is worth 70.
        PAWN_PASSED_SEVENTH = "endgame.pawn.passed-seventh", Static, Endgame, adds { bonus: 70 };
        /// A passed pawn protected by an own pawn is worth 75.
        PAWN_PASSED_PROTECTED = "endgame.pawn.passed-protected", Static, Endgame,
            adds { bonus: 75 };
        /// Two connected passers are worth 50 each and a further 75 for the pair.
        PAWN_PASSED_CONNECTED = "endgame.pawn.passed-connected", Static, Endgame,
            adds { each: 50, tandem: 75 };
        /// For the side with the pair of bishops pawn structure does not matter, passers
        /// excepted.
        PAWN_BISHOP_PAIR_STRUCTURE = "endgame.pawn.bishop-pair-structure", Static, Endgame, adds {};
        /// A doubled pawn is not penalised when one of the doubled pawns is an advanced passer
        /// (middlegame too).
        PAWN_DOUBLING_EXEMPT_PASSER = "endgame.pawn.doubling-exempt-passer", Static, All,
            adds { bonus: 0 };
        /// In a 2 v 1, 3 v 2 or 4 v 3 pawn majority the surplus pawn that can become a passer is
        /// worth 25.
        PAWN_PROSPECTIVE_PASSER = "endgame.pawn.prospective-passer", Static, Endgame,
            adds { bonus: 25 };
        /// Control of the square in front of a passed pawn is worth 25.
        PAWN_PASSER_FRONT_CONTROL = "endgame.pawn.passer-front-control", Static, Endgame,
            adds { bonus: 25 };
        /// A bishop guarding the promotion square of an advanced passer is worth 40.
        PAWN_BISHOP_GUARDS_PROMOTION = "endgame.pawn.bishop-guards-promotion", Static, Endgame,
            adds { bonus: 40 };
        /// King on c3, d3, e3 or f3 (Black: c6-f6): 25.
        KING_THIRD_RANK_CENTRE = "endgame.king.third-rank-centre", Static, Endgame,
            adds { bonus: 25 };
        /// King on c4, d4, e4 or f4 (Black: c5-f5): 35.
        KING_FOURTH_RANK_CENTRE = "endgame.king.fourth-rank-centre", Static, Endgame,
            adds { bonus: 35 };
        /// King on the fifth rank: 50.
        KING_FIFTH_RANK = "endgame.king.fifth-rank", Static, Endgame, adds { bonus: 50 };
        /// King on the sixth rank: 75.
        KING_SIXTH_RANK = "endgame.king.sixth-rank", Static, Endgame, adds { bonus: 75 };
        /// If everything happens on one part of the board and the better side leads by no more
        /// than 70, the ending is a draw.
        GENERAL_ONE_SIDE_DRAW = "endgame.general.one-side-draw", DrawScale, Endgame,
            adds { within: 70 };
        /// With play on two sides a lead of more than 40 means the better side is winning.
        GENERAL_TWO_SIDES_WIN = "endgame.general.two-sides-win", DrawScale, Endgame,
            adds { over: 40 };
        /// The better side gets 50 for a move on the wing where its own separately measured score
        /// is lower (two weaknesses).
        GENERAL_TWO_WEAKNESSES_MOVE = "endgame.general.two-weaknesses-move", Move, Endgame,
            adds { bonus: 50 };
        /// The same holds for play in the centre and on one side.
        GENERAL_TWO_WEAKNESSES_CENTRE = "endgame.general.two-weaknesses-centre", Move, Endgame,
            adds { bonus: 50 };
        /// With fixed or semi-fixed chains, attacking the root pawn of the enemy chain is worth
        /// 25 (every type of ending).
        GENERAL_ROOT_ATTACK = "endgame.general.root-attack", Move, Endgame, adds { bonus: 25 };
        /// With big fixed pawn chains a heavy piece standing on an undefended square in the enemy
        /// camp gets 50.
        GENERAL_PENETRATION_POINT = "endgame.general.penetration-point", Static, Endgame,
            adds { bonus: 50 };
        /// The defending side loses 30 for any pawn move on a wing where it has fewer pawns.
        GENERAL_QUIET_DEFENCE = "endgame.general.quiet-defence", Move, Endgame,
            adds { penalty: -30 };
        /// Without queens but with pieces worth 9 pawns or more, a move attacking the enemy king
        /// position is worth 50.
        GENERAL_KING_ATTACK = "endgame.general.king-attack", Move, Endgame, adds { bonus: 50 };
        /// The weaker side gets 35 for a symmetrical pawn structure (by files).
        GENERAL_SYMMETRICAL_DEFENCE = "endgame.general.symmetrical-defence", Static, Endgame,
            adds { bonus: 35 };
        /// A rook pinning a minor piece against an enemy rook behind it gets 75.
        GENERAL_DEAD_PIN = "endgame.general.dead-pin", Static, Endgame, adds { bonus: 75 };
        /// A central passer that has run into the enemy camp and is two squares nearer to the
        /// enemy king than to its own counts -70.
        GENERAL_NEGATIVE_PASSER = "endgame.general.negative-passer", Static, Endgame,
            adds { penalty: -70 };
        /// Knight or bishop blocking an enemy passer: 30 (as in the middlegame); a rook there
        /// counts nothing.
        BLOCKADE_MINOR_PASSER = "endgame.blockade.minor-passer", Static, All, adds { bonus: 30 };
        /// Queen blocking an enemy passer: -50.
        BLOCKADE_QUEEN_PASSER = "endgame.blockade.queen-passer", Static, All, adds { penalty: -50 };
        /// Bishop or knight in front of a non-passed pawn with no enemy pawn on its file: 30; a
        /// rook: 20.
        BLOCKADE_UNOPPOSED_PAWN = "endgame.blockade.unopposed-pawn", Static, All,
            adds { minor: 30, rook: 20 };
        /// A pawn blocked on its starting square: 90 to the blocker (knight, bishop, rook), 100
        /// if the blocker is a pawn.
        BLOCKADE_INITIAL_SQUARE = "endgame.blockade.initial-square", Static, All,
            adds { piece: 90, pawn: 100 };
        /// With fixed chains a knight that blocks an enemy pawn as part of the pawn structure and
        /// keeps its mobility gets 80.
        BLOCKADE_KNIGHT_IN_STRUCTURE = "endgame.blockade.knight-in-structure", Static, Endgame,
            adds { bonus: 80 };
        /// The same for a bishop: 60.
        BLOCKADE_BISHOP_IN_STRUCTURE = "endgame.blockade.bishop-in-structure", Static, Endgame,
            adds { bonus: 60 };
    }
}
