//! The rules of composite endings, passed pawn races and central passers, in the document's order.

use super::table;

table! {
    from super::basic::END;

    "Composite endings" {
        /// Composite endings use the general endgame principles and the values of every simple
        /// type present.
        COMPOSITE_SCOPE = "endgame.composite.scope", Static, Endgame, reads {};
        /// Two rooks together on the seventh (second) rank: 50.
        COMPOSITE_DOUBLED_ROOKS_SEVENTH = "endgame.composite.doubled-rooks-seventh", Static, Endgame,
            adds { bonus: 50 };
        /// Queen and knight against queen and bishop: 10 for the knight side.
        COMPOSITE_QUEEN_KNIGHT_V_QUEEN_BISHOP = "endgame.composite.queen-knight-v-queen-bishop", Static, Endgame,
            adds { bonus: 10 };
        /// Queen and rook against queen and rook: doubled pawns are not penalised.
        COMPOSITE_QUEEN_ROOK_NO_DOUBLING = "endgame.composite.queen-rook-no-doubling", Static, Endgame,
            adds { bonus: 0 };
        /// Queen and rook endings: a rook on the file (or rank) beside a sheltered enemy king:
        /// 35.
        COMPOSITE_QUEEN_ROOK_SIDE_ATTACK = "endgame.composite.queen-rook-side-attack", Move, Endgame,
            adds { bonus: 35 };
        /// Rook and bishop (opposite colours) jointly attacking a pawn held by king and rook: 75.
        COMPOSITE_ROOK_BISHOP_PRESSURE = "endgame.composite.rook-bishop-pressure", Static, Endgame,
            adds { bonus: 75 };
        /// With rooks and minors on both sides, a pawn pressing the enemy king position: 50 (f6
        /// against f7,g6, king g8).
        COMPOSITE_PRESSING_PAWN = "endgame.composite.pressing-pawn", Static, Endgame,
            adds { bonus: 50 };
    }

    "Endgame" {
        /// With two passers on each side, the side whose leading passer is two squares nearer
        /// promotion gets 70.
        RACE_FIRST_TWO = "endgame.race.first-two", Static, Endgame, adds { bonus: 70 };
        /// Just one square nearer: 30.
        RACE_FIRST_ONE = "endgame.race.first-one", Static, Endgame, adds { bonus: 30 };
        /// The second passers: two squares nearer is worth 50.
        RACE_SECOND_TWO = "endgame.race.second-two", Static, Endgame, adds { bonus: 50 };
        /// The second passers: one square nearer is worth 20.
        RACE_SECOND_ONE = "endgame.race.second-one", Static, Endgame, adds { bonus: 20 };
        /// A passer on the d or e file: 30.
        PASSER_CENTRAL_FILE = "endgame.passer.central-file", Static, All, adds { bonus: 30 };
        /// A passer on the c or f file: 20.
        PASSER_SEMI_CENTRAL_FILE = "endgame.passer.semi-central-file", Static, All,
            adds { bonus: 20 };
        /// Pawn endings are the only exception: central passers get nothing extra.
        PASSER_CENTRAL_EXCEPTION = "endgame.passer.central-exception", Static, Endgame,
            reads { bonus: 0 };
    }
}
