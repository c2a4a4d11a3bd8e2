//! Pawns one by one, and passers.

use crate::{Case, check};

const PAWNS: &[Case] = &[
    // A piece that stands in the way is no square to go to.
    (
        "general.mobility",
        "7k/8/1p6/8/N7/8/1P6/7K w - - 0 1",
        [20, 0],
    ),
    (
        "general.pawn-mobility",
        "7k/1P6/8/8/3pP3/8/8/7K b - e3 0 1",
        [10, 10],
    ),
    // Nothing on the seventh rank; in a closed centre too the plain numbers.
    ("general.space", "6k1/1P6/P7/8/8/8/8/6K1 w - - 0 1", [30, 0]),
    (
        "general.space",
        "6k1/2p5/2Pp4/3Pp3/4Pp2/5P2/8/6K1 w - - 0 1",
        [40, 10],
    ),
    (
        "pawn.isolated",
        "6k1/8/8/8/8/P7/P6P/6K1 w - - 0 1",
        [-40, 0],
    ),
    (
        "pawn.double-isolated",
        "6k1/8/8/P7/8/P7/P7/6K1 w - - 0 1",
        [-120, 0],
    ),
    // Three on a file are two too many; queen and rook on both sides forgive, more does not.
    (
        "pawn.doubled-in-group",
        "n5k1/8/8/P7/P7/P7/1P6/6K1 w - - 0 1",
        [-70, 0],
    ),
    (
        "pawn.doubled-in-group",
        "8/5ppp/4k3/8/8/P3K3/PP6/8 w - - 0 1",
        [0, 0],
    ),
    (
        "pawn.doubled-in-group",
        "qr4k1/8/8/8/8/P7/PP6/QR4K1 w - - 0 1",
        [0, 0],
    ),
    (
        "pawn.doubled-in-group",
        "qr4k1/n7/8/8/8/P7/PP6/QR4K1 w - - 0 1",
        [-35, 0],
    ),
    // Fixed in a pawn ending and with a knight each, where others speak of it; not fixed.
    ("pawn.backward", "6k1/1p6/p7/P7/8/8/8/6K1 w - - 0 1", [0, 0]),
    (
        "pawn.backward",
        "6k1/1p6/p3n3/P7/8/2N5/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "pawn.backward",
        "6k1/1p6/8/P7/p7/8/8/6K1 w - - 0 1",
        [0, -35],
    ),
    // Two enemy pawns: fated, which is another rule.
    (
        "pawn.backward",
        "n5k1/8/8/2p1p3/4P3/3P4/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "pawn.prospective-passer",
        "6k1/2p5/8/3P4/8/8/2P5/6K1 w - - 0 1",
        [25, 0],
    ),
    // Both have both bishops.
    (
        "pawn.bishop-pair-structure",
        "1bb3k1/7p/8/8/8/8/P7/2B2BK1 w - - 0 1",
        [0, 0],
    ),
    // Two bishops of one colour are no pair.
    (
        "pawn.bishop-pair-structure",
        "1n4k1/5p2/8/8/8/P7/P7/B1B3K1 w - - 0 1",
        [0, 0],
    ),
    // A fated pawn's 50, and the isolated pawn beside it.
    (
        "pawn.bishop-pair-structure",
        "6k1/8/8/2p1p3/8/3P4/8/2B2BK1 w - - 0 1",
        [90, 0],
    ),
    // A passer that does not excuse its file on the fourth rank; alone; three of them.
    (
        "pawn.doubling-exempt-passer",
        "n5k1/8/8/8/P7/P7/1P6/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "pawn.doubling-exempt-passer",
        "n5k1/8/8/P7/P7/8/8/6K1 w - - 0 1",
        [40, 0],
    ),
    (
        "pawn.doubling-exempt-passer",
        "n5k1/8/8/P7/P7/P7/8/6K1 w - - 0 1",
        [40, 0],
    ),
    (
        "pawn.doubling-exempt-passer",
        "n5k1/8/8/P7/P7/P7/1P6/6K1 w - - 0 1",
        [70, 0],
    ),
    (
        "pawn.doubling-exempt-passer",
        "6k1/8/8/P7/P7/8/1P6/6K1 w - - 0 1",
        [50, 0],
    ),
    (
        "pawn.doubling-exempt-passer",
        "qr4k1/8/8/P7/P7/8/1P6/QR4K1 w - - 0 1",
        [0, 0],
    ),
];

const PASSERS: &[Case] = &[
    // One base value each: in a tandem 50, on the seventh rank 70, protected or not.
    ("pawn.passed", "n5k1/8/8/P7/1P6/8/8/6K1 w - - 0 1", [100, 0]),
    (
        "pawn.passed-protected",
        "n5k1/8/8/P7/1P6/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "pawn.passed-seventh",
        "n5k1/1P6/P7/8/8/8/8/6K1 w - - 0 1",
        [70, 0],
    ),
    ("pawn.passed", "n5k1/1P6/P7/8/8/8/8/6K1 w - - 0 1", [50, 0]),
    (
        "pawn.passed-seventh",
        "n5k1/P1p5/1P6/8/8/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "pawn.passed-protected",
        "n5k1/P1p5/1P6/8/8/8/8/6K1 w - - 0 1",
        [75, 0],
    ),
    (
        "pawn.passed-connected",
        "n5k1/8/8/PPP5/8/8/8/6K1 w - - 0 1",
        [150, 0],
    ),
    // An avalanche has neither base values nor tandems; its neighbour two ranks ahead has one.
    (
        "pawn.passed",
        "n5k1/8/1P6/8/2PPPP2/8/8/6K1 w - - 0 1",
        [50, 0],
    ),
    (
        "pawn.passed-connected",
        "n5k1/8/1P6/8/2PPPP2/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "pawn.passed-connected",
        "n5k1/8/8/8/1PPPPP2/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    // The king is two squares farther away than the enemy's; one; with queens.
    (
        "general.negative-passer",
        "8/8/4k3/4P3/8/8/4K3/8 w - - 0 1",
        [-70, 0],
    ),
    ("pawn.passed", "8/8/4k3/4P3/8/8/4K3/8 w - - 0 1", [0, 0]),
    (
        "general.negative-passer",
        "8/8/4k3/4P3/8/4K3/8/8 w - - 0 1",
        [0, 0],
    ),
    (
        "general.negative-passer",
        "q7/8/4k3/4P3/8/8/4K3/8 w - - 0 1",
        [0, 0],
    ),
    (
        "general.negative-passer",
        "8/8/5k2/5P2/8/8/5K2/8 w - - 0 1",
        [0, 0],
    ),
    // The rook behind its passer does not look through it; pawns attack too.
    (
        "pawn.passer-front-control",
        "8/2k5/8/P7/8/8/8/R5K1 w - - 0 1",
        [0, 0],
    ),
    (
        "pawn.passer-front-control",
        "8/1k6/8/P7/8/8/8/R5K1 w - - 0 1",
        [0, 25],
    ),
    (
        "pawn.passer-front-control",
        "8/1k6/8/PP6/2N5/8/8/6K1 w - - 0 1",
        [25, 0],
    ),
    // On the square, for the enemy's passer, and once for two bishops.
    (
        "pawn.bishop-guards-promotion",
        "B5k1/8/P7/8/8/8/8/6K1 w - - 0 1",
        [40, 0],
    ),
    (
        "pawn.bishop-guards-promotion",
        "6k1/8/8/8/p7/8/3B4/4K3 w - - 0 1",
        [0, 0],
    ),
    (
        "pawn.bishop-guards-promotion",
        "6k1/8/8/8/p7/4B3/8/2B1K3 w - - 0 1",
        [0, 0],
    ),
    (
        "pawn.bishop-guards-promotion",
        "6k1/8/8/8/p7/2B5/1B6/4K3 w - - 0 1",
        [40, 0],
    ),
];

#[test]
fn edges_of_the_readings() {
    check(PAWNS);
    check(PASSERS);
}
