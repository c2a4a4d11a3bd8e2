//! What is left of programs when their run is killed or interrupted: nothing.

use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::Signal;

use super::*;

#[test]
fn an_interrupted_run_leaves_no_program_and_no_false_loss() {
    // The engine hangs, and so does a child of its wrapper, which does not notice closed pipes.
    let mark = format!("mark-{}", std::process::id());
    let script = format!("sleep 1000 & exec {TEST_ENGINE:?} --fault hang # {mark}");
    let keys = format!("env = {{ M = {mark:?} }}\n{LONG}");
    let waiting = engine("good", "--fault hang", &keys);
    let folder = folder_with(&gauntlet(2, &[waiting, shell("bad", &script, LONG)]));
    // The arena, two engines, and the child of one of them.
    let child = marked(&folder, &mark, 4);
    // The first lets games end, and these have no end.
    for _ in 0..2 {
        signal(&child, Signal::INT);
        sleep(Duration::from_millis(300));
    }
    let output = child.wait_with_output().unwrap();
    output.ended(130).must_have(&["interrupted"]);
    // They have been killed; the system takes its time to bury those that are not our children.
    assert!(none_left(&mark), "a program outlived the arena");
    assert_eq!(stored(&folder.join("run")), 0);
}

/// A program that an interrupt ends during its start has not failed.
#[test]
fn an_interrupt_while_programs_are_tried_is_no_failed_start() {
    let silent = "[[engine]]\nname = \"silent\"\ncommand = \"sleep\"\nargs = [\"1000\"]\n";
    let engines = [engine("good", "", ""), silent.to_owned()];
    let folder = folder_with(&gauntlet(2, &engines));
    for round in 0..5 {
        let mark = format!("tried-{}-{round}", std::process::id());
        // The arena and the silent program.
        let child = marked(&folder, &mark, 2);
        signal(&child, Signal::INT);
        let output = child.wait_with_output().unwrap();
        let message = output.ended(130);
        message.must_lack(&["error:"]);
    }
}

/// A limit without a trial.
const LONG: &str = "limits = { movetime = 600000 }";

/// A run, as soon as this many processes have the mark in their environment.
fn marked(folder: &Path, mark: &str, processes: usize) -> std::process::Child {
    let mut command = arena(folder, "run t.toml --out run --threads 1");
    command.env("MARK", mark);
    let mut child = start(command);
    wait_until(&mut child, || with_environment(mark) >= processes);
    child
}

fn none_left(mark: &str) -> bool {
    (0..10_000).any(|_| {
        sleep(Duration::from_millis(1));
        with_environment(mark) == 0
    })
}

#[test]
fn a_killed_arena_leaves_no_program_thinking() {
    let mark = format!("killed-{}", std::process::id());
    let hangs = |name: &str| engine(name, "--fault hang", LONG);
    let folder = folder_with(&gauntlet(2, &[hangs("a"), hangs("b")]));
    // The arena and the two engines of the first game.
    assert!(kill(marked(&folder, &mark, 3)));
    assert!(none_left(&mark), "a program outlived the arena");
}

#[test]
fn children_that_leave_the_session_end_with_their_program() {
    let mark = format!("strays-{}", std::process::id());
    // A child in its own session, which gets no signal sent to its program's group.
    let script = format!("setsid sleep 1000 & exec {TEST_ENGINE:?}");
    let stray = shell("stray", &script, "");
    let folder = folder_with(&gauntlet(1, &[engine("good", "", ""), stray]));
    let mut command = arena(&folder, "run t.toml --out run");
    let output = command.env("MARK", &mark).output().unwrap();
    output.ended(0);
    assert!(none_left(&mark), "a child outlived its program");
}
