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
    let child = marked(&folder, RUN, &mark, 4);
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
        let child = marked(&folder, RUN, &mark, 2);
        signal(&child, Signal::INT);
        let output = child.wait_with_output().unwrap();
        let message = output.ended(130);
        message.must_lack(&["error:"]);
    }
}

const RUN: &str = "run t.toml --out run --threads 1";
/// A limit without a trial.
const LONG: &str = "limits = { movetime = 600000 }";

/// A run, as soon as this many processes have the mark in their environment.
fn marked(folder: &Path, line: &str, mark: &str, processes: usize) -> std::process::Child {
    let mut command = arena(folder, line);
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

/// What evaluations and engines fork, in their group or in a session of its own, however the arena ends.
#[test]
fn children_end_with_their_program() {
    const FORKS: &str = "sleep 1000 & setsid sleep 1000 &";
    let folder = evaluations::hostile("FORKS").unwrap_or_else(Folder::new);
    folder.write("forks.sh", format!("{FORKS} echo evaluation 1; while read -r fen; do echo 12; done"));
    folder.write("waits.sh", format!("{FORKS} echo evaluation 1; exec sleep 1000"));
    let forks = |fault: &str, keys: &str| {
        gauntlet(1, &[engine("good", "", ""), shell("forks", &format!("{FORKS} exec {TEST_ENGINE:?} {fault}"), keys)])
    };
    folder.write("t.toml", forks("", ""));
    folder.write("waits.toml", forks("--fault hang", LONG));
    let pipe = "'eval:sh forks.sh'";
    let library = if folder.join("mine.so").exists() { "./mine.so" } else { pipe };
    let explain = |engine: &str| format!("explain startpos --engine {engine}");
    let game =
        |engine: &str, games: u32| format!("match {engine} material --games {games} --nodes 100 --threads 1 --fresh");
    let whole = ["run t.toml --out run".to_owned(), explain(pipe), explain(library), game(pipe, 2), game(library, 2)];
    let mut ends: Vec<_> = whole.map(|line| (line, None, 0)).into();
    for end in [Signal::TERM, Signal::KILL] {
        ends.push((explain("'eval:sh waits.sh'"), Some(end), 4));
        ends.push((game(pipe, 9998), Some(end), 5));
        ends.push((game(library, 9998), Some(end), 4));
        ends.push(("run waits.toml --out waits --threads 1 --fresh".to_owned(), Some(end), 5));
    }
    for (number, (line, end, processes)) in ends.into_iter().enumerate() {
        let mark = format!("forks-{}-{number}.", std::process::id());
        let child = marked(&folder, &line, &mark, processes);
        end.iter().for_each(|end| signal(&child, *end));
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code() == Some(0), end.is_none(), "{line}: {}", stderr(&output));
        assert!(none_left(&mark), "a child outlived its program: {line}, {end:?}");
    }
}
