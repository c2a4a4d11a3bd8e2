//! Endings of exact material: edges of the readings that the worked positions do not show.
//!
//! A line of the tables: rule, men, who is to move, what the rule gives White and Black in
//! centipawns, and its factor in sixteenths.

mod common;

use common::{game, mirrored_game, raw_factor, raw_terms};
use engine_core::options::Configure;
use eval_compendium::compendium;

/// Different pieces against one another.
const CONFIGURATIONS: &str = "
# The rook on the other side of the pawn; the enemy king in the zone; the pawn at the edge; the
# own king too far away; a pawn of the queen's.
queen-rook-fortress            8/8/3q4/4k3/8/7R/6P1/6K1                   w   0   0  2
queen-rook-fortress            8/8/3q4/8/8/5R2/6Pk/5K2                    w   0   0 16
queen-rook-fortress            8/8/3q4/4k3/8/6R1/7P/7K                    w   0   0 16
queen-rook-fortress            8/8/3q4/4k3/8/5R2/6P1/4K3                  w   0   0 16
queen-rook-fortress            8/p7/3q4/4k3/8/5R2/6P1/6K1                 w   0   0 16
queen-rook-lost                8/p7/3q4/4k3/8/5R2/6P1/6K1                 w   0 200 16
# Two pawns more are too many.
queen-rook-lost                8/8/3qk3/8/5R2/8/6PP/6K1                   w   0   0 16
# A pawn more without a passer; two more with one passer.
queen-passer-two-rooks         4rrk1/8/8/6p1/3Q2PP/8/6K1/8                w   0   0 16
queen-two-passers-two-rooks    4rrk1/6p1/8/8/P2Q2PP/8/6K1/8               w   0   0 16
# The king protects two of three; a bishop protects another one.
queen-minors-uncoordinated     6n1/6bk/8/8/3Q4/b7/5PK1/8                  w   0   0 16
queen-minors-uncoordinated     8/7k/2b5/3n4/8/b3Q3/5PK1/8                w 200   0 16
# Three bishops, three of one kind.
queen-minors-uncoordinated     8/7k/8/2b5/b7/3bQ3/5PK1/8                  w 200   0 16
# Two pawns apart; two bishops in the air, where the draw is called off.
queen-knight-two-bishops       8/3n1pk1/4bbpp/8/8/8/3Q1PK1/8              w   0   0 16
queen-knight-two-bishops       8/7k/8/8/3Q2n1/bb6/5PK1/8                  w   0   0 16
queen-rook-knight              3r4/5pk1/5np1/8/8/6P1/3Q1PK1/8             w   0   0 16
queen-rook-bishop              3r4/5pk1/5bp1/8/8/6P1/3Q1PK1/8             w   0   0 16
# A pawn on the seventh, and bishops on squares of one colour.
rook-pawn-two-bishops          8/P5k1/3bb3/8/8/8/6K1/3R4                  w   0   0 16
rook-pawn-two-bishops          8/6k1/3b2p1/2b5/8/6P1/5PK1/3R4             w   0   0 16
# Distant, but on the fifth rank; on the sixth with a pawn two files away; on the c-file.
rook-passer-bishop-knight      8/5pk1/3b2p1/1P2n3/8/6P1/5PK1/3R4          w   0   0  2
rook-passer-bishop-knight      8/6k1/1P1b2p1/4n3/8/8/3P2K1/3R4            w   0   0  2
rook-passer-bishop-knight      8/5pk1/2Pb2p1/4n3/8/6P1/5PK1/3R4           w   0   0  2
# Not advanced; and two pawns more.
rook-passer-two-knights        8/5pk1/3nn1p1/8/1P6/6P1/5PK1/3R4           w   0   0 16
rook-passer-two-knights        8/6k1/3nn1p1/1P6/8/6P1/5PK1/3R4            w   0   0 16
# Two on one file; one in the enemy half.
rook-three-own-camp            8/1p4k1/1pp5/8/8/8/6K1/3R4                 w   0   0 16
rook-three-own-camp            8/6k1/pp6/8/2p5/8/6K1/3R4                  w   0   0 16
# A step from promotion; on c, d and e.
rook-three-central             8/6k1/8/5p2/3p4/8/4p1K1/7R                 w   0   0 16
rook-three-central             8/6k1/8/8/2pp4/4p3/6K1/7R                  w 200   0 16
# The king supports only the pawn that stayed behind; on the other wing it draws.
rook-three-edge                8/8/6kp/8/8/5pp1/4K3/R7                    w   0   0 16
rook-three-edge                8/8/8/pk6/1pp5/8/3K4/7R                    w   0   0  2
# Behind, but not to move; behind one of two on the sixth; a king three files away; both on the
# fifth; in front.
rook-two-advanced              R7/7k/8/8/1p6/p7/7K/8                      b   0   0  2
rook-two-advanced              1R6/7k/8/8/8/pp6/7K/8                      w 100   0 16
rook-two-advanced              R7/4k3/8/8/1p6/p7/7K/8                     w   0   0 16
rook-two-advanced              R7/7k/8/8/pp6/8/7K/8                       w   0   0 16
rook-two-advanced              8/7k/8/8/1p6/p7/7K/R7                      w   0 200 16
# Behind the other pawn only.
rook-two-advanced              1R6/7k/8/8/1p6/p7/7K/8                     w   0 200 16
# Two on one file; a pair to the right of the third.
knight-two-plus-one            8/6k1/8/pp6/p7/8/3N2K1/8                   w   0   0 16
knight-two-plus-one            8/6k1/8/p2pp3/8/8/3N2K1/8                  w   0 200 16
knight-three-connected         8/6k1/1p6/p7/2p5/8/3N2K1/8                 w   0  50 16
bishop-three-separate          8/6k1/8/p1p1p3/8/8/3B2K1/8                 w   0  50 16
# No piece against the minor; rooks that are not equal; two pawns; a knight for a bishop.
minor-three-pawns-more-pieces  8/5pk1/pp6/2p5/8/2N5/5PK1/8                w   0   0 16
minor-three-pawns-more-pieces  3r4/5pk1/pp6/2p5/8/2N5/5PK1/3RR3           w   0   0 16
minor-three-pawns-more-pieces  3r4/5pk1/pp6/8/8/2N5/5PK1/3R4              w   0   0 16
minor-three-pawns-more-pieces  3b4/5pk1/pp6/2p5/8/2N5/5PK1/3N4            w  25   0 16
";

/// Very basic endgames.
const BASIC: &str = "
# Beside the pawn; two files away; with a second pawn.
kpk-king-front                 k7/8/8/8/3KP3/8/8/8                        w   0   0 16
kpk-king-front                 k7/8/8/2K5/4P3/8/8/8                       w   0   0 16
kpk-king-front                 k7/8/8/3K4/4P3/8/8/8                       w  50   0 16
kpk-king-front                 k7/8/8/4K3/4P3/4P3/8/8                     w   0   0 16
# On a rank, for the weaker side; on a diagonal; with the enemy's move to come.
kpk-opposition                 8/8/8/2k1K3/8/8/3P4/8                      w   0  50 16
kpk-opposition                 8/2k5/8/4K3/8/8/3P4/8                      w   0   0 16
kpk-opposition                 8/4k3/8/4K3/8/8/3P4/8                      w   0  50 16
kpk-opposition                 8/4k3/8/4K3/8/8/3PP3/8                     b   0   0 16
# One step too late unless it is to move; slower than the own king; slower than the pawn.
kpk-rook-pawn                  8/8/4k3/8/P7/8/8/7K                        w   0   0  0
kpk-rook-pawn                  8/8/4k3/P7/8/8/8/7K                        w   0   0 16
kpk-rook-pawn                  8/8/4k3/P7/8/8/8/7K                        b   0   0  0
kpk-rook-pawn                  8/4k3/8/1K6/P7/8/8/8                       w   0   0 16
kpk-rook-pawn                  8/8/2k5/8/7P/8/8/K7                        w   0   0 16
kpk-rook-pawn                  8/8/2k5/8/7P/8/8/K7                        b   0   0  0
kpk-rook-pawn                  1k6/8/8/8/1P6/8/8/7K                       w   0   0 16
# A step more is no race; pawns that do not pass; pawns that are not neighbours.
kppkpp-connected               8/4k3/8/1P4pp/P7/8/4K3/8                   w   0   0  2
kppkpp-connected               8/4k3/8/pp6/1P6/P7/4K3/8                   w   0   0 16
kppkpp-connected               8/4k3/8/6pp/P1P5/8/4K3/8                   w   0   0 16
# Two passers that are no neighbours; two passers on both sides.
protected-v-two-connected      8/8/4k3/pP3p1p/P7/4K3/8/8                  w   0   0 16
protected-v-two-connected      8/8/4k3/1P4pp/P7/4K3/8/8                   w   0   0 16
# Doubled at the edge; the right bishop; a king two squares away; pawns on both edges; a pawn of
# the king's.
wrong-bishop                   6k1/8/7P/5K1P/8/3B4/8/8                    w   0   0  0
wrong-bishop                   8/6k1/8/5K1P/8/4B3/8/8                     w   0   0 16
wrong-bishop                   5k2/8/8/5K1P/8/3B4/8/8                     w   0   0 16
wrong-bishop                   8/6k1/8/P4K1P/8/3B4/8/8                    w   0   0 16
wrong-bishop                   8/p5k1/8/5K1P/8/3B4/8/8                    w   0   0 16
# On the neighbouring file; beside the pawn; with a pawn of the weaker side.
rook-pawn-front                1r3k2/8/8/4P3/3K4/R7/8/8                   w   0   0  2
rook-pawn-behind               1r6/8/8/4Pk2/3K4/R7/8/8                    w 200   0 16
rook-pawn-behind               1r6/7p/8/4Pk2/3K4/R7/8/8                   w   0   0 16
# a and c; doubled pawns; c and f.
rook-f-and-h                   1r6/4k3/8/8/P1P5/3R3K/8/8                  w  50   0 16
rook-two-separate              1r6/4k3/8/8/P1P5/3R3K/8/8                  w   0   0 16
rook-two-separate              1r6/4k3/8/8/P4P2/3R3K/8/8                  w 200   0 16
rook-two-connected             1r6/4k3/8/8/2P5/1RP1K3/8/8                 w   0   0 16
rook-two-connected             1r6/4k3/2P5/8/8/1R1PK3/8/8                 w 100   0 16
# Both far up; on the e-file; beside the foremost; three steps from it; next to the other of two
# on one rank.
rook-edge-pair-draw            1r6/6k1/8/6PP/8/1R2K3/8/8                  w   0   0 16
rook-edge-pair-draw            1r6/8/4k3/7P/6P1/1R2K3/8/8                 w   0   0 16
rook-edge-pair-draw            1r6/8/8/6kP/6P1/1R2K3/8/8                 w   0   0 16
rook-edge-pair-draw            1r4k1/8/8/7P/6P1/1R2K3/8/8                 w   0   0 16
rook-edge-pair-draw            7r/8/2k5/8/PP6/4K2R/8/8                    w   0   0  2
# On b; king four squares away; the pawn's king two squares from it.
queen-v-pawn                   4Q1K1/8/8/8/8/8/1p6/k7                     w 200   0 16
queen-v-pawn                   4Q3/8/8/4K3/8/8/p7/1k6                     w 200   0 16
queen-v-pawn-stalemate         4Q1K1/8/8/8/8/8/p7/2k5                     w   0   0 16
queen-v-pawn-stalemate         4Q1K1/8/8/8/8/8/2p5/3k4                    w   0   0  2
# The king before the pawn; the c-file; a knight; the sixth rank.
rook-f-pawn-v-bishop           3b4/8/5k2/5P2/6K1/8/4R3/8                  w   0   0  2
rook-f-pawn-v-bishop           4b3/2k5/8/2P5/6K1/8/4R3/8                  w   0   0  2
rook-pawn-v-minor              4n3/5k2/8/5P2/6K1/8/4R3/8                  w 200   0 16
rook-f-pawn-v-bishop           3b1k2/8/5P2/8/6K1/8/4R3/8                  w   0   0 16
# A pawn of the rook's; e and f; one of two still in its half; a knight at home.
minor-two-passers-draw         3r4/6k1/7p/8/8/PP1B4/6K1/8                 w   0   0 16
minor-two-passers-near-centre  3r4/6k1/8/4PP2/8/3B4/6K1/8                 w  35   0 16
minor-two-passers-near-centre  3r4/6k1/8/3PP3/8/3B4/6K1/8                 w   0   0 16
minor-two-passers-own-camp     3r4/6k1/8/3P4/4P3/3B4/6K1/8                w   0   0 16
# Pawns on five files; the pawn on the other colour; a king at home; a pawn on the b-file.
two-v-one-minor                8/6k1/3n2p1/8/8/3B4/2P2PK1/8               w   0   0 16
two-v-one-knight-win           8/3k4/4pK2/4P3/3P2N1/2b5/8/8               w   0   0 16
two-v-one-minor                8/3k4/4pK2/4P3/3P2N1/2b5/8/8               w   0   0  2
two-v-one-knight-win           8/3k4/4p3/4P3/3P1KN1/1b6/8/8               w   0   0 16
two-v-one-knight-win           8/3k4/4pK2/4P3/1P4N1/1b6/8/8               w   0   0 16
# With a pawn; bishops of one colour; a dark bishop's corner.
rook-bishop-v-rook             3k3r/8/8/8/3K4/3B3P/8/3R4                  w   0   0 16
bishops-v-knight               3k2n1/8/8/8/3K4/3B4/4B3/8                  w   0   0 16
bishop-knight-mate             8/3k4/8/3K4/4N3/4B3/8/8                    w 120   0 16
";

/// What of the lines of `table`, of rules below `heading`, is not so for both colours.
fn wrong(heading: &str, table: &str) -> Vec<String> {
    let evaluator = compendium();
    let mut wrong = Vec::new();
    let lines = table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let fields: Vec<_> = line.split_whitespace().collect();
        let [rule, men, turn, numbers @ ..] = &fields[..] else {
            panic!("{line}")
        };
        let numbers = numbers
            .iter()
            .map(|number| number.parse().expect("a number"));
        let expected: Vec<i32> = numbers.collect();
        let rule = format!("{heading}.{rule}");
        let read = |game| {
            let readings = evaluator.raw(game, None).expect("raw readings");
            let [white, black] = raw_terms(&readings, &rule).map(|tenths| tenths / 10);
            [white, black, raw_factor(&readings, &rule)]
        };
        let here = game(&format!("{men} {turn} - - 0 1"));
        let there = mirrored_game(&here);
        let [black, white, factor] = read(&there);
        for found in [read(&here), [white, black, factor]] {
            if found != expected[..] {
                wrong.push(format!("{found:?} is found: {line}"));
            }
        }
    }
    wrong
}

#[test]
fn different_pieces_against_one_another() {
    let wrong = wrong("endgame.config", CONFIGURATIONS);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn very_basic_endgames() {
    let wrong = wrong("endgame.basic", BASIC);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
