//! The laws of every evaluator over random games, and the options.

#![allow(clippy::unwrap_used)]

use engine_core::options::{Configure, OptionError};
use engine_core::testkit::{Plan, prove, prove_chess960, set_numbers};
use eval_chessbin::{ChessBin, chessbin};

fn fixed() -> ChessBin {
    let mut evaluator = chessbin();
    evaluator.set("A_File_Fix", "true").unwrap();
    evaluator
}

/// Both colours alike, but for the slip on the a-file.
const PLAN: Plan = Plan { plies: 250, ..Plan::new(2, 1000) };
const SLIPPING: Plan = Plan { mirror: false, ..PLAN };

#[test]
fn random_games_keep_the_laws() {
    prove(&chessbin(), SLIPPING);
}

#[test]
fn games_of_chess960_keep_the_laws() {
    prove_chess960(&fixed(), Plan { games: 200, ..PLAN });
}

#[test]
fn with_the_a_file_mended_the_mirror_too() {
    prove(&fixed(), PLAN);
}

#[test]
fn other_numbers_keep_the_laws() {
    let mut other = fixed();
    // The tables are still symmetric: what is turned round is mirrored.
    set_numbers(&mut other, |_, default, _, _| default - default / 10 + 1);
    prove(&other, Plan { games: 500, ..PLAN });
    prove_chess960(&other, Plan { games: 50, ..PLAN });
}

#[test]
#[should_panic(expected = "mirror")]
fn the_slip_breaks_the_mirror() {
    prove(&chessbin(), PLAN);
}

#[test]
fn an_unknown_option_is_refused_with_what_there_is() {
    let error = chessbin().set("a_file", "true").unwrap_err();
    let text = error.to_string();
    assert!(text.contains("this evaluator has a_file_fix, value.*, pst_pawn.*, "), "{text}");
    let text = chessbin().set("pst_knight.i9", "1").unwrap_err().to_string();
    assert!(text.len() < 600 && text.contains("did you mean \"pst_knight."), "{text}");
    let error = chessbin().set("pst_pawn.e8", "1").unwrap_err();
    assert!(matches!(error, OptionError::Unknown { .. }));
    let error = chessbin().set("value.king", "1").unwrap_err();
    assert!(matches!(error, OptionError::Unknown { .. }));
    let error = chessbin().set("a_file_fix", "yes").unwrap_err();
    assert!(matches!(error, OptionError::Value { .. }));
}
