//! The endgame in general: edges that the worked positions do not show, and what yields to what.

mod common;

use common::{game, mirrored_game, raw_factor, raw_terms};
use engine_core::evaluation::Evaluation;
use engine_core::explain::Breakdown;
use engine_core::options::Configure;
use eval_compendium::compendium;

/// What all rules say with White so many centipawns ahead, as given and for the other colour.
fn raw(position: &str, score: i32) -> [Breakdown; 2] {
    let game = game(position);
    let read = |game, score| compendium().raw(game, Some(score)).expect("raw readings");
    [read(&game, score), read(&mirrored_game(&game), -score)]
}

/// What a rule alone says, in centipawns.
fn reading(position: &str, rule: &str, score: i32) -> [i32; 2] {
    let [here, there] = raw(position, score);
    let of = |readings| raw_terms(readings, &format!("endgame.{rule}")).map(|tenths| tenths / 10);
    let [black, white] = of(&there);
    assert_eq!(of(&here), [white, black], "{rule}: {position}");
    of(&here)
}

/// What `rules` post with the rules `disable` switched off, in tenths of a centipawn.
fn posted(position: &str, disable: &[&str], rules: &[&str]) -> Vec<[i32; 2]> {
    let mut evaluator = compendium();
    evaluator.disable(disable).expect("known rules");
    let breakdown = Evaluation::of(&evaluator, &game(position)).breakdown;
    rules
        .iter()
        .map(|rule| raw_terms(&breakdown, rule))
        .collect()
}

/// Rules without "endgame.", positions, and what White and Black get.
const PAWNS: &[(&str, &str, [i32; 2])] = &[
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

const PASSERS: &[(&str, &str, [i32; 2])] = &[
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

const THUMB: &[(&str, &str, [i32; 2])] = &[
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

const BLOCKADE: &[(&str, &str, [i32; 2])] = &[
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
    let mut wrong = Vec::new();
    for (rule, position, expected) in [PAWNS, PASSERS, THUMB, BLOCKADE].concat() {
        let found = reading(position, rule, 0);
        if found != expected {
            wrong.push(format!("{rule}: {found:?}, not {expected:?}: {position}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_lead_decides_what_the_spread_of_the_pawns_means() {
    let [draw, wins] = [
        "endgame.general.one-side-draw",
        "endgame.general.two-sides-win",
    ];
    // The pawns; what is left of the score at leads of 40, 41, 70 and 71.
    let cases = [
        ("8/5pk1/5np1/7p/7P/3B2P1/5PK1/8 w - - 0 1", [2, 2, 2, 16]),
        ("8/p5k1/5np1/7p/P6P/3B2P1/6K1/8 w - - 0 1", [16, 24, 24, 24]),
        // The centre and one wing.
        (
            "8/3p2k1/5np1/7p/3P3P/3B2P1/6K1/8 w - - 0 1",
            [16, 24, 24, 24],
        ),
        // c and f: both wings on one part of the board.
        ("8/2p2pk1/5n2/8/2P5/3B4/5PK1/8 w - - 0 1", [2, 2, 2, 24]),
        // No pawns; too many pieces for an endgame.
        ("8/6k1/5n2/8/8/3B4/6K1/8 w - - 0 1", [16, 16, 16, 16]),
        ("qrr3k1/p6p/8/8/8/8/P6P/QR4K1 w - - 0 1", [16, 16, 16, 16]),
    ];
    for (position, expected) in cases {
        for (lead, expected) in [40, 41, 70, 71].into_iter().zip(expected) {
            for readings in raw(position, lead).iter().chain(&raw(position, -lead)) {
                // A draw goes first.
                let factors = [draw, wins].map(|rule| raw_factor(readings, rule));
                let heard = if factors[0] < 16 {
                    factors[0]
                } else {
                    factors[1]
                };
                assert_eq!(heard, expected, "{lead}: {position}");
            }
        }
    }
}

#[test]
fn a_symmetrical_defence_never_turns_the_score() {
    let position = "8/3nkp2/6p1/p3K3/P4PP1/3B4/8/8 w - - 0 1";
    let rule = "general.symmetrical-defence";
    assert_eq!(reading(position, rule, 20), [0, 20]);
    assert_eq!(reading(position, rule, -100), [35, 0]);
    assert_eq!(reading(position, rule, 0), [0, 0]);
    // As many files, but not as many pawns on each; no pawns.
    let doubled = "8/3nkp2/6p1/p3K3/P4PP1/P2B4/8/8 w - - 0 1";
    assert_eq!(reading(doubled, rule, 100), [0, 0]);
    assert_eq!(
        reading("8/3nk3/8/4K3/8/3B4/8/8 w - - 0 1", rule, 100),
        [0, 0]
    );
}

#[test]
fn a_quiet_defence_is_about_the_last_move() {
    let rule = "general.quiet-defence";
    let line = |moves: &str| format!("fen 8/r4pkp/p7/PR6/5PPP/8/6K1/8 b - - 0 1 moves {moves}");
    // Until Black moves again, and only while it is worse.
    assert_eq!(reading(&line("h7h6 g2g3"), rule, 60), [0, -30]);
    assert_eq!(reading(&line("h7h6 g2g3 g7g8"), rule, 60), [0, 0]);
    assert_eq!(reading(&line("h7h6"), rule, -60), [0, 0]);
    // Not on the other half, where the pawns are as many; captures and passers are free.
    let other = "fen 8/p5k1/8/R7/P4PPP/8/6K1/8 b - - 0 1 moves a7a6";
    assert_eq!(reading(other, rule, 60), [0, 0]);
    let capture = "fen 8/r4pk1/7p/6P1/5P1P/8/6K1/8 b - - 0 1 moves h6g5";
    assert_eq!(reading(capture, rule, 60), [0, 0]);
    let passer = "fen 8/r5k1/8/4p3/8/6PP/6K1/8 b - - 0 1 moves e5e4";
    assert_eq!(reading(passer, rule, 60), [0, 0]);
}

#[test]
fn two_weaknesses_want_the_play_where_less_is_gained() {
    let wing = "general.two-weaknesses-move";
    let line = |moves: &str| format!("fen 8/p5k1/5npp/8/PP5P/3B2P1/6K1/8 w - - 0 1 moves {moves}");
    assert_eq!(reading(&line("h4h5 g7h7"), wing, 100), [50, 0]);
    // On the better wing, a king's move, a piece that gains nothing, a lead that is too small.
    assert_eq!(reading(&line("a4a5"), wing, 100), [0, 0]);
    assert_eq!(reading(&line("g2f3"), wing, 100), [0, 0]);
    assert_eq!(reading(&line("d3b1"), wing, 100), [0, 0]);
    assert_eq!(reading(&line("h4h5"), wing, 40), [0, 0]);
    assert_eq!(reading(&line("h4h5"), wing, -100), [0, 0]);
    let centre = "general.two-weaknesses-centre";
    let line =
        |moves: &str| format!("fen 8/6k1/3p1npp/8/3PP2P/3B2P1/6K1/8 w - - 0 1 moves {moves}");
    assert_eq!(reading(&line("h4h5"), centre, 41), [50, 0]);
    assert_eq!(reading(&line("e4e5"), centre, 100), [0, 0]);
    // Off both parts.
    assert_eq!(reading(&line("d3a6"), centre, 100), [0, 0]);
    // Play on both wings is the other rule's.
    assert_eq!(reading(&line("h4h5"), wing, 100), [0, 0]);
}

#[test]
fn the_wings_are_measured_by_the_rules_that_are_switched_on() {
    let line = "fen 8/p5k1/5npp/8/PP5P/3B2P1/6K1/8 w - - 0 1 moves h4h5";
    let rule = ["endgame.general.two-weaknesses-move"];
    // Numbers are switches too: without a lead the bonus is not read.
    let mut evaluator = compendium();
    evaluator
        .set("intro.piece-values.bishop", "500")
        .expect("an option");
    let read = |evaluator: &eval_compendium::Compendium| {
        let breakdown = Evaluation::of(evaluator, &game(line)).breakdown;
        raw_terms(&breakdown, rule[0])
    };
    assert_eq!(read(&evaluator), [500, 0]);
    // Without passers and weaknesses the queenside is worth less than the kingside's mobility.
    evaluator.disable(&["endgame.pawn.*"]).expect("known rules");
    evaluator
        .set("endgame.general.mobility", "-100")
        .expect("an option");
    assert_eq!(read(&evaluator), [0, 0]);
}

#[test]
fn the_middlegame_posts_what_both_share() {
    let position = "6k1/5ppp/8/P7/3N4/8/5PPP/6K1 w - - 0 1";
    let pairs = [
        ("middlegame.piece-mobility", "endgame.general.mobility"),
        ("middlegame.pawn-mobility", "endgame.general.pawn-mobility"),
        ("middlegame.space-pawns", "endgame.general.space"),
    ];
    for (shared, own) in pairs {
        let both = posted(position, &[], &[shared, own]);
        assert!(both[0] != [0, 0] && both[1] == [0, 0], "{shared}: {both:?}");
        let instead = posted(position, &[shared], &[shared, own]);
        assert_eq!(instead, [[0, 0], both[0]], "{own}");
    }
    // In a closed centre only the endgame gives the pawns on c to f their plain worth.
    let closed = "6k1/2p5/2Pp4/3Pp3/4Pp2/5P2/8/6K1 w - - 0 1";
    let space = posted(
        closed,
        &[],
        &["middlegame.space-pawns", "endgame.general.space"],
    );
    assert_eq!(space, [[0, 0], [400, 100]]);
}

#[test]
fn a_passer_has_one_base_value() {
    let rules = [
        "endgame.pawn.passed",
        "endgame.pawn.passed-seventh",
        "endgame.pawn.passed-protected",
        "endgame.pawn.passed-connected",
        "endgame.general.negative-passer",
    ];
    let white = |position: &str, disable: &[&str]| {
        let all = posted(position, disable, &rules);
        all.into_iter()
            .map(|[white, _]| white / 10)
            .collect::<Vec<_>>()
    };
    let protected = "n5k1/P1p5/1P6/8/8/8/8/6K1 w - - 0 1";
    assert_eq!(white(protected, &[]), [0, 0, 75, 0, 0]);
    assert_eq!(white(protected, &[rules[2]]), [0, 70, 0, 0, 0]);
    assert_eq!(white(protected, &[rules[1], rules[2]]), [50, 0, 0, 0, 0]);
    let tandem = "n5k1/8/8/P7/1P6/8/8/6K1 w - - 0 1";
    assert_eq!(white(tandem, &[]), [100, 0, 0, 75, 0]);
    assert_eq!(white(tandem, &[rules[3]]), [50, 0, 75, 0, 0]);
    let negative = "8/8/4k3/4P3/8/8/4K3/8 w - - 0 1";
    assert_eq!(white(negative, &[]), [0, 0, 0, 0, -70]);
    assert_eq!(white(negative, &[rules[4]]), [50, 0, 0, 0, 0]);
    let avalanche = "n5k1/8/8/8/2PPPP2/8/8/6K1 w - - 0 1";
    assert_eq!(white(avalanche, &[]), [0, 0, 0, 0, 0]);
    let off = ["middlegame.avalanche-four"];
    assert_eq!(white(avalanche, &off), [200, 0, 0, 225, 0]);
}

#[test]
fn rules_of_an_ending_take_the_place_of_the_general_ones() {
    let doubled = ["endgame.pawn.doubled-in-group"];
    let pawns = "8/5ppp/4k3/8/8/P3K3/PP6/8 w - - 0 1";
    assert_eq!(posted(pawns, &[], &doubled), [[0, 0]]);
    let off = ["endgame.pawn-ending.doubled-in-group"];
    assert_eq!(posted(pawns, &off, &doubled), [[-350, 0]]);
    let heavy = "qr4k1/8/8/8/8/P7/PP6/QR4K1 w - - 0 1";
    assert_eq!(posted(heavy, &[], &doubled), [[0, 0]]);
    let off = ["endgame.composite.queen-rook-no-doubling"];
    assert_eq!(posted(heavy, &off, &doubled), [[-350, 0]]);
    let backward = ["endgame.pawn.backward"];
    let fixed = "6k1/1p6/p7/P7/8/8/8/6K1 w - - 0 1";
    assert_eq!(posted(fixed, &[], &backward), [[0, 0]]);
    let off = ["endgame.pawn-ending.backward"];
    assert_eq!(posted(fixed, &off, &backward), [[0, -350]]);
    let knights = "6k1/1p6/p3n3/P7/8/2N5/8/6K1 w - - 0 1";
    let off = ["endgame.knight.backward-fixed"];
    assert_eq!(posted(knights, &off, &backward), [[0, -350]]);
}

#[test]
fn an_advanced_passer_excuses_what_the_phase_charges() {
    let rule = ["endgame.pawn.doubling-exempt-passer"];
    // Without an ending's own number the general one is given back.
    let pawns = "6k1/8/8/P7/P7/8/1P6/6K1 w - - 0 1";
    assert_eq!(posted(pawns, &[], &rule), [[500, 0]]);
    let off = ["endgame.pawn-ending.doubled-in-group"];
    assert_eq!(posted(pawns, &off, &rule), [[350, 0]]);
    // With all pieces it is the middlegame's: 100 for two less 20 for one.
    let men = |pawns: &str| format!("qrrbb1k1/{pawns}/QRRBB1K1 w - - 0 1");
    assert_eq!(posted(&men("8/8/P7/P7/8/8"), &[], &rule), [[800, 0]]);
    // Three ranks apart, and well defended: nothing was charged.
    let apart = men("8/8/7P/8/8/7P");
    let exempt = ["middlegame.double-isolated-two-ranks-apart"];
    let [[kept, _]] = posted(&apart, &[], &rule)[..] else {
        panic!("one rule")
    };
    let [[off, _]] = posted(&apart, &exempt, &rule)[..] else {
        panic!("one rule")
    };
    assert_eq!([kept, off], [0, 800]);
    // Without the rule on several each was charged as one.
    let double = ["middlegame.double-isolated"];
    assert_eq!(posted(&men("8/8/P7/P7/8/8"), &double, &rule), [[200, 0]]);
}

#[test]
fn blockades_are_the_middlegames_as_long_as_there_is_one() {
    // All weight on the middlegame: a passer's blocker, a pawn at home, a wedge.
    let men = |pawns: &str| format!("qrrbb1k1/{pawns}/QRRBB1K1 w - - 0 1");
    let cases = [
        (
            "8/8/3p4/3N4/8/8",
            "minor-passer",
            "blockade.minor-on-passer",
            300,
        ),
        (
            "8/8/3p4/3Q4/8/8",
            "queen-passer",
            "blockade.queen-on-passer",
            -500,
        ),
        (
            "8/8/3p4/3N4/8/2P5",
            "unopposed-pawn",
            "blockade.minor-on-half-free-pawn",
            300,
        ),
        (
            "8/8/3p4/3R4/8/2P5",
            "unopposed-pawn",
            "blockade.rook-on-half-free-pawn",
            200,
        ),
        (
            "3p4/3N4/8/8/8/8",
            "initial-square",
            "blockade.piece-on-initial-pawn",
            900,
        ),
        (
            "3p4/3P4/8/8/8/8",
            "initial-square",
            "blockade.pawn-on-initial-pawn",
            1000,
        ),
        // A wedge has its 100 already.
        (
            "7p/7P/8/8/8/8",
            "initial-square",
            "blockade.pawn-on-initial-pawn",
            0,
        ),
    ];
    for (pawns, rule, shared, tenths) in cases {
        let (position, rule) = (men(pawns), [format!("endgame.blockade.{rule}")]);
        let rule = [rule[0].as_str()];
        assert_eq!(posted(&position, &[], &rule), [[0, 0]], "{pawns}");
        assert_eq!(
            posted(&position, &[shared], &rule),
            [[tenths, 0]],
            "{pawns}"
        );
    }
}

#[test]
fn the_attack_weighs_meeting_squares_where_it_is_seen() {
    // The rooks meet on h8, next to the king; two rooks attack, a bishop is too little.
    let rule = ["middlegame.intersections"];
    let rooks = "7k/8/8/8/8/8/8/RR4K1 w - - 0 1";
    let seen = posted(rooks, &[], &rule);
    let off = posted(rooks, &["endgame.general.king-attack"], &rule);
    assert_eq!(seen, off);
    let minors = "7k/8/8/6N1/8/1B6/8/6K1 w - - 0 1";
    let [[quiet, _]] = posted(minors, &[], &rule)[..] else {
        panic!("one rule")
    };
    let [[loud, _]] = posted(minors, &["endgame.general.king-attack"], &rule)[..] else {
        panic!("one rule")
    };
    assert!(quiet < loud, "{quiet} {loud}");
}
