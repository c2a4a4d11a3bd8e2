//! Input that is refused, and the messages.

use super::common::{Contents, Ended, Files, Folder, SMALL, entries, folder_with, run, stderr};

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
    refused(&SMALL.replace("\"otter\"", "\"oter\""), "", &["small.toml", "oter", "otter"]);
    refused("[run", "", &["small.toml", "line 1"]);
    refused("run = 3", "", &["small.toml", "line 1", "a table of keys"]);
    for (line, expected) in [
        ("--set run.pairs=0", &["run.pairs=0", "pairs"][..]),
        ("--set run.seed=18446744073709551615", &["18446744073709551615", "9223372036854775807"]),
        ("--set openings.file=gone.epd", &["gone.epd", "builtin"]),
        ("--set openings.file=empty.epd", &["empty.epd", "no openings"]),
        ("--set openings.file=bad.epd", &["bad.epd:", "the board is empty"]),
        ("--set openings.file=none", &["same", "pairs"]),
        ("--set run.pairs=20000", &["20000", "10000", "run.pairs"]),
        ("--set openings.start=10000", &["only 1 from number 10000 on"]),
        ("--set engine.Otter.params.x=1", &["Otter", "this evaluator has value.*, pst_pawn.*, "]),
        (
            "--set \"engine.Otter.params={ 'pst_knight.f9' = 1 }\"",
            &["Otter", "did you mean \"pst_knight.f"],
        ),
        ("--set \"engine.Otter.disable=['a']\"", &["Otter", "disable"]),
        ("--set limits.nodes=0", &["nodes"]),
        ("--out /proc/nowhere", &["/proc/nowhere", "choose a folder that can be written"]),
        ("--out small.toml", &["small.toml", "choose a folder that can be written"]),
    ] {
        refused(SMALL, line, expected);
    }
}

#[test]
fn bad_arguments_are_refused() {
    let folder = Folder::new();
    for arguments in ["run missing.toml", "sing", "run --threads 0"] {
        let output = run(&folder, arguments);
        output.ended(2);
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
    let message = output.ended(2);
    // Three tables of 256 MiB for each game.
    message.must_have(&["need 7680000 MiB", "MiB are free", "run.hash", "--threads"]);
}
