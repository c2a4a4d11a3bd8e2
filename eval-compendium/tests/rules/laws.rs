//! The laws of every evaluator, from three kinds of starts.

use crate::common::{game, worked};
use engine_core::testkit::{Keyless, Plan, prove, prove_chess960, prove_from};
use eval_compendium::compendium;

#[test]
fn long_games_keep_the_laws() {
    prove(&compendium(), Plan::new(1, 500));
}

#[test]
fn games_of_chess960_keep_the_laws() {
    prove_chess960(&compendium(), Plan::new(4, 20));
}

/// Games from positions close to patterns.
#[test]
fn games_from_the_worked_positions_keep_the_laws() {
    let starts: Vec<_> = worked().iter().map(|case| game(case.position)).collect();
    let plan = Plan { plies: 12, ..Plan::new(2, 2) };
    prove_from(&compendium(), plan, &starts);
}

/// Openings with few moves to choose from.
const MEETING: [&str; 4] = [
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5",
    "rnb1kbnr/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/RNB1KBNR w KQkq - 0 1",
    "rn2k2r/5b2/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/5B2/RN2K2R w KQkq - 0 1",
    "r3k2r/1b4n1/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/1B4N1/R3K2R w KQkq - 0 1",
];
/// Short games from them often transpose.
const MEETINGS: Plan = Plan { plies: 8, ..Plan::new(3, 2000) };

#[test]
fn games_that_meet_keep_the_laws() {
    prove_from(&compendium(), MEETINGS, &MEETING.map(game));
}

#[test]
#[should_panic(expected = "one table key, two values")]
fn without_their_keys_they_break_them() {
    prove_from(&Keyless(compendium()), MEETINGS, &MEETING.map(game));
}
