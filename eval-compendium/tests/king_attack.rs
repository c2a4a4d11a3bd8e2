//! The attack on the king: edges of the readings that the worked positions do not show.

mod common;

use common::{game, mirrored_game, raw_terms};
use engine_core::evaluation::Evaluation;
use engine_core::options::Configure;
use eval_compendium::{Compendium, compendium};

/// Rule, position, and what it gives White and Black, in centipawns.
type Case = (&'static str, &'static str, [i32; 2]);

const CASES: &[Case] = &[
    // The window of a king on the edge has three files; a king on d or e is not stormed; a pawn
    // beside the king or past it is no storm.
    ("pawn-storm", "7k/8/8/5PPP/4P3/8/8/6K1 w - - 0 1", [180, 0]),
    ("pawn-storm", "4k3/8/8/3PPP2/8/8/8/6K1 w - - 0 1", [0, 0]),
    ("pawn-storm", "8/8/P7/1k6/1P6/8/8/6K1 w - - 0 1", [40, 0]),
    ("wedge-pawn", "5k2/5p1p/5P1P/8/8/8/8/K7 w - - 0 1", [200, 0]),
    // Three rooks on a file are one pair; a lone one on the other file is paid for itself.
    (
        "double-rooks-semiopen",
        "6k1/5pp1/8/8/6R1/6R1/6R1/K4R2 w - - 0 1",
        [80, 0],
    ),
    (
        "rook-semiopen-file",
        "6k1/5pp1/8/8/6R1/6R1/6R1/K4R2 w - - 0 1",
        [50, 0],
    ),
    (
        "rook-open-file",
        "6k1/5p2/8/8/8/8/8/K5RR b - - 0 1",
        [140, 0],
    ),
    // A chain of three has two roots.
    (
        "attack-root-of-shelter",
        "6k1/5p2/6p1/7p/3N1N2/8/8/6K1 w - - 0 1",
        [15, 0],
    ),
    // Two rooks behind the pawn; an enemy pawn behind it is one too many.
    ("hidden-rook", "6k1/7p/8/7P/8/8/7R/K6R w - - 0 1", [80, 0]),
    ("hidden-rook", "6k1/7p/8/7P/8/7p/8/K6R w - - 0 1", [0, 0]),
    // h5 is no storm against a king on f8; a pawn before g6 is no unmoved one.
    (
        "pressure-pawn-fifth-rank",
        "5k2/6p1/8/7P/8/8/8/6K1 w - - 0 1",
        [40, 0],
    ),
    (
        "pressure-pawn-fifth-rank",
        "6k1/8/5p2/4P3/8/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    // A rook that takes the last pawn of the file opens it, one of two does not; the better way
    // counts, once.
    (
        "attacking-possibilities",
        "7k/R5p1/8/8/8/8/1P3PPP/K7 w - - 0 1",
        [0, 0],
    ),
    (
        "attacking-possibilities",
        "7k/R5p1/8/8/8/8/1P3P1P/K7 w - - 0 1",
        [35, 0],
    ),
    (
        "attacking-possibilities",
        "7k/R5p1/6p1/8/8/8/1P3P1P/K7 w - - 0 1",
        [25, 0],
    ),
    (
        "attacking-possibilities",
        "7k/R5p1/6p1/8/8/8/1P5P/K7 w - - 0 1",
        [35, 0],
    ),
    // The same holes on the other wing; two bishops and two knights.
    (
        "bishop-long-diagonal",
        "1k6/p1p5/1p6/1P6/8/8/6B1/K6B w - - 0 1",
        [150, 0],
    ),
    (
        "bishop-sixth-rank",
        "1k6/p1p5/1pBp4/8/8/8/8/6K1 w - - 0 1",
        [200, 0],
    ),
    (
        "queen-and-knight-weak-shelter",
        "1k6/p1p5/1p6/4N3/1N6/8/6Q1/K7 w - - 0 1",
        [300, 0],
    ),
    // A king on the other wing has no such holes.
    (
        "bishop-sixth-rank",
        "2k5/5p1p/4pBp1/8/8/8/8/6K1 w - - 0 1",
        [0, 0],
    ),
    // A check along the rank reaches behind the king; in the centre both sides must be held.
    (
        "restrict-king-escape",
        "8/5k1R/8/3P4/Q7/8/8/6K1 b - - 0 1",
        [50, 0],
    ),
    (
        "restrict-king-escape",
        "4k3/8/8/8/8/8/8/3R1RK1 w - - 0 1",
        [50, 0],
    ),
    (
        "restrict-king-escape",
        "4k3/8/8/8/1B6/8/8/3R2K1 w - - 0 1",
        [0, 0],
    ),
    // Something stands between; two files at once.
    (
        "rook-behind-passer",
        "6k1/8/8/P7/N6P/8/7R/R5K1 w - - 0 1",
        [50, 0],
    ),
];

fn reading(evaluator: &Compendium, rule: &str, position: &str) -> [i32; 2] {
    let readings = evaluator.raw(&game(position), None);
    raw_terms(&readings.expect("there are raw readings"), rule)
}

#[test]
fn edges_of_the_readings() {
    let evaluator = compendium();
    for (rule, position, [white, black]) in CASES {
        let rule = format!("king-attack.{rule}");
        let expected = [10 * white, 10 * black];
        assert_eq!(
            reading(&evaluator, &rule, position),
            expected,
            "{rule}: {position}"
        );
        let turned = evaluator.raw(&mirrored_game(&game(position)), None);
        let found = raw_terms(&turned.expect("there are raw readings"), &rule);
        assert_eq!(found, [expected[1], expected[0]], "{rule}: {position}");
    }
}

#[test]
fn a_pawn_storms_again_where_wedges_are_off() {
    let position = "6k1/5p1p/5Pp1/8/8/8/8/6K1 w - - 0 1";
    let mut evaluator = compendium();
    let storm = "king-attack.pawn-storm";
    assert_eq!(reading(&evaluator, storm, position), [0, 0]);
    evaluator.disable(&["king-attack.wedge-pawn"]).unwrap();
    let men = "rnbq1rk1/ppp2p1p/5Pp1/8/8/8/PPP3PP/RNBQ1RK1 w - - 0 10";
    let posted = Evaluation::of(&evaluator, &game(men)).breakdown;
    assert_eq!(raw_terms(&posted, storm), [800, 0]);
}

#[test]
fn a_bishop_in_the_hole_is_paid_once() {
    let men = "rnbq1rk1/ppp2p1p/4pBp1/6P1/8/8/PPP4P/RN1Q1RK1 w - - 0 10";
    let [hole, diagonal] = [
        "king-attack.bishop-sixth-rank",
        "king-attack.bishop-long-diagonal",
    ];
    let mut evaluator = compendium();
    // By itself each rule sees the bishop.
    assert_eq!(reading(&evaluator, diagonal, men), [1500, 0]);
    assert_eq!(reading(&evaluator, hole, men), [2000, 0]);
    let posted = |evaluator: &Compendium| {
        let terms = Evaluation::of(evaluator, &game(men)).breakdown;
        [hole, diagonal].map(|rule| raw_terms(&terms, rule)[0])
    };
    assert_eq!(posted(&evaluator), [2000, 0]);
    evaluator.disable(&[hole]).unwrap();
    assert_eq!(posted(&evaluator), [0, 1500]);
}
