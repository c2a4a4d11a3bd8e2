//! Evaluations from outside. Michniewski's, written again in C and in Python, is the built-in one, value for value and term
//! for term; that it plays the same games is a test of the arena (tests/all/programs/evaluations.rs).

#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod hostile;

use std::fs::create_dir_all;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::node::Node;
use engine_core::notation::fen_of;
use engine_core::options::{Configure, OptionError};
use engine_core::random::RandomGames;
use engine_core::search::ThreadPool;
use engine_core::tables::transposition::Transposition;
use eval_external::{ExternalEvaluator, Setup, Spec, Start};
use eval_simplified::{Simplified, michniewski};

/// The folder of the tests.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// The library of a C file of the folder, compiled with these flags; `None` without a compiler.
fn library(file: &str, flags: &[&str]) -> Option<PathBuf> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("eval-external");
    create_dir_all(&place).unwrap();
    let library = place.join(format!("{}-{number}-{file}.so", std::process::id()));
    let mut compiler = Command::new("cc");
    compiler.args(["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I"]);
    compiler.arg(folder().parent().unwrap().join("include"));
    compiler.args(flags).arg("-o").arg(&library).arg(folder().join(file));
    let Ok(status) = compiler.status() else {
        println!("skipped: there is no C compiler (cc)");
        return None;
    };
    assert!(status.success(), "cc {file}: {status}");
    Some(library)
}

/// The command of a Python file of the folder; `None` without Python or its package chess.
fn python(file: &str) -> Option<String> {
    let mut chess = Command::new("python3");
    chess.args(["-c", "import chess"]).stderr(Stdio::null());
    if !chess.status().is_ok_and(|status| status.success()) {
        println!("skipped: there is no python3 with the package chess");
        return None;
    }
    Some(format!("python3 '{}'", folder().join(file).display()))
}

/// The evaluation of this name.
fn open(spec: &str) -> ExternalEvaluator {
    let spec: Spec = spec.parse().unwrap();
    ExternalEvaluator::open(&spec, Start::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Positions of random games, of chess and of Chess960.
fn games(count: usize) -> Vec<Game> {
    let starts = [
        "startpos",
        "startpos",
        "bnrbkrnq/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRNQ w FCfc - 0 1",
        "1r3k1r/p6p/8/8/8/8/P6P/1R3K1R w HBhb - 0 1",
    ];
    let mut random = RandomGames::new(56);
    let mut games = Vec::new();
    for start in starts.iter().cycle() {
        let mut game = Game::parse(start).unwrap();
        for _ in 0..120 {
            games.push(game.clone());
            let Some(mv) = random.pick(&game) else { break };
            game.play(mv);
        }
        if games.len() >= count {
            break;
        }
    }
    games.truncate(count);
    games
}

/// Asserts the same values and terms in `count` positions.
fn same_values(built_in: &Simplified, other: &ExternalEvaluator, count: usize) {
    let games = games(count);
    assert_eq!(games.len(), count);
    for game in &games {
        let (node, _) = Node::root(built_in, game);
        let (theirs, _) = Node::root(other, game);
        let fen = fen_of(game.position());
        assert_eq!(other.evaluate(&theirs), built_in.evaluate(&node), "{fen}");
        let (explained, expected) = (other.explain(&theirs), built_in.explain(&node));
        assert_eq!(explained.terms(), expected.terms(), "{fen}");
    }
}

/// Michniewski's evaluation in C: by interface 1, by interface 2, and with a state.
fn michniewski_in_c() -> Vec<(PathBuf, ExternalEvaluator)> {
    let libraries = ["-DINTERFACE_1", "-DINTERFACE_2", "-DSTATE"].map(|flag| library("michniewski.c", &[flag]));
    libraries.into_iter().flatten().map(|library| (library.clone(), open(library.to_str().unwrap()))).collect()
}

#[test]
fn the_library_in_c_has_the_values_and_terms_of_the_built_in_evaluator() {
    for (_, other) in michniewski_in_c() {
        assert_eq!(other.info().name, "Michniewski in C");
        assert_eq!(other.info().eval_scale.centipawns.to_string(), "214.8");
        same_values(&michniewski(), &other, 5_000);
        // Threads search with an instance each.
        let mut pool = ThreadPool::new(other, Transposition::with_bits(16));
        pool.set_threads(4);
        let found = pool.go(&Game::default(), &Limits::nodes(100_000), |_| {});
        assert!(found.best().is_some() && found.nodes >= 100_000);
    }
}

#[test]
fn options_of_the_library_are_set_and_kept_in_copies() {
    for (library, mut other) in michniewski_in_c() {
        let names: Vec<&str> = other.options().iter().map(|option| option.name).collect();
        assert_eq!(names, ["no_queens", "value.knight"]);
        other.set("No_Queens", "true").unwrap();
        let mut built_in = michniewski();
        built_in.set("endgame_rule", "no_queens").unwrap();
        same_values(&built_in, &other.clone(), 1_000);
        other.set("value.knight", "300").unwrap();
        built_in.set("value.knight", "300").unwrap();
        same_values(&built_in, &other.clone(), 1_000);
        for (name, value, error) in [
            ("no_queens", "1", "it takes true or false"),
            ("value.knight", "2001", "a whole number from 0 to 2000"),
            ("value.knigt", "1", "did you mean \"value.knight\"?"),
        ] {
            let refused = other.set(name, value).unwrap_err().to_string();
            assert!(refused.contains(error), "{refused}");
        }
        assert!(matches!(other.set("x", "1"), Err(OptionError::Unknown { .. })));
        let setup = format!(r#"{{"evaluation": {library:?}, "options": {{"value.knight": "x"}}}}"#);
        let error = setup.parse::<Setup>().unwrap().open().unwrap_err().to_string();
        assert!(error.starts_with("option \"value.knight\" cannot be set"), "{error}");
    }
}

/// Positions that are sent ahead are answered in their order.
#[test]
fn the_program_in_python_has_the_values_and_terms_of_the_built_in_evaluator() {
    let Some(command) = python("michniewski.py") else { return };
    let program = open(&format!("eval:{command}"));
    assert_eq!(program.info().title, "Michniewski in Python");
    same_values(&michniewski(), &program, 2_000);
    let built_in = michniewski();
    let games = games(3_000);
    let nodes: Vec<_> = games.iter().map(|game| Node::root(&program, game).0).collect();
    let expected = games.iter().map(|game| built_in.evaluate(&Node::root(&built_in, game).0).cp());
    assert_eq!(program.try_values(&nodes), Ok(expected.collect()));
    assert_eq!(program.try_values(&[]), Ok(Vec::new()));
}
