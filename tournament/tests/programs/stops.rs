//! Runs that are killed or interrupted.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use runner::store::Store;

#[cfg(target_os = "linux")]
use crate::common::{Contents, TEST_ENGINE, stderr, with_environment};
use crate::common::{arena, engine, folder_with, gauntlet, success, timeless};

#[test]
fn a_killed_run_of_programs_resumes_and_ends_the_same() {
    let real = |name: &str| {
        engine(
            name,
            &format!("--evaluator {name}"),
            "options = { Hash = 1 }",
        )
    };
    let inside = "[[engine]]\nname = \"inside\"\nevaluator = \"otter\"\n".to_owned();
    let engines = [real("michniewski"), real("otter"), inside];
    let folder = folder_with(&gauntlet(3, &engines));
    let line = "run t.toml --set limits.nodes=400 --out";
    success(folder.path(), &format!("{line} whole"));
    let stored = || {
        let store = Store::open_read_only(&folder.path().join("killed"));
        store.and_then(|store| store.count()).unwrap_or(0)
    };
    let mut kills = 0;
    for _ in 0..3 {
        let before = stored();
        let mut child = arena(folder.path(), &format!("{line} killed --threads 1"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while stored() == before && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        kills += usize::from(child.kill().is_ok() && !child.wait().unwrap().success());
    }
    assert!(kills > 0, "every run ended before it could be killed");
    success(folder.path(), &format!("{line} killed"));
    let games = |name: &str| timeless(&folder.path().join(name));
    assert!(games("whole") == games("killed"));
    assert_eq!(games("whole").matches("[Event ").count(), 12);
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_run_leaves_no_program_and_no_false_loss() {
    // The engine hangs, and so does a child of its wrapper, which does not notice closed pipes.
    let mark = format!("mark-{}", std::process::id());
    let script = format!("sleep 1000 & exec {TEST_ENGINE:?} --fault hang # {mark}");
    let wrapped = format!(
        "[[engine]]\nname = \"bad\"\ncommand = \"sh\"\nargs = [\"-c\", {script:?}]\n{LONG}\n"
    );
    let waits = |name: &str| {
        engine(
            name,
            "--fault hang",
            &format!("env = {{ M = {mark:?} }}\n{LONG}"),
        )
    };
    let folder = folder_with(&gauntlet(2, &[waits("good"), wrapped]));
    let mut child = arena(folder.path(), "run t.toml --out run --threads 1")
        .env("MARK", &mark)
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let environment_has_mark = || with_environment(&mark);
    // The arena, two engines, and the child of one of them.
    while environment_has_mark() < 4 && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    // The first lets games end, and these have no end.
    for _ in 0..2 {
        let killed = Command::new("kill").args(["-INT", &pid]).status();
        assert!(killed.unwrap().success());
        sleep(Duration::from_millis(300));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    stderr(&output).must_have(&["interrupted"]);
    // They have been killed; the system takes its time to bury those that are not our children.
    let gone = (0..10_000).any(|_| {
        sleep(Duration::from_millis(1));
        environment_has_mark() == 0
    });
    assert!(gone, "a program outlived the arena");
    let store = Store::open_read_only(&folder.path().join("run")).unwrap();
    assert_eq!(store.count().unwrap(), 0);
}

/// A program that an interrupt ends during its start has not failed.
#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_while_programs_are_tried_is_no_failed_start() {
    let silent = "[[engine]]\nname = \"silent\"\ncommand = \"sleep\"\nargs = [\"1000\"]\n";
    let engines = [engine("good", "", ""), silent.to_owned()];
    let folder = folder_with(&gauntlet(2, &engines));
    for round in 0..5 {
        let mark = format!("tried-{}-{round}", std::process::id());
        let mut child = arena(folder.path(), "run t.toml --out run")
            .env("MARK", &mark)
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // The arena and the silent program.
        while with_environment(&mark) < 2 && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(5));
        }
        let pid = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
        assert!(sent.success());
        let output = child.wait_with_output().unwrap();
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(130), "{message}");
        message.must_lack(&["error:"]);
    }
}

/// A limit without a trial.
#[cfg(target_os = "linux")]
const LONG: &str = "limits = { movetime = 600000 }";

/// A run of one program that hangs, as soon as the program has been asked to think.
#[cfg(target_os = "linux")]
fn hanging(folder: &Path, mark: &str) -> std::process::Child {
    let mut child = arena(folder, "run t.toml --out run --threads 1")
        .env("MARK", mark)
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // The arena and the two engines of the first game.
    while with_environment(mark) < 3 && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(5));
    }
    child
}

#[cfg(target_os = "linux")]
fn none_left(mark: &str) -> bool {
    (0..3_000).any(|_| {
        sleep(Duration::from_millis(1));
        with_environment(mark) == 0
    })
}

#[test]
#[cfg(target_os = "linux")]
fn a_killed_arena_leaves_no_program_thinking() {
    let mark = format!("killed-{}", std::process::id());
    let hangs = |name: &str| engine(name, "--fault hang", LONG);
    let folder = folder_with(&gauntlet(2, &[hangs("a"), hangs("b")]));
    let mut child = hanging(folder.path(), &mark);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(none_left(&mark), "a program outlived the arena");
}

#[test]
#[cfg(target_os = "linux")]
fn children_that_leave_the_session_end_with_their_program() {
    let mark = format!("strays-{}", std::process::id());
    // A child in its own session, which gets no signal sent to its program's group.
    let script = format!("setsid sleep 1000 & exec {TEST_ENGINE:?}");
    let stray =
        format!("[[engine]]\nname = \"stray\"\ncommand = \"sh\"\nargs = [\"-c\", {script:?}]\n");
    let folder = folder_with(&gauntlet(1, &[engine("good", "", ""), stray]));
    let output = arena(folder.path(), "run t.toml --out run")
        .env("MARK", &mark)
        .output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(none_left(&mark), "a child outlived its program");
}
