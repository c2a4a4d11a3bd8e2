//! The compendium from outside: its rules on their worked positions, its book, its options, its verdicts, the laws of
//! every evaluator, and the order of its files. One program, since each that evaluates compiles the whole evaluation.
// Unreadable input is a failure of the test.
#![allow(clippy::unwrap_used)]

mod laws;
#[cfg(feature = "full")]
mod long;
mod positions;
mod switches;
mod verdicts;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use engine_core::explain::{Breakdown, Meta};
use engine_core::game::Game;
use engine_core::testkit;
use eval_compendium::book::{WorkedPosition, worked_positions};

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

/// The three layers: rules depend on patterns, patterns on the board, and nothing on a layer above. The modules that each of
/// these may name apart from itself.
const BELOW: &[(&str, &[&str])] = &[
    ("board", &[]),
    ("verdict", &[]),
    ("interplay", &["board"]),
    ("view", &["board", "interplay"]),
    ("rule", &["board", "verdict", "view"]),
    ("patterns", &["board", "interplay", "view", "rule"]),
    ("last_move", &["board", "interplay", "patterns"]),
    ("rules", &["board", "interplay", "view", "rule", "verdict", "patterns"]),
];

/// The source files by the path of their module, and the modules of this crate that each names in its code.
fn modules() -> BTreeMap<String, BTreeSet<String>> {
    let mut modules = BTreeMap::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![source.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                let text = fs::read_to_string(&path).expect("a source file");
                let inside = path.strip_prefix(&source).expect("a path in the sources");
                let name = inside.with_extension("").to_string_lossy().into_owned();
                modules.insert(name, named(&text));
            }
        }
    }
    modules
}

/// The modules that code names, as paths with slashes; comments may mention any module, and tests may use any.
fn named(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code: String =
        code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let mut named = BTreeSet::new();
    for path in code.split("crate::").skip(1) {
        let part = |c: char| c.is_ascii_lowercase() || c == '_' || c == ':';
        let end = path.find(|c| !part(c)).unwrap_or(path.len());
        named.insert(path[..end].trim_end_matches(':').replace("::", "/"));
    }
    named
}

#[test]
fn nothing_looks_up() {
    for (module, named) in modules() {
        let top = module.split('/').next().unwrap_or_default();
        let Some((_, below)) = BELOW.iter().find(|(name, _)| *name == top) else {
            continue;
        };
        // The list of all rules names the files that it lists, and nothing else does.
        let own = top != "rules" || module == "rules/mod";
        for other in &named {
            let floor = other.split('/').next().unwrap_or_default();
            let allowed = below.contains(&floor) || own && floor == top;
            assert!(allowed, "{module} names crate::{other}");
        }
    }
}
