//! Input that is refused, and the messages.

use super::common::{Contents, Files, Folder, SMALL, entries, folder_with, run, stderr};

/// A run that must fail: exit status 2, one message with all of `expected`, nothing left behind.
fn refused(config: &str, arguments: &str, expected: &[&str]) {
    let folder = folder_with(config);
    folder.write("empty.epd", "\n");
    let bad = "8/8/8/8/8/8/8/8 w - -\n".repeat(2);
    folder.write("bad.epd", bad);
    let before = entries(&folder);
    let line = format!("run small.toml {arguments}");
    let message = super::common::refused(&folder, &line, expected);
    assert!(message.starts_with("error: "), "{message}");
    message.must_lack(&["RawRun"]);
    assert_eq!(entries(&folder), before, "{line}");
}

#[test]
fn bad_input_is_refused_with_its_place_and_the_remedy() {
    let line = SMALL.lines().position(|line| line.starts_with("pairs")).unwrap() + 1;
    let unknown = SMALL.replace("pairs = 2", "pears = 2");
    refused(&unknown, "", &["small.toml", &format!("line {line}"), "pears"]);
    let misspelt = SMALL.replace("\"otter\"", "\"oter\"");
    refused(&misspelt, "", &["small.toml", "oter", "otter"]);
    refused(SMALL, "--set run.pairs=0", &["run.pairs=0", "pairs"]);
}

#[test]
fn bad_openings_are_refused_with_their_place_and_the_remedy() {
    for (line, expected) in [
        ("--set openings.file=gone.epd", &["gone.epd", "builtin"][..]),
        ("--set openings.file=empty.epd", &["empty.epd", "no openings"]),
        ("--set openings.file=bad.epd", &["bad.epd:", "the board is empty"]),
        ("--set openings.file=none", &["same", "pairs"]),
        ("--set run.pairs=20000", &["20000", "10000", "run.pairs"]),
        ("--set openings.start=10000", &["only 1 from number 10000 on"]),
        ("--set engine.Otter.params.x=1", &["Otter", "this evaluator has value.*, pst_pawn.*, "]),
        ("--set \"engine.Otter.disable=['a']\"", &["Otter", "disable"]),
        ("--set limits.nodes=0", &["nodes"]),
        ("--out /proc/nowhere", &["/proc/nowhere", "choose a folder that can be written"]),
        ("--out small.toml", &["small.toml", "choose a folder that can be written"]),
    ] {
        refused(SMALL, line, expected);
    }
    refused("[run", "", &["small.toml", "line 1"]);
}

#[test]
fn values_of_another_kind_are_refused() {
    refused("run = 3", "", &["small.toml", "line 1", "a table of keys"]);
    let seed = format!("run.seed={}", u64::MAX);
    let greatest = i64::MAX.to_string();
    refused(SMALL, &format!("--set {seed}"), &[&seed, &greatest]);
}

#[test]
fn a_number_of_an_evaluation_that_there_is_not_is_refused_with_the_nearest() {
    refused(
        SMALL,
        "--set \"engine.Otter.params={ 'pst_knight.f9' = 1 }\"",
        &["Otter", "did you mean \"pst_knight.f"],
    );
}

#[test]
fn bad_arguments_are_refused() {
    let folder = Folder::new();
    for arguments in ["run missing.toml", "sing", "run --threads 0"] {
        let output = run(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!stderr(&output).is_empty());
    }
    assert_eq!(entries(&folder).len(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn tables_larger_than_the_memory_are_refused_before_a_game() {
    let folder = folder_with(SMALL);
    let large = "--set run.hash=256 --set run.pairs=3000";
    let many = "run small.toml --threads 10000";
    let output = run(&folder, &format!("{many} {large}"));
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    // Three tables of 256 MiB for each game.
    message.must_have(&["need 7680000 MiB", "MiB are free", "run.hash", "--threads"]);
}
