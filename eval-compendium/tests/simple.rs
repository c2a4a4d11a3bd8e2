//! The simple endings: edges of the readings that the worked positions do not show, and what yields
//! to what.

mod common;

use common::{game, mirrored_game, raw_factor, raw_terms};
use engine_core::evaluation::Evaluation;
use engine_core::explain::Meta;
use engine_core::game::Game;
use engine_core::options::Configure;
use eval_compendium::compendium;

/// Rule, position, and what it gives White and Black, in centipawns.
type Case = (&'static str, &'static str, [i32; 2]);

const CASES: &[Case] = &[
    // One file between is not outside; without enemy pawns nothing is; two are paid once.
    (
        "pawn-ending.outside-passer",
        "8/8/1p2k3/8/P7/4K3/8/8 w - - 0 1",
        [0, 0],
    ),
    (
        "pawn-ending.outside-passer",
        "8/8/2p1k3/8/P7/4K3/8/8 w - - 0 1",
        [100, 0],
    ),
    (
        "pawn-ending.outside-passer",
        "8/8/4k3/8/P7/4K3/8/8 w - - 0 1",
        [0, 0],
    ),
    (
        "pawn-ending.outside-passer",
        "8/8/3pk3/8/P6P/4K3/8/8 w - - 0 1",
        [100, 0],
    ),
    // Two pawns on c6 make b7 no backward pawn; two pawns before one that stays behind.
    (
        "pawn-ending.backward",
        "8/1p6/p3k3/P1P5/8/4K3/8/8 w - - 0 1",
        [0, 0],
    ),
    (
        "pawn-ending.backward",
        "8/1p4p1/p3k2p/P6P/8/4K3/8/8 w - - 0 1",
        [200, 0],
    ),
    (
        "pawn-ending.backward",
        "3n4/1p6/p3k3/P7/8/4K3/8/3N4 w - - 0 1",
        [0, 0],
    ),
    // Three on a file are two too many, without neighbours none.
    (
        "pawn-ending.doubled-in-group",
        "8/8/4k3/8/P7/P3K3/PP6/8 w - - 0 1",
        [-100, 0],
    ),
    (
        "pawn-ending.doubled-in-group",
        "8/8/4k3/8/P7/P3K3/P1P5/8 w - - 0 1",
        [0, 0],
    ),
    // The square before the passer counts too, and two passers are supported once.
    (
        "pawn-ending.king-supports",
        "8/8/2K4k/8/3P1P2/8/8/8 w - - 0 1",
        [50, 0],
    ),
    (
        "pawn-ending.king-supports",
        "8/2K5/7k/8/3P1P2/8/8/8 w - - 0 1",
        [0, 0],
    ),
    (
        "pawn-ending.king-supports",
        "8/8/4K2k/8/3P1P2/8/8/8 w - - 0 1",
        [50, 0],
    ),
    // As many pawns on the colour as off it, and a span of three files.
    (
        "bishop.same.wide-play-penalty",
        "6k1/6p1/1p2b2p/8/8/3B4/P1P2PP1/6K1 w - - 0 1",
        [-30, 0],
    ),
    (
        "bishop.same.wide-play-penalty",
        "6k1/6p1/1p2b2p/8/8/3B2P1/P1P2P2/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "bishop.same.wide-play-penalty",
        "6k1/1p6/4b3/8/8/3B4/P1P5/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "bishop.same.outside-passer",
        "6k1/8/3pb3/8/P6P/3B4/8/6K1 w - - 0 1",
        [60, 0],
    ),
    // Two bishops each are another ending.
    (
        "bishop.same.off-colour-pawn",
        "2b3k1/1p6/4b3/8/8/2PB4/1P6/2B3K1 w - - 0 1",
        [0, 0],
    ),
    // Each against its own bishop, the outside passer once.
    (
        "bishop.opposite.same-principles",
        "6k1/8/2pb4/8/7P/2PB4/P7/6K1 w - - 0 1",
        [75, 15],
    ),
    (
        "bishop.opposite.same-principles",
        "6k1/4p3/3b4/8/7P/2PB4/P7/6K1 w - - 0 1",
        [75, -45],
    ),
    // Dark pawns against a dark bishop, spread wide.
    (
        "bishop.opposite.same-principles",
        "6k1/2p3p1/3b4/8/8/3B4/8/6K1 w - - 0 1",
        [0, -60],
    ),
    // A pawn more without a passer more, and two pawns more.
    (
        "bishop.opposite.one-surplus",
        "8/1p4p1/3bk3/8/8/4K3/1P2BPP1/8 w - - 0 1",
        [0, 0],
    ),
    (
        "bishop.opposite.one-surplus",
        "8/6p1/3bk3/8/P2P4/4K3/4B1P1/8 w - - 0 1",
        [0, 0],
    ),
    // The step is taken, Black is to move, the king is three steps away, the pawn on the other edge.
    (
        "knight.unstoppable-edge",
        "8/1n6/P4k2/8/8/5K2/7N/8 w - - 0 1",
        [0, 0],
    ),
    (
        "knight.unstoppable-edge",
        "8/1n6/N4k2/P7/8/5K2/8/8 w - - 0 1",
        [0, 0],
    ),
    (
        "knight.unstoppable-edge",
        "8/1n6/5k2/P7/8/5K2/7N/8 b - - 0 1",
        [0, 0],
    ),
    (
        "knight.unstoppable-edge",
        "8/1n6/3k4/P7/8/5K2/7N/8 w - - 0 1",
        [0, 0],
    ),
    (
        "knight.unstoppable-edge",
        "8/6n1/3k4/7P/8/5K2/N7/8 w - - 0 1",
        [200, 0],
    ),
    // A passer on the fourth rank, and two advanced ones.
    (
        "knight.guards-promotion",
        "8/6k1/3N4/8/4P3/7n/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "knight.guards-promotion",
        "8/7k/3N4/2P1P3/8/7n/8/6K1 w - - 0 1",
        [50, 0],
    ),
    // Two pawns on one side, three on the other; no pawns on one wing.
    (
        "bishop-knight.few-pawns",
        "6k1/pp4p1/4n3/8/8/3B4/P5P1/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "bishop-knight.few-pawns",
        "6k1/3p2p1/4n3/8/8/3B4/3P2P1/6K1 w - - 0 1",
        [0, 0],
    ),
    // It may take a man that nobody defends, and move off its own men.
    (
        "bishop-knight.immobilised-knight",
        "6k1/n2B4/8/1P6/8/8/8/6K1 w - - 0 1",
        [60, 0],
    ),
    (
        "bishop-knight.immobilised-knight",
        "6k1/n1P5/1p6/8/B7/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "bishop-knight.immobilised-knight",
        "n5k1/2p5/1p6/8/8/8/5B2/6K1 w - - 0 1",
        [60, 0],
    ),
    // In any company; two rooks on a file are two.
    (
        "rook.open-file",
        "3rr1k1/8/3n4/8/8/2B5/4P3/3RR1K1 w - - 0 1",
        [30, 30],
    ),
    (
        "rook.behind-own-passer",
        "rn4k1/8/8/P6P/7R/N7/8/R5K1 w - - 0 1",
        [50, 0],
    ),
    // Something between, and a pawn that is no passer.
    (
        "rook.behind-enemy-passer",
        "3R4/r5k1/3n2p1/8/3p4/8/6P1/2N3K1 w - - 0 1",
        [0, 0],
    ),
    (
        "rook.behind-enemy-passer",
        "3R4/r5k1/8/8/3p4/8/4P3/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "rook.behind-enemy-passer",
        "3R4/r7/8/3k4/3p4/8/8/6K1 b - - 0 1",
        [0, 0],
    ),
    // The square before the pawn is free; the king helps; two such pawns cost as much as one.
    (
        "rook.stuck-defender",
        "r7/6k1/p1R5/8/P7/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "rook.stuck-defender",
        "r7/1k6/p1R5/P7/8/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "rook.stuck-defender",
        "8/8/1p1r1p1k/1P1R1P2/8/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "rook.stuck-defender",
        "6k1/8/p2r2p1/P6P/8/3R4/8/6K1 b - - 0 1",
        [0, 0],
    ),
    (
        "rook.stuck-defender",
        "7k/8/8/1P4p1/1R4r1/1p4P1/6K1/8 w - - 0 1",
        [0, 0],
    ),
    // Two pawns are needed; each of two rooks counts; a minor makes it another ending.
    (
        "rook.seventh-with-pawns",
        "6k1/1R1R1pp1/8/8/8/r6r/8/6K1 w - - 0 1",
        [80, 0],
    ),
    (
        "rook.seventh-with-pawns",
        "6k1/1R3pp1/3n4/8/8/r7/3N4/6K1 w - - 0 1",
        [0, 0],
    ),
    // A king on d is not cut off; a line beyond the middle, a man between, a king beside the rook.
    ("rook.cut-king", "3k4/8/8/8/8/8/r7/4R2K w - - 0 1", [0, 0]),
    ("rook.cut-king", "8/1k6/8/8/4r3/8/8/K3R3 w - - 0 1", [0, 50]),
    ("rook.cut-king", "8/1k6/8/8/r7/8/8/K2R4 w - - 0 1", [50, 50]),
    (
        "rook.cut-king",
        "8/1k6/8/8/r2p4/8/8/K2R4 w - - 0 1",
        [0, 50],
    ),
    ("rook.cut-king", "8/1k6/2R5/8/8/r7/8/7K b - - 0 1", [0, 50]),
    // By a rank: from the king's rank 3 to its rank 4, and on the other half of the board.
    ("rook.cut-king", "8/8/4k3/R7/8/8/r7/7K w - - 0 1", [50, 0]),
    ("rook.cut-king", "8/8/4k3/8/R7/8/r7/7K w - - 0 1", [0, 0]),
    ("rook.cut-king", "8/8/8/8/R7/4k3/2r5/7K w - - 0 1", [50, 0]),
    // The rook stands level with the king.
    ("rook.cut-king", "8/8/1k1R4/8/8/8/r7/7K b - - 0 1", [50, 0]),
    // By a rank beside the edge, with a cut by a file at the same time.
    ("rook.cut-king", "2k5/R7/8/8/8/8/3r4/7K w - - 0 1", [0, 0]),
    (
        "rook.cut-king-edge",
        "2k5/R7/8/8/8/8/3r4/7K w - - 0 1",
        [70, 70],
    ),
    (
        "rook.cut-king-edge",
        "8/8/8/8/8/8/R3r3/2k4K w - - 0 1",
        [70, 70],
    ),
    // One step ahead is not enough; the side without a passer gets nothing; the foremost counts.
    (
        "rook.passer-two-ahead",
        "7r/6k1/8/1p2P3/8/R7/6K1/8 w - - 0 1",
        [0, 0],
    ),
    (
        "rook.passer-two-ahead",
        "7r/6k1/4P3/8/8/R7/6K1/8 w - - 0 1",
        [0, 0],
    ),
    (
        "rook.passer-two-ahead",
        "7r/6k1/4P3/2p5/7p/R7/6K1/8 w - - 0 1",
        [0, 0],
    ),
    (
        "rook.passer-two-ahead",
        "7r/6k1/4P3/2p5/p6P/R7/6K1/8 w - - 0 1",
        [0, 0],
    ),
    (
        "rook.passer-two-ahead",
        "7r/6k1/4P3/2p5/6p1/7R/6K1/8 w - - 0 1",
        [0, 0],
    ),
    // A rook in a middlegame, walled in by pawns of which one can be taken; it takes none.
    (
        "rook.shut-out-rook",
        "r5k1/8/8/8/8/p7/P1p3K1/R7 w - - 0 1",
        [0, 0],
    ),
    (
        "rook.shut-out-rook",
        "n5k1/8/8/8/p6p/Pp1p3P/1P1P3K/R1B5 w - - 0 1",
        [0, 0],
    ),
    (
        "rook.shut-out-rook",
        "6k1/8/8/8/p3p3/Pp1pP3/1P1P3K/R7 w - - 0 1",
        [0, 0],
    ),
    // It passes over squares that pawns attack, but does not stop there.
    (
        "rook.shut-out-rook",
        "6k1/8/8/p7/P7/1p2p3/1P1pP1p1/1R4K1 w - - 0 1",
        [0, 0],
    ),
    (
        "rook.shut-out-rook",
        "6k1/8/8/p7/P7/1p2pK2/1P1pP1pp/1R6 w - - 0 1",
        [-125, 0],
    ),
    // d1 does for a rook of the right half as little as for one of the left.
    (
        "rook.shut-out-rook",
        "6k1/8/8/p7/P7/1p2pK2/1P1pP1pp/3R4 w - - 0 1",
        [-125, 0],
    ),
    // Shut in beside its king it has a value of its own; not so where the king may go to f1.
    (
        "rook.shut-out-rook",
        "6k1/8/8/8/8/6n1/pp1PPPPP/6KR w - - 0 1",
        [0, 0],
    ),
    (
        "rook.shut-out-rook",
        "6k1/8/8/7n/8/8/pp1PPPPP/6KR b - - 0 1",
        [-125, 0],
    ),
    // On d and e either side will do; elsewhere only the one towards the centre.
    (
        "rook.invalidated",
        "2BrB3/3P2k1/8/8/8/8/8/6K1 w - - 0 1",
        [60, 0],
    ),
    (
        "rook.invalidated",
        "4rB2/4P3/8/8/8/8/k7/6K1 w - - 0 1",
        [60, 0],
    ),
    (
        "rook.invalidated",
        "Br6/1P4k1/8/8/8/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    (
        "rook.invalidated",
        "4Br2/k4P2/8/8/8/8/8/6K1 w - - 0 1",
        [60, 0],
    ),
    // A pawn behind the king is in its position, one three ranks ahead is not; none is like one.
    (
        "queen.shelter-three",
        "6k1/3q4/8/8/8/6K1/3Q1PPP/8 w - - 0 1",
        [50, 0],
    ),
    (
        "queen.shelter-two",
        "6k1/3q4/8/8/7P/8/3Q1PP1/6K1 w - - 0 1",
        [-20, 0],
    ),
    (
        "queen.shelter-one",
        "6k1/3q4/8/8/8/8/3Q4/6K1 w - - 0 1",
        [-50, -50],
    ),
    // A passer as far up and nearer, one that the king supports, a shelter of two pawns.
    (
        "queen.king-far",
        "8/3p3k/P3q2P/8/3Q4/8/7K/8 w - - 0 1",
        [0, -80],
    ),
    (
        "queen.king-far",
        "8/6pk/P3q3/7P/3Q4/8/7K/8 w - - 0 1",
        [-80, 0],
    ),
    (
        "queen.king-far",
        "8/7k/P3q3/8/3Q4/8/6PK/8 w - - 0 1",
        [0, 0],
    ),
    (
        "queen.king-far",
        "8/6pk/P3q3/8/3Q4/7P/6PK/8 w - - 0 1",
        [0, 0],
    ),
    (
        "queen.king-far",
        "8/7k/8/1P6/4q3/3Q4/5K2/8 w - - 0 1",
        [-80, 0],
    ),
    (
        "queen.king-far",
        "8/7k/8/2P5/4q3/3Q4/5K2/8 w - - 0 1",
        [0, 0],
    ),
];

#[test]
fn edges_of_the_readings() {
    let evaluator = compendium();
    let mut wrong = Vec::new();
    for (rule, position, expected) in CASES {
        let rule = format!("endgame.{rule}");
        let read = |game: &Game| {
            let readings = evaluator.raw(game, None).expect("there are raw readings");
            raw_terms(&readings, &rule).map(|tenths| tenths / 10)
        };
        let here = game(position);
        let (found, [black, white]) = (read(&here), read(&mirrored_game(&here)));
        assert_eq!(found, [white, black], "{rule}, mirrored: {position}");
        if found != *expected {
            wrong.push(format!(
                "{rule} gives {found:?}, not {expected:?}: {position}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Verdict, position, score from White's side, what is added for White and Black, all in
/// centipawns, and the factor in sixteenths.
type Verdict = (&'static str, &'static str, i32, [i32; 2], i32);

const VERDICTS: &[Verdict] = &[
    // Only for the side that is ahead; not where both bishops are bad, or only one pawn is blocked.
    (
        "bishop.same.bad-bishop",
        "8/1p1bk3/6p1/3pKp2/1P1P1P1P/3B4/8/8 w - - 0 1",
        1,
        [100, 0],
        16,
    ),
    (
        "bishop.same.bad-bishop",
        "8/1p1bk3/6p1/3pKp2/1P1P1P1P/3B4/8/8 w - - 0 1",
        0,
        [0, 0],
        16,
    ),
    (
        "bishop.same.bad-bishop",
        "8/1p1bk3/6p1/3pKp2/1P1P1P1P/3B4/8/8 w - - 0 1",
        -60,
        [0, 0],
        16,
    ),
    (
        "bishop.same.bad-bishop",
        "8/3bk3/p3p3/P3P3/2p3p1/2P1K1P1/3B4/8 w - - 0 1",
        60,
        [0, 0],
        16,
    ),
    (
        "bishop.same.bad-bishop",
        "8/1p1bk3/6p1/3pK3/1P1P3P/3B4/8/8 w - - 0 1",
        60,
        [0, 0],
        16,
    ),
    // A third passer makes two neighbours separate; a third pawn that is none changes nothing.
    (
        "bishop.opposite.two-connected",
        "8/7p/3bk3/8/P2PP3/4K3/4B3/8 w - - 0 1",
        0,
        [0, 0],
        16,
    ),
    (
        "bishop.opposite.two-separate",
        "8/7p/3bk3/8/P2PP3/4K3/4B3/8 w - - 0 1",
        0,
        [200, 0],
        16,
    ),
    (
        "bishop.opposite.two-connected",
        "8/p7/3bk3/8/P2PP3/4K3/4B3/8 w - - 0 1",
        0,
        [0, 0],
        2,
    ),
    (
        "bishop.opposite.two-separate",
        "8/8/3bk3/8/P2P4/4K3/4B3/8 w - - 0 1",
        0,
        [200, 0],
        16,
    ),
    // The enemy king is as far from h8 as the own one, then a step farther.
    (
        "bishop.opposite.two-separate-wrong-corner",
        "8/8/3b1k1K/8/2P5/7P/4B3/8 w - - 0 1",
        0,
        [0, 0],
        2,
    ),
    (
        "bishop.opposite.two-separate-wrong-corner",
        "8/8/3bk1K1/8/2P5/7P/4B3/8 w - - 0 1",
        0,
        [0, 0],
        16,
    ),
    (
        "bishop.opposite.two-separate",
        "8/8/3bk1K1/8/2P5/7P/4B3/8 w - - 0 1",
        0,
        [200, 0],
        16,
    ),
    (
        "bishop.opposite.two-separate",
        "8/8/3b1k1K/8/2P5/7P/4B3/8 w - - 0 1",
        0,
        [0, 0],
        16,
    ),
    // Beside the corner, however near the other king is.
    (
        "bishop.opposite.two-separate-wrong-corner",
        "6k1/8/3b3K/8/2P5/7P/4B3/8 w - - 0 1",
        0,
        [0, 0],
        2,
    ),
    // Three more of which only two pass, far apart or near each other; one alone.
    (
        "bishop.opposite.three-connected",
        "8/7p/3bk3/8/P2P2PP/4K3/4B3/8 w - - 0 1",
        0,
        [200, 0],
        16,
    ),
    (
        "bishop.opposite.three-connected",
        "8/7p/3bk3/8/P1P3PP/4K3/4B3/8 w - - 0 1",
        0,
        [100, 0],
        16,
    ),
    (
        "bishop.opposite.three-connected",
        "8/1p5p/3bk3/8/PP2P1PP/4K3/4B3/8 w - - 0 1",
        0,
        [0, 0],
        16,
    ),
    // Four in a row are no wedge, whatever is held.
    (
        "bishop.opposite.three-connected",
        "3b4/8/4Pk2/5P2/3P2P1/6K1/4B3/8 w - - 0 1",
        0,
        [100, 0],
        16,
    ),
    (
        "bishop.opposite.three-straddled",
        "3b4/8/4Pk2/5P2/3P2P1/6K1/4B3/8 w - - 0 1",
        0,
        [0, 0],
        16,
    ),
    // The staircase the other way; the king next to the square; the king away from it.
    (
        "bishop.opposite.three-straddled",
        "3b4/8/2k5/6P1/5P2/4P3/6K1/4B3 w - - 0 1",
        0,
        [0, 0],
        16,
    ),
    (
        "bishop.opposite.three-straddled",
        "3b4/8/4k3/6P1/5P2/4P3/6K1/5B2 w - - 0 1",
        0,
        [0, 0],
        2,
    ),
    // A wedge with two roots: one that both hold is enough, one that the king holds is not.
    (
        "bishop.opposite.three-straddled",
        "3b4/8/4P3/3P1Pk1/8/6K1/4B3/8 w - - 0 1",
        0,
        [0, 0],
        2,
    ),
    (
        "bishop.opposite.three-straddled",
        "8/2b5/4P3/3P1Pk1/8/6K1/4B3/8 w - - 0 1",
        0,
        [0, 0],
        16,
    ),
    // With one root: the square before it, not before the two ahead.
    (
        "bishop.opposite.three-straddled",
        "8/2b5/5k2/3P1P2/4P3/6K1/4B3/8 w - - 0 1",
        0,
        [0, 0],
        2,
    ),
    (
        "bishop.opposite.three-straddled",
        "3b4/8/5k2/3P1P2/4P3/6K1/4B3/8 w - - 0 1",
        0,
        [0, 0],
        16,
    ),
    // Side by side they are neither.
    (
        "bishop.opposite.three-straddled",
        "8/3b4/4k3/8/3PPP2/6K1/5B2/8 w - - 0 1",
        0,
        [0, 0],
        16,
    ),
    // On the other wing; a pawn too few; a pawn elsewhere; the rook not behind the pawn.
    (
        "rook.trapped-on-a1-draw",
        "7R/1kp5/1p6/p7/P7/1P6/1KP4p/7r w - - 0 1",
        0,
        [0, 0],
        2,
    ),
    (
        "rook.trapped-on-a1-draw",
        "R7/5pk1/6p1/8/7P/6P1/p4PK1/r7 w - - 0 1",
        0,
        [0, 0],
        16,
    ),
    (
        "rook.trapped-on-a1-draw",
        "R7/5pk1/6p1/7p/4P3/6P1/p4PK1/r7 w - - 0 1",
        0,
        [0, 0],
        16,
    ),
    (
        "rook.trapped-on-a1-draw",
        "7R/5pk1/6p1/7p/7P/6P1/p4PK1/r7 w - - 0 1",
        0,
        [0, 0],
        16,
    ),
    (
        "rook.trapped-on-a1-draw",
        "R7/5pk1/2n3p1/7p/7P/6P1/p4PK1/r7 w - - 0 1",
        0,
        [0, 0],
        16,
    ),
    // Three against three; five files.
    (
        "rook.three-v-two-draw",
        "8/r4pk1/6p1/1R5p/7P/6P1/5PK1/8 w - - 0 1",
        0,
        [0, 0],
        16,
    ),
    (
        "rook.three-v-two-draw",
        "8/r3p1k1/6p1/1R6/7P/4P1P1/6K1/8 w - - 0 1",
        0,
        [0, 0],
        2,
    ),
    (
        "rook.three-v-two-draw",
        "8/r2p2k1/6p1/1R6/7P/4P1P1/6K1/8 w - - 0 1",
        0,
        [0, 0],
        16,
    ),
];

#[test]
fn edges_of_the_verdicts() {
    let evaluator = compendium();
    let mut wrong = Vec::new();
    for (rule, position, score, terms, factor) in VERDICTS {
        let rule = format!("endgame.{rule}");
        let read = |game: &Game, score: i32| {
            let readings = evaluator
                .raw(game, Some(score))
                .expect("there are raw readings");
            let terms = raw_terms(&readings, &rule).map(|tenths| tenths / 10);
            (terms, raw_factor(&readings, &rule))
        };
        let here = game(position);
        let found = read(&here, *score);
        let ([black, white], turned) = read(&mirrored_game(&here), -score);
        assert_eq!(found, ([white, black], turned), "{rule}: {position}");
        if found != (*terms, *factor) {
            wrong.push(format!("{rule} gives {found:?}: {position}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What White gets by each of `rules`, in tenths of a centipawn, with `disable` switched off.
fn posted<const N: usize>(position: &str, disable: &[&str], rules: [&str; N]) -> [i32; N] {
    let mut evaluator = compendium();
    evaluator.disable(disable).expect("known rules");
    let breakdown = Evaluation::of(&evaluator, &game(position)).breakdown;
    rules.map(|rule| raw_terms(&breakdown, rule)[0])
}

#[test]
fn the_edge_replaces_the_plain_cut() {
    let position = "2r5/8/7k/8/2P5/2K5/8/6R1 w - - 0 1";
    let cuts = ["endgame.rook.cut-king", "endgame.rook.cut-king-edge"];
    assert_eq!(posted(position, &[], cuts), [0, 700]);
    assert_eq!(posted(position, &cuts[1..], cuts), [500, 0]);
}

#[test]
fn few_pawns_replace_both_wings() {
    let position = "6k1/p5p1/4n3/8/8/3B4/P5P1/6K1 w - - 0 1";
    let rules = [
        "endgame.bishop-knight.both-sides",
        "endgame.bishop-knight.few-pawns",
    ];
    assert_eq!(posted(position, &[], rules), [0, 500]);
    assert_eq!(posted(position, &rules[1..], rules), [300, 0]);
}

#[test]
fn a_king_that_leads_the_last_pawn_is_paid_for_that() {
    let supports = ["endgame.pawn-ending.king-supports"];
    let leads = ["endgame.basic.kpk-king-front"];
    for (position, both, alone) in [
        ("6k1/8/2K5/3P4/8/8/8/8 w - - 0 1", 0, 500),
        // Beside the pawn; two pawns.
        ("6k1/8/8/2KP4/8/8/8/8 w - - 0 1", 500, 500),
        ("6k1/8/2K5/3P4/8/8/7P/8 w - - 0 1", 500, 500),
        ("6k1/7p/2K5/3P4/8/8/8/8 w - - 0 1", 500, 500),
    ] {
        assert_eq!(posted(position, &[], supports), [both], "{position}");
        assert_eq!(posted(position, &leads, supports), [alone], "{position}");
    }
}

#[test]
fn a_rook_that_is_shut_in_is_not_shut_out_as_well() {
    let position = "6k1/8/8/8/8/6n1/pp1PPPPP/6KR w - - 0 1";
    let out = ["endgame.rook.shut-out-rook"];
    assert_eq!(posted(position, &[], out), [0]);
    let shut_in = ["special.passivity.shut-in-rook"];
    assert_eq!(posted(position, &shut_in, out), [-1250]);
}

#[test]
fn a_rook_behind_its_passer_is_paid_once_in_every_phase() {
    let rules = [
        "king-attack.rook-behind-passer",
        "endgame.rook.behind-own-passer",
    ];
    let middlegame = "qrrbb1k1/8/8/3P4/8/8/8/Q1RRBBK1 w - - 0 1";
    let endgame = "r5k1/8/8/3P4/8/8/8/3R2K1 w - - 0 1";
    assert_eq!(posted(middlegame, &[], rules), [500, 0]);
    assert_eq!(posted(middlegame, &rules[..1], rules), [0, 500]);
    assert_eq!(posted(endgame, &[], rules), [0, 500]);
    let between = "qrr3k1/8/8/3P4/8/8/8/Q2RB1K1 w - - 0 1";
    let [here, there] = posted(between, &[], rules);
    assert!(here > 0 && there > 0, "{here} and {there}");
    // What rounding leaves over goes to the next term.
    assert!((here + there - 500).abs() <= 1, "{here} and {there}");
}

#[test]
fn a_rook_on_an_open_file_is_paid_by_the_middlegame_s_rule_there() {
    let open = ["endgame.rook.open-file"];
    let middlegame = "qrrbb1k1/8/8/8/8/8/PPP5/Q1RRBBK1 w - - 0 1";
    let endgame = "r5k1/8/8/8/8/8/PPP5/3R2K1 w - - 0 1";
    assert_eq!(posted(middlegame, &[], open), [0]);
    assert_eq!(posted(middlegame, &["config.rook-open-file"], open), [300]);
    assert_eq!(posted(endgame, &[], open), [300]);
}

/// The factor that is heard in a position, and whose it is.
fn heard(position: &str, disable: &[&str]) -> (Option<Meta>, Option<Meta>) {
    let mut evaluator = compendium();
    evaluator.disable(disable).expect("known rules");
    let breakdown = Evaluation::of(&evaluator, &game(position)).breakdown;
    let fact = |name: &str| {
        let fact = breakdown.meta().iter().find(|(known, _)| *known == name);
        fact.map(|(_, fact)| fact.clone())
    };
    (fact("scale16"), fact("scale_rule"))
}

#[test]
fn an_exception_that_is_off_brings_its_verdict_back() {
    for (position, verdict, exception) in [
        (
            "8/6k1/3b4/8/2P4P/4K3/4B3/8 w - - 0 1",
            "endgame.bishop.opposite.two-separate",
            "endgame.bishop.opposite.two-separate-wrong-corner",
        ),
        (
            "3b4/8/4Pk2/5P2/6P1/6K1/4B3/8 w - - 0 1",
            "endgame.bishop.opposite.three-connected",
            "endgame.bishop.opposite.three-straddled",
        ),
    ] {
        let (factor, rule) = heard(position, &[]);
        assert_eq!(factor, Some(Meta::Number(2)), "{position}");
        assert_eq!(rule, Some(Meta::Word(Some(exception))), "{position}");
        let (factor, rule) = heard(position, &[exception]);
        assert_eq!(factor, Some(Meta::Number(16)), "{position}");
        assert_eq!(rule, Some(Meta::Word(Some(verdict))), "{position}");
    }
}
