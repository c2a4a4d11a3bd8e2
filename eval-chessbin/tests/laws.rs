//! The laws of every evaluator over random games, and the options.

#![allow(clippy::unwrap_used)]

use engine_core::options::{Configure, OptionError};
use engine_core::testkit::{Plan, prove, prove_chess960};
use eval_chessbin::{ChessBin, chessbin};

fn fixed() -> ChessBin {
    let mut evaluator = chessbin();
    evaluator.set("A_File_Fix", "true").unwrap();
    evaluator
}

const PLAN: Plan = Plan {
    seed: 2,
    games: 10_000,
    plies: 250,
    mirror: false,
};

#[test]
fn random_games_keep_the_laws() {
    prove(&chessbin(), PLAN);
}

#[test]
fn games_of_chess960_keep_the_laws() {
    prove_chess960(
        &fixed(),
        Plan {
            games: 200,
            mirror: true,
            ..PLAN
        },
    );
}

#[test]
fn with_the_a_file_mended_the_mirror_too() {
    prove(
        &fixed(),
        Plan {
            mirror: true,
            ..PLAN
        },
    );
}

#[test]
#[should_panic(expected = "mirror")]
fn the_slip_breaks_the_mirror() {
    prove(
        &chessbin(),
        Plan {
            mirror: true,
            ..PLAN
        },
    );
}

#[test]
fn an_unknown_option_is_refused_with_what_there_is() {
    let error = chessbin().set("a_file", "true").unwrap_err();
    assert!(error.to_string().contains("this evaluator has a_file_fix"));
    let error = chessbin().set("a_file_fix", "yes").unwrap_err();
    assert!(matches!(error, OptionError::Value { .. }));
}
