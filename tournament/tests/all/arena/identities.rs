//! A result belongs to the evaluators that played it, names its origin, and can be repeated.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use serde_json::{Value, json};

use super::*;

/// Makes the run in `folder` one of an engine that had other values or another search than it has now, as if another
/// build of the arena had played it; the identities as they were.
fn by_another_build(folder: &Path, engine: &str, part: &str) -> String {
    let database = Connection::open(folder.join("run.sqlite")).unwrap();
    let sql = "SELECT value FROM meta WHERE key = 'identities'";
    let text: String = database.query_row(sql, [], |row| row.get(0)).unwrap();
    let mut identities: Value = serde_json::from_str(&text).unwrap();
    let answer = &mut identities[engine]["answers"][part];
    assert!(answer.is_string(), "{answer}");
    *answer = "what it was".into();
    drop(database);
    set_identities(folder, &identities.to_string());
    text
}

fn set_identities(folder: &Path, text: &str) {
    let database = Connection::open(folder.join("run.sqlite")).unwrap();
    let sql = "UPDATE meta SET value = ?1 WHERE key = 'identities'";
    assert_eq!(database.execute(sql, [text]).unwrap(), 1);
}

#[test]
fn a_run_is_not_resumed_with_another_evaluation_or_search() {
    let folder = folder_with(&slow());
    assert!(interrupt(&folder, "run", 3));
    let before = stored(&folder.join("run"));
    let words = "run small.toml --out run";
    for (part, printed) in [
        ("evaluation", "engine \"Otter\": its evaluation has changed (it was what it was, and is values "),
        ("search", "engine \"Otter\": its search has changed (it was what it was, and is bench 6: "),
    ] {
        let was = by_another_build(&folder.join("run"), "Otter", part);
        refused(&folder, words, &[printed, "--fresh", "--out"]);
        assert_eq!(stored(&folder.join("run")), before);
        set_identities(&folder.join("run"), &was);
    }
    success(&folder, words);
    assert_eq!(stored(&folder.join("run")), 12);
    // A finished one is not shown as its result either.
    by_another_build(&folder.join("run"), "Otter", "evaluation");
    refused(&folder, words, &[]);
}

#[test]
fn an_ablation_and_a_tuning_are_not_resumed_with_another_evaluator() {
    let folder = Folder::new();
    folder.write("few.epd", section("few"));
    let words =
        "ablate slate-atkin --rules pawn_isolated --games 16 --first 8 --nodes 10 --positions few.epd --out a --json";
    let first = success(&folder, words);
    let seed = |output: &std::process::Output| {
        let shown_text: Value = serde_json::from_str(&stdout(output)).unwrap();
        shown_text["seed"].as_u64().unwrap()
    };
    assert_ne!(seed(&first), 1, "the seed comes from the evaluator");
    success(&folder, words);
    by_another_build(&folder.join("a"), "slate-atkin", "search");
    refused(&folder, words, &["engine \"slate-atkin\": its search has changed"]);

    let tuning = "[spsa]\nname = \"s\"\niterations = 2\n\
        parameters = \"value.pawn, int, 100, 50, 150, 10, 0.002\"\n[limits]\nnodes = 20\n\
        [[engine]]\nevaluator = \"michniewski\"\n";
    folder.write("s.toml", tuning);
    let words = "spsa s.toml";
    success(&folder, words);
    success(&folder, words);
    let state = folder.join("runs/s/spsa.json");
    let text = fs::read_to_string(&state).unwrap();
    let changed = text.replacen("values ", "values of old ", 1);
    assert_ne!(changed, text);
    fs::write(&state, &changed).unwrap();
    refused(&folder, words, &["engine \"michniewski\": its evaluation has changed"]);
    assert_eq!(fs::read_to_string(&state).unwrap(), changed);
}

#[test]
fn a_second_test_of_the_same_games_is_refused_unless_it_is_wanted() {
    let folder = Folder::new();
    let words = "match otter material --nodes 30 --set run.seed=5 --games 60";
    success(&folder, &format!("{words} --sprt 0,200"));
    let of_run = entries(&folder.join("runs")).remove(0);
    let games = stored(&of_run);
    for other in ["--sprt 0,300", "--sprt 0,200 --set sprt.alpha=0.01"] {
        let parts = ["SPRT of 0 against 200 Elo", "run.seed", "--fresh", "--retest"];
        refused(&folder, &format!("{words} {other}"), &parts);
        assert_eq!(stored(&of_run), games);
    }
    // The same test continues.
    success(&folder, &format!("{words} --sprt 0,200"));
    let wanted = text(&folder, &format!("{words} --sprt 0,300 --retest"));
    wanted.must_have(&["Another test looked at these games before"]);
    let earlier = results(&of_run)["earlier_tests"].clone();
    assert_eq!(earlier.as_array().unwrap().len(), 1, "{earlier}");
    // Games that were counted without a test are not made one of afterwards.
    let plain = "match otter chessbin --nodes 20 --games 4";
    success(&folder, plain);
    refused(&folder, &format!("{plain} --sprt 0,200"), &["a fixed number of games"]);
}

#[test]
fn files_say_which_build_made_them() {
    let folder = folder_with(SMALL);
    let version = stdout(&run(&folder, "--version"));
    assert!(version.starts_with("Evalarena 0."), "{version}");
    let keys: Vec<&str> = version.lines().skip(1).filter_map(|line| line.split(':').next()).collect();
    assert_eq!(keys, ["commit", "compiler", "target", "profile", "sha256", "bench"]);
    let bench = version.rsplit(' ').next().unwrap().trim();
    let bench: u64 = bench.parse().unwrap();
    success(&folder, "run small.toml --out run");
    let run_folder = folder.join("run");
    let results = results(&run_folder);
    assert_eq!(results["schema_version"], 4);
    let build = &results["builds"][0];
    assert_eq!(build["bench"], bench);
    assert!(build["compiler"].as_str().unwrap().starts_with("rustc "));
    assert!(version.contains(build["target"].as_str().unwrap()));
    let evaluation = &results["identities"]["Otter"]["answers"]["evaluation"];
    assert!(evaluation.as_str().unwrap().starts_with("values "));
    assert_eq!(results["repeat"], "evalarena repeat run");
    let games = run_folder.read("games.pgn");
    let sha256 = build["sha256"].as_str().unwrap();
    assert!(version.contains(&format!("sha256: {sha256}\n")), "{version}");
    let tag = format!("[Software \"{}, sha256 {}\"]", version.lines().next().unwrap(), &sha256[..12]);
    assert_eq!(build["games"], 12);
    assert_eq!(games.matches(&tag).count(), 12, "{tag}");
    let page = run_folder.read("report.html");
    page.must_have(&["evalarena repeat run"]);
    assert!(page.contains(build["compiler"].as_str().unwrap()));
}

#[test]
fn a_run_is_repeated_and_the_first_difference_named() {
    let folder = folder_with(SMALL);
    success(&folder, "run small.toml --out run");
    let shown_text = json(&folder, "repeat run");
    shown_text.must_have_fields(&json!({ "same": 12, "fixed": 12 }));
    assert_eq!(shown_text["again"], "run-repeat");
    assert_eq!(stored(&folder.join("run-repeat")), 12);

    // Another game than it was.
    let database = Connection::open(folder.join("run/run.sqlite")).unwrap();
    let sql = "SELECT moves FROM games WHERE game = 4";
    let moves: String = database.query_row(sql, [], |row| row.get(0)).unwrap();
    let mut moves: Value = serde_json::from_str(&moves).unwrap();
    moves[2][4] = 1.into();
    database.execute("UPDATE games SET moves = ?1 WHERE game = 4", [moves.to_string()]).unwrap();
    drop(database);
    let again = run(&folder, "repeat run --out third");
    again.ended(1);
    stdout(&again).must_have(&["the same under fixed limits: 11 of 12 games", "The first difference: game 5 ("]);
    // A run that a kill cut short is repeated as far as it goes.
    folder.write("small.toml", slow());
    assert!(interrupt(&folder, "short", 3));
    let games = stored(&folder.join("short"));
    success(&folder, "repeat short --json");
    assert_eq!(stored(&folder.join("short-repeat")), games);
    refused(&folder, "repeat nowhere", &[]);
    refused(&folder, "repeat run --out ./run", &[]);
}
