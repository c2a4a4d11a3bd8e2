//! Files that the arena writes have the keys that docs/formats.md lists: every key, and no other.

use std::collections::BTreeSet;

use rusqlite::Connection;
use serde_json::Value;

use super::{Folder, SMALL, folder_with, results, run, stdout, success};

const DOCUMENT: &str = include_str!("../../../../docs/formats.md");

type Keys = BTreeSet<String>;

/// The names in code type in the first cells of the table with this heading.
fn documented(heading: &str) -> Keys {
    let start = format!("\n| {heading} |");
    let (_, table) = DOCUMENT.split_once(&start).unwrap_or_else(|| panic!("no table {heading}"));
    let rows = table.lines().skip(2).take_while(|line| line.starts_with("| "));
    let cells = rows.map(|row| row.split('|').nth(1).unwrap());
    let names = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    names.map(str::to_owned).collect()
}

fn keys(value: &Value) -> Keys {
    value.as_object().unwrap().keys().cloned().collect()
}

/// The keys of all objects of an array.
fn keys_of_each(array: &Value) -> Keys {
    array.as_array().unwrap().iter().flat_map(keys).collect()
}

/// The texts that a query selects.
fn texts(store: &Connection, sql: &str) -> Keys {
    let mut statement = store.prepare(sql).unwrap();
    let texts = statement.query_map([], |row| row.get(0)).unwrap();
    texts.map(Result::unwrap).collect()
}

fn play(config: &str) -> (Folder, Value) {
    let folder = folder_with(config);
    success(&folder, "run small.toml --out x");
    let results = results(&folder.join("x"));
    (folder, results)
}

#[test]
fn results_have_the_keys_that_are_documented() {
    // With fewer games White's advantage, and so the fit, may be missing.
    let (_folder, three) = play(&SMALL.replace("pairs = 2", "pairs = 4"));
    let mut run_keys = documented("of the run");
    // They are there only where they have a meaning.
    let optional = ["evaluations", "match", "node_scaling", "time_controls", "variant"];
    for optional in optional {
        assert!(run_keys.remove(optional), "{optional}");
    }
    assert_eq!(keys(&three), run_keys);
    for name in ["engines", "pairings", "differences"] {
        let mut expected = documented(&format!("of each of `{name}`"));
        // It is measured by another command: tests/all/arena/comparisons.rs.
        assert_eq!(expected.remove("measured"), name == "engines");
        assert_eq!(keys_of_each(&three[name]), expected);
    }
    assert_eq!(keys(&three["rating_fit"]), documented("of `rating_fit`"));
    assert_eq!(three["schema_version"], 3);
    assert_eq!(three["configuration"]["run"]["name"], "small");

    let two = SMALL.replace("round-robin", "match").replace("[limits]", "[sprt]\n[limits]");
    let (two, _) = two.split_once("[[engine]]\nname = \"Otter\"").unwrap();
    let (_folder, two) = play(two);
    let mut match_keys = keys(&two["match"]);
    match_keys.extend(keys(&two["match"]["sprt"]));
    assert_eq!(match_keys, documented("of `match`"));

    let time_controls = SMALL
        .replace("[limits]\nnodes = 200", "[[time_control]]\nname = \"a\"\nlimits = { nodes = 50 }")
        .replace("limits = { depth = 2 }", "");
    let (_folder, time_controls) = play(&time_controls);
    let of_time_control = keys(&time_controls["time_controls"][0]);
    let own: Vec<&String> = of_time_control.difference(&run_keys).collect();
    assert_eq!(own, ["time_control"]);
}

#[test]
fn elo_by_nodes_has_the_keys_that_are_documented() {
    let time_control = |nodes: u32| {
        format!("[[time_control]]\nname = \"{nodes}\"\nlimits = {{ nodes = {nodes} }}\n")
    };
    let config =
        SMALL.replace("[limits]\nnodes = 200\n", &[30, 60, 120, 240].map(time_control).concat());
    let (_folder, results) = play(&config.replace("limits = { depth = 2 }", ""));
    let scaling = &results["node_scaling"];
    assert_eq!(keys(scaling), documented("of `node_scaling`"));
    let crossings = documented("of each of `crossings`");
    assert_eq!(keys_of_each(&scaling["crossings"]), crossings);
    let curve = &scaling["curves"][0];
    assert_eq!(keys(curve), Keys::from(["engine", "points"].map(str::to_owned)));
    let point = ["nodes", "elo", "elo_low", "elo_high"].map(str::to_owned);
    assert_eq!(keys_of_each(&curve["points"]), Keys::from(point.clone()));
    assert_eq!(keys(&scaling["crossings"][0]["more"]), Keys::from(point));
}

#[test]
fn the_store_has_the_columns_that_are_documented() {
    let (folder, _) = play(SMALL);
    let store = Connection::open(folder.join("x/run.sqlite")).unwrap();
    let games = texts(&store, "SELECT name FROM pragma_table_info('games')");
    assert_eq!(games, documented("table `games`"));
    let failures = texts(&store, "SELECT name FROM pragma_table_info('failures')");
    assert_eq!(failures, documented("table `failures`"));
    let mut kept = texts(&store, "SELECT key FROM meta");
    // The files of a part of a run, and of a run that parts were merged into.
    for arguments in ["run small.toml --shard 1/1", "merge runs/small"] {
        success(&folder, arguments);
    }
    let merged = Connection::open(folder.join("runs/small/run.sqlite")).unwrap();
    let joined = texts(&merged, "SELECT name FROM pragma_table_info('joined')");
    assert_eq!(joined, documented("table `joined`"));
    let part = folder.join("runs/small/shards/1-of-1/run.sqlite");
    let part = Connection::open(part).unwrap();
    let shard = "SELECT value FROM meta WHERE key = 'shard'";
    let shard: String = part.query_row(shard, [], |row| row.get(0)).unwrap();
    assert_eq!(shard, r#"{"number":1,"of":1}"#);
    kept.insert("shard".to_owned());
    let mut shown = documented("table `meta`");
    shown.insert("complete".to_owned());
    assert_eq!(kept, shown);
    let version: i32 = store.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert!(DOCUMENT.contains(&format!("`user_version`, {version};")));
}

#[test]
fn tables_and_events_have_what_is_documented() {
    let folder = folder_with(SMALL);
    let events = "run small.toml --out x --events ndjson";
    let output = run(&folder, events);
    let text = stdout(&output);
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let kinds: Keys = lines.map(|line| line["event"].as_str().unwrap().to_owned()).collect();
    let mut shown = documented("`event`");
    // No warning is due.
    assert!(shown.remove("warning"));
    assert_eq!(kinds, shown);

    for name in ["games", "moves"] {
        let table = stdout(&run(&folder, &format!("export x {name}")));
        let heading = table.lines().next().unwrap();
        let columns: Keys = heading.split(',').map(str::to_owned).collect();
        assert_eq!(columns, documented(&format!("`export RUN {name}`")));
    }
}
