//! The rules from blockade to losing tempo, in the document's order.

use super::table;

table! {
    from super::attack::END;

    "Blockade" {
        /// A knight or bishop standing directly in front of an enemy passed pawn earns a bonus.
        BLOCKADE_MINOR_ON_PASSER = "blockade.minor-on-passer", Static, Middlegame,
            adds { bonus: 30 };
        /// A queen used as the blocker of an enemy passed pawn costs its owner.
        BLOCKADE_QUEEN_ON_PASSER = "blockade.queen-on-passer", Static, Middlegame,
            adds { penalty: -50 };
        /// A rook blocking a passed pawn is worth nothing either way.
        BLOCKADE_ROOK_ON_PASSER = "blockade.rook-on-passer", Static, Middlegame, adds { bonus: 0 };
        /// A knight or bishop in front of an enemy pawn that is not passed but has no opposing
        /// pawn on its own file earns a bonus.
        BLOCKADE_MINOR_ON_HALF_FREE_PAWN = "blockade.minor-on-half-free-pawn", Static, Middlegame,
            adds { bonus: 30 };
        /// A rook in front of such a pawn earns a smaller bonus.
        BLOCKADE_ROOK_ON_HALF_FREE_PAWN = "blockade.rook-on-half-free-pawn", Static, Middlegame,
            adds { bonus: 20 };
        /// A knight, bishop or rook that stops an enemy pawn still on its initial square earns a
        /// large bonus.
        BLOCKADE_PIECE_ON_INITIAL_PAWN = "blockade.piece-on-initial-pawn", Static, Middlegame,
            adds { bonus: 90 };
        /// When the blocker of an enemy pawn on its initial square is a pawn, the bonus is a full
        /// pawn.
        BLOCKADE_PAWN_ON_INITIAL_PAWN = "blockade.pawn-on-initial-pawn", Static, Middlegame,
            adds { bonus: 100 };
    }

    "Piece configurations" {
        /// A rook on an open file earns a bonus.
        CONFIG_ROOK_OPEN_FILE = "config.rook-open-file", Static, Middlegame, adds { bonus: 30 };
        /// Two rooks on the seventh rank earn a bonus.
        TANDEM_ROOKS_SEVENTH = "tandem.rooks-seventh", Static, Middlegame, adds { bonus: 35 };
        /// Two rooks lined up on an open file earn a bonus.
        TANDEM_ROOKS_OPEN_FILE = "tandem.rooks-open-file", Static, Middlegame, adds { bonus: 30 };
        /// A queen and a rook lined up on an open file earn a bonus.
        TANDEM_QUEEN_ROOK_OPEN_FILE = "tandem.queen-rook-open-file", Static, Middlegame,
            adds { bonus: 30 };
        /// A queen and a bishop lined up on a diagonal earn a bonus.
        TANDEM_QUEEN_BISHOP_DIAGONAL = "tandem.queen-bishop-diagonal", Static, Middlegame,
            adds { bonus: 30 };
        /// A queen-and-bishop battery aimed at the enemy king position earns a larger bonus.
        TANDEM_QUEEN_BISHOP_BATTERY_KING = "tandem.queen-bishop-battery-king", Static, Middlegame,
            adds { bonus: 75 };
        /// Queen and both rooks on one open file earn a bonus.
        TRIPLET_QUEEN_TWO_ROOKS_OPEN_FILE = "triplet.queen-two-rooks-open-file", Static, Middlegame,
            adds { bonus: 50 };
        /// A rook standing on the file of the enemy queen with men of either side in between
        /// earns a bonus.
        OPPOSITION_ROOK_VS_QUEEN_FILE = "opposition.rook-vs-queen-file", Static, Middlegame,
            adds { bonus: 20 };
        /// A rook on a half-open file earns a bonus.
        ACTIVITY_ROOK_SEMI_OPEN = "activity.rook-semi-open", Static, Middlegame, adds { bonus: 20 };
        /// Rooks on both central files while there is play in the centre earn a bonus.
        ACTIVITY_TWO_ROOKS_CENTRAL_FILES = "activity.two-rooks-central-files", Static, Middlegame,
            adds { bonus: 50 };
        /// If there is just one file through which rooks can act, a minor piece of the other side
        /// that controls the square where enemy rooks would enter it earns a bonus.
        ACTIVITY_SINGLE_THOROUGHFARE_GUARD = "activity.single-thoroughfare-guard", Static, All,
            adds { bonus: 60 };
    }

    "Losing tempo" {
        /// Attacking the enemy queen with pawns or lesser pieces earns a small tempo bonus.
        TEMPO_ATTACK_QUEEN = "tempo.attack-queen", Static, Middlegame, adds { bonus: 15 };
        /// A minor piece attacking an enemy rook earns a small tempo bonus.
        TEMPO_MINOR_ATTACKS_ROOK = "tempo.minor-attacks-rook", Static, Middlegame,
            adds { bonus: 10 };
        /// A pawn attacking an enemy minor piece earns a small tempo bonus.
        TEMPO_PAWN_ATTACKS_MINOR = "tempo.pawn-attacks-minor", Static, Middlegame,
            adds { bonus: 5 };
    }
}
