//! The rules from initiative to the prevention of counterplay, in the document's order.

use super::table;

table! {
    from super::pieces::END;

    "Initiative" {
        /// When the pawns of one half of the board are locked, only pieces that stand on or work
        /// towards the other half count; positional value and space gained on the locked half are
        /// worth nothing, so the side that owns the live half is the one with the winning
        /// advantage.
        INITIATIVE_BLOCKED_FLANK_OBSERVERS = "initiative.blocked-flank-observers", Static, Middlegame,
            adds { factor: 0 };
        /// The pieces of both sides that take part in the fight for the most contested man on the
        /// board have their positional values raised by a tenth.
        INITIATIVE_CLASH_POINT_FACTOR = "initiative.clash-point-factor", Static, Middlegame,
            adds { factor: 1.1 };
    }

    "Learning from Kasparov" {
        /// Having one more piece developed than the opponent, with prospects of a king attack, is
        /// worth a pawn.
        KASPAROV_EXTRA_DEVELOPED_PIECE = "kasparov.extra-developed-piece", Static, Middlegame,
            adds { bonus: 100 };
        /// Being the more active side on both wings is worth a pawn.
        KASPAROV_ACTIVITY_BOTH_SIDES = "kasparov.activity-both-sides", Static, Middlegame,
            adds { bonus: 100 };
    }

    "Sacrificing pawns" {
        /// Having given up pawns for one lasting advantage is compensated with a pawn and a half
        /// in the endgame.
        SACRIFICE_PAWNS_ONE_PERMANENT_FACTOR = "sacrifice-pawns.one-permanent-factor", Static, Endgame,
            adds { bonus: 150 };
        /// If the pawns bought two lasting advantages, the compensation is two and a half pawns.
        SACRIFICE_PAWNS_TWO_PERMANENT_FACTORS = "sacrifice-pawns.two-permanent-factors", Static, Endgame,
            adds { bonus: 250 };
    }

    "Vectoral intersections" {
        /// An enemy pawn in its own half on which lines of at least two own pieces cross earns a
        /// bonus, even if another enemy man stands on a line.
        VECTORAL_INTERSECTION_ON_ENEMY_PAWN = "vectoral.intersection-on-enemy-pawn", Static, Middlegame,
            adds { bonus: 20 };
        /// The same crossing on a square of the enemy king position is worth three times as much.
        VECTORAL_INTERSECTION_KING_POSITION = "vectoral.intersection-king-position", Static, Middlegame,
            adds { bonus: 60 };
    }

    "Counterplay" {
        /// A side whose score is low has the values of its attacking pieces raised by 20 or 30
        /// percent, so that it prefers a counter-attack to passive defence; the wings are to be
        /// scored apart.
        COUNTERPLAY_ATTACKING_PIECES_FACTOR = "counterplay.attacking-pieces-factor", Static, Middlegame,
            adds { low: 1.2, very_low: 1.3 };
        /// If a side is losing under a king attack, each of its pawns on the sixth or seventh
        /// rank on the opposite wing gets a bonus, to push the counterplay there.
        COUNTERPLAY_ADVANCED_PAWNS_OTHER_WING = "counterplay.advanced-pawns-other-wing", Static, Middlegame,
            adds { bonus: 20 };
    }

    "Prevention of counterplay" {
        /// For a side that firmly holds the centre, a second pawn controlling the square on which
        /// the enemy could thrust a pawn against that centre earns half a pawn.
        PREVENTION_EXTRA_PAWN_CONTROL = "prevention.extra-pawn-control", Static, Middlegame,
            adds { bonus: 50 };
        /// Each piece that also controls that thrust square earns a smaller bonus.
        PREVENTION_PIECE_CONTROL = "prevention.piece-control", Static, Middlegame,
            adds { bonus: 20 };
    }
}
