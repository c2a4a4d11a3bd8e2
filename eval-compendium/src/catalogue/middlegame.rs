//! The rules under "Middlegame", in the document's order.

use super::table;

table! {
    "Middlegame", from super::opening::END;

    /// Each free square a piece can reach is worth 10.
    PIECE_MOBILITY = "middlegame.piece-mobility", Static, All, adds { per_square: 10 };
    /// Each possible pawn move, captures included, is worth 5.
    PAWN_MOBILITY = "middlegame.pawn-mobility", Static, All, adds { per_move: 5 };
    /// The opening's centre rules hold unchanged in the middlegame.
    CONTROL_OF_CENTER = "middlegame.control-of-center", Static, Middlegame, reads {};
    /// For each enemy unit attacked by own units, 2 percent of its material value.
    ATTACK_POTENTIAL = "middlegame.attack-potential", Static, Middlegame,
        adds { pawn: 2, minor: 6, rook: 9, queen: 18 };
    /// For each own unit defended by another own unit, 1 percent of its material value.
    DEFENCE_POTENTIAL = "middlegame.defence-potential", Static, Middlegame,
        adds { pawn: 1, minor: 3, rook: 4.5, queen: 9 };
    /// Every square where the lines of two own pieces meet, if empty or held by the enemy, earns
    /// a bonus that depends on the pair.
    INTERSECTIONS = "middlegame.intersections", Static, All,
        adds { minor_minor: 5, minor_rook: 7, rook_rook: 10, minor_queen: 12, queen_rook: 15 };
    /// Meeting squares of queen and bishop on their common diagonal, and of heavy pieces on a
    /// common file or rank, are ignored.
    INTERSECTIONS_SAME_LINE = "middlegame.intersections-same-line", Static, All, reads {};
    /// For a queen-rook pair at most one meeting square on each diagonal of the queen counts.
    INTERSECTIONS_QUEEN_DIAGONAL_CAP = "middlegame.intersections-queen-diagonal-cap", Static, All,
        reads { per_diagonal: 15 };
    /// The intersection term is halved in endgames and multiplied by five when aimed at the king.
    INTERSECTIONS_SCALING = "middlegame.intersections-scaling", Static, All,
        reads { endgame: 0.5, king_attack: 5, king_attack_endgame: 2.5 };
    /// An isolated pawn costs 20.
    ISOLATED_PAWN = "middlegame.isolated-pawn", Static, Middlegame, adds { penalty: -20 };
    /// Isolated pawns doubled on one file cost 50 each.
    DOUBLE_ISOLATED = "middlegame.double-isolated", Static, Middlegame, adds { penalty_each: -50 };
    /// Doubled pawns that belong to a group of three or more are not punished.
    DOUBLE_IN_GROUP_FREE = "middlegame.double-in-group-free", Static, Middlegame,
        reads { penalty: 0 };
    /// A doubling inside a group of three or more that is blocked by an enemy pawn costs 75
    /// (example: Black c5,c6,d5 against White c4,d3).
    DOUBLE_FIXED_IN_GROUP = "middlegame.double-fixed-in-group", Static, Middlegame,
        adds { penalty: -75 };
    /// A passed pawn earns 25.
    PASSED_PAWN = "middlegame.passed-pawn", Static, Middlegame, adds { bonus: 25 };
    /// A passed pawn protected by an own pawn earns 50.
    PROTECTED_PASSER = "middlegame.protected-passer", Static, Middlegame, adds { bonus: 50 };
    /// Two connected passers earn 25 each and 50 as a pair.
    CONNECTED_PASSERS = "middlegame.connected-passers", Static, Middlegame,
        adds { each: 25, tandem: 50 };
    /// A pawn like Black b7 with a6 ahead and White a5 cannot advance safely: 35 off.
    BACKWARD_PAWN = "middlegame.backward-pawn", Static, Middlegame, adds { penalty: -35 };
    /// The same pawn with a neighbour beside it (Black c7) is only half backward: 20 off.
    SEMI_BACKWARD_PAWN = "middlegame.semi-backward-pawn", Static, Middlegame, adds { penalty: -20 };
    /// A pawn that has to protect two pawns at once is a weak root: 25 off (example: White b3
    /// with a4 and c4).
    ROOT_PAWN = "middlegame.root-pawn", Static, Middlegame, adds { penalty: -25 };
    /// A three-pawn diagonal such as c3-d4-e5 costs 10 for lost mobility.
    DIAGONAL_CHAIN = "middlegame.diagonal-chain", Static, Middlegame, adds { penalty: -10 };
    /// The blocked structure f7-g6-h7-f5 costs 20.
    FIXED_F7_G6_H7_F5 = "middlegame.fixed-f7-g6-h7-f5", Static, Middlegame, adds { penalty: -20 };
    /// Isolated doubled pawns with two empty ranks between them (Black f7 and f4) go unpunished
    /// if the front one is well defended.
    DOUBLE_ISOLATED_TWO_RANKS_APART = "middlegame.double-isolated-two-ranks-apart", Static, Middlegame,
        reads { penalty: 0 };
    /// A chain whose root stands on the fourth rank costs 20 (example: White e4,f5 against
    /// e5,f6).
    ROOT_ON_FOURTH_RANK = "middlegame.root-on-fourth-rank", Static, Middlegame,
        adds { penalty: -20 };
    /// Holding back an enemy doubled pawn with an own pawn earns 35, 50 in the endgame (example:
    /// White c4 against b7,b6,c6).
    FIXING_DOUBLE_PAWN = "middlegame.fixing-double-pawn", Static, All,
        adds { middlegame: 35, endgame: 50 };
    /// Zigzag a3,b2,c3,d2 costs 20 because of its holes.
    FOUR_PAWNER_ZIGZAG = "middlegame.four-pawner-zigzag", Static, Middlegame, adds { penalty: -20 };
    /// h2,g3,f3,e2 with two roots on the second rank costs 25.
    FOUR_PAWNER_TWO_ROOTS = "middlegame.four-pawner-two-roots", Static, Middlegame,
        adds { penalty: -25 };
    /// h2,g3,f4,e4 costs 10 for its stiffness.
    FOUR_PAWNER_STRETCHED = "middlegame.four-pawner-stretched", Static, Middlegame,
        adds { penalty: -10 };
    /// Islands of five pawns that contain one of the four-pawn patterns get the same value.
    FIVE_PAWNERS = "middlegame.five-pawners", Static, Middlegame,
        adds { zigzag: -20, two_roots: -25, stretched: -10 };
    /// Seven pawns split six and one are 20 better than five and two.
    COMPOSITION_6_1 = "middlegame.composition-6-1", Static, Middlegame, adds { bonus: 20 };
    /// Seven pawns split five and two are 20 better than four and three.
    COMPOSITION_5_2 = "middlegame.composition-5-2", Static, Middlegame, adds { bonus: 20 };
    /// When the chains are in the enemy half the preference is turned around.
    COMPOSITION_REVERSED_ADVANCED = "middlegame.composition-reversed-advanced", Static, Middlegame,
        adds { c43: 40, c52: 20, c61: 0 };
    /// Four connected passers on c-f marching together are worth as much as two minor pieces.
    AVALANCHE_FOUR = "middlegame.avalanche-four", Static, All, adds { four: 600, bonus: 200 };
    /// Five such passers exceed the worth of two minors.
    AVALANCHE_FIVE = "middlegame.avalanche-five", Static, All, reads { five: 750, bonus: 250 };
    /// If the mass of pawns can be blocked, it is worth much less.
    AVALANCHE_BLOCKABLE = "middlegame.avalanche-blockable", Static, All, reads { factor: 0.5 };
    /// Closed centre: both sides have pawns on all of c, d, e, f; fixed if all pairs touch,
    /// semi-fixed if one file has a gap.
    CLOSED_STRUCTURE = "middlegame.closed-structure", Static, Middlegame, reads {};
    /// Semi-closed centre: both sides have pawns on d and e and one pawn each on c or f.
    SEMI_CLOSED_STRUCTURE = "middlegame.semi-closed-structure", Static, Middlegame, reads {};
    /// In closed structures a central pawn on the fifth rank gets 30 instead of 10, on the sixth
    /// 60 instead of 30.
    CLOSED_SPACE_CENTRAL = "middlegame.closed-space-central", Static, Middlegame,
        adds { rank5: 30, rank6: 60 };
    /// In closed structures a c/f-pawn on the fifth rank gets 20 instead of 10, on the sixth 40.
    CLOSED_SPACE_SEMICENTRAL = "middlegame.closed-space-semicentral", Static, Middlegame,
        adds { rank5: 20, rank6: 40 };
    /// A pawn wrapped by enemy pawns costs 35 (example: White e5 among e6, f5, e4).
    VERTICALLY_ISOLATED_PAWN = "middlegame.vertically-isolated-pawn", Static, Middlegame,
        adds { penalty: -35 };
    /// A pawn whose stop square is guarded by two enemy pawns and that no own pawn can help
    /// forward costs 35, 50 in the endgame (example: Black d6).
    BACKWARD_FATED_PAWN = "middlegame.backward-fated-pawn", Static, All,
        adds { middlegame: -35, endgame: -50 };
    /// A pawn such as White g5 that freezes doubled g7,g6 next to f7 earns at least 40.
    RESTRICTING_PAWN = "middlegame.restricting-pawn", Static, Middlegame, adds { bonus: 40 };
    /// A local majority of 2:1, 3:2 or 4:3 whose extra pawn may become a passer earns 15.
    PROSPECTIVE_PASSER = "middlegame.prospective-passer", Static, Middlegame,
        adds { middlegame: 15, endgame: 25 };
    /// Each own pawn on the second or third rank earns 10 (easy to defend).
    KARPOV_HOME_PAWNS = "middlegame.karpov-home-pawns", Static, Middlegame, adds { bonus: 10 };
    /// Each square of the own half that no own unit defends costs 5.
    KARPOV_UNDEFENDED_SQUARES = "middlegame.karpov-undefended-squares", Static, Middlegame,
        adds { penalty: -5 };
    /// An active enemy piece in the own half costs 50.
    KARPOV_ACTIVE_INTRUDER = "middlegame.karpov-active-intruder", Static, Middlegame,
        adds { penalty: -50 };
    /// Structures of two and five pawns preferred to three and four by 20.
    KARPOV_COMPOSITION_5_2 = "middlegame.karpov-composition-5-2", Static, Middlegame,
        reads { bonus: 20 };
    /// Each pawn on the fifth rank earns 10, on the sixth 30.
    SPACE_PAWNS = "middlegame.space-pawns", Static, All, adds { rank5: 10, rank6: 30 };
    /// A bishop or knight on the fifth rank earns 25, on the sixth 50.
    ADVANCED_MINOR = "middlegame.advanced-minor", Static, Middlegame, adds { rank5: 25, rank6: 50 };
    /// A knight on d5 or e5 that no enemy knight or fitting bishop can ever attack earns 75.
    ETERNAL_KNIGHT = "middlegame.eternal-knight", Static, Middlegame, adds { bonus: 75 };
}
