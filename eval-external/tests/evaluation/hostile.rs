//! Evaluations that misbehave: each is a failure with a clear message. Crashes, hangs and exits, which end or stop their
//! process, are tested in the arena (tests/all/programs/evaluations.rs).

use std::env;
use std::fs;
use std::process::{Command, Stdio, exit};
use std::time::{Duration, Instant};

use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::node::Node;
use engine_core::notation::fen_of;
use engine_core::search::Search;
use engine_core::tables::transposition::Transposition;
use engine_core::testkit;
use eval_external::pipe::Patience;
use eval_external::{ExternalError, ExternalEvaluator, FAILURE_STATUS, Spec, Start};

use super::{games, library, open};

/// The evaluation of a child process.
const SPEC: &str = "EVAL_EXTERNAL_SPEC";
/// The line that a child prints when all has gone well.
const DONE: &str = "the search has ended";
/// The status of a child whose evaluation could not be opened.
const NOT_OPENED: i32 = 2;

/// The child process of the other tests: it opens the evaluation of the environment, searches, and explains.
#[test]
#[ignore = "the other tests start it in a process of its own"]
fn child() {
    let spec: Spec = env::var(SPEC).unwrap().parse().unwrap();
    let opened = ExternalEvaluator::open(&spec, Start::default());
    let evaluator = opened.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        exit(NOT_OPENED);
    });
    let game = Game::default();
    let mut search = Search::new(evaluator.clone(), Transposition::with_bits(16));
    search.go(&game, &Limits::nodes(100_000), |_| {});
    evaluator.explain(&Node::root(&evaluator, &game).0);
    println!("{DONE}");
}

/// Asserts the end of a child process with this evaluation, and a part of its standard error.
fn ends_with(spec: &str, status: i32, message: &str) {
    let mut child = Command::new(env::current_exe().unwrap());
    child.args(["--exact", "hostile::child", "--ignored", "--nocapture"]);
    let output = child.env(SPEC, spec).stdin(Stdio::null()).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(!printed.contains(DONE), "{spec}: {printed}");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{spec}: {error}");
    assert!(error.contains(message), "{spec}: {error}");
}

/// The rows of a table of the file beside these tests.
fn rows<const N: usize>(table: &str) -> Vec<[&'static str; N]> {
    testkit::rows(include_str!("tables.tsv"), table)
}

fn hostile(case: &str, interface: &str) -> Option<String> {
    let library = library("hostile.c", &[&format!("-DCASE={case}"), &format!("-DINTERFACE_{interface}")])?;
    Some(library.to_str().unwrap().to_owned())
}

#[test]
fn a_failing_library_ends_its_process_with_a_message() {
    let either = rows("libraries that fail").into_iter().flat_map(|row| [("1", row), ("2", row)]);
    let second = rows("libraries that fail by interface 2").into_iter().map(|row| ("2", row));
    for (interface, [case, end, message]) in either.chain(second) {
        let Some(library) = hostile(case, interface) else { return };
        ends_with(&library, if end == "fails" { FAILURE_STATUS } else { NOT_OPENED }, message);
    }
}

#[test]
fn a_failing_program_ends_the_process() {
    for [spec, message] in rows("programs that fail") {
        ends_with(spec, FAILURE_STATUS, message);
    }
}

#[test]
fn what_cannot_be_opened_is_named() {
    let compiled = |flags: &[&str]| Some(library("michniewski.c", flags)?.display().to_string());
    let without = ["-DINTERFACE_1", "-Devaluation_value=another_value", "-Devaluation_free=another_free"];
    let (lacking, half) = (compiled(&without), compiled(&["-DINTERFACE_1", "-Devaluation_set=another_set"]));
    let none = compiled(&["-Devaluations=others"]);
    let (Some(lacking), Some(half), Some(none)) = (lacking, half, none) else { return };

    let no_library = env!("CARGO_MANIFEST_DIR").to_owned() + "/Cargo.toml";
    for (spec, message) in [
        (&*lacking, "the library lacks evaluation_free, evaluation_value;"),
        (&half, "the library lacks evaluation_set;"),
        (&none, "the library lacks evaluations;"),
        ("./no/such.so", "the library cannot be loaded: No such file"),
        (&no_library, "the library cannot be loaded: "),
        ("eval:/no/such/program", "cannot start /no/such/program: No such file"),
    ] {
        let opened = ExternalEvaluator::open(&spec.parse().unwrap(), Start::default());
        let error = opened.unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn a_file_that_is_no_library_for_this_machine_is_described() {
    let Some(path) = library("michniewski.c", &[]) else { return };
    let elf = fs::read(&path).unwrap();
    let (sparc, of_32_bits, object, program) = ((18, 2), (4, 1), (16, 1), (16, 2));
    let changed = |(at, to): (usize, u8)| [&elf[..at], &[to], &elf[at + 1..]].concat();
    for (bytes, message) in [
        (changed(sparc), "it is for machine 2 of ELF (little endian), and this program for "),
        (changed(of_32_bits), "build it for this machine"),
        (changed(object), "it is an object file: link it with -shared"),
        (changed(program), "it is a program: build it with -shared, or call it as `eval:COMMAND`"),
        (fs::read(env::current_exe().unwrap()).unwrap(), "it is a program: build it with -shared"),
        (b"int main;\n".to_vec(), "it is a text file; a shared library for "),
        (b"#!/bin/sh\n".to_vec(), "it is a script, which runs as `eval:COMMAND`; a shared library for "),
        (b"MZ\x90\0".to_vec(), "it is a library or program for Windows; "),
        (Vec::new(), "it is empty; "),
        // What is not known has the loader's words.
        (vec![7, 0, 8], "file too short"),
    ] {
        fs::write(&path, bytes).unwrap();
        let opened = ExternalEvaluator::open(&Spec::Library { path: path.clone(), name: None }, Start::default());
        let error = opened.unwrap_err().to_string();
        assert!(error.starts_with("the library cannot be loaded: ") && error.contains(message), "{message}: {error}");
    }
}

#[test]
fn a_library_can_have_the_fen() {
    for interface in ["1", "2"] {
        let Some(library) = hostile("USES_FEN", interface) else { return };
        let evaluator = open(&library);
        for game in games(500) {
            let fen = fen_of(game.position());
            let value = evaluator.try_value(&evaluator.try_node(&game).unwrap()).unwrap();
            assert_eq!(value as usize, fen.len(), "{fen}");
        }
    }
}

/// Starts a shell script with these limits of time, and asks it for the values of some positions.
fn asked(script: &str, patience: Patience) -> Result<Vec<i32>, String> {
    let spec = Spec::Pipe(["sh", "-c", script].map(str::to_owned).into());
    let games = games(300);
    let asked = || {
        let program = ExternalEvaluator::open(&spec, Start { patience, ..Start::default() })?;
        let nodes = games.iter().map(|game| program.try_node(game)).collect::<Result<Vec<_>, _>>()?;
        let one_by_one = nodes[..10].iter().map(|node| program.try_value(node));
        let mut values = one_by_one.collect::<Result<Vec<i32>, ExternalError>>()?;
        values.extend(program.try_values(&nodes)?);
        Ok(values)
    };
    asked().map_err(|error: ExternalError| error.to_string())
}

#[test]
fn wrong_answers_are_failures_with_their_line() {
    for [script, message] in rows("wrong answers") {
        let error = asked(script, Patience::default()).unwrap_err();
        assert!(error.contains(message), "{script}: {error}");
    }
}

#[test]
fn a_silent_program_is_given_up() {
    let short = Duration::from_millis(300);
    let patience = Patience { greeting: short, answer: short };
    for [script, message] in rows("silent programs") {
        let started = Instant::now();
        let error = asked(script, patience).unwrap_err();
        assert!(error.contains(message), "{script}: {error}");
        let took = started.elapsed();
        assert!(took < Duration::from_secs(5), "{script}: {took:?}");
    }
    let values = asked("echo evaluation 1; exec sed -u 's/.*/7/'", patience);
    assert_eq!(values, Ok(vec![7; 310]));
}
