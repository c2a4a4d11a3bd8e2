//! Tuning by games, as users run it.

use std::path::Path;

use serde_json::Value;

use super::{Files, Folder, arena, folder_of, json, kill, refused, start, wait_until};

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

/// The values by name, and the state.
fn tuned(folder: &Path, threads: u32, out: &str) -> (Value, String) {
    let line = format!("spsa my.toml --quiet --threads {threads} --out {out}");
    (json(folder, &line), folder.join(out).read("spsa.json"))
}

#[test]
fn a_tuning_that_is_killed_ends_as_if_it_had_not_been() {
    let here = &folder_of("my.toml", FILE);
    let (values, state) = tuned(here, 1, "one");
    // Two games for each engine and iteration.
    assert_eq!(values["games"], 28);
    let moved = values["parameters"].as_array().unwrap();
    let has_moved = |number: &Value| number["start"] != number["value"];
    assert!(moved.iter().any(has_moved));
    assert_eq!(here.read("one/spsa.csv").lines().count(), 1 + 4);
    let line = "spsa my.toml --quiet --threads 2 --out two";
    let mut child = start(arena(here, line));
    wait_until(&mut child, || here.join("two/spsa.csv").exists());
    kill(child);
    assert_eq!(tuned(here, 2, "two"), (values.clone(), state.clone()));
    let file: toml::Table = here.read("one/parameters.toml").parse().unwrap();
    let value = moved[0]["value"].as_f64().unwrap();
    let written = file["search"]["quiescence.delta"].as_integer().unwrap();
    assert_eq!(written as f64, value.round());
    // A state that cannot be this tuning's is refused.
    let lmr = moved[1]["value"].as_f64().unwrap().to_string();
    for (from, to, expected) in [
        (
            "\"iterations\":7,\"values\"",
            "\"iterations\":8,\"values\"",
            "8 iterations, and there are 7",
        ),
        (&*format!(",{lmr}]"), "]", "1 values for 2 numbers"),
        (&*format!(",{lmr}]"), ",5.5]", "lmr.divisor cannot be 5.5"),
        ("}", "", "not a state of this tuning"),
    ] {
        assert!(state.contains(from), "{from} in {state}");
        here.write("one/spsa.json", state.replace(from, to));
        refused(here, "spsa my.toml --out one", &["one/spsa.json: not a state", expected]);
    }
}

#[test]
fn numbers_that_cannot_be_tuned_are_refused_before_a_game_is_played() {
    let here = &Folder::new();
    let refused = |from: &str, to: &str, expected: &str| {
        assert!(FILE.contains(from));
        here.write("my.toml", FILE.replacen(from, to, 1));
        super::refused(here, "spsa my.toml", &[expected]);
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
    for (from, to, what) in [
        ("nodes = 400", "nodes = 401", "base was {"),
        ("iterations = 7", "iterations = 8", "iterations was 7 and is now 8"),
    ] {
        here.write("my.toml", FILE.replace(from, to));
        let begun = format!("this tuning was begun differently: {what}");
        super::refused(here, "spsa my.toml --out t", &[&begun]);
    }
}
