//! Folders that are changed from outside while a run plays in them, and databases that are whole and wrong.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Output};

use crate::common::{
    Contents, SMALL, arena, entries, folder_with, refused, results, run, start, stderr, stored,
    success, swiss, wait_until,
};
use crate::shards::change;

/// Many games, so that there is time for mischief.
fn long() -> String {
    SMALL.replace("pairs = 2", "pairs = 2000")
}

/// A run in `folder/x` that has stored a game.
fn playing(folder: &Path) -> Child {
    let arguments = "run small.toml --out x --threads 1";
    let mut child = start(arena(folder, arguments));
    wait_until(&mut child, || stored(&folder.join("x")) > 0);
    child
}

/// The output of a run that must notice something and end by itself, long before its games are played.
fn noticed(child: Child, expected: &[&str]) -> Output {
    let output = child.wait_with_output().unwrap();
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    message.must_have(expected);
    output
}

#[test]
fn a_folder_in_which_another_arena_plays_is_not_put_away() {
    let folder = folder_with(&long());
    let mut first = playing(&folder);
    let fresh = "run small.toml --out x --fresh";
    refused(&folder, fresh, &["another process is playing"]);
    assert!(!folder.join("x.old-1").exists());
    first.kill().unwrap();
    // As soon as it is dead, however long the system takes to bury it.
    let small = format!("{fresh} --set run.pairs=2");
    success(&folder, &small);
    assert!(folder.join("x.old-1/run.sqlite").exists());
    first.wait().unwrap();
}

#[test]
fn a_run_whose_folder_is_renamed_reports_where_its_games_are() {
    let folder = folder_with(&long());
    let child = playing(&folder);
    fs::rename(folder.join("x"), folder.join("y")).unwrap();
    let mut expected = vec!["no longer the file"];
    if cfg!(target_os = "linux") {
        expected.push("/y");
    }
    noticed(child, &expected);
    assert!(!folder.join("x").exists());
    assert!(stored(&folder.join("y")) > 0);
}

#[test]
fn a_run_whose_folder_is_deleted_does_not_call_its_games_safe() {
    let folder = folder_with(&long());
    let child = playing(&folder);
    fs::remove_dir_all(folder.join("x")).ok();
    fs::remove_dir_all(folder.join("x")).ok();
    let output = noticed(child, &["no longer the file", "gone"]);
    stderr(&output).must_lack(&["safe"]);
}

#[test]
fn a_run_whose_database_is_replaced_leaves_the_other_one_alone() {
    let folder = folder_with(&long());
    let child = playing(&folder);
    let database = folder.join("x/run.sqlite");
    let other = folder.join("other");
    fs::write(&other, b"mine").unwrap();
    fs::rename(&other, &database).unwrap();
    noticed(child, &["no longer the file", "before"]);
    assert_eq!(fs::read(&database).unwrap(), b"mine");
}

#[test]
fn rows_that_contradict_the_schedule_are_damage() {
    let folder = folder_with(SMALL);
    run(&folder, "run small.toml --out x");
    let database = folder.join("x/run.sqlite");
    let whole = fs::read(&database).unwrap();
    for (row, complete) in [
        ("white = 99 WHERE game = 3", true),
        ("white = black WHERE game = 3", true),
        ("game = 999999 WHERE game = 3", false),
        ("opening = 1 - opening WHERE game = 3", true),
        ("pair = pair + 1 WHERE game = 3", true),
        ("white = black, black = white WHERE game = 3", false),
    ] {
        fs::write(&database, &whole).unwrap();
        change(&database, &format!("UPDATE games SET {row}"));
        if !complete {
            change(&database, "DELETE FROM meta WHERE key = 'complete'");
        }
        refused(&folder, "run small.toml --out x", &["damaged"]);
    }
}

#[test]
fn a_swiss_round_that_was_never_drawn_so_is_damage() {
    let folder = folder_with(&swiss(2));
    let line = "run small.toml --out x";
    success(&folder, line);
    success(&folder, line);
    // The second round's opponents, exchanged: each row is still sound for itself.
    let sql = "UPDATE games SET white = 3 - white, black = 3 - black WHERE game >= 8";
    change(&folder.join("x/run.sqlite"), sql);
    refused(&folder, line, &["damaged"]);
}

#[cfg(unix)]
#[test]
fn links_in_the_folder_are_not_written_through() {
    let folder = folder_with(SMALL);
    let precious = folder.join("precious");
    fs::create_dir(folder.join("x")).unwrap();
    for name in ["games.pgn.new", "results.json.new", "failures.log.new"] {
        fs::write(&precious, b"mine").unwrap();
        let link = folder.join("x").join(name);
        std::os::unix::fs::symlink(&precious, link).unwrap();
    }
    success(&folder, "run small.toml --out x");
    assert_eq!(fs::read(&precious).unwrap(), b"mine");
    assert_eq!(results(&folder.join("x"))["games"], 12);
    let names = entries(&folder.join("x"));
    let is_new = |name: &PathBuf| name.to_string_lossy().ends_with(".new");
    assert!(!names.iter().any(is_new));
}

#[cfg(unix)]
#[test]
fn pipes_in_the_folder_do_not_block() {
    let folder = folder_with(SMALL);
    let make = |name: &str| {
        let path = folder.join("x").join(name);
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
    };
    fs::create_dir(folder.join("x")).unwrap();
    make("run.lock");
    refused(&folder, "run small.toml --out x", &["run.lock: it is not a regular file"]);
    fs::remove_file(folder.join("x/run.lock")).unwrap();
    make("failures.log");
    // The least clock there is: an engine fails, and that is noted as it happens.
    let clock = "run small.toml --out x --set \"limits={tc='0.001'}\"";
    let output = run(&folder, clock);
    stderr(&output).must_have(&["by loss on time"]);
    assert!(results(&folder.join("x"))["terminations"]["time-forfeit"].as_u64() > Some(0));
}
