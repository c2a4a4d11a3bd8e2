//! Machines with too little for a run, which costs no engine a game.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::Output;
use std::sync::{Mutex, PoisonError};

use runner::store::{Store, StoreError};

use super::{
    Contents, Ended, Folder, arena_within, engine, folder_with, gauntlet, results, stored,
};

/// Descriptors that one test hands on reach the programs of the others, too: one at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Twelve programs that play well.
fn twelve() -> Folder {
    let engines: Vec<String> = (0..12).map(|number| engine(&number.to_string(), "", "")).collect();
    folder_with(&gauntlet(1, &engines))
}

/// Plays two games at a time after `limits`, a command of the shell.
fn run_within(folder: &Path, limits: &str) -> Output {
    let line = "run t.toml --out run --threads 2";
    arena_within(folder, limits, line).output().unwrap()
}

#[test]
fn too_few_descriptors_are_reported_before_a_game_is_played() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = twelve();
    let output = run_within(&folder, "ulimit -n 60");
    output.ended(2).must_have(&["12 programs need 122 open files", "may have 60", "--threads"]);
    assert_eq!(stored(&folder.join("run")), 0);
}

#[test]
fn a_soft_limit_is_raised() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = twelve();
    let output = run_within(&folder, "ulimit -S -n 32");
    output.ended(0);
    assert_eq!(results(&folder.join("run"))["games"], 22);
}

#[test]
fn descriptors_that_run_out_cost_no_engine_a_game() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = twelve();
    // Descriptors inherited from the process that starts the arena count, too.
    let null = File::open("/dev/null").unwrap();
    let handed: Vec<OwnedFd> = (0..80).map(|_| rustix::io::dup(&null).unwrap()).collect();
    let output = run_within(&folder, "ulimit -n 130");
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
