//! Disks that are full, folders that cannot be written, databases that are damaged: a clear error,
//! and nothing lost that was stored.

use std::fs::{self, File};
use std::path::Path;

use crate::common::{
    Contents, SMALL, arena_within, entries, folder_with, interrupt, refused, run, stderr, stored,
    success, timeless,
};

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
    let limited = arena_within(&folder, "ulimit -f 100", line).output();
    let output = limited.unwrap();
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    message.must_have(&["disk", "safe"]);
    let before = stored(&folder.join("x"));
    assert!((1..12).contains(&before), "{before} games were stored");
    let more = run(&folder, "run small.toml --out x");
    let printed = stderr(&more);
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
    let folder = folder_with(SMALL);
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
