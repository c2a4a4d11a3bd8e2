//! The rules from the Tal dimension to the pins, in the document's order.

use super::table;

table! {
    from super::king_attack::END;

    "The Tal dimension" {
        /// A rook on the enemy back rank that pins an enemy knight or bishop against the enemy
        /// king along that rank earns a bonus.
        TAL_ROOK_EIGHTH_RANK_PIN = "tal.rook-eighth-rank-pin", Static, Middlegame,
            adds { bonus: 90 };
        /// When two lasting features support an ongoing attack on the king, their joint effect is
        /// worth two pawns.
        TAL_TWO_PERMANENT_FACTORS = "tal.two-permanent-factors", Static, Middlegame,
            adds { bonus: 200 };
        /// With three lasting attacking features the joint bonus is three pawns, and one pawn
        /// more for each further feature; this may outweigh the loss of a rook to the enemy
        /// queen.
        TAL_THREE_PERMANENT_FACTORS = "tal.three-permanent-factors", Static, Middlegame,
            adds { three: 300, four: 400, five: 500 };
        /// With an attack running against a king without pawn cover, a pawn on the sixth rank is
        /// worth an extra pawn.
        TAL_SIXTH_RANK_PAWN_BARE_KING = "tal.sixth-rank-pawn-bare-king", Static, Middlegame,
            adds { bonus: 100 };
        /// Against a bare king every own pawn beyond the centre line earns half a pawn.
        TAL_CROSSED_PAWN_BARE_KING = "tal.crossed-pawn-bare-king", Static, Middlegame,
            adds { bonus: 50 };
        /// A king whose shelter has been destroyed gives the attacker four pawns.
        TAL_BARE_KING = "tal.bare-king", Static, Middlegame, adds { bonus: 400 };
        /// Two bishops both bearing on the enemy king position earn a bonus as a pair.
        TAL_TWO_BISHOPS_ATTACK = "tal.two-bishops-attack", Static, Middlegame, adds { bonus: 70 };
        /// Two knights both bearing on the enemy king position earn a bonus as a pair.
        TAL_TWO_KNIGHTS_ATTACK = "tal.two-knights-attack", Static, Middlegame, adds { bonus: 50 };
        /// A side that gave up material and, after captures by both sides, is still able to go on
        /// attacking the king gets two pawns for it.
        TAL_ATTACK_CONTINUES_AFTER_SACRIFICE = "tal.attack-continues-after-sacrifice", History, Middlegame,
            reads { bonus: 200 } later "it needs the material and the attack of the last ten plies, which no position tells";
        /// A passed pawn on the seventh rank while an attack on the king is running is worth two
        /// extra pawns.
        TAL_SEVENTH_RANK_PASSER_ATTACK = "tal.seventh-rank-passer-attack", Static, Middlegame,
            adds { bonus: 200 };
        /// A rook standing in the middle of the board on the fourth or fifth rank earns a bonus.
        TAL_CENTRAL_ROOK = "tal.central-rook", Static, Middlegame, adds { bonus: 30 };
        /// A queen-and-bishop battery whose queen can break into the squares next to the enemy
        /// king, with no pawn of the shelter able to stop it, is worth five pawns.
        TAL_QUEEN_BISHOP_PENETRATION = "tal.queen-bishop-penetration", Static, Middlegame,
            adds { bonus: 500 };
        /// A knight or bishop on the sixth rank that bears directly on the squares round the
        /// enemy king earns a bonus.
        TAL_MINOR_SIXTH_RANK_KING_POSITION = "tal.minor-sixth-rank-king-position", Static, Middlegame,
            adds { bonus: 90 };
    }

    "Founded disregard for less active pieces" {
        /// While a side attacks the king, each of its knights and bishops that takes no direct
        /// part costs half a pawn, so that giving such a piece up for time becomes cheap.
        DISREGARD_IDLE_MINOR = "disregard.idle-minor", Static, Middlegame, adds { penalty: -50 };
        /// While a side attacks the king, each of its rooks that takes no direct part costs 60.
        DISREGARD_IDLE_ROOK = "disregard.idle-rook", Static, Middlegame, adds { penalty: -60 };
    }

    "Rook prevailing over 2 minors" {
        /// After two minors were given for a rook (perhaps with a pawn) and an attack runs, the
        /// rook's side gets two pawns if some enemy minor cannot reach the defence of its king
        /// position in two moves.
        ROOK_TWO_MINORS_ATTACK = "rook-two-minors.attack", Static, Middlegame, adds { bonus: 200 };
    }

    "Other" {
        /// A closed centre together with an attack on the king is worth two pawns to the
        /// attacker.
        OTHER_CLOSED_CENTER_ATTACK = "other.closed-center-attack", Static, Middlegame,
            adds { bonus: 200 };
        /// A closed centre with pawns storming the enemy king, one of them already on the fifth
        /// rank and part of the central chain, is worth three pawns.
        OTHER_CLOSED_CENTER_STORM = "other.closed-center-storm", Static, Middlegame,
            adds { bonus: 300 };
        /// During an attack, a heavy piece facing the enemy king along a file with just a pawn of
        /// that king in between paralyses the pawn and earns a small bonus.
        OTHER_INCAPACITATED_PAWN = "other.incapacitated-pawn", Static, Middlegame,
            adds { bonus: 20 };
        /// A bishop or queen pinning an enemy pawn diagonally against its king earns a small
        /// bonus.
        OTHER_DIAGONAL_PAWN_PIN = "other.diagonal-pawn-pin", Static, Middlegame, adds { bonus: 20 };
        /// In a rather open position, the attacking side earns a small bonus when its own king
        /// moves to a square on which it cannot be checked.
        OTHER_ATTACKER_KING_SAFE_SQUARE = "other.attacker-king-safe-square", Move, Middlegame,
            adds { bonus: 20 };
    }

    "Pins" {
        /// A bishop that pins an enemy knight earns a bonus.
        PINS_BISHOP_PINS_KNIGHT = "pins.bishop-pins-knight", Static, Middlegame, adds { bonus: 30 };
        /// A rook that pins an enemy knight or bishop earns a larger bonus than a bishop pin.
        PINS_ROOK_PINS_MINOR = "pins.rook-pins-minor", Static, Middlegame, adds { bonus: 50 };
    }
}
