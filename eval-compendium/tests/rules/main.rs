//! The compendium from outside: its rules on their worked positions, its book, its options, its verdicts, the laws of
//! every evaluator. One program, since each that evaluates compiles the whole evaluation.
// Unreadable input is a failure of the test.
#![allow(clippy::unwrap_used)]

#[cfg(feature = "full")]
mod long;
mod positions;
mod switches;
mod verdicts;

use engine_core::evaluator::Evaluator;
use engine_core::explain::{Breakdown, Meta};
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::testkit::{self, Keyless, Plan, prove, prove_chess960, prove_from};
use eval_compendium::book::{WorkedPosition, worked_positions};
use eval_compendium::{State, compendium};

/// All worked positions.
pub(crate) fn worked() -> Vec<WorkedPosition> {
    worked_positions().unwrap_or_else(|error| panic!("{error}"))
}

/// The rows of a table of the file beside these tests.
pub(crate) fn rows<const N: usize>(table: &str) -> Vec<[&'static str; N]> {
    testkit::rows(include_str!("tables.tsv"), table)
}

/// The game described by `text`.
pub(crate) fn game(text: &str) -> Game {
    Game::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The fact `name`, a number or a word.
pub(crate) fn fact(breakdown: &Breakdown, name: &str) -> Option<Meta> {
    let found = breakdown.meta().iter().find(|(fact, _)| *fact == name);
    found.map(|(_, fact)| *fact)
}

/// The factor that `rule` alone puts on the score, in sixteenths.
pub(crate) fn raw_factor(readings: &Breakdown, rule: &str) -> i32 {
    match fact(readings, rule) {
        Some(Meta::Number(factor)) => factor,
        _ => 16,
    }
}

/// The terms of `rule` for White and for Black, in tenths of a centipawn.
pub(crate) fn raw_terms(readings: &Breakdown, rule: &str) -> [i32; 2] {
    let term = readings.terms().iter().find(|term| term.rule.name == rule);
    term.map_or([0, 0], |term| [term.white, term.black])
}

/// The verdict that applies.
pub(crate) fn applied(breakdown: &Breakdown) -> Option<&'static str> {
    match fact(breakdown, "scale_rule") {
        Some(Meta::Word(rule)) => rule,
        other => panic!("{other:?} is not a rule"),
    }
}

/// A part of the games and positions, where not all of them are tried.
const PART: usize = if cfg!(feature = "full") { 4 } else { 20 };

#[test]
fn long_games_keep_the_laws() {
    prove(&compendium(), Plan::new(1, 500 / PART));
}

#[test]
fn games_of_chess960_keep_the_laws() {
    prove_chess960(&compendium(), Plan::new(4, 20_usize.div_ceil(PART)));
}

/// Games from positions close to patterns.
#[test]
fn games_from_the_worked_positions_keep_the_laws() {
    let starts: Vec<_> = worked().iter().step_by(PART).map(|case| game(case.position)).collect();
    let plan = Plan { plies: 12, ..Plan::new(2, 2) };
    prove_from(&compendium(), plan, &starts);
}

/// Short games that often transpose.
const MEETINGS: Plan = Plan { plies: 8, ..Plan::new(3, 2000 / PART) };

fn meeting() -> Vec<Game> {
    rows("games that meet begin here").into_iter().map(|[start]| game(start)).collect()
}

#[test]
fn games_that_meet_keep_the_laws() {
    prove_from(&compendium(), MEETINGS, &meeting());
}

#[test]
#[should_panic(expected = "one table key, two values")]
fn without_their_keys_they_break_them() {
    prove_from(&Keyless(compendium()), MEETINGS, &meeting());
}

fn node(start: &str, moves: &str) -> Node<State> {
    let game = Game::parse(&format!("{start} moves {moves}"));
    Node::root(&compendium(), &game.unwrap()).0
}

#[test]
fn different_values_have_different_keys() {
    for [rule, start, one, other] in rows("rules that distinguish two ways to one position") {
        let ways = [one, other];
        let nodes = ways.map(|moves| node(start, moves));
        assert_eq!(nodes[0].key(), nodes[1].key(), "{ways:?}");
        let term = |node| raw_terms(&compendium().explain(node), rule);
        let [one, other] = nodes.each_ref().map(term);
        assert_ne!(one, other, "{rule}: {ways:?}");
        let [one, other] = nodes.map(|node| compendium().state_key(&node));
        assert_ne!(one, other, "{rule}: {ways:?}");
    }
}
