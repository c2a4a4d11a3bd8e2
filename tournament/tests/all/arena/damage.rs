//! Disks that are full, folders that cannot be written or are changed from outside while a run plays in them, databases
//! that are damaged, or whole and wrong: a clear error, and nothing lost that was stored.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Output};

use super::shards::{change, database, merge_fails, two_parts};
use super::*;

/// Expects that a run fails: exit status 2 and a message with all of `expected`.
fn fails(folder: &Path, expected: &[&str]) {
    refused(folder, "run small.toml --out x", expected);
}

/// Files are limited to a number of blocks, as on a disk that is full.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = folder_with(SMALL);
    let line = "run small.toml --out x --threads 1";
    let limited = arena_within(&folder, "ulimit -f 200", line).output();
    limited.unwrap().ended(2).must_have(&["disk", "safe"]);
    let before = stored(&folder.join("x"));
    assert!((1..12).contains(&before), "{before} games were stored");
    let printed = stderr(&run(&folder, "run small.toml --out x"));
    printed.must_have(&[&format!("{before} of them already played")]);
    run(&folder, "run small.toml --out whole");
    let games = |out: &str| timeless(&folder.join(out));
    assert_eq!(games("x"), games("whole"));
}

#[test]
fn a_database_that_was_cut_off_or_overwritten_is_left_alone() {
    let folder = folder_with(SMALL);
    run(&folder, "run small.toml --out x");
    let database = folder.join("x/run.sqlite");
    let whole = fs::read(&database).unwrap();
    let cut = whole[..whole.len() / 2].to_vec();
    let mut garbled = whole.clone();
    garbled[4096..8192].fill(0x5a);
    let mut headless = whole.clone();
    headless[..100].fill(0);
    for (bytes, text) in [(cut, "damaged"), (garbled, "damaged"), (headless, "not the database")] {
        fs::write(&database, &bytes).unwrap();
        fails(&folder, &[text, "run.sqlite"]);
        assert_eq!(fs::read(&database).unwrap(), bytes, "{text}");
    }
    fs::write(&database, &whole).unwrap();
    success(&folder, "run small.toml --out x");
}

/// A file that cannot be written is named, and written as soon as it can be.
#[test]
fn a_report_that_cannot_be_written_is_named() {
    let folder = folder_with(SMALL);
    let games = folder.join("x/games.pgn");
    fs::create_dir_all(&games).unwrap();
    fails(&folder, &["x/games.pgn", "safe", "run again"]);
    fs::remove_dir(&games).unwrap();
    let again = run(&folder, "run small.toml --out x");
    assert!(again.status.success() && games.is_file(), "{}", stderr(&again));
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder_with(&slow());
    assert!(interrupt(&folder, "x", 2));
    let run_folder = folder.join("x");
    let access = |mode| {
        let mut paths = entries(&run_folder);
        let folder_mode = if mode == 0o444 { 0o555 } else { 0o755 };
        for path in paths.drain(..) {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        }
        fs::set_permissions(&run_folder, fs::Permissions::from_mode(folder_mode)).unwrap();
    };
    access(0o444);
    // The superuser may write everywhere, so there is nothing to test.
    if File::create(run_folder.join("probe")).is_err() {
        fails(&folder, &["/x", "choose"]);
    }
    access(0o644);
    assert!(stored(&run_folder) >= 2);
    success(&folder, "run small.toml --out x");
}

/// Many games, so that there is time for mischief.
fn long() -> String {
    SMALL.replace("pairs = 2", "pairs = 2000")
}

/// A run in `folder/x` that has stored a game.
fn playing(folder: &Path) -> Child {
    let mut child = start(arena(folder, "run small.toml --out x --threads 1"));
    wait_until(&mut child, || stored(&folder.join("x")) > 0);
    child
}

/// The output of a run that must notice something and end by itself, long before its games are played.
fn noticed(child: Child, expected: &[&str]) -> Output {
    let output = child.wait_with_output().unwrap();
    output.ended(2).must_have(expected);
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
    success(&folder, &format!("{fresh} --set run.pairs=2"));
    assert!(folder.join("x.old-1/run.sqlite").exists());
    first.wait().unwrap();
}

/// Whoever renames, deletes or replaces what is being written is told of it, and where the games are.
#[test]
fn a_run_whose_folder_is_renamed_deleted_or_replaced_ends_with_what_became_of_its_games() {
    let folder = folder_with(&long());
    let [x, y] = ["x", "y"].map(|name| folder.join(name));
    let child = playing(&folder);
    fs::rename(&x, &y).unwrap();
    let place = if cfg!(target_os = "linux") { "/y" } else { "" };
    noticed(child, &["no longer the file", place]);
    assert!(!x.exists() && stored(&y) > 0);

    let child = playing(&folder);
    // What is being written may come between.
    fs::remove_dir_all(&x).ok();
    fs::remove_dir_all(&x).ok();
    stderr(&noticed(child, &["no longer the file", "gone"])).must_lack(&["safe"]);

    let child = playing(&folder);
    let (other, database) = (folder.join("other"), x.join("run.sqlite"));
    fs::write(&other, b"mine").unwrap();
    fs::rename(&other, &database).unwrap();
    noticed(child, &["no longer the file", "before"]);
    assert_eq!(fs::read(&database).unwrap(), b"mine");
}

#[cfg(unix)]
#[test]
fn links_in_the_folder_are_not_written_through() {
    let folder = folder_with(SMALL);
    let precious = folder.join("precious");
    fs::create_dir(folder.join("x")).unwrap();
    for name in ["games.pgn.new", "results.json.new", "failures.log.new"] {
        fs::write(&precious, b"mine").unwrap();
        std::os::unix::fs::symlink(&precious, folder.join("x").join(name)).unwrap();
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
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    };
    fs::create_dir(folder.join("x")).unwrap();
    make("run.lock");
    refused(&folder, "run small.toml --out x", &["run.lock: it is not a regular file"]);
    fs::remove_file(folder.join("x/run.lock")).unwrap();
    make("failures.log");
    // The least clock there is: an engine fails, and that is noted as it happens.
    let output = run(&folder, "run small.toml --out x --set \"limits={tc='0.001'}\"");
    stderr(&output).must_have(&["by loss on time"]);
    assert!(results(&folder.join("x"))["terminations"]["time-forfeit"].as_u64() > Some(0));
}

#[test]
fn a_run_offers_to_play_bad_games_again_and_plays_lost_ones() {
    let folder = folder_with(SMALL);
    success(&folder, "run small.toml --out whole");
    let whole = timeless(&folder.join("whole"));
    let line = "run small.toml --out x";
    success(&folder, line);
    let database = folder.join("x/run.sqlite");
    change(
        &database,
        "UPDATE games SET moves = '[[\"a1a8\",0,1,1,1,1,null]]' WHERE game = 4;
         UPDATE games SET moves = 'nonsense' WHERE game = 7;
         DELETE FROM games WHERE game = 9",
    );
    refused(&folder, line, &["game 5 (Round 3", "game 8 (Round 4", "--repair"]);
    refused(&folder, "report x", &["--repair"]);
    text(&folder, "run small.toml --out x --repair").must_have(&["12 of 12 games, complete"]);
    assert_eq!(timeless(&folder.join("x")), whole);
    // Rows that are gone although the run is marked as complete.
    change(&database, "DELETE FROM games WHERE game IN (2, 3, 11)");
    success(&folder, line);
    assert_eq!(timeless(&folder.join("x")), whole);
}

/// The replay of single games is tested in the runner.
#[test]
fn rows_that_contradict_the_schedule_are_damage() {
    let folder = folder_with(SMALL);
    run(&folder, "run small.toml --out x");
    let database = folder.join("x/run.sqlite");
    let whole = fs::read(&database).unwrap();
    for row in [
        "white = 99 WHERE game = 3",
        "game = 999999 WHERE game = 3",
        "opening = 1 - opening WHERE game = 3",
        "pair = pair + 1 WHERE game = 3",
        "white = black, black = white WHERE game = 3",
        "white_moves = 4294967296 WHERE game = 3",
        "outcome = 'white-win' WHERE game = 3",
    ] {
        fs::write(&database, &whole).unwrap();
        change(&database, &format!("UPDATE games SET {row}"));
        change(&database, "DELETE FROM meta WHERE key = 'complete'");
        fails(&folder, &["damaged", "--repair"]);
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
    // Of a run with a bad game in a later round nothing is merged.
    change(&folder.join("x/run.sqlite"), sql);
    change(&folder.join("x/run.sqlite"), "UPDATE games SET moves = '[]' WHERE game = 14");
    merge_fails(&folder, "merge out x", &["game 15 "]);
    assert_eq!(stored(&folder.join("out")), 0);
}

#[test]
fn a_shard_with_a_game_that_cannot_have_been_played_is_refused_alone() {
    let folder = two_parts();
    let shard = database(&folder, 2);
    change(&shard, "UPDATE games SET moves = '[]' WHERE game = (SELECT max(game) FROM games)");
    merge_fails(&folder, "merge out runs/small/shards", &["2-of-2", "game 12 (Round 6"]);
    assert_eq!(stored(&folder.join("out")), 6);
    success(&folder, "report out");
    // The same command as before, and this game is played again.
    let repaired = success(&folder, "run small.toml --shard 2/2 --repair");
    stderr(&repaired).must_have(&["it is played again"]);
    success(&folder, "merge out runs/small/shards");
    assert_eq!(stored(&folder.join("out")), 12);
}

#[test]
fn an_empty_database_is_no_run_yet() {
    let folder = two_parts();
    let whole = fs::read(database(&folder, 2)).unwrap();
    let empty = |path: &Path, header: bool| {
        fs::write(path, b"").unwrap();
        if header {
            change(path, "PRAGMA journal_mode = WAL");
        }
    };
    for header in [false, true] {
        empty(&database(&folder, 2), header);
        fs::create_dir_all(folder.join("out")).unwrap();
        empty(&folder.join("out/run.sqlite"), header);
        stderr(&run(&folder, "report out")).must_have(&["no run here"]);
        success(&folder, "merge out runs/small/shards");
        assert_eq!(stored(&folder.join("out")), 6);
        fs::write(database(&folder, 2), &whole).unwrap();
        success(&folder, "merge out runs/small/shards");
        assert_eq!(stored(&folder.join("out")), 12);
        fs::remove_dir_all(folder.join("out")).unwrap();
    }
    empty(&database(&folder, 1), false);
    empty(&database(&folder, 2), true);
    refused(&folder, "merge out runs/small/shards", &["with nothing in them yet: 2"]);
    success(&folder, "run small.toml --shard 1/2 --quiet");
}

/// The first shard is merged, and nothing of the second.
#[test]
fn a_shard_that_is_damaged_is_named_and_nothing_of_it_merged() {
    let folder = two_parts();
    let (shard, out) = (database(&folder, 2), folder.join("out"));
    let whole = fs::read(&shard).unwrap();
    let fails = |what: &str, reason: &str| {
        merge_fails(&folder, "merge out runs/small/shards", &["2-of-2", reason]);
        assert_eq!(stored(&out), 6, "{what}");
        fs::remove_dir_all(&out).unwrap();
    };
    for length in [50, 5000, whole.len() / 2, whole.len() - 4096] {
        fs::write(&shard, &whole[..length]).unwrap();
        fails(&length.to_string(), "");
    }
    let counts = |pairs: u64, cycles: u64| {
        format!(
            "UPDATE meta SET value = replace(value, '\"pairs\":2,\"cycles\":1', '\"pairs\":{pairs},\"cycles\":{cycles}') \
             WHERE key = 'configuration'"
        )
    };
    let endless = "ALTER TABLE failures RENAME TO kept; CREATE VIEW failures AS \
         WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT x AS game, '' AS detail, '' AS log FROM r";
    let trigger = "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END";
    let of_game = |row: &str| format!("UPDATE games SET {row} WHERE game = 9");
    for (sql, reason) in [
        (of_game("moves = '[[\"e2e4\"'"), ""),
        (of_game("white = 2, black = 2"), "plays itself"),
        (of_game("pair = 1"), ""),
        (endless.to_owned(), "not the database of a run"),
        (trigger.to_owned(), "not the database of a run"),
        (counts(4_294_967_295, 4_294_967_295), "run.pairs is 4294967295"),
        (counts(10_000_000, 10_000), "more than 10000000000 games"),
    ] {
        fs::write(&shard, &whole).unwrap();
        change(&shard, &sql);
        fails(&sql, reason);
        if !reason.is_empty() {
            refused(&folder, "report runs/small/shards/2-of-2", &[]);
        }
    }
}

#[test]
fn shards_with_different_tests_are_refused() {
    let folder = folder_with(
        "run = { name = \"small\", format = \"match\", pairs = 2 }\nlimits = { nodes = 50 }\n\
         engine = [{ evaluator = \"material\" }, { evaluator = \"otter\" }]\n",
    );
    for (shard, test) in [("1/2", "sprt.elo1=5"), ("2/2", "sprt.elo1=50")] {
        success(&folder, &format!("run small.toml --shard {shard} --quiet --set sprt.elo0=0 --set {test}"));
    }
    refused(&folder, "merge runs/small", &["the test that ends the run was"]);
}
