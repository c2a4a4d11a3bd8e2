//! Runs that stop, go on, are finished, changed or begun again.

use serde_json::Value;

use crate::common::{SMALL, folder_with, interrupt, results, run, stderr, stdout, timeless};

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = folder_with(SMALL);
    for threads in ["1", "2"] {
        let out = format!("t{threads}");
        let played = run(
            folder.path(),
            &["run", "small.toml", "--threads", threads, "--out", &out],
        );
        assert!(played.status.success(), "{}", stderr(&played));
    }
    let games = |out: &str| timeless(&folder.path().join(out).join("games.pgn"));
    assert_eq!(games("t1"), games("t2"));
    assert_eq!(games("t1").matches("[Event ").count(), 12);
    assert!(games("t1").contains("600}"));
    // Another seed is another tournament.
    run(
        folder.path(),
        &["run", "small.toml", "--seed", "6", "--out", "t3"],
    );
    assert_ne!(games("t1"), games("t3"));
}

#[test]
fn a_run_that_is_killed_goes_on_and_ends_the_same() {
    let folder = folder_with(SMALL);
    run(folder.path(), &["run", "small.toml", "--out", "whole"]);
    let kills = (0..3)
        .filter(|_| interrupt(folder.path(), "killed", 1))
        .count();
    assert!(kills > 0, "every run ended before it could be killed");
    let last = run(folder.path(), &["run", "small.toml", "--out", "killed"]);
    assert!(last.status.success(), "{}", stderr(&last));
    let games = |out: &str| timeless(&folder.path().join(out).join("games.pgn"));
    assert_eq!(games("whole"), games("killed"));
    let results = |out: &str| results(&folder.path().join(out));
    assert_eq!(results("whole")["pairings"], results("killed")["pairings"]);
    assert_eq!(
        results("whole")["terminations"],
        results("killed")["terminations"]
    );
}

#[test]
fn a_finished_run_is_shown_a_changed_one_refused_and_a_fresh_one_played() {
    let folder = folder_with(SMALL);
    let first = run(folder.path(), &["run", "small.toml"]);
    assert!(
        stdout(&first).contains("small: 12 of 12 games, complete"),
        "{}",
        stderr(&first)
    );
    let again = run(folder.path(), &["run", "small.toml"]);
    assert!(again.status.success());
    assert_eq!(stdout(&again), stdout(&first));
    assert!(stderr(&again).contains("complete already"));
    let changed = run(
        folder.path(),
        &["run", "small.toml", "--set", "limits.nodes=700"],
    );
    assert_eq!(changed.status.code(), Some(2));
    let message = stderr(&changed);
    assert!(
        message.contains("600") && message.contains("700"),
        "{message}"
    );
    assert!(message.contains("--fresh"), "{message}");
    let fresh = [
        "run",
        "small.toml",
        "--set",
        "limits.nodes=700",
        "--fresh",
        "--json",
    ];
    let fresh = run(folder.path(), &fresh);
    assert!(fresh.status.success(), "{}", stderr(&fresh));
    assert!(folder.path().join("runs/small.old-1/run.sqlite").exists());
    let results: Value = serde_json::from_str(&stdout(&fresh)).unwrap();
    assert_eq!(results["games"], 12);
    let engine = &results["engines"][0];
    assert_eq!(
        (engine["name"].as_str(), engine["games"].as_u64()),
        (Some("Material"), Some(8))
    );
    assert_eq!(
        (engine["elo"].as_f64(), engine["elo_low"].as_f64()),
        (Some(0.0), Some(0.0))
    );
    let penta = results["pairings"][0]["penta"].as_array().unwrap();
    assert_eq!(
        penta
            .iter()
            .map(|count| count.as_u64().unwrap())
            .sum::<u64>(),
        2
    );
}
