//! Michniewski's evaluation written again in C and in Python is the built-in one: value for value and term for term.
//! That it plays the same games is a test of the arena (tests/programs/evaluations.rs).

#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod common;

use common::{games, library, open, python};
use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::node::Node;
use engine_core::notation::fen_of;
use engine_core::options::{Configure, OptionError};
use engine_core::position::Position;
use engine_core::search::ThreadPool;
use engine_core::tables::transposition::Transposition;
use eval_external::pipe::{Patience, PipeProgram};
use eval_external::{ExternalEvaluator, Setup, Spec};
use eval_simplified::{Simplified, michniewski};

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

#[test]
fn the_library_in_c_has_the_values_and_terms_of_the_built_in_evaluator() {
    let Some(library) = library("michniewski.c", &[]) else {
        return;
    };
    let other = open(library.to_str().unwrap());
    assert_eq!(other.info().name, "Michniewski in C");
    assert_eq!(other.info().eval_scale.centipawns.to_string(), "214.8");
    same_values(&michniewski(), &other, 5_000);
}

#[test]
fn options_of_the_library_are_set_and_kept_in_copies() {
    let Some(library) = library("michniewski.c", &[]) else {
        return;
    };
    let mut other = open(library.to_str().unwrap());
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

#[test]
fn threads_search_with_an_instance_each() {
    let Some(library) = library("michniewski.c", &[]) else {
        return;
    };
    let table = Transposition::with_bits(16);
    let mut pool = ThreadPool::new(open(library.to_str().unwrap()), table);
    pool.set_threads(4);
    let found = pool.go(&Game::default(), &Limits::nodes(100_000), |_| {});
    assert!(found.best.is_some() && found.nodes >= 100_000);
}

#[test]
fn the_program_in_python_has_the_values_and_terms_of_the_built_in_evaluator() {
    let Some(command) = python("michniewski.py") else {
        return;
    };
    let other = open(&format!("eval:{command}"));
    assert_eq!(other.info().title, "Michniewski in Python");
    same_values(&michniewski(), &other, 2_000);
}

#[test]
fn positions_sent_ahead_are_answered_in_their_order() {
    let Some(command) = python("michniewski.py") else {
        return;
    };
    let Spec::Pipe(words) = format!("eval:{command}").parse().unwrap() else { panic!() };
    let mut program = PipeProgram::start(&words, None, Patience::default()).unwrap();
    let built_in = michniewski();
    let games = games(3_000);
    let positions: Vec<Position> = games.iter().map(|game| game.position().into()).collect();
    let expected = games.iter().map(|game| built_in.evaluate(&Node::root(&built_in, game).0).cp());
    assert_eq!(program.values(&positions).unwrap(), expected.collect::<Vec<_>>());
    assert!(program.values(&[]).unwrap().is_empty());
}
