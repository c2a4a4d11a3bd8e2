//! UCI programs in the arena: good ones, bad ones, and what is said of them.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;
use tempfile::{TempDir, tempdir};
use tournament::record::Termination;
use tournament::store::Store;

/// A UCI engine that misbehaves when it is told to.
const TEST_ENGINE: &str = env!("CARGO_BIN_EXE_test-engine");

fn folder_with(config: &str) -> TempDir {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), config).unwrap();
    folder
}

fn arena(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tournament"));
    command.current_dir(folder).args(["run", "t.toml"]);
    command.args(["--out", "run"]).args(arguments);
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    arena(folder, arguments).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn results(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join("run/results.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// A program of the test's; `keys` are further lines.
fn engine(name: &str, arguments: &[&str], keys: &str) -> String {
    let program = TEST_ENGINE;
    format!("[[engine]]\nname = {name:?}\ncommand = {program:?}\nargs = {arguments:?}\n{keys}\n")
}

fn gauntlet(pairs: u32, engines: &[String]) -> String {
    let head = format!(
        "run = {{ name = \"t\", format = \"gauntlet\", pairs = {pairs} }}\n\
         limits = {{ nodes = 100 }}\nadjudication = {{ max_moves = 30 }}\n"
    );
    head + &engines.concat()
}

/// Each fault by the name that the test engine has for it, what it is called, and a part of what is
/// said of it.
const FAULTS: [(&str, Termination, &str); 12] = [
    ("abort", Termination::Crash, "signal 6 (SIGABRT)"),
    ("exit", Termination::Exit, "exit status 3"),
    ("illegal", Termination::IllegalMove, "bestmove e"),
    (
        "unparsable",
        Termination::UnparsableMove,
        "bestmove castles",
    ),
    ("null", Termination::NullMove, "bestmove 0000"),
    ("hang", Termination::Hang, "no bestmove for 300 ms"),
    ("late", Termination::TimeForfeit, "and it had 20.0 ms"),
    (
        "closed-pipe",
        Termination::ClosedPipe,
        "closed its pipe and went on",
    ),
    ("endless-line", Termination::EndlessLine, "1048576 bytes"),
    ("not-utf8", Termination::NotUtf8, "bestmove e2e4\\xff\\xfe"),
    ("no-uciok", Termination::NoUciok, "no uciok for 100 ms"),
    (
        "no-readyok",
        Termination::NoReadyok,
        "no readyok for 100 ms",
    ),
];

fn twelve_bad_ones() -> Vec<String> {
    let bad = FAULTS.map(|(fault, ..)| {
        let keys = match fault {
            // Short, because somebody has to wait for it.
            "hang" => "timeouts = { hang = 300 }",
            "no-uciok" => "timeouts = { start = 100 }",
            "no-readyok" => "timeouts = { ready = 100 }",
            "late" => "limits = { movetime = 20 }",
            _ => "",
        };
        // In the middle of a game, so that there are lines to be told of.
        let arguments = ["--fault", fault, "--at", "3", "--sleep", "400"];
        engine(fault, &arguments, keys)
    });
    let good = engine("good", &[], "");
    [vec![good], bad.into()].concat()
}

#[test]
fn twelve_kinds_of_misbehaviour_are_named_and_the_run_goes_on() {
    let folder = folder_with(&gauntlet(1, &twelve_bad_ones()));
    let output = run(folder.path(), &["--threads", "2"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let results = results(folder.path());
    assert_eq!(results["games"], 24);
    let mut seen = BTreeMap::new();
    let store = Store::open_read_only(&folder.path().join("run")).unwrap();
    let visited: Result<(), tournament::store::StoreError> = store.visit(|game| {
        let loser = game.loser().unwrap();
        assert!(loser > 0, "the good engine lost game {}", game.index);
        let (fault, kind, detail) = FAULTS[loser - 1];
        let failure = game.failure.unwrap();
        assert_eq!((failure.kind, game.termination), (kind, kind), "{fault}");
        assert!(
            failure.detail.contains(detail),
            "{fault}: {}",
            failure.detail
        );
        assert!(
            failure.log.iter().any(|line| line.starts_with("> ")),
            "{fault}"
        );
        *seen.entry(fault).or_insert(0) += 1;
        Ok(())
    });
    visited.unwrap();
    assert!(
        seen.len() == 12 && seen.values().all(|&games| games == 2),
        "{seen:?}"
    );
    for (place, (fault, kind, _)) in FAULTS.iter().enumerate() {
        let engine = &results["engines"][place + 1];
        assert_eq!(engine["failures"][kind.name()], 2, "{fault}");
        assert_eq!(results["terminations"][kind.name()], 2, "{fault}");
    }
    let log = fs::read_to_string(folder.path().join("run/failures.log")).unwrap();
    assert_eq!(log.matches(" lost by ").count(), 24, "{log}");
    assert!(log.contains("! about to abort"), "{log}");
    assert!(log.contains("> position startpos moves "), "{log}");
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(table.contains("abort lost 2 by a crash"), "{table}");
    // Whoever cannot be asked beforehand is spoken of.
    assert!(stderr(&output).contains("\"no-uciok\" lets its games be lost"));
}

#[test]
fn a_strict_run_stops_at_the_first_failure() {
    let engines = [
        engine("good", &[], ""),
        engine("bad", &["--fault", "exit", "--at", "5"], ""),
    ];
    let folder = folder_with(&gauntlet(3, &engines));
    let output = run(folder.path(), &["--set", "run.strict=true"]);
    assert_eq!(output.status.code(), Some(2));
    let message = stderr(&output);
    for expected in [
        "engine \"bad\" lost by",
        "exit status 3",
        "> go nodes 100",
        "run.strict=false",
    ] {
        assert!(message.contains(expected), "{message}");
    }
    let store = Store::open_read_only(&folder.path().join("run")).unwrap();
    assert_eq!(store.count().unwrap(), 0, "the game does not count");
    drop(store);
    let output = run(folder.path(), &[]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(results(folder.path())["engines"][1]["failures"]["exit"], 6);
}

/// A run that must fail before anything is written.
fn refused(engines: &[String], expected: &[&str]) {
    let folder = folder_with(&gauntlet(1, engines));
    let output = run(folder.path(), &[]);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    for text in expected {
        assert!(message.contains(text), "{text}: {message}");
    }
    assert!(!folder.path().join("run").exists(), "{message}");
}

#[test]
fn programs_that_cannot_play_are_refused_beforehand() {
    let good = || engine("good", &[], "");
    let command = |command: &str| format!("[[engine]]\nname = \"bad\"\ncommand = {command:?}\n");
    let start = ["engine \"bad\"", "check the command"];
    refused(
        &[good(), command("no-such-program")],
        &[&start[..], &["neither in PATH"]].concat(),
    );
    refused(&[good(), command("./t.toml")], &start);
    refused(&[good(), command("../no/such/program")], &start);
    refused(
        &[good(), command("true")],
        &[&start[..], &["exit status 0"]].concat(),
    );
    let nowhere = engine("bad", &[], "dir = \"nowhere\"");
    refused(&[good(), nowhere], &["nowhere\" is not a folder"]);
    let argument = engine("bad", &["--fault", "nonsense"], "");
    refused(
        &[good(), argument],
        &[&start[..], &["exit status 2"]].concat(),
    );
    let unknown = engine("bad", &[], "options = { Hsh = 16 }");
    let known = [
        "\"Hsh\"",
        "did you mean \"Hash\"?",
        "Hash, Threads, Clear Hash, Style",
    ];
    refused(&[good(), unknown], &known);
    let range = engine("bad", &[], "options = { Hash = 5000 }");
    refused(&[good(), range], &["\"Hash\"", "5000", "from 1 to 1024"]);
    let silent = engine("bad", &["--fault", "no-uciok"], "timeouts = { start = 50 }");
    let folder = folder_with(&gauntlet(1, &[good(), silent]));
    let output = run(folder.path(), &["--set", "run.strict=true"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("no uciok for 50 ms"),
        "{}",
        stderr(&output)
    );
    assert!(!folder.path().join("run").exists());
}

#[test]
fn programs_are_started_as_the_configuration_says() {
    let folder = tempdir().unwrap();
    let work = folder.path().join("work");
    fs::create_dir(&work).unwrap();
    let script = "#!/bin/sh\necho \"$PWD $COLOUR $1 $2\" >> started\nshift 2\nexec \"$@\"\n";
    let wrapper = work.join("wrapper");
    fs::write(&wrapper, script).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&wrapper, mode).unwrap();
    let program = TEST_ENGINE;
    // The wrapper's path is relative to the configuration, and so is the folder it starts in.
    let wrapped = format!(
        "[[engine]]\nname = \"wrapped\"\ncommand = \"work/wrapper\"\nargs = [\"a b\", \"c\", {program:?}]\n\
         dir = \"work\"\nenv = {{ COLOUR = \"red\" }}\n\
         options = {{ hash = 64, Style = \"wild\", \"Clear Hash\" = true, \"Book File\" = \"\" }}\n"
    );
    let failing = engine(
        "bad",
        &["--fault", "exit"],
        "options = { hash = 64, \"Clear Hash\" = true }",
    );
    fs::write(
        folder.path().join("t.toml"),
        gauntlet(1, &[wrapped, failing]),
    )
    .unwrap();
    let output = run(folder.path(), &["--threads", "1"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let started = fs::read_to_string(work.join("started")).unwrap();
    // Once to see whether it works, and once for all games of the one worker.
    let expected = format!("{} red a b c\n", work.canonicalize().unwrap().display());
    assert_eq!(started, expected.repeat(2));
    let log = fs::read_to_string(folder.path().join("run/failures.log")).unwrap();
    assert!(log.contains("> setoption name Clear Hash\n"), "{log}");
    assert!(log.contains("> setoption name Hash value 64\n"), "{log}");
    assert!(
        log.contains("! heard: setoption name Hash value 64\n"),
        "{log}"
    );
    assert_eq!(
        results(folder.path())["engines"][0]["version"],
        "Test Engine 1.0"
    );
}

#[test]
fn a_worker_keeps_few_programs_running() {
    let counted = |name: &str| {
        let script = format!("echo {name} >> starts; exec {TEST_ENGINE:?}");
        format!("[[engine]]\nname = {name:?}\ncommand = \"sh\"\nargs = [\"-c\", {script:?}]\n")
    };
    let rivals: Vec<String> = ('a'..='q').map(|name| counted(&name.to_string())).collect();
    let folder = folder_with(&gauntlet(2, &[vec![counted("good")], rivals].concat()));
    let output = run(folder.path(), &["--threads", "1"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let starts = fs::read_to_string(folder.path().join("starts")).unwrap();
    let of = |name: &str| starts.lines().filter(|line| *line == name).count();
    // Each was started once to be looked at. Seventeen rivals, of whom fifteen fit beside the first
    // engine, come round twice: each was stopped in between. The first engine was not.
    assert_eq!((of("good"), of("a"), of("q")), (2, 3, 3), "{starts}");
}

#[test]
fn programs_are_started_for_each_round_and_none_is_left_behind() {
    let counted = |name: &str, arguments: &str| {
        let script = format!("echo {name} >> starts; exec {TEST_ENGINE:?} {arguments}");
        format!("[[engine]]\nname = {name:?}\ncommand = \"sh\"\nargs = [\"-c\", {script:?}]\n")
    };
    let config = "run = { name = \"t\", format = \"swiss\", rounds = 3, pairs = 1 }\n\
         pgn = { pv = true }\nadjudication = { max_moves = 20 }\n\
         [[ladder]]\nname = \"nodes\"\nlimits = { nodes = 100 }\n\
         [[ladder]]\nname = \"time\"\nlimits = { movetime = 2, margin = 10000 }\n\
         [[engine]]\nname = \"own\"\nevaluator = \"otter\"\n";
    let otter = counted("a", "--evaluator otter");
    let engines = [otter, counted("b", ""), counted("bad", "--fault exit")];
    let folder = folder_with(&format!("{config}{}", engines.concat()));
    let mark = format!("rounds-{}", std::process::id());
    let flags = ["--threads", "1", "--events-file", "events"];
    let output = arena(folder.path(), &flags).env("M", &mark).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    #[cfg(target_os = "linux")]
    assert_eq!(with_environment(&mark), 0, "a program outlived the arena");
    let starts = fs::read_to_string(folder.path().join("starts")).unwrap();
    let of = |name: &str| starts.lines().filter(|line| *line == name).count();
    // Once to be looked at, and once in each of the six rounds; who fails, for each game.
    assert_eq!((of("a"), of("b"), of("bad")), (7, 7, 13), "{starts}");
    let results = results(folder.path());
    assert_eq!(results["games"], 24);
    assert_eq!(results["engines"][3]["failures"]["exit"], 12);
    let ladder = &results["ladders"][1];
    assert_eq!(ladder["engines"][3]["failures"]["exit"], 6);
    let version = ladder["engines"][1]["version"].as_str().unwrap();
    assert!(version.starts_with("Otter "), "{version}");
    let events = fs::read_to_string(folder.path().join("events")).unwrap();
    let warnings = events.matches("\"event\":\"warning\"").count();
    assert_eq!(warnings, 12, "{events}");
    assert!(events.contains("by a program that ended (exit status 3); see "));
    let pgn = fs::read_to_string(folder.path().join("run/games.pgn")).unwrap();
    assert!(pgn.contains(" pv "), "{pgn}");
    assert!(pgn.contains("[WhiteVersion \"Otter"), "{pgn}");
}

/// How many processes have this text in their environment.
#[cfg(target_os = "linux")]
fn with_environment(mark: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let all = entries.filter_map(|entry| fs::read(entry.path().join("environ")).ok());
    all.filter(|all| String::from_utf8_lossy(all).contains(mark))
        .count()
}

/// The games without times and dates.
fn timeless(folder: &Path) -> String {
    let text = fs::read_to_string(folder.join("games.pgn")).unwrap();
    let words = text
        .lines()
        .filter(|line| !line.starts_with("[Date "))
        .flat_map(str::split_whitespace);
    let is_time =
        |word: &&str| word.ends_with('s') && word[..word.len() - 1].parse::<f64>().is_ok();
    words
        .filter(|word| !is_time(word))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn a_killed_run_of_programs_goes_on_and_ends_the_same() {
    let real = |name: &str| engine(name, &["--evaluator", name], "options = { Hash = 1 }");
    let inside = "[[engine]]\nname = \"inside\"\nevaluator = \"otter\"\n".to_owned();
    let engines = [real("michniewski"), real("otter"), inside];
    let folder = folder_with(&gauntlet(3, &engines));
    let out = |name: &'static str| ["--out", name, "--set", "limits.nodes=400"];
    let again = |name| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tournament"));
        command
            .current_dir(folder.path())
            .args(["run", "t.toml"])
            .args(out(name));
        command
    };
    let whole = again("whole").output().unwrap();
    assert!(whole.status.success(), "{}", stderr(&whole));
    let stored = || {
        let store = Store::open_read_only(&folder.path().join("killed"));
        store.and_then(|store| store.count()).unwrap_or(0)
    };
    let mut kills = 0;
    for _ in 0..3 {
        let before = stored();
        let mut child = again("killed")
            .args(["--threads", "1"])
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
    let last = again("killed").output().unwrap();
    assert!(last.status.success(), "{}", stderr(&last));
    let games = |name: &str| timeless(&folder.path().join(name));
    assert!(games("whole") == games("killed"));
    assert_eq!(games("whole").matches("[Event ").count(), 12);
}

#[test]
fn another_program_under_the_same_name_is_refused() {
    let program =
        |evaluator: &str| format!("#!/bin/sh\nexec {TEST_ENGINE:?} --evaluator {evaluator}\n");
    let good = engine("good", &[], "");
    let own = "[[engine]]\nname = \"own\"\ncommand = \"./own\"\n".to_owned();
    let folder = folder_with(&gauntlet(1, &[good, own]));
    let path = folder.path().join("own");
    let put = |evaluator: &str| {
        // Never written where a program may be running.
        let new = folder.path().join("new");
        fs::write(&new, program(evaluator)).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&new, mode).unwrap();
        fs::rename(&new, &path).unwrap();
    };
    put("otter");
    let failing = [
        "--set",
        "run.strict=true",
        "--set",
        "engine.good.args=['--fault','exit']",
    ];
    assert_eq!(run(folder.path(), &failing).status.code(), Some(2));
    put("michniewski");
    let changed = run(folder.path(), &failing);
    assert_eq!(changed.status.code(), Some(2));
    let message = stderr(&changed);
    assert!(
        message.contains("engine \"own\" called itself \"Otter"),
        "{message}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_run_leaves_no_program_and_no_false_loss() {
    // The engine hangs, and so does a child of its wrapper, which does not hear of closed pipes.
    let mark = format!("mark-{}", std::process::id());
    let script = format!("sleep 1000 & exec {TEST_ENGINE:?} --fault hang # {mark}");
    let wrapped =
        format!("[[engine]]\nname = \"bad\"\ncommand = \"sh\"\nargs = [\"-c\", {script:?}]\n");
    let waits = |name: &str| {
        engine(
            name,
            &["--fault", "hang"],
            &format!("env = {{ M = {mark:?} }}"),
        )
    };
    let folder = folder_with(&gauntlet(2, &[waits("good"), wrapped]));
    let mut child = arena(folder.path(), &["--threads", "1"])
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
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stderr(&output).contains("interrupted"));
    // They have been killed; the system takes its time to bury those that are not our children.
    let gone = (0..10_000).any(|_| {
        sleep(Duration::from_millis(1));
        environment_has_mark() == 0
    });
    assert!(gone, "a program outlived the arena");
    let store = Store::open_read_only(&folder.path().join("run")).unwrap();
    assert_eq!(store.count().unwrap(), 0);
}

#[test]
fn programs_play_by_the_clock() {
    let odds = engine("odds", &[], "limits = { tc = \"3/20+1\" }");
    let bad = engine(
        "bad",
        &["--fault", "exit", "--at", "5"],
        "limits = { tc = \"60+0.5\" }",
    );
    let folder = folder_with(&gauntlet(1, &[odds, bad]));
    let output = run(folder.path(), &[]);
    assert!(output.status.success(), "{}", stderr(&output));
    let log = fs::read_to_string(folder.path().join("run/failures.log")).unwrap();
    let go: Vec<&str> = log
        .lines()
        .filter(|line| line.starts_with("  > go "))
        .collect();
    // Both clocks, each with its own increment; the moves to go are the other's alone.
    assert!(
        go.iter()
            .all(|line| line.contains(" winc ") && line.contains(" binc ")),
        "{log}"
    );
    assert!(go.iter().all(|line| !line.contains("movestogo")), "{log}");
    assert!(results(folder.path())["overhead_ms"].as_f64().is_some());
}
