//! Pawns and meeting squares: edges that the worked positions do not show, and what yields to what.

mod common;

use common::{game, mirrored_game, raw_terms};
use engine_core::evaluation::Evaluation;
use engine_core::options::Configure;
use eval_compendium::compendium;

/// What a rule of the middlegame alone says, in centipawns, for both colours.
fn raw(position: &str, rule: &str) -> [i32; 2] {
    let game = game(position);
    let read = |game| {
        let readings = compendium().raw(game, None).expect("raw readings");
        raw_terms(&readings, &format!("middlegame.{rule}")).map(|tenths| tenths / 10)
    };
    let (here, [black, white]) = (read(&game), read(&mirrored_game(&game)));
    assert_eq!(here, [white, black], "{rule}: {position}");
    here
}

/// What White's pawns among `ranks` (the second to the seventh from above) get by the rules, with
/// all weight on the middlegame and `disable` switched off.
fn posted(ranks: &str, disable: &[&str], rules: &[&str]) -> Vec<i32> {
    let position = format!("qrrbb1k1/{ranks}/QRRBB1K1 w - - 0 1");
    let mut evaluator = compendium();
    evaluator.disable(disable).expect("known rules");
    let breakdown = Evaluation::of(&evaluator, &game(&position)).breakdown;
    let white = |rule: &&str| raw_terms(&breakdown, &format!("middlegame.{rule}"))[0] / 10;
    rules.iter().map(white).collect()
}

#[test]
fn edges_of_the_readings() {
    let cases = [
        // Three on one file, without neighbours; the a-file is no neighbour of the h-file.
        ("double-isolated", "6k1/8/8/P7/P7/P7/7P/6K1 w - - 0 1", -150),
        ("isolated-pawn", "6k1/8/8/P7/P7/P7/7P/6K1 w - - 0 1", -20),
        // The front pawn is attacked once more than it is defended; nobody defends it.
        (
            "double-isolated",
            "3r2k1/8/8/3P4/2N5/8/3P4/3K4 w - - 0 1",
            -100,
        ),
        ("double-isolated", "6k1/8/8/3P4/8/2N5/3P4/3K4 w - - 0 1", 0),
        // Three in a row are two pairs; a step apart still counts, two do not.
        ("connected-passers", "6k1/8/8/8/PPP5/8/8/6K1 w - - 0 1", 175),
        ("connected-passers", "6k1/8/8/P7/1P6/8/8/6K1 w - - 0 1", 100),
        ("protected-passer", "6k1/8/8/P7/1P6/8/8/6K1 w - - 0 1", 0),
        // Two enemy pawns on d4: fated, not backward.
        ("backward-pawn", "6k1/8/8/2p1p3/4P3/3P4/8/6K1 w - - 0 1", 0),
        (
            "backward-fated-pawn",
            "6k1/8/8/2p1p3/4P3/3P4/8/6K1 w - - 0 1",
            -35,
        ),
        // One line of four, and two that cross.
        (
            "diagonal-chain",
            "6k1/8/8/5P2/4P3/3P4/2P5/6K1 w - - 0 1",
            -10,
        ),
        (
            "diagonal-chain",
            "6k1/8/8/8/P3P3/1P1P4/2P5/6K1 w - - 0 1",
            -20,
        ),
        // The same hook on the a-file.
        (
            "fixed-f7-g6-h7-f5",
            "6k1/8/8/p7/P7/1P6/P1P5/6K1 w - - 0 1",
            -20,
        ),
        // A pawn that is held from two sides, on two files.
        (
            "fixing-double-pawn",
            "6k1/pp6/pp6/8/PP6/8/8/6K1 w - - 0 1",
            70,
        ),
        // The foremost of the majority on the left is the foremost in the centre too.
        (
            "prospective-passer",
            "6k1/2p5/8/3P4/8/8/2P5/6K1 w - - 0 1",
            15,
        ),
        // Queens: nothing on the line they share, and the squares off it.
        ("intersections", "4k3/8/8/8/8/8/4K3/Q6Q w - - 0 1", 30),
    ];
    for (rule, position, expected) in cases {
        assert_eq!(raw(position, rule)[0], expected, "{rule}: {position}");
    }
}

#[test]
fn the_restricting_pawn_takes_the_place_of_fixing() {
    let ranks = "5pp1/6p1/6P1/8/8/8";
    let rules = ["restricting-pawn", "fixing-double-pawn"];
    assert_eq!(posted(ranks, &[], &rules), [40, 0]);
    // Then the doubling is fixed in its group.
    let off = ["middlegame.restricting-pawn"];
    assert_eq!(posted(ranks, &off, &rules), [0, 0]);
    let both = [off[0], "middlegame.double-fixed-in-group"];
    assert_eq!(posted(ranks, &both, &rules), [0, 35]);
}

#[test]
fn the_hook_takes_the_place_of_the_fixed_doubling() {
    let ranks = "8/8/5p2/5P2/6P1/5P1P";
    let rules = ["fixed-f7-g6-h7-f5", "double-fixed-in-group"];
    assert_eq!(posted(ranks, &[], &rules), [-20, 0]);
    assert_eq!(posted(ranks, &["*.fixed-f7-g6-h7-f5"], &rules), [0, -75]);
}

#[test]
fn a_passed_pawn_counts_as_the_most_that_it_is() {
    let rules = ["passed-pawn", "protected-passer", "connected-passers"];
    let avalanche = "8/8/8/2PPPP2/8/8";
    assert_eq!(posted(avalanche, &[], &rules), [0, 0, 0]);
    let mut off = vec!["middlegame.avalanche-four"];
    assert_eq!(posted(avalanche, &off, &rules), [0, 0, 250]);
    off.push("middlegame.connected-passers");
    assert_eq!(posted(avalanche, &off, &rules), [100, 0, 0]);
    assert_eq!(posted("8/8/3P4/2P5/8/8", &[], &rules), [0, 0, 100]);
    assert_eq!(posted("8/8/3P4/2P5/8/8", &off, &rules), [25, 50, 0]);
}
