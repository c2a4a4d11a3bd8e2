//! Files that the arena writes have the keys that docs/formats.md lists, every key and no other; and everything that prints
//! tables does so in lines of sixty columns, and with long names.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use engine_core::game::position_from_fen;
use rusqlite::Connection;
use serde_json::Value;

use super::*;

const DOCUMENT: &str = include_str!("../../../../docs/formats.md");

type Keys = BTreeSet<String>;

/// The names in code type in the first cells of the table with this heading.
fn documented(heading: &str) -> Keys {
    let start = format!("\n| {heading} |");
    let (_, table) = DOCUMENT.split_once(&start).unwrap_or_else(|| panic!("no table {heading}"));
    let rows = table.lines().skip(2).take_while(|line| line.starts_with("| "));
    let cells = rows.map(|row| row.split('|').nth(1).unwrap());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
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
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
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
    let optional = ["evaluations", "list_place", "match", "node_scaling", "time_controls", "variant"];
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
    assert_eq!(three["schema_version"], 4);
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
    let time_control = |nodes: u32| format!("[[time_control]]\nname = \"{nodes}\"\nlimits = {{ nodes = {nodes} }}\n");
    let config = SMALL.replace("[limits]\nnodes = 200\n", &[30, 60, 120, 240].map(time_control).concat());
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
fn events_have_what_is_documented() {
    let folder = folder_with(SMALL);
    let text = stdout(&run(&folder, "run small.toml --out x --events ndjson"));
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let kinds: Keys = lines.map(|line| line["event"].as_str().unwrap().to_owned()).collect();
    let mut shown = documented("`event`");
    // No warning is due.
    assert!(shown.remove("warning"));
    assert_eq!(kinds, shown);
}

const COLUMNS: usize = 60;

/// A position is not wrapped, and has its own line.
fn is_position(line: &str) -> bool {
    position_from_fen(line.trim()).is_ok()
}

fn assert_narrow(folder: &Path, arguments: &str) {
    let mut command = arena(folder, arguments);
    let output = command.env("COLUMNS", COLUMNS.to_string()).output().unwrap();
    let (out, err) = (stdout(&output), stderr(&output));
    assert!(output.status.code().is_some_and(|code| code < 2), "{arguments:?}: {err}");
    assert!(!out.is_empty(), "{arguments:?}");
    let wide = |line: &&str| line.chars().count() > COLUMNS && !is_position(line);
    let wide: Vec<&str> = out.lines().chain(err.lines()).filter(wide).collect();
    assert!(wide.is_empty(), "{arguments:?}: {}\n\n{out}", wide.join("\n"));
}

/// A folder in which there is what the commands name.
fn prepared() -> Folder {
    let folder = folder_with(section("named"));
    folder.write("suite.epd", section("suite"));
    let book = Path::new(CONFIGS).join("openings/builtin.pgn.gz");
    fs::copy(book, folder.join("book.pgn.gz")).unwrap();
    let blunder = "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    for arguments in [
        "run small.toml --quiet",
        "run small.toml --quiet --set run.seed=2 --out runs/other",
        "positions runs/named/games.pgn --out p.epd --per-game 3",
        &format!("suite add blunders.epd '{blunder}' --best Rxa8"),
    ] {
        success(&folder, arguments);
    }
    folder
}

#[test]
fn tables_fit_sixty_columns() {
    let folder = prepared();
    for row in rows("narrow") {
        assert_narrow(&folder, row[0]);
    }
}

#[test]
fn names_do_not_steer_the_terminal() {
    let folder = Folder::new();
    let name = "A\u{1b}[2J\u{9b}31m";
    let game = |black: &str| format!("[White \"{name}\"]\n[Black \"{black}\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n");
    let games = game("B\u{7}") + &game(name);
    folder.write("a.pgn", games);
    for format in ["", "--json"] {
        let output = run(&folder, &format!("rate a.pgn {format}"));
        let (text, printed) = (stdout(&output), stderr(&output));
        text.must_have(&["A\\u001b[2J\\u009b31m"]);
        printed.must_have(&["left out", "\\u001b"]);
        let steers = |c: char| c.is_control() && c != '\n';
        assert!(!text.contains(steers) && !printed.contains(steers), "{text}{printed}");
        if format == "--json" {
            let value: Value = serde_json::from_str(&text).unwrap();
            assert!(value.to_string().contains("A\\u001b[2J"), "{value}");
        }
    }
    folder.write("t.toml", "\u{9b}2J = [");
    let printed = stderr(&run(&folder, "run t.toml"));
    printed.must_lack(&["\u{9b}"]);
    printed.must_have(&["t.toml"]);
}

#[test]
fn groups_and_rare_rules_are_listed_in_sixty_columns() {
    let folder = Folder::new();
    let arguments = "ablate compendium --groups --rules Beauty*,King* --nodes 20 --first 8 --games 8";
    let mut command = arena(&folder, arguments);
    let output = command.env("COLUMNS", "60").output().unwrap();
    let (out, err) = (stdout(&output), stderr(&output));
    assert!(output.status.success(), "{err}");
    assert!(out.lines().all(|line| line.chars().count() <= 60), "{out}");
    out.must_have(&["King attack", "above 0 it"]);
    // In one position with bare kings no other table fires, and what is named is played all the same.
    folder.write("kings.epd", "4k3/8/8/8/8/8/8/K7 w - - 0 1 c9 \"1-0\"; id \"1\";\n");
    let rare = "ablate otter --positions kings.epd --nodes 1 --first 8 --games 8";
    stdout(&run(&folder, rare)).must_have(&["Too rare for games", "pst_rook"]);
    let out = stdout(&run(&folder, &format!("{rare} --rules pst_rook")));
    assert!(!out.contains("Too rare") && out.contains("pst_rook"), "{out}");
}
