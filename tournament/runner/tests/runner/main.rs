//! Schedules, games, stores and runs, through the public interface.

#![allow(clippy::unwrap_used)]

mod endings;
mod games;
mod runs;
mod schedules;

use config::Config;
use engine_core::testkit;
use runner::schedule::{Schedule, ScheduledGame};

const EVALUATORS: [&str; 4] = ["otter", "material", "chessbin", "michniewski"];
/// A limit where it does not matter.
const NODE: &str = "limits = { nodes = 1 }";

/// The configuration of these keys of `[run]`, of other tables, and of engines: names of evaluators, or keys.
fn config(run: &str, rest: &str, engines: &[&str]) -> Config {
    let engines = engines.iter().map(|engine| {
        if engine.contains('=') { format!("{{ {engine} }}") } else { format!("{{ evaluator = {engine:?} }}") }
    });
    let engines = engines.collect::<Vec<_>>().join(", ");
    let text = format!("run = {{ name = \"x\", {run} }}\n{rest}\nengine = [{engines}]");
    Config::parse("x.toml", &text, &[], &EVALUATORS).unwrap()
}

/// The rows of a table of the file beside these tests.
fn rows<const N: usize>(table: &str) -> Vec<[&'static str; N]> {
    testkit::rows(include_str!("tables.tsv"), table)
}

fn games(schedule: &Schedule) -> Vec<ScheduledGame> {
    (0..schedule.len()).map_while(|index| schedule.game(index)).collect()
}
