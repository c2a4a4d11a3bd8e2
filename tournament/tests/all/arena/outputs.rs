//! Outputs that users name: devices, pipes, links; and interrupts.

use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::Signal;

use super::*;

#[test]
fn a_report_goes_where_it_is_sent() {
    let folder = folder_with(SMALL);
    run(&folder, "run small.toml --out x");
    let report = |out: &str| run(&folder, &format!("report x --quiet --out {out}"));
    let null = folder.join("null");
    // A new device: the machine's would be replaced where this fails.
    let made = std::process::Command::new("mknod").args([null.to_str().unwrap(), "c", "1", "3"]).status();
    if made.is_ok_and(|made| made.success()) {
        let written = report("null");
        // Where devices may not be opened the error is one of them.
        let printed = stderr(&written);
        assert!(written.status.success() || printed.contains("null"), "{printed}");
        assert!(fs::metadata(&null).unwrap().file_type().is_char_device());
    }
    let shown = report("/dev/stdout");
    shown.ended(0);
    let page = stdout(&shown);
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"));
    symlink("kept.html", folder.join("link.html")).unwrap();
    assert!(report("link.html").status.success());
    assert!(fs::symlink_metadata(folder.join("link.html")).unwrap().is_symlink());
    assert_eq!(folder.read("kept.html"), page);
}

#[test]
fn output_for_which_there_is_no_room_is_named() {
    let folder = folder_with(SMALL);
    let into = |file: fs::File, line: &str| arena(&folder, line).stdout(Stdio::from(file)).output().unwrap();
    let full = |line: &str, what: &str| {
        let file = fs::File::options().write(true).open("/dev/full").unwrap();
        into(file, line).ended(2).must_have(&[what, "No space left on device", "; make room"]);
    };
    full(
        "run small.toml --out x --events ndjson --quiet",
        "events are missing, because they could not be written: standard",
    );
    assert_eq!(stored(&folder.join("x")), 12);
    for line in
        ["--help", "report --help", "report x", "report x --out /dev/stdout", "positions x --per-game 60", "man pages"]
    {
        full(line, "standard output: ");
        // A reader that has enough is no error.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        into(std::os::fd::OwnedFd::from(writer).into(), line).ended(0);
    }
    // In blocks of 512 bytes.
    for (blocks, line, file) in [(70, "report x", "x/report.html"), (2, "new-evaluator y --language c", "/.y.part/")] {
        let output = arena_within(&folder, &format!("ulimit -f {blocks}"), line).output().unwrap();
        output.ended(2).must_have(&[file, "File too large", "; make room"]);
    }
    full("positions x --per-game 60 --out /dev/full", "/dev/full: ");
}

/// Interrupts a run of `out` this many times as soon as a game is stored; its messages, and the number of games.
fn interrupted(config: &str, times: usize) -> (String, usize) {
    let folder = folder_with(config);
    let mut child = start(arena(&folder, "run small.toml --out x --threads 1"));
    let out = folder.join("x");
    wait_until(&mut child, || stored(&out) > 0);
    for _ in 0..times {
        signal(&child, Signal::INT);
        sleep(Duration::from_millis(200));
    }
    let output = child.wait_with_output().unwrap();
    (output.ended(130), stored(&out))
}

#[test]
fn the_first_interrupt_lets_games_end_and_the_second_does_not() {
    // Games of half a minute and more, of which one is finished at once.
    let slow = SMALL
        .replace("nodes = 200", "movetime = 100")
        .replace("depth = 2", "movetime = 100")
        .replace("pairs = 2", "pairs = 20")
        .replace("max_moves = 100", "max_moves = 10");
    let (printed, games) = interrupted(&slow, 1);
    printed.must_have(&["ending after the games in play", "the same command resumes"]);
    assert_eq!(games, 2, "{printed}");
    let (printed, games) = interrupted(&slow, 2);
    printed.must_have(&["ending after the games in play"]);
    assert_eq!(games, 1, "{printed}");
}
