//! Outputs that users name: devices, pipes, links; and interrupts.

use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
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

/// Runs that are finished, left by a kill, played, and parts of one; the superuser becomes another one, if a command can.
#[test]
#[cfg_attr(not(feature = "full"), ignore = "takes long: --features full")]
fn a_run_that_may_only_be_read_is_read_by_every_command() {
    let folder = folder_with(SMALL);
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    mode(&folder, 0o777);
    for run in ["--out done", "--out parts --shard 1/2", "--out parts --shard 2/2"] {
        success(&folder, &format!("run small.toml {run}"));
    }
    folder.write("small.toml", slow());
    assert!(interrupt(&folder, "killed", 2));
    let journal = fs::metadata(folder.join("killed/run.sqlite-wal")).unwrap();
    assert!(journal.len() > 0, "what was played last is in the journal");
    let mut live = start(arena(&folder, "run small.toml --out live --threads 1 --set run.pairs=5000"));
    wait_until(&mut live, || stored(&folder.join("live")) >= 2);
    let is_root = rustix::process::geteuid().is_root();
    let runs = ["done", "killed", "parts/shards/1-of-2", "parts/shards/2-of-2", "live"].map(|run| folder.join(run));
    // The process that plays is not to be kept from it.
    let closed = &runs[..if is_root { 5 } else { 4 }];
    for run in closed {
        entries(run).iter().for_each(|path| mode(path, 0o444));
        mode(run, 0o555);
    }
    for run in ["done", "killed", "live"] {
        for row in rows("reading commands").iter().filter(|row| run == "done" || row[0].contains("RUN")) {
            let line = row[0].replace("RUN", run);
            let mut command = arena(&folder, &line);
            if is_root {
                command = Command::new("setpriv");
                command.args("--reuid 65534 --regid 65534 --clear-groups".split(' '));
                let words = shlex::split(&line).unwrap();
                command.arg(env!("CARGO_BIN_EXE_evalarena")).args(words).current_dir(&folder);
            }
            let Ok(output) = command.output() else { break };
            let printed = stdout(&output) + &stderr(&output);
            assert_eq!(output.status.code(), Some(0), "{line}: {printed}");
            printed.must_have(&[&row[1].replace("RUN", run)]);
        }
    }
    assert!(kill(live), "it ended before it was read");
    closed.iter().for_each(|run| mode(run, 0o755));
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
