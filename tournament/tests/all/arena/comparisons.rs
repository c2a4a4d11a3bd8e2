//! Several runs side by side.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::*;

/// Plays the small tournament with these settings.
fn play(folder: &Path, out: &str, settings: &[&str]) {
    let settings = settings.iter().map(|setting| format!(" --set {setting}"));
    let settings: String = settings.collect();
    success(folder, &format!("run small.toml --quiet --out {out}{settings}"));
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

fn named<'v>(all: &'v [Value], name: &str) -> &'v Value {
    all.iter().find(|value| value["name"] == name).unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn ratings_are_relative_to_the_mean_of_common_engines() {
    // Two runs that differ by seed and nodes, and a third one by an engine.
    let folder = folder_with(SMALL);
    play(&folder, "a", &[]);
    play(&folder, "b", &["run.seed=6", "limits.nodes=300"]);
    folder.write("small.toml", SMALL.replace("name = \"Otter\"", "name = \"Another Otter\""));
    play(&folder, "c", &["run.seed=7"]);
    let found = json(&folder, "report a b");
    let engines = list(&found, "engines");
    assert_eq!(engines.len(), 3);
    for (place, folder_of_run) in ["a", "b"].into_iter().enumerate() {
        let own = results(&folder.join(folder_of_run));
        let own = list(&own, "engines");
        let mean = own.iter().map(|e| number(&e["elo"])).sum::<f64>() / 3.0;
        for engine in engines {
            let here = &engine["runs"][place];
            let there = named(own, engine["name"].as_str().unwrap());
            let elo = number(&there["elo"]) - mean;
            assert!((number(&here["elo"]) - elo).abs() < 1e-6, "{here} {there}");
            assert_eq!((&here["games"], &here["score"]), (&there["games"], &there["score"]));
        }
    }
    for engine in engines {
        let [before, after] = [0, 1].map(|place| &engine["runs"][place]);
        assert_eq!(before["difference"], Value::Null);
        let change = &after["difference"];
        let difference = number(&after["elo"]) - number(&before["elo"]);
        assert!((number(&change["elo"]) - difference).abs() < 1e-6);
        let half = |of: &Value| (number(&of["elo_high"]) - number(&of["elo_low"])) / 2.0;
        let (both, one) = (half(change), half(before).max(half(after)));
        assert!(both > one / 2.0 && both < half(before) + half(after), "{engine}");
        assert!((0.0..=1.0).contains(&number(&change["p_adjusted"])));
    }
    // Of three engines two are in all runs.
    let all = json(&folder, "report a b c");
    let sum = |run: usize| -> f64 { list(&all, "engines").iter().map(|e| number(&e["runs"][run]["elo"])).sum() };
    assert!((0..3).all(|run| sum(run).abs() < 1e-6), "{all}");
    assert_eq!((list(&all, "engines").len(), list(&all, "pairings").len()), (2, 1));
    let printed = text(&folder, "report a b c");
    printed.must_have(&[
        "A  a\n   small: 12 of 12 games, seed 5; ",
        "\n   run.seed: 6, in A 5\n",
        "   2 engines: limit.nodes: 300, in A 200\n",
        "\nNot in all runs: Otter, Another Otter\n",
        "of all 4 differences together (Holm)",
        "against Michniewski",
    ]);
    printed.must_lack(&["WARNING"]);
    let narrow = arena(&folder, "report a b c").env("COLUMNS", "60").output().unwrap();
    let narrow = stdout(&narrow);
    assert_eq!(narrow.lines().find(|line| line.chars().count() > 60), None, "{narrow}");
    refused(&folder, "report a b --plots plots", &["of one run"]);
}

#[test]
fn matches_are_compared_by_their_elo_in_either_order() {
    let engines = SMALL.find("[[engine]]").unwrap();
    let head = SMALL[..engines].replace("round-robin", "match");
    let head = head.replace("anchor = \"Material\"", "");
    let engine = |name: &str| format!("[[engine]]\nname = {name:?}\nevaluator = {name:?}\n");
    let folder = folder_with(&(head.clone() + &engine("otter") + &engine("material")));
    play(&folder, "a", &["run.pairs=6"]);
    let turned = head + &engine("material") + &engine("otter");
    folder.write("small.toml", turned);
    play(&folder, "b", &["run.pairs=8", "run.seed=6"]);
    let found = json(&folder, "report a b");
    assert!(list(&found, "engines").is_empty());
    let pairing = &list(&found, "pairings")[0];
    pairing.must_have_fields(&json!({ "name": "otter", "against": "material" }));
    let own = results(&folder.join("b"));
    let here = &pairing["runs"][1];
    assert_eq!(number(&here["elo"]), -number(&own["match"]["elo"]));
    assert!((number(&here["score"]) + number(&own["match"]["score"]) - 1.0).abs() < 1e-9);
    let difference = number(&here["elo"]) - number(&pairing["runs"][0]["elo"]);
    assert!((number(&here["difference"]["elo"]) - difference).abs() < 1e-9);
    text(&folder, "report a b").must_lack(&["Holm"]);
}

#[test]
fn shared_games_are_reported_and_runs_without_common_engines_refused() {
    let folder = folder_with(SMALL);
    play(&folder, "a", &[]);
    play(&folder, "longer", &["run.pairs=3"]);
    let printed = text(&folder, "report a longer");
    printed.must_have(&["WARNING: games that are the same in A and B, move by move: 12"]);
    let refused = |runs: &str, parts: &[&str]| refused(&folder, &format!("report {runs}"), parts);
    refused("a longer ./longer/../a", &["named twice"]);
    refused("a nowhere", &["nowhere: there is no run here"]);
    fs::create_dir(folder.join("empty")).unwrap();
    refused("empty a", &["there is no run here"]);
    let others = SMALL.replace("\"Otter\"", "\"Y\"").replace("\"Michniewski\"", "\"X\"");
    folder.write("small.toml", others);
    play(&folder, "c", &["run.pairs=1"]);
    refused("a c", &["1 of the engines", "c has Material, X, Y"]);
}
