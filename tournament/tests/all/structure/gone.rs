//! Names of what was taken out and must not come back by halves: commands, options, keys, types and modules.

use std::fs;
use std::path::Path;

use super::budget::files_that_end;
use super::workspace;

/// Types, modules, keys, UCI options and packages: in no Rust file and no manifest.
const CODE: [&str; 48] = [
    "UCI_LimitStrength",
    "UCI_Elo",
    "Handicap",
    "uci_eval",
    "eval_pattern",
    "eval_unit",
    "eval_view",
    "mod renamed",
    "mod upgrade",
    "mod levels",
    "mod calibrate",
    "mod compare;",
    "mod blunders",
    "mod affinity",
    "mod pauses",
    "serde(alias",
    " alias = ",
    "with_current_keys",
    "BlunderError",
    "MatchSummary",
    "MatchFigures",
    "CompareError",
    "SheetFormat",
    "ClusterError",
    "JobScript",
    "SlurmJob",
    "BookCheck",
    "EngineTrial",
    "FaultyGame",
    "RatingBootstrap",
    "interval_bytes",
    "ShownEvaluator",
    "Sifted",
    "Gathered",
    "ReferenceBoard",
    "events_file",
    "allow_host",
    "allow-host",
    "events-file",
    "eval-pattern",
    "limit-strength",
    "chardetng",
    "encoding_rs",
    "plotters",
    "ndarray",
    "tungstenite",
    "divan",
    "cargo package",
];
/// Commands and options: in no document or workflow but the records of measurements, which have the commands of their time.
const DOCUMENTS: [&str; 18] = [
    "evalarena compare",
    "evalarena cluster",
    "evalarena blunders",
    "evalarena calibrate",
    "evalarena versions",
    "-- compare",
    "-- cluster",
    "-- blunders",
    "-- calibrate",
    "-- versions",
    "--affinity",
    "--events-file",
    "--standings",
    "--allow-host",
    "--bootstrap",
    "--no-intervals",
    "--eval-pattern",
    "--play-anyway",
];
/// The documents that are records.
const RECORDS: [&str; 2] = ["docs/measurements.md", "CHANGELOG.md"];

fn assert_without(names: &[&str], endings: &[&str], is_left_out: impl Fn(&Path) -> bool) {
    let mut found = Vec::new();
    for path in endings.iter().flat_map(|ending| files_that_end(ending)) {
        let place = path.strip_prefix(workspace()).unwrap();
        if is_left_out(place) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let names = names.iter().filter(|name| text.contains(**name));
        found.extend(names.map(|name| format!("{}: {name}", place.display())));
    }
    assert!(found.is_empty(), "these were taken out:\n{}", found.join("\n"));
}

#[test]
fn code_has_no_name_of_what_was_taken_out() {
    assert_without(&CODE, &[".rs", "Cargo.toml"], |place| place.ends_with("structure/gone.rs"));
}

#[test]
fn documents_have_no_command_of_what_was_taken_out() {
    assert_without(&DOCUMENTS, &[".md", ".yml", ".toml", ".sh"], |place| {
        place.starts_with("results") || RECORDS.iter().any(|record| place == Path::new(record))
    });
}
