//! The rules from trapped pieces to building a stonewall, in the document's order.

use super::table;

table! {
    from super::initiative::END;

    "Trapped pieces" {
        /// A rook deep in the enemy camp, hemmed in, with almost no square where it would not be
        /// captured loses a third of its value.
        TRAPPED_ROOK = "trapped.rook", Static, Middlegame, adds { penalty: -150 };
        /// A bishop deep in the enemy camp, hemmed in, with almost no square where it would not
        /// be captured loses a third of its value.
        TRAPPED_BISHOP = "trapped.bishop", Static, Middlegame, adds { penalty: -100 };
        /// A queen deep in the enemy camp, hemmed in, with almost no square where it would not be
        /// captured loses a third of its value.
        TRAPPED_QUEEN = "trapped.queen", Static, Middlegame, adds { penalty: -300 };
        /// A knight deep in the enemy camp, hemmed in, with almost no square where it would not
        /// be captured loses a third of its value.
        TRAPPED_KNIGHT = "trapped.knight", Static, Middlegame, adds { penalty: -100 };
    }

    "Weak squares-bridge points/loss of squares-control of squares" {
        /// Squares of the own camp (d4 and e4 (for Black d5, e5)) that no own pawn controls and
        /// that more enemy pieces than own pieces control cost their owner 50 each.
        WEAK_SQUARES_CENTRAL = "weak-squares.central", Static, Middlegame, adds { penalty: -50 };
        /// Squares of the own camp (d3 and e3 (for Black d6, e6)) that no own pawn controls and
        /// that more enemy pieces than own pieces control cost their owner 35 each.
        WEAK_SQUARES_SEMI_CENTRAL = "weak-squares.semi-central", Static, Middlegame,
            adds { penalty: -35 };
        /// Squares of the own camp (c3, c4, f3, f4 (for Black c6, c5, f6, f5)) that no own pawn
        /// controls and that more enemy pieces than own pieces control cost their owner 20 each.
        WEAK_SQUARES_OUTER = "weak-squares.outer", Static, Middlegame, adds { penalty: -20 };
    }

    "Unreasonable retreats" {
        /// A knight or bishop withdrawn to the queen's or king's home square is penalised.
        RETREATS_MINOR_BACK_RANK = "retreats.minor-back-rank", Static, Middlegame,
            adds { penalty: -40 };
    }

    "Different types of opposing configurations" {
        /// With one bishop against one knight the bishop's side gets a small bonus.
        BVN_BISHOP_SIDE = "bvn.bishop-side", Static, Middlegame, adds { bonus: 15 };
        /// With bishop against knight, each fixed pawn on the bishop's colour takes a little off
        /// the bishop's side.
        BVN_FIXED_PAWN = "bvn.fixed-pawn", Static, Middlegame, adds { penalty: -5 };
        /// A fixed pawn of that kind on one of the four central squares takes twice as much.
        BVN_FIXED_PAWN_FOCAL = "bvn.fixed-pawn-focal", Static, Middlegame, adds { penalty: -10 };
        /// Bishop and knight against two knights follow the bishop-against-knight rule
        /// (bishop-side).
        BN_VS_NN_BISHOP_SIDE = "bn-vs-nn.bishop-side", Static, Middlegame, adds { bonus: 15 };
        /// Bishop and knight against two knights follow the bishop-against-knight rule
        /// (fixed-pawn).
        BN_VS_NN_FIXED_PAWN = "bn-vs-nn.fixed-pawn", Static, Middlegame, adds { penalty: -5 };
        /// Bishop and knight against two knights follow the bishop-against-knight rule
        /// (fixed-pawn-focal).
        BN_VS_NN_FIXED_PAWN_FOCAL = "bn-vs-nn.fixed-pawn-focal", Static, Middlegame,
            adds { penalty: -10 };
        /// With one bishop each on the same colour, each side loses a little for every own fixed
        /// pawn on that colour.
        SAME_COLOUR_BISHOPS_FIXED_PAWN = "same-colour-bishops.fixed-pawn", Static, Middlegame,
            adds { penalty: -5 };
        /// On the four central squares that loss is doubled.
        SAME_COLOUR_BISHOPS_FIXED_PAWN_FOCAL = "same-colour-bishops.fixed-pawn-focal", Static, Middlegame,
            adds { penalty: -10 };
        /// With opposite-coloured bishops the side that stands worse gets half a pawn, so that
        /// the engine heads for such a bishop pairing as a way out.
        OPPOSITE_BISHOPS_WEAKER_SIDE = "opposite-bishops.weaker-side", Static, Middlegame,
            adds { bonus: 50 };
    }

    "Unhealthy mutual piece positioning" {
        /// Two knights guarding each other are penalised, unless they are disputing an important
        /// square.
        UNHEALTHY_KNIGHTS_DEFEND_EACH_OTHER = "unhealthy.knights-defend-each-other", Static, Middlegame,
            adds { penalty: -25 };
    }

    "Positional peculiarities" {
        /// A bishop whose activity is fully taken away by its own pawns loses a pawn and a half.
        BAD_PAWN_BISHOP = "bad.pawn-bishop", Static, Middlegame, adds { penalty: -150 };
        /// A knight on the a or h file with no square to go to because enemy pawns cover them all
        /// is penalised.
        BAD_END_FILE_KNIGHT = "bad.end-file-knight", Static, Middlegame, adds { penalty: -50 };
        /// A piece that is placed well by itself but on a half of the board that is locked, and
        /// so cannot influence the fight on the other half, is penalised.
        BAD_USELESS_ATTACKER = "bad.useless-attacker", Static, Middlegame, adds { penalty: -50 };
        /// Bringing such a knight back towards the active half should earn a bonus (the document
        /// names none).
        BAD_USELESS_ATTACKER_TRANSFER = "bad.useless-attacker-transfer", Move, Middlegame,
            adds { bonus: 25 };
        /// Attacking a pawn that is well defended wastes time and is penalised.
        BAD_ERRONEOUS_ACTIVITY = "bad.erroneous-activity", Move, Middlegame, adds { penalty: -50 };
        /// A queen shut into a small part of the board by own and enemy men, though it still has
        /// squares to go to, loses five pawns if the enemy pieces able to attack it are together
        /// worth more than a queen.
        BAD_IMPRISONED_QUEEN = "bad.imprisoned-queen", Static, Middlegame, adds { penalty: -500 };
        /// The side that stands worse gets a pawn for a big chain with all its pawns on one
        /// square colour, two or more of them in the middle of the board.
        STONEWALL_ONE_COLOUR_PAWNS = "stonewall.one-colour-pawns", Static, Middlegame,
            adds { bonus: 100 };
    }
}
