//! The compendium from outside: its rules on their worked positions, its book, its options, its verdicts, the laws of
//! every evaluator, and the order of its files. One program, since each that evaluates compiles the whole evaluation.
// Unreadable input is a failure of the test.
#![allow(clippy::unwrap_used)]

mod floors;
mod laws;
#[cfg(feature = "full")]
mod long;
mod positions;
mod switches;
mod verdicts;

use engine_core::explain::{Breakdown, Meta};
use engine_core::game::{Game, mirrored};
use eval_compendium::book::{WorkedPosition, worked_positions};

/// All worked positions.
pub(crate) fn worked() -> Vec<WorkedPosition> {
    worked_positions().unwrap_or_else(|error| panic!("{error}"))
}

/// The game described by `text`.
pub(crate) fn game(text: &str) -> Game {
    Game::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The same game with ranks and colours swapped.
pub(crate) fn mirrored_game(game: &Game) -> Game {
    let mut mirror = Game::new(mirrored(game.start()));
    for mv in game.moves() {
        mirror.play(mv.to_mirrored());
    }
    mirror
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
