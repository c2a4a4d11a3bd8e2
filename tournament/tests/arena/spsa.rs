//! Tuning by games, as users run it.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{Files, Folder, folder_of, json, refused};

const FILE: &str = r#"
[spsa]
name = "tiny"
iterations = 7
batch = 2
[limits]
nodes = 400
[adjudication]
resign = { moves = 1, score = 300, both = false }
max_moves = 60
[[engine]]
evaluator = "otter"
[[engine]]
evaluator = "material"
[[parameter]]
set = "search.quiescence.delta"
start = 200
min = 0
max = 400
step = 190
rate = 0.1
[[parameter]]
set = "search.lmr.divisor"
start = 2.3
min = 1.0
max = 5.0
step = 0.5
rate = 0.1
"#;

/// The values by name, and the journal.
fn tuned(folder: &Path, threads: u32, out: &str) -> (Value, String) {
    let line = format!("spsa my.toml --quiet --threads {threads} --out {out}");
    let values = json(folder, &line);
    let journal = fs::read_to_string(folder.join(out).join("spsa.jsonl")).unwrap();
    (values, journal)
}

#[test]
fn a_tuning_that_was_stopped_anywhere_ends_as_if_it_had_not_been() {
    let here = &folder_of("my.toml", FILE);
    let (values, journal) = tuned(here, 1, "one");
    // Two games for each engine and iteration.
    assert_eq!(values["games"], 28);
    let moved = values["parameters"].as_array().unwrap();
    let has_moved = |number: &Value| number["start"] != number["value"];
    assert!(moved.iter().any(has_moved));
    assert_eq!(journal.lines().count(), 1 + 4);
    assert_eq!(tuned(here, 2, "two").1, journal);
    // A kill leaves whole batches and a part of the next.
    for keep in [0, 10, journal.len() / 2, journal.len() - 1] {
        here.write("two/spsa.jsonl", &journal[..keep]);
        let again = tuned(here, 2, "two");
        assert_eq!(again, (values.clone(), journal.clone()));
    }
    let file = here.read("one/parameters.toml");
    let file: toml::Table = file.parse().unwrap();
    let value = moved[0]["value"].as_f64().unwrap();
    let written = file["search"]["quiescence.delta"].as_integer().unwrap();
    assert_eq!(written as f64, value.round());
}

#[test]
fn a_journal_that_is_not_this_tunings_is_damaged() {
    let here = &folder_of("my.toml", FILE);
    let (_, journal) = tuned(here, 2, "t");
    let whole: Vec<&str> = journal.lines().collect();
    for (batch, expected) in [
        (r#"{"iteration":0,"surplus":[0.0],"values":[200.0]}"#, "1 values for 2 numbers"),
        (r#"{"iteration":0,"surplus":[0.0],"values":[200.0,5.5]}"#, "lmr.divisor cannot be 5.5"),
        (
            r#"{"iteration":0,"surplus":[0,0,0,0,0,0,0,0],"values":[200.0,2.0]}"#,
            "8 iterations, and there are 7",
        ),
    ] {
        let changed = format!("{}\n{batch}\n", whole[0]);
        here.write("t/spsa.jsonl", changed);
        refused(here, "spsa my.toml --out t", &["spsa.jsonl:2: not a batch", expected]);
    }
}

#[test]
fn numbers_that_cannot_be_tuned_are_refused_before_a_game_is_played() {
    let here = &Folder::new();
    let refused = |from: &str, to: &str, expected: &str| {
        assert!(FILE.contains(from));
        here.write("my.toml", FILE.replacen(from, to, 1));
        crate::common::refused(here, "spsa my.toml", &[expected]);
    };
    refused("max = 400", "max = 4000", "search: quiescence.delta cannot be 4000");
    refused(
        "search.quiescence.delta",
        "options.Hash",
        "engine \"otter\" has search.NAME and params.NAME",
    );
    refused(
        "search.quiescence.delta",
        "params.no_such",
        "params.no_such = 0: engine \"otter\", params: ",
    );
    assert!(!here.join("runs").exists());
    here.write("my.toml", FILE);
    tuned(here, 2, "t");
    let other = FILE.replace("nodes = 400", "nodes = 401");
    here.write("my.toml", other);
    let begun = "this tuning was begun differently";
    crate::common::refused(here, "spsa my.toml --out t", &[begun]);
}
