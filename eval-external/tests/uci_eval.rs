//! Static values of UCI engines: a small one of shell, ones that misbehave, and Stockfish where it is installed.

#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod common;

use std::process::{Command, Stdio};
use std::time::Duration;

use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::position::Position;
use eval_external::pipe::Patience;
use eval_external::uci_eval::{OutputFormat, UciEngine};
use eval_external::{ExternalEvaluator, Start};

fn position(text: &str) -> Position {
    Game::parse(text).unwrap().position().into()
}

/// An engine of shell that prints this at `eval`.
fn engine(eval: &str) -> Vec<String> {
    let script = format!(
        "while read -r word rest; do case $word in \
         uci) echo id name Shell; echo option name Contempt type string default 0; echo uciok;; isready) echo readyok;; setoption) set -- $rest;; position) position=$rest;; eval) {eval};; \
         quit) exit;; esac; done"
    );
    ["sh", "-c", &script].map(str::to_owned).into()
}

fn format() -> OutputFormat {
    OutputFormat {
        patterns: vec!["static eval: {} pawns".to_owned()],
        per_pawn: 1.0,
        white: true,
        options: Vec::new(),
    }
}

fn value(eval: &str, text: &str) -> Result<i32, String> {
    let patience = Patience { greeting: Duration::from_secs(10), answer: Duration::from_secs(1) };
    let started = UciEngine::start(&engine(eval), None, Some(format()), &[], patience);
    let value = started.and_then(|mut engine| engine.value(&position(text)));
    value.map_err(|error| error.to_string())
}

#[test]
fn a_value_is_found_in_its_line_and_its_unit() {
    let eval = "echo noise 7; echo 'static  eval:   -0.37 pawns'";
    assert_eq!(value(eval, "startpos"), Ok(-37));
    assert_eq!(value(eval, "startpos moves e2e4"), Ok(37));
}

#[test]
fn options_are_set_before_the_first_value() {
    let eval = "echo static eval: \"$4\" pawns";
    let options = [("Contempt".to_owned(), "0.5".to_owned())];
    let engine =
        UciEngine::start(&engine(eval), None, Some(format()), &options, Patience::default());
    assert_eq!(engine.unwrap().value(&position("startpos")), Ok(50));
    let options = [("Contmept".to_owned(), "0.5".to_owned())];
    let patience = Patience::default();
    let started = UciEngine::start(&self::engine(eval), None, Some(format()), &options, patience);
    let error = started.unwrap_err().to_string();
    assert_eq!(error, "option \"Contmept\" is none of the engine's: Contempt");
}

#[test]
fn an_engine_without_a_value_is_a_failure_but_in_check() {
    let error = value("echo none", "startpos").unwrap_err();
    assert!(error.contains("has no line with the pattern \"static eval: {} pawns\""), "{error}");
    let error = value("echo static eval 0.3", "startpos").unwrap_err();
    assert!(error.ends_with("its last lines with numbers are \"static eval 0.3\""), "{error}");
    let eval = "case $position in *7q*) echo none;; *) echo static eval: 0.1 pawns;; esac";
    assert_eq!(value(eval, "4k3/8/8/8/7q/8/8/4K3 w - - 0 1"), Ok(0));
}

#[test]
fn engines_that_misbehave_are_failures() {
    for (eval, message) in [
        ("exit 9", "ended (exit status: 9) while the output of eval was awaited"),
        ("exec yes", "more than 10000 lines before \"readyok\""),
        ("cat /dev/zero", "a line of more than 65536 bytes"),
        ("sleep 5", "the output of eval did not come within 1 s"),
        ("echo 'static eval: 1000 pawns'", "the value 100000 of"),
    ] {
        let error = value(eval, "startpos").unwrap_err();
        assert!(error.contains(message), "{eval}: {error}");
    }
    let unknown = UciEngine::start(&engine("true"), None, None, &[], Patience::default());
    let error = unknown.unwrap_err().to_string();
    assert!(error.starts_with("there is no preset for \"Shell\""), "{error}");
}

/// The first of these programs that is there.
fn installed(names: [&'static str; 2]) -> Option<&'static str> {
    let found = names.into_iter().find(|name| {
        let started = Command::new(name).stdin(Stdio::null()).stdout(Stdio::null()).spawn();
        started.is_ok_and(|mut child| child.wait().is_ok())
    });
    if found.is_none() {
        println!("skipped: there is no {}", names[0]);
    }
    found
}

#[test]
fn stockfish_has_its_classical_value() {
    let Some(program) = installed(["stockfish", "/usr/games/stockfish"]) else {
        return;
    };
    let spec = format!("uci-eval:{program}").parse().unwrap();
    let stockfish = ExternalEvaluator::open(&spec, Start::default()).unwrap();
    if stockfish.info().title != "Stockfish 15.1" {
        println!("skipped: {} is not Stockfish 15.1", stockfish.info().title);
        return;
    }
    for (text, expected) in [("startpos moves e2e4", -58), ("4k3/8/8/8/7q/8/8/4K3 w - - 0 1", 0)] {
        assert_eq!(stockfish.try_value(&position(text)), Ok(expected), "{text}");
    }
}

#[test]
fn glaurung_has_its_full_value() {
    let Some(program) = installed(["glaurung", "/usr/games/glaurung"]) else {
        return;
    };
    let spec = format!("uci-eval:{program}").parse().unwrap();
    let glaurung = ExternalEvaluator::open(&spec, Start::default()).unwrap();
    // It prints -52, in units of which 204 are a pawn.
    assert_eq!(glaurung.try_value(&position("startpos moves e2e4")), Ok(-25));
}
