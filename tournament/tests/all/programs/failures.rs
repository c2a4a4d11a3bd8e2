//! Failures of programs and their cost; machines with too little for a run, which costs no engine a game.

use std::collections::BTreeMap;
use std::fs::File;
use std::os::fd::OwnedFd;

use players::record::Termination;
use runner::store::{Store, StoreError};

use super::{
    Contents, Ended, Files, TEST_ENGINE, arena_within, engine, folder_with, gauntlet, refused, results, run, shell,
    stderr, stdout, stored,
};
use crate::arena::rows;

#[test]
fn twelve_kinds_of_misbehaviour_are_named_and_the_run_continues() {
    // The name that the test engine has for each, its kind, a part of the message, and limits that are soon over.
    let faults = rows("faults");
    let bad = faults.iter().map(|row| {
        let (fault, keys) = (row[0], row[3]);
        if fault == "no-uciok" {
            // It answers when it is asked and tried beforehand, and never again.
            let script = format!(
                "echo >> asked; [ $(wc -l < asked) -gt 2 ] && exec {TEST_ENGINE:?} --fault no-uciok; exec {TEST_ENGINE:?}"
            );
            return shell(fault, &script, keys);
        }
        // In the middle of a game, so that there are lines in the log.
        let arguments = format!("--fault {fault} --at 3 --sleep 400");
        engine(fault, &arguments, keys)
    });
    let engines: Vec<String> = std::iter::once(engine("good", "", "")).chain(bad).collect();
    let folder = folder_with(&gauntlet(1, &engines));
    let output = run(&folder, "run t.toml --out run --threads 2");
    output.ended(4);
    let results = results(&folder.join("run"));
    assert_eq!(results["games"], 24);
    let mut seen = BTreeMap::new();
    let store = Store::open_read_only(&folder.join("run")).unwrap();
    let visited: Result<(), StoreError> = store.visit(|game| {
        let loser = game.loser().unwrap();
        assert!(loser > 0, "the good engine lost game {}", game.index);
        let fault = faults[loser - 1][0];
        let failure = game.failure.unwrap();
        assert_eq!(failure.kind.name(), faults[loser - 1][1], "{fault}");
        assert_eq!(game.termination, Termination::Failure(failure.kind), "{fault}");
        failure.detail.must_have(&[faults[loser - 1][2]]);
        assert!(failure.log.iter().any(|line| line.starts_with("> ")), "{fault}");
        *seen.entry(fault).or_insert(0) += 1;
        Ok(())
    });
    visited.unwrap();
    assert!(seen.len() == 12 && seen.values().all(|&games| games == 2), "{seen:?}");
    for (place, row) in faults.iter().enumerate() {
        let counted = [&results["engines"][place + 1]["failures"], &results["terminations"]];
        assert_eq!(counted.map(|of| &of[row[1]]), [2, 2], "{row:?}");
    }
    let log = folder.read("run/failures.log");
    assert_eq!(log.matches(" lost by ").count(), 24, "{log}");
    log.must_have(&["! about to abort", "> position startpos moves "]);
    let table = stdout(&output);
    table.must_have(&["abort: 2 by a crash"]);
    assert!(table.starts_with("WARNING: abort failed in every one of its 2 games\n"), "{table}");
    // A program that is not ready when it is tried beforehand causes a warning.
    stderr(&output).must_have(&["\"no-readyok\" will forfeit its games"]);
}

#[test]
fn a_strict_run_stops_at_the_first_failure() {
    let engines = [engine("good", "", ""), engine("bad", "--fault exit --at 5", "")];
    let folder = folder_with(&gauntlet(3, &engines));
    let strict = "run t.toml --out run --set run.strict=true";
    let message = refused(&folder, strict, &["engine \"bad\" lost by", "exit status 3"]);
    message.must_have(&["> go nodes 100", "run.strict=false"]);
    assert_eq!(stored(&folder.join("run")), 0, "the game does not count");
    let output = run(&folder, "run t.toml --out run");
    output.ended(4);
    assert_eq!(results(&folder.join("run"))["engines"][1]["failures"]["exit"], 6);
}

#[test]
fn programs_play_by_the_clock() {
    let odds = engine("odds", "", "limits = { tc = \"3/20+1\" }");
    let bad = engine("bad", "--fault exit --at 5", "limits = { tc = \"60+0.5\" }");
    let folder = folder_with(&gauntlet(1, &[odds, bad]));
    let output = run(&folder, "run t.toml --out run");
    output.ended(4);
    let log = folder.read("run/failures.log");
    let go: Vec<&str> = log.lines().filter(|line| line.starts_with("  > go ")).collect();
    // Both clocks, each with its own increment; the moves to go are the other's alone.
    assert!(go.iter().all(|line| line.contains(" winc ") && line.contains(" binc ")), "{log}");
    assert!(go.iter().all(|line| !line.contains("movestogo")), "{log}");
    assert!(results(&folder.join("run"))["overhead_ms"].as_f64().is_some());
}

/// One test, since the descriptors that it hands on in the end reach the programs of all others.
#[test]
fn too_few_descriptors_are_reported_before_a_game_is_played_or_cost_no_engine_a_game() {
    // Twelve programs that play well, two games at a time, after a command of the shell.
    let engines: Vec<String> = (0..12).map(|number| engine(&number.to_string(), "", "")).collect();
    let run_within = |limits: &str| {
        let folder = folder_with(&gauntlet(1, &engines));
        let output = arena_within(&folder, limits, "run t.toml --out run --threads 2").output().unwrap();
        (folder, output)
    };
    let (folder, output) = run_within("ulimit -n 60");
    output.ended(2).must_have(&["12 programs need 122 open files", "may have 60", "--threads"]);
    assert_eq!(stored(&folder.join("run")), 0);
    // A soft limit is raised.
    let (folder, output) = run_within("ulimit -S -n 32");
    output.ended(0);
    assert_eq!(results(&folder.join("run"))["games"], 22);
    // Descriptors inherited from the process that starts the arena count, too.
    let null = File::open("/dev/null").unwrap();
    let handed: Vec<OwnedFd> = (0..80).map(|_| rustix::io::dup(&null).unwrap()).collect();
    let (folder, output) = run_within("ulimit -n 130");
    drop(handed);
    output.ended(2).must_have(&["Too many open files", "no game is lost", "ulimit -n"]);
    let store = Store::open_read_only(&folder.join("run")).unwrap();
    let visited: Result<(), StoreError> = store.visit(|game| {
        assert_eq!(game.failure, None, "game {}", game.index);
        Ok(())
    });
    visited.unwrap();
    assert!(store.count().unwrap() < 22);
}
