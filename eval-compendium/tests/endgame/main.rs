//! The endgame in general: edges that the worked positions do not show, and what yields to what.

#[path = "../common/mod.rs"]
mod common;
mod interplay;
mod moves;
mod pawns;
mod rules_of_thumb;
mod verdicts;

use common::{game, mirrored_game, raw_terms};
use engine_core::evaluation::Evaluation;
use engine_core::explain::Breakdown;
use engine_core::options::Configure;
use eval_compendium::compendium;

/// What all rules say with White so many centipawns ahead, as given and for the other colour.
pub(crate) fn raw(position: &str, score: i32) -> [Breakdown; 2] {
    let game = game(position);
    let read = |game, score| compendium().raw(game, Some(score)).expect("raw readings");
    [read(&game, score), read(&mirrored_game(&game), -score)]
}

/// What a rule alone says, in centipawns.
pub(crate) fn reading(position: &str, rule: &str, score: i32) -> [i32; 2] {
    let [here, there] = raw(position, score);
    let of = |readings| raw_terms(readings, &format!("endgame.{rule}")).map(|tenths| tenths / 10);
    let [black, white] = of(&there);
    assert_eq!(of(&here), [white, black], "{rule}: {position}");
    of(&here)
}

/// What `rules` post with the rules `disable` switched off, in tenths of a centipawn.
pub(crate) fn posted(position: &str, disable: &[&str], rules: &[&str]) -> Vec<[i32; 2]> {
    let mut evaluator = compendium();
    evaluator.disable(disable).expect("known rules");
    let breakdown = Evaluation::of(&evaluator, &game(position)).breakdown;
    rules
        .iter()
        .map(|rule| raw_terms(&breakdown, rule))
        .collect()
}

/// A rule without "endgame.", a position, and what White and Black get, in centipawns.
type Case = (&'static str, &'static str, [i32; 2]);

/// Fails with all cases that are read otherwise.
fn check(cases: &[Case]) {
    let mut wrong = Vec::new();
    for &(rule, position, expected) in cases {
        let found = reading(position, rule, 0);
        if found != expected {
            wrong.push(format!("{rule}: {found:?}, not {expected:?}: {position}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
