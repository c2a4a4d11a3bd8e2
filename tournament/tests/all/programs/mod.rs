//! UCI programs in the arena: good ones, bad ones, and the messages about them; here, which are started, how, and how often.

pub(crate) mod evaluations;
mod failures;
mod identities;
#[cfg(feature = "full")]
pub(crate) mod languages;
#[cfg(target_os = "linux")]
pub(crate) mod stops;

pub(crate) use crate::common::*;

use crate::arena::{rows, section};

use std::fs;
use std::path::Path;

use serde_json::json;

pub(crate) fn folder_with(config: &str) -> Folder {
    folder_of("t.toml", config)
}

/// A program of the test's; `keys` are further lines.
pub(crate) fn engine(name: &str, arguments: &str, keys: &str) -> String {
    let program = TEST_ENGINE;
    let words: Vec<&str> = arguments.split_whitespace().collect();
    format!("[[engine]]\nname = {name:?}\ncommand = {program:?}\nargs = {words:?}\n{keys}\n")
}

/// A shell that runs a script.
pub(crate) fn shell(name: &str, script: &str, keys: &str) -> String {
    format!("[[engine]]\nname = {name:?}\ncommand = \"sh\"\nargs = [\"-c\", {script:?}]\n{keys}\n")
}

pub(crate) fn gauntlet(pairs: u32, engines: &[String]) -> String {
    let head = format!(
        "run = {{ name = \"t\", format = \"gauntlet\", pairs = {pairs} }}\n\
         limits = {{ nodes = 100 }}\nadjudication = {{ max_moves = 30 }}\n"
    );
    head + &engines.concat()
}

/// The number of processes that have this text in their environment; 0 where there is no /proc.
pub(crate) fn with_environment(mark: &str) -> usize {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let all = entries.filter_map(|entry| fs::read(entry.path().join("environ")).ok());
    all.filter(|all| String::from_utf8_lossy(all).contains(mark)).count()
}

/// A run that must fail before anything is written.
fn refused_at_once(engines: &[String], more: &str, expected: &[&str]) {
    let folder = folder_with(&gauntlet(1, engines));
    refused(&folder, &format!("run t.toml --out run{more}"), expected);
    assert!(!folder.join("run").exists());
}

/// Time is what is searched, and nothing else is: neither the machine nor what it does besides changes a game.
#[test]
fn games_by_a_clock_of_nodes_can_be_repeated() {
    let head = "run = { name = \"t\", format = \"round-robin\", pairs = 1 }\n\
        limits = { tc = \"0.5+0.005\", clock_nodes = 20 }\nadjudication = { max_moves = 16 }\n";
    let own = "[[engine]]\nevaluator = \"michniewski\"\n[[engine]]\nevaluator = \"otter\"\n";
    let program = engine("program", "--evaluator pesto", "");
    let library =
        format!("[[engine]]\nname = \"library\"\nevaluation = \"{}:kaufman\"\n", evaluations::exported().display());
    let folder = folder_with(&format!("{head}{own}{program}{library}"));
    success(&folder, "run t.toml --out run --threads 1");
    json(&folder, "repeat run --threads 2").must_have_fields(&json!({ "same": 12, "fixed": 12 }));
    let script = "while read w; do case $w in uci) echo uciok;; isready) echo readyok;; quit) exit;; esac; done";
    folder.write("t.toml", format!("{head}{own}{}", shell("timed", script, "")));
    refused(&folder, "run t.toml --out other", &["it cannot count nodes as time, for it has no option nodestime"]);
    let mixed = "[[time_control]]\nname = \"a\"\nlimits = { tc = \"1\", clock_nodes = 20 }\n\
        [[time_control]]\nname = \"b\"\nlimits = { nodes = 20 }\n";
    let head = head.lines().next().unwrap();
    folder.write("t.toml", format!("{head}\n{mixed}{own}"));
    success(&folder, "run t.toml --out both --threads 1");
    folder.write("t.toml", format!("{head}\n{mixed}{own}{program}"));
    refused(&folder, "run t.toml --out other", &["give all time controls the same clock_nodes"]);
}

#[test]
fn programs_that_do_not_keep_to_a_limit_are_refused_beforehand() {
    let good = || engine("good", "", "");
    let endless = engine("bad", "--fault endless-search", "timeouts = { hang = 300 }");
    let limit = ["ignores this limit", "`go nodes 100`", "--movetime 50"];
    refused_at_once(&[good(), endless.clone()], "", &limit);
    // Within a limit that it keeps it plays.
    let folder = folder_with(&gauntlet(1, &[good(), endless]));
    success(&folder, "run t.toml --out run --set limits.movetime=50");
}

#[test]
fn programs_that_cannot_play_are_refused_beforehand() {
    for row in rows("programs that cannot play") {
        let command = if row[0] == "it" { TEST_ENGINE } else { row[0] };
        let args: Vec<&str> = row[1].split_whitespace().collect();
        let bad = format!("[[engine]]\nname = \"bad\"\ncommand = {command:?}\nargs = {args:?}\n{}\n", row[2]);
        refused_at_once(&[engine("good", "", ""), bad], "", &row[3..]);
    }
    let silent = engine("bad", "--fault no-readyok", "timeouts = { ready = 50 }");
    let strict = " --set run.strict=true";
    refused_at_once(&[engine("good", "", ""), silent], strict, &["no readyok for 50 ms"]);
}

#[test]
fn programs_are_started_as_configured() {
    let folder = Folder::new();
    let work = folder.join("work");
    fs::create_dir(&work).unwrap();
    let script = "#!/bin/sh\necho \"$PWD $COLOUR $1 $2\" >> started\nshift 2\nexec \"$@\"\n";
    write_program(&work.join("wrapper"), script);
    let program = TEST_ENGINE;
    // The wrapper's path is relative to the configuration, and so is the folder it starts in.
    let wrapped = format!(
        "[[engine]]\nname = \"wrapped\"\ncommand = \"work/wrapper\"\nargs = [\"a b\", \"c\", {program:?}]\n\
         dir = \"work\"\nenv = {{ COLOUR = \"red\" }}\n\
         options = {{ hash = 64, Style = \"wild\", \"Clear Hash\" = true, \"Book File\" = \"\" }}\n"
    );
    let failing = engine("bad", "--fault exit", "options = { hash = 64, \"Clear Hash\" = true }");
    folder.write("t.toml", gauntlet(1, &[wrapped, failing]));
    let output = run(&folder, "run t.toml --out run --threads 1");
    output.ended(4);
    let started = work.read("started");
    // Once to be known, once for the trial, and once for all games of the one worker.
    let expected = format!("{} red a b c\n", work.canonicalize().unwrap().display());
    assert_eq!(started, expected.repeat(3));
    let log = folder.read("run/failures.log");
    log.must_have(&[
        "> setoption name Clear Hash\n",
        "> setoption name Hash value 64\n",
        "! heard: setoption name Hash value 64\n",
    ]);
    assert_eq!(results(&folder.join("run"))["engines"][0]["version"], "Test Engine 1.0");
}

#[test]
fn a_run_is_repeated_from_elsewhere_and_after_a_move() {
    let folder = Folder::new();
    let project = folder.join("project");
    fs::create_dir_all(project.join("settings")).unwrap();
    write_program(&project.join("player"), format!("#!/bin/sh\nexec {TEST_ENGINE:?}\n"));
    let evaluation = "echo evaluation 1; while read -r fen; do echo $((${#fen} % 70)); done\n";
    project.write("settings/mine.sh", evaluation);
    let engines = [
        "[[engine]]\nname = \"by path\"\ncommand = \"../player\"\n",
        "[[engine]]\nname = \"by argument\"\ncommand = \"sh\"\nargs = [\"player\"]\n",
        "[[engine]]\nevaluation = \"eval:sh mine.sh\"\n",
    ];
    project.write("settings/t.toml", gauntlet(1, &engines.map(str::to_owned)));
    success(&project, "run settings/t.toml --out runs/x --quiet");
    let elsewhere = Folder::new();
    let mut count = 0;
    let mut repeat = |run: &Path, more: &str| {
        count += 1;
        format!("repeat {} --out again-{count} {more}", run.display())
    };
    json(&elsewhere, &repeat(&project.join("runs/x"), "")).must_have_fields(&json!({ "same": 4, "missing": 0 }));
    // All of it, then the run alone, and then without a program.
    let moved = folder.join("moved");
    fs::rename(&project, &moved).unwrap();
    json(&elsewhere, &repeat(&moved.join("runs/x"), "")).must_have_fields(&json!({ "same": 4, "missing": 0 }));
    fs::rename(&moved, &project).unwrap();
    let alone = elsewhere.join("alone");
    fs::rename(project.join("runs/x"), &alone).unwrap();
    json(&elsewhere, &repeat(&alone, "")).must_have_fields(&json!({ "same": 4, "missing": 0 }));
    fs::rename(project.join("player"), elsewhere.join("player")).unwrap();
    refused(&elsewhere, &repeat(&alone, ""), &["by path", "player"]);
    let named = "--engine 'by path=./player' --engine 'by argument=./player' --engine 'mine=eval:sh mine.sh'";
    elsewhere.write("mine.sh", evaluation);
    json(&elsewhere, &repeat(&alone, named)).must_have_fields(&json!({ "same": 4, "missing": 0 }));
    for (argument, expected) in [("by pat=x", "did you mean \"by path\"?"), ("player", "write NAME=PATH")] {
        refused(&elsewhere, &repeat(&alone, &format!("--engine '{argument}'")), &[expected]);
    }
}

/// A program that leaves a line for each of its starts.
fn counted(name: &str, arguments: &str) -> String {
    let script = format!("echo {name} >> starts; exec {TEST_ENGINE:?} {arguments}");
    shell(name, &script, "")
}

#[test]
fn a_worker_keeps_few_programs_running() {
    let rivals = ('a'..='q').map(|name| counted(&name.to_string(), ""));
    let engines: Vec<String> = [counted("good", "")].into_iter().chain(rivals).collect();
    let folder = folder_with(&gauntlet(2, &engines));
    success(&folder, "run t.toml --out run --threads 1");
    let starts = folder.read("starts");
    let of = |name: &str| starts.lines().filter(|line| *line == name).count();
    // Each was started once to be known and once for the trial. Seventeen rivals, of whom fifteen fit beside the first
    // engine, come round twice: each was stopped in between. The first engine was not.
    assert_eq!((of("good"), of("a"), of("q")), (3, 4, 4), "{starts}");
}

#[test]
fn programs_are_started_for_each_round_and_none_is_left_behind() {
    let otter = counted("a", "--evaluator otter");
    let engines = [otter, counted("b", ""), counted("bad", "--fault exit")];
    let folder = folder_with(&(section("rounds").to_owned() + &engines.concat()));
    let mark = format!("rounds-{}", std::process::id());
    let output = arena(&folder, "run t.toml --out run --threads 1 --events ndjson").env("M", &mark).output().unwrap();
    output.ended(4);
    assert_eq!(with_environment(&mark), 0, "a program outlived the arena");
    let starts = folder.read("starts");
    let of = |name: &str| starts.lines().filter(|line| *line == name).count();
    // Once to be known, once for the trial, and once in each of the six rounds; one that fails, for each game.
    assert_eq!((of("a"), of("b"), of("bad")), (8, 8, 14), "{starts}");
    let results = results(&folder.join("run"));
    assert_eq!(results["games"], 24);
    assert_eq!(results["engines"][3]["failures"]["exit"], 12);
    let time_control = &results["time_controls"][1];
    assert_eq!(time_control["engines"][3]["failures"]["exit"], 6);
    let version = time_control["engines"][1]["version"].as_str().unwrap();
    assert!(version.starts_with("Otter "), "{version}");
    let events = stdout(&output);
    let warnings = events.lines().filter(|line| line.contains("\"event\":\"warning\""));
    assert_eq!(warnings.filter(|line| line.contains(" lost game ")).count(), 12, "{events}");
    // Its searches are shorter than it was asked for.
    events.must_have(&["engine \\\"b\\\" answered `go nodes 100` at once and reported 1 nodes"]);
    events.must_have(&["by an engine exit (exit status 3); see "]);
    let pgn = folder.read("run/games.pgn");
    pgn.must_have(&[" pv ", "[WhiteVersion \"Otter"]);
}

#[test]
#[cfg_attr(not(feature = "full"), ignore = "takes long: --features full")]
fn a_program_with_the_option_ponders_in_its_opponents_time() {
    let of_ours = "--evaluator michniewski";
    let engines = [engine("ponderer", of_ours, "options = { Ponder = true }"), engine("sitter", of_ours, "")];
    let folder = folder_with(&gauntlet(1, &engines));
    let output = success(&folder, "run t.toml --out run --set limits.tc=2+0.02 --threads 1 --log talk");
    stderr(&output).must_have(&["ponderer ponders"]);
    let (mut hits, mut misses) = (0, 0);
    for game in ["talk/game-000001.log", "talk/game-000002.log"] {
        let talk = folder.read(game);
        talk.must_lack(&["sitter > go ponder", "sitter > ponderhit"]);
        let mut ponders = false;
        for (_, said) in talk.lines().filter_map(|line| line.split_once(" ponderer > ")) {
            match said.split(' ').next() {
                Some("ponderhit") => hits += usize::from(ponders),
                Some("stop") => misses += usize::from(ponders),
                // What begins a search or ends a game finds no other one.
                _ => assert!(!ponders, "{said}"),
            }
            ponders = said.starts_with("go ponder wtime");
        }
        assert!(!ponders, "its game is over");
    }
    assert!(hits > 0 && misses > 0, "{hits} hits, {misses} misses");
    assert_eq!(results(&folder.join("run"))["games"], 2);
    // Without a clock there is no pondering.
    let output = success(&folder, "run t.toml --out run --fresh --log talk-of-nodes");
    stderr(&output).must_lack(&["ponders"]);
    let talk = folder.read("talk-of-nodes/game-000001.log");
    talk.must_lack(&["go ponder"]);
}

#[test]
fn a_killed_run_of_programs_resumes_and_ends_the_same() {
    let real = |name: &str| {
        let arguments = format!("--evaluator {name}");
        engine(name, &arguments, "options = { Hash = 1 }")
    };
    let inside = "[[engine]]\nname = \"inside\"\nevaluator = \"otter\"\n".to_owned();
    let engines = [real("michniewski"), real("otter"), inside];
    let folder = folder_of("small.toml", gauntlet(3, &engines).replace("nodes = 100", "nodes = 400"));
    crate::arena::assert_kills_change_nothing(&folder, 3, 1);
    assert_eq!(timeless(&folder.join("whole")).matches("[Event ").count(), 12);
}
