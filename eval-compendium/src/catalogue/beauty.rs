//! The rules of beauty in chess, in the document's order.

use super::table;

table! {
    from super::techniques::END;

    "Beauty in chess" {
        /// Cross of pawns e3,d4,f4,e5: 20.
        GANDALF_CROSS = "beauty.gandalf-cross", Static, All, adds { bonus: 20 };
        /// Pawn structure c2,b3,c4,d5: 10.
        SERPENTINE = "beauty.serpentine", Static, All, adds { bonus: 10 };
        /// Checkers structure e7,g7,f6,e5,g5 costs at least 50 for the double doubling.
        CHECKERS = "beauty.checkers", Static, All, adds { penalty: -50 };
        /// Pawn shelter of two rows of two pawns (g7,f7,g6,f6): 50 for a fourth pawn less 30 for
        /// the doubling, net 20.
        STURDY_BASTION = "beauty.sturdy-bastion", Static, All,
            adds { fourth: 50, doubling: -30, net: 20 };
        /// Rook, queen, rook on an open file in that order: a further 20.
        MIGHTY_TRIPLETS = "beauty.mighty-triplets", Static, All, adds { bonus: 20 };
        /// Two bishops and queen on neighbouring diagonals pointed at the enemy king position: a
        /// big bonus.
        ALTERNATING_BATTERY = "beauty.alternating-battery", Static, All, adds { bonus: 150 };
    }
}
