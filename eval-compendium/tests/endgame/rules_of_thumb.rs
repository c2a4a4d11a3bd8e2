//! The king, rules of thumb, blockade.

use crate::{Case, check};

const THUMB: &[Case] = &[
    // The edge of the files, and ranks beyond the sixth.
    (
        "king.third-rank-centre",
        "4k3/8/8/8/8/2K5/8/8 w - - 0 1",
        [25, 0],
    ),
    (
        "king.fourth-rank-centre",
        "4k3/8/8/8/6K1/8/8/8 w - - 0 1",
        [0, 0],
    ),
    ("king.sixth-rank", "8/1K6/8/8/8/8/7k/8 w - - 0 1", [0, 0]),
    // A chain with two pawns that nothing holds; one whose loose pawn meets nobody.
    (
        "general.root-attack",
        "8/5k2/2p5/1p1p4/8/8/8/R1R3K1 w - - 0 1",
        [0, 0],
    ),
    (
        "general.root-attack",
        "6k1/8/2p5/1p6/1P6/8/8/2R3K1 w - - 0 1",
        [0, 0],
    ),
    (
        "general.root-attack",
        "6k1/8/2p5/1p6/1P6/2P5/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "general.root-attack",
        "6k1/8/2p5/1p6/1PP4R/8/8/2R3K1 w - - 0 1",
        [0, 0],
    ),
    (
        "general.root-attack",
        "6k1/8/2p4R/1p6/1P6/2P5/8/6K1 w - - 0 1",
        [25, 0],
    ),
    // Two chains of which both roots are attacked.
    (
        "general.root-attack",
        "6k1/8/R1p2p2/1p4p1/1P4P1/2P2P2/8/6K1 w - - 0 1",
        [25, 0],
    ),
    (
        "general.root-attack",
        "6k1/2R2R2/2p2p2/1p4p1/1P4P1/2P2P2/8/6K1 w - - 0 1",
        [50, 0],
    ),
    // The rook is attacked; four pawns are no wall.
    (
        "general.penetration-point",
        "r5k1/7R/1p1p4/pPpPp3/P1P1P3/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "general.penetration-point",
        "r2k4/7R/1p1p4/1PpPp3/2P1P3/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    // Nine pawns are enough; a queen anywhere is too much; pieces that look elsewhere are idle.
    (
        "general.king-attack",
        "6k1/8/8/8/8/8/8/R1R3K1 w - - 0 1",
        [0, 0],
    ),
    (
        "general.king-attack",
        "6k1/8/8/8/8/8/1R6/6KR w - - 0 1",
        [50, 0],
    ),
    (
        "general.king-attack",
        "5k2/8/8/8/8/8/BB6/N5K1 w - - 0 1",
        [50, 0],
    ),
    (
        "general.king-attack",
        "q4k2/8/8/8/8/8/BB6/N5K1 w - - 0 1",
        [0, 0],
    ),
    // A pinned minor beside its king; a rook that is attacked; a pawn between.
    (
        "general.dead-pin",
        "r1b1R3/2k5/8/8/8/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "general.dead-pin",
        "r1b1R3/6k1/3n4/8/8/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "general.dead-pin",
        "R7/8/8/n7/p7/r7/8/2k3K1 w - - 0 1",
        [0, 0],
    ),
    (
        "general.dead-pin",
        "R7/8/8/n7/8/r7/8/5k1K w - - 0 1",
        [75, 0],
    ),
];

const BLOCKADE: &[Case] = &[
    // A king blocks for nothing; a passer at home is another rule's.
    (
        "blockade.minor-passer",
        "6k1/8/8/8/3p4/3K4/8/8 w - - 0 1",
        [0, 0],
    ),
    (
        "blockade.minor-passer",
        "6k1/3p4/3N4/8/8/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "blockade.initial-square",
        "6k1/3p4/3N4/8/8/8/8/6K1 w - - 0 1",
        [90, 0],
    ),
    (
        "blockade.initial-square",
        "6k1/3p4/3Q4/8/8/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "blockade.initial-square",
        "6k1/3p1p2/3P1R2/8/8/8/8/6K1 w - - 0 1",
        [190, 0],
    ),
    (
        "blockade.queen-passer",
        "6k1/3p4/3Q4/8/8/8/8/6K1 w - - 0 1",
        [-50, 0],
    ),
    // An own pawn of the pawn's side ahead does not matter, one of the blocker's does.
    (
        "blockade.unopposed-pawn",
        "6k1/8/8/3p4/3R4/3p4/2P5/6K1 w - - 0 1",
        [20, 0],
    ),
    (
        "blockade.unopposed-pawn",
        "6k1/8/8/3p4/3R4/8/2PP4/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "blockade.unopposed-pawn",
        "6k1/8/8/3p4/3Q4/8/2P5/6K1 w - - 0 1",
        [0, 0],
    ),
    // No pawn protects; the pair of pawns stands on the knight's own file, or three away.
    (
        "blockade.knight-in-structure",
        "8/b5k1/3p4/p1pP4/PpN5/8/6K1/8 w - - 0 1",
        [0, 0],
    ),
    (
        "blockade.knight-in-structure",
        "6k1/8/8/2p4p/2N4P/1P6/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "blockade.knight-in-structure",
        "6k1/8/8/2p1p3/2N1P3/1P6/8/6K1 w - - 0 1",
        [80, 0],
    ),
    // A pawn attacks it; three squares are left, and one.
    (
        "blockade.knight-in-structure",
        "6k1/8/8/1pp1p3/2N1P3/1P6/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "blockade.bishop-in-structure",
        "6k1/8/8/pPpP4/P1B5/1P6/8/6K1 w - - 0 1",
        [60, 0],
    ),
    (
        "blockade.bishop-in-structure",
        "6k1/8/8/pPpP4/P1B5/1P6/4P3/6K1 w - - 0 1",
        [0, 0],
    ),
    // What is part of the structure is no plain blocker.
    (
        "blockade.minor-passer",
        "6k1/8/8/2p1p3/2N1P3/1P6/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "blockade.unopposed-pawn",
        "8/3n2k1/8/p1p5/PpB5/1P6/6K1/8 w - - 0 1",
        [0, 0],
    ),
];

#[test]
fn edges_of_the_readings() {
    check(THUMB);
    check(BLOCKADE);
}
