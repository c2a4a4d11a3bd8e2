//! What the last move was.

use engine_core::evaluation::Evaluation;
use engine_core::options::Configure;
use eval_compendium::{Compendium, compendium};

use crate::common::{game, raw_terms};
use crate::reading;

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
    // A bishop for a knight is lead enough.
    let mut evaluator = compendium();
    evaluator
        .set("intro.piece-values.bishop", "500")
        .expect("an option");
    let read = |evaluator: &Compendium| {
        let breakdown = Evaluation::of(evaluator, &game(line)).breakdown;
        raw_terms(&breakdown, rule[0])
    };
    assert_eq!(read(&evaluator), [500, 0]);
    // With mobility alone, and against its owner, the kingside is no longer the weaker wing.
    evaluator.disable(&["endgame.pawn.*"]).expect("known rules");
    evaluator
        .set("endgame.general.mobility", "-100")
        .expect("an option");
    assert_eq!(read(&evaluator), [0, 0]);
}
