//! The laws of every evaluator over random games, and the options.

#![allow(clippy::unwrap_used)]

use engine_core::options::{Configure, OptionError, OptionKind};
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

/// A tenth of every number less than it is, and 1 more.
fn other() -> ChessBin {
    let mut evaluator = fixed();
    for option in chessbin().options() {
        if let OptionKind::Number { default, .. } = option.kind {
            let value = default - default / 10 + 1;
            evaluator.set(option.name, &value.to_string()).unwrap();
        }
    }
    evaluator
}

#[test]
fn other_numbers_keep_the_laws() {
    // The tables are still symmetric: what is turned round is mirrored.
    let plan = Plan {
        games: 500,
        mirror: true,
        ..PLAN
    };
    prove(&other(), plan);
    prove_chess960(&other(), Plan { games: 50, ..plan });
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
    let text = error.to_string();
    assert!(
        text.contains("this evaluator has a_file_fix, value.*, pst_pawn.*, "),
        "{text}"
    );
    let text = chessbin()
        .set("pst_knight.i9", "1")
        .unwrap_err()
        .to_string();
    assert!(
        text.len() < 600 && text.contains("did you mean \"pst_knight."),
        "{text}"
    );
    let error = chessbin().set("pst_pawn.e8", "1").unwrap_err();
    assert!(matches!(error, OptionError::Unknown { .. }));
    let error = chessbin().set("value.king", "1").unwrap_err();
    assert!(matches!(error, OptionError::Unknown { .. }));
    let error = chessbin().set("a_file_fix", "yes").unwrap_err();
    assert!(matches!(error, OptionError::Value { .. }));
}
