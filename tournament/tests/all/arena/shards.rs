//! Runs that are played in parts and merged.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::{Value, json};

use super::*;

/// Plays part `number` of `of` of the small tournament, or of a changed one.
fn shard(folder: &Folder, number: usize, of: usize, more: &str) -> Output {
    run(folder, &format!("run small.toml --shard {number}/{of} --quiet {more}"))
}

/// Plays a part, which must succeed.
pub(crate) fn played(folder: &Folder, number: usize, of: usize) {
    shard(folder, number, of, "").ended(0);
}

pub(crate) fn shard_folder(folder: &Folder, number: usize, of: usize) -> PathBuf {
    folder.join(format!("runs/small/shards/{number}-of-{of}"))
}

/// The database of part `number` of two.
pub(crate) fn database(folder: &Folder, number: usize) -> PathBuf {
    shard_folder(folder, number, 2).join("run.sqlite")
}

pub(crate) fn change(database: &Path, sql: &str) {
    Connection::open(database).unwrap().execute_batch(sql).unwrap();
}

pub(crate) fn merge(folder: &Folder, arguments: &str) -> Output {
    run(folder, &format!("merge runs/small {arguments} --json --quiet"))
}

fn no_merge(folder: &Folder, arguments: &str, parts: &[&str]) {
    merge_fails(folder, &format!("merge runs/small {arguments} --json --quiet"), parts);
}

/// A merge that ends with an error, and prints what could be merged.
pub(crate) fn merge_fails(folder: &Folder, line: &str, parts: &[&str]) {
    run(folder, line).ended(2).must_have(parts);
}

pub(crate) fn shown(output: &Output) -> Value {
    serde_json::from_str(&stdout(output)).unwrap_or_else(|_| panic!("{}", stderr(output)))
}

/// Asserts that `runs/small` is what a run in one go gives.
pub(crate) fn assert_as_in_one_go(folder: &Folder, config: &str) {
    success(folder, &format!("run {config} --out whole --quiet"));
    let [whole, merged] = ["whole", "runs/small"].map(|name| folder.join(name));
    assert_eq!(timeless(&merged), timeless(&whole));
    assert_eq!(lasting(&merged), lasting(&whole));
    assert!(merged.join("report.html").exists());
}

#[test]
fn parts_in_any_order_give_the_games_and_results_of_a_run_in_one_go() {
    let folder = folder_with(SMALL);
    for number in [3, 1] {
        played(&folder, number, 4);
    }
    // Twelve games, six pairs: parts have one or two of them.
    assert_eq!(stored(&shard_folder(&folder, 1, 4)), 4);
    assert_eq!(stored(&shard_folder(&folder, 3, 4)), 4);
    let first = merge(&folder, "");
    first.ended(0);
    assert_eq!(shown(&first)["missing"], json!([[5, 6], [11, 12]]));
    assert_eq!(shown(&first)["added"], 8);
    for number in [4, 2] {
        played(&folder, number, 4);
    }
    let second = merge(&folder, "runs/small/shards/4-of-4 runs/small/shards");
    let second = shown(&second);
    second.must_have_fields(&json!({ "added": 4, "unchanged": 2 }));
    assert_eq!(second["missing"], json!([]));
    assert_as_in_one_go(&folder, "small.toml");
    shown(&merge(&folder, "")).must_have_fields(&json!({ "added": 0, "unchanged": 4 }));
    // Nothing else knows that it was merged.
    let over = run(&folder, "run small.toml");
    stderr(&over).must_have(&["Nothing was played: this is the result of"]);
    stdout(&over).must_have(&["12 of 12 games, complete"]);
    fs::create_dir(folder.join("empty")).unwrap();
    for (no_shard, printed) in [
        ("empty", "no shard here"),
        ("nowhere", "nowhere"),
        ("small.toml", "small.toml"),
        ("runs/small/shards runs/small", "only once"),
    ] {
        no_merge(&folder, no_shard, &[printed]);
    }
}

#[test]
fn a_merged_beginning_resumes_as_a_run_and_text_lists_missing_games() {
    let folder = folder_with(SMALL);
    played(&folder, 2, 3);
    let text = text(&folder, "merge runs/small");
    text.must_have(&["4 new games from 1 shard; 4 games of 12", "missing: 1-4, 9-12"]);
    success(&folder, "run small.toml --quiet");
    assert_as_in_one_go(&folder, "small.toml");
}

#[test]
fn a_part_that_is_killed_or_started_twice_resumes_and_one_in_play_is_skipped() {
    let folder = folder_with(&slow().replace("pairs = 2", "pairs = 3"));
    let part = shard_folder(&folder, 1, 2);
    let begin = || start(arena(&folder, "run small.toml --shard 1/2 --quiet --threads 1"));
    let mut kills = 0;
    for more in [1, 3] {
        let mut child = begin();
        let patience = Instant::now() + Duration::from_secs(60);
        while stored(&part) < more && Instant::now() < patience {
            sleep(Duration::from_millis(2));
        }
        if child.try_wait().unwrap().is_none() {
            kills += 1;
            // A merge now skips it.
            let merged = merge(&folder, "runs/small/shards");
            if merged.status.code() == Some(2) {
                stderr(&merged).must_have(&["shards being played: 1"]);
            }
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(kills > 0, "the part was over before it could be killed");
    // Two at once: the second waits, and finds nothing left.
    let mut twice = [begin(), begin()];
    for child in &mut twice {
        assert!(child.wait().unwrap().success());
    }
    played(&folder, 2, 2);
    assert_eq!(shown(&merge(&folder, ""))["missing"], json!([]));
    assert_as_in_one_go(&folder, "small.toml");
}

#[test]
fn sigterm_ends_a_part_at_once_and_nothing_stored_is_lost() {
    let folder = folder_with(&SMALL.replace("pairs = 2", "pairs = 40"));
    let part = shard_folder(&folder, 1, 1);
    let mut child = arena(&folder, "run small.toml --shard 1/1 --quiet").spawn().unwrap();
    wait_until(&mut child, || stored(&part) >= 3);
    signal(&child, rustix::process::Signal::TERM);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let before = stored(&part);
    assert!(before >= 3);
    assert_eq!(shown(&merge(&folder, ""))["added"], before);
}

#[test]
fn a_swiss_tournament_goes_round_by_round() {
    let folder = folder_with(&swiss(3));
    for round in 1..=2 {
        for number in 1..=3 {
            played(&folder, number, 3);
            assert_eq!(stored(&shard_folder(&folder, number, 3)), 4 * round);
        }
        let merged = shown(&merge(&folder, ""));
        assert_eq!(merged["games"], 12 * round, "{merged}");
    }
    assert_as_in_one_go(&folder, "small.toml");
    // All at once: the second round is known by the first, whatever comes first.
    let all = run(&folder, "merge again runs/small/shards --json --quiet");
    assert_eq!(shown(&all)["games"], 24, "{}", stderr(&all));
}

#[test]
fn other_configurations_and_programs_are_refused_and_nothing_is_merged() {
    let folder = folder_with(SMALL);
    played(&folder, 1, 2);
    shard(&folder, 2, 2, "--set limits.nodes=700");
    no_merge(&folder, "", &["200", "700"]);
    assert!(!folder.join("runs/small/run.sqlite").exists());
    // The same, made by another version.
    shard(&folder, 2, 2, "--fresh");
    let sql = "UPDATE meta SET value = 'Evalarena 0.0.1' WHERE key = 'software'";
    change(&database(&folder, 2), sql);
    no_merge(&folder, "runs/small/shards/1-of-2 runs/small/shards/2-of-2", &["Evalarena 0.0.1"]);
    // A shard is not another shard, nor does it grow.
    let grown = "run small.toml --shard 1/2 --set run.pairs=3";
    refused(&folder, grown, &["run.pairs was 2 and is now 3"]);
}

/// Two parts of two, both played.
pub(crate) fn two_parts() -> Folder {
    let folder = folder_with(SMALL);
    for number in 1..=2 {
        played(&folder, number, 2);
    }
    folder
}

#[test]
fn a_part_that_was_killed_before_its_settings_were_written_keeps_no_other_out() {
    let folder = folder_with("");
    let line = "match michniewski material --nodes 20 --games 8 --sprt 0,5 --out run";
    for part in ["1/2", "2/2"] {
        success(&folder, &format!("{line} --shard {part}"));
    }
    let killed = folder.join("run/shards/1-of-2/run.sqlite");
    change(&killed, "DELETE FROM games; DELETE FROM meta WHERE key IN ('invocation', 'shard')");
    let merged = run(&folder, "merge run --json --quiet");
    merged.ended(0);
    let summary = shown(&merged);
    assert_eq!((&summary["added"], &summary["missing"]), (&json!(4), &json!([[1, 4]])), "{summary}");
    // Its next attempt plays them.
    success(&folder, &format!("{line} --shard 1/2"));
    let summary = shown(&run(&folder, "merge run --json --quiet"));
    assert_eq!(summary["added"], 4, "{summary}");
}

#[test]
fn two_different_games_of_one_number_are_refused_with_both_named() {
    let folder = two_parts();
    shown(&merge(&folder, ""));
    let copy = folder.join("copy");
    fs::create_dir(&copy).unwrap();
    let forged = copy.join("run.sqlite");
    fs::copy(database(&folder, 2), &forged).unwrap();
    let sql = "UPDATE games SET white_nodes = 1, outcome = 'draw', termination = 'stalemate' WHERE game = 8";
    change(&forged, sql);
    let before = fs::read(folder.join("runs/small/games.pgn")).unwrap();
    no_merge(&folder, "copy", &["its game 9 is not the one", "2-of-2", "by stalemate"]);
    assert_eq!(fs::read(folder.join("runs/small/games.pgn")).unwrap(), before);
    assert_eq!(stored(&folder.join("runs/small")), 12);
    // Of timed games the first that came stays: no two are alike.
    let timed = SMALL.replace("nodes = 200", "movetime = 1").replace("depth = 2", "movetime = 1");
    let folder = folder_with(&timed.replace("max_moves = 100", "max_moves = 4"));
    played(&folder, 1, 6);
    merge(&folder, "");
    fs::remove_dir_all(shard_folder(&folder, 1, 6)).unwrap();
    played(&folder, 1, 6);
    let again = merge(&folder, "");
    again.ended(0);
    assert_eq!(shown(&again)["added"], 0);
}

#[test]
fn an_array_job_takes_its_part_from_the_environment() {
    let folder = folder_with(SMALL);
    let mut task = arena(&folder, "run small.toml --shard env --json --quiet");
    task.env("SLURM_ARRAY_TASK_ID", "0");
    task.env("SLURM_ARRAY_TASK_MIN", "0");
    task.env("SLURM_ARRAY_TASK_COUNT", "3");
    let played = task.output().unwrap();
    assert_eq!(shown(&played)["shard"], "1/3");
    assert_eq!(shown(&played)["games"], 4);
    assert_eq!(stored(&shard_folder(&folder, 1, 3)), 4);
    refused(&folder, "run small.toml --shard env", &["write K/N"]);
}
