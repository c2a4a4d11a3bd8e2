//! Stores that are whole databases and have rows that no game left, or fewer than they should.

use std::fs;
use std::path::Path;

use rusqlite::Connection;

use crate::common::{
    Contents, Folder, SMALL, folder_with, refused, run, stderr, stored, success, swiss, text,
    timeless,
};
use crate::shards::{change, database, merge_fails, two_parts, two_parts_of};

/// The fields of a game of the second shard: a mate, which the others are forged from.
fn a_mate(folder: &Folder) -> i64 {
    let connection = Connection::open(database(folder, 2)).unwrap();
    let sql = "SELECT game FROM games WHERE termination = 'checkmate'";
    connection.query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn a_shard_with_a_game_that_cannot_have_been_played_is_refused_alone() {
    // Games are played out, so that there is a mate among them.
    let folder = two_parts_of(&SMALL.replace("score = 900", "score = 29000"));
    let whole = fs::read(database(&folder, 2)).unwrap();
    let game = a_mate(&folder);
    let forgeries = [
        ("moves = '[[\"a1a8\",0,1,1,1,1]]'", "a1a8"),
        ("moves = '[]'", "its moves do not"),
        (
            "outcome = CASE outcome WHEN 'white-wins' THEN 'black-wins' ELSE 'white-wins' END",
            "by checkmate, and its moves end in",
        ),
        ("outcome = 'draw'", "1/2-1/2 by checkmate"),
        ("termination = 'repetition'", "threefold repetition"),
        ("termination = 'time-forfeit'", "loss on time"),
        ("termination = 'adjudicated-tablebase'", "by tablebase"),
        ("book_moves = 'e2e4'", "opening of its place"),
        ("start_fen = '4k3/8/8/8/8/8/8/4KQ2 w - - 0 1'", "opening of its place"),
        ("white_nodes = white_nodes + 1", "totals"),
        ("white_moves = 4294967296", "out of range"),
        ("outcome = 'white-win'", "unknown variant"),
    ];
    for (forgery, reason) in forgeries {
        fs::write(database(&folder, 2), &whole).unwrap();
        let sql = format!("UPDATE games SET {forgery} WHERE game = {game}");
        change(&database(&folder, 2), &sql);
        let merged = run(&folder, "merge out runs/small/shards");
        let printed = stderr(&merged);
        assert_eq!(merged.status.code(), Some(2), "{forgery}: {printed}");
        let number = format!("game {} (Round {} in games.pgn)", game + 1, game / 2 + 1);
        printed.must_have(&["2-of-2", &number, reason]);
        assert_eq!(stored(&folder.join("out")), 6, "{forgery}");
        success(&folder, "report out");
        fs::remove_dir_all(folder.join("out")).unwrap();
    }
    // The same command as before, and this game is played again.
    let repaired = success(&folder, "run small.toml --shard 2/2 --repair");
    let printed = stderr(&repaired);
    printed.must_have(&["it is played again"]);
    success(&folder, "merge out runs/small/shards");
    assert_eq!(stored(&folder.join("out")), 12);
}

#[test]
fn of_a_swiss_tournament_with_a_bad_game_in_a_later_round_nothing_is_taken() {
    let folder = folder_with(&swiss(3));
    success(&folder, "run small.toml --quiet");
    let database = folder.join("runs/small/run.sqlite");
    change(&database, "UPDATE games SET moves = '[]' WHERE game = 20");
    merge_fails(&folder, "merge out runs/small", &["game 21 "]);
    assert_eq!(stored(&folder.join("out")), 0);
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
        "UPDATE games SET moves = '[[\"a1a8\",0,1,1,1,1]]' WHERE game = 4;
         UPDATE games SET moves = 'nonsense' WHERE game = 7;
         DELETE FROM games WHERE game = 9",
    );
    let expected = ["game 5 (Round 3", "game 8 (Round 4", "--repair"];
    refused(&folder, line, &expected);
    refused(&folder, "report x", &["--repair"]);
    let repaired = text(&folder, "run small.toml --out x --repair");
    repaired.must_have(&["12 of 12 games, complete"]);
    assert_eq!(timeless(&folder.join("x")), whole);
    // Rows that are gone although the run is marked as complete.
    change(&database, "DELETE FROM games WHERE game IN (2, 3, 11)");
    success(&folder, line);
    assert_eq!(timeless(&folder.join("x")), whole);
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
        let report = run(&folder, "report out");
        stderr(&report).must_have(&["no run here"]);
        success(&folder, "merge out runs/small/shards");
        assert_eq!(stored(&folder.join("out")), 6);
        fs::write(database(&folder, 2), &whole).unwrap();
        success(&folder, "merge out runs/small/shards");
        assert_eq!(stored(&folder.join("out")), 12);
        fs::remove_dir_all(folder.join("out")).unwrap();
    }
    empty(&database(&folder, 1), false);
    empty(&database(&folder, 2), true);
    refused(&folder, "merge out runs/small/shards", &["2 have nothing in them yet"]);
    success(&folder, "run small.toml --shard 1/2 --quiet");
}

#[test]
fn stores_of_another_form_or_with_impossible_contents_are_refused() {
    let folder = two_parts();
    let whole = fs::read(database(&folder, 2)).unwrap();
    let endless = "ALTER TABLE failures RENAME TO kept; CREATE VIEW failures AS \
         WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT x AS game, '' AS detail, '' AS log FROM r";
    let trigger = "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END";
    let counts = |pairs: u64, cycles: u64| {
        format!(
            "UPDATE meta SET value = replace(value, '\"pairs\":2,\"cycles\":1', '\"pairs\":{pairs},\"cycles\":{cycles}') \
             WHERE key = 'configuration'"
        )
    };
    for (sql, reason) in [
        (endless.to_owned(), "not the database of a run"),
        (trigger.to_owned(), "not the database of a run"),
        (counts(4_294_967_295, 4_294_967_295), "run.pairs is 4294967295"),
        (counts(10_000_000, 10_000), "more than 10000000000 games"),
    ] {
        fs::write(database(&folder, 2), &whole).unwrap();
        change(&database(&folder, 2), &sql);
        merge_fails(&folder, "merge out runs/small/shards", &["2-of-2", reason]);
        assert_eq!(stored(&folder.join("out")), 6, "{sql}");
        refused(&folder, "report runs/small/shards/2-of-2", &[]);
        fs::remove_dir_all(folder.join("out")).unwrap();
    }
}

#[test]
fn shards_with_different_tests_are_refused() {
    let folder = folder_with(
        "run = { name = \"small\", format = \"match\", pairs = 2 }\nlimits = { nodes = 50 }\n\
         engine = [{ evaluator = \"material\" }, { evaluator = \"otter\" }]\n",
    );
    for (shard, test) in [("1/2", "sprt.elo1=5"), ("2/2", "sprt.elo1=50")] {
        success(
            &folder,
            &format!("run small.toml --shard {shard} --quiet --set sprt.elo0=0 --set {test}"),
        );
    }
    refused(&folder, "merge runs/small", &["the test that ends the run was"]);
}

/// Run as a user with read access only; the superuser becomes another one, where there is a command for it.
#[cfg(target_os = "linux")]
#[test]
fn a_shard_that_may_only_be_read_is_merged() {
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;
    let folder = two_parts();
    let mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let out = folder.join("out");
    fs::create_dir(&out).unwrap();
    for path in [&*folder, &out] {
        mode(path, 0o777);
    }
    for number in 1..=2 {
        let database = database(&folder, number);
        let part = database.parent().unwrap();
        for entry in fs::read_dir(part).unwrap() {
            mode(&entry.unwrap().path(), 0o444);
        }
        mode(part, 0o555);
    }
    let program = env!("CARGO_BIN_EXE_evalarena");
    let mut command = if rustix::process::geteuid().is_root() {
        let mut command = Command::new("setpriv");
        command.args("--reuid 65534 --regid 65534 --clear-groups".split(' '));
        command.arg(program);
        command
    } else {
        Command::new(program)
    };
    command.current_dir(&folder);
    let Ok(merged) = command.args(["merge", "out", "runs/small/shards"]).output() else {
        return;
    };
    for number in 1..=2 {
        mode(database(&folder, number).parent().unwrap(), 0o755);
    }
    assert!(merged.status.success(), "{}", stderr(&merged));
    assert_eq!(stored(&out), 12);
}
