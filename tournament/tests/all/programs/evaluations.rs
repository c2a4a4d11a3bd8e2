//! Evaluations from outside: Michniewski's written again in C takes the place of the built-in one, and one that fails is
//! the failure of its engine; `evalarena engine`, the program that plays with them, whatever they do; and `evalarena check`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use engine_core::testkit::output_of;
use serde_json::Value;

use super::{
    Contents, Ended, Files, Folder, TEST_ENGINE, arena, arena_within, folder_with, refused, run, stderr, stdout,
    success,
};
use crate::left_out::{CC, is_there};

/// The sources of the crate's own tests.
pub(crate) const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../eval-external");

/// A folder with `mine.so` of this C file of the crate's tests; `None` without a compiler.
pub(crate) fn library(file: &str, flags: &[&str]) -> Option<Folder> {
    let folder = is_there(CC).then(Folder::new)?;
    compile(&folder, "mine.so", file, flags);
    Some(folder)
}

/// The same of a case of hostile.c.
pub(crate) fn hostile(case: &str) -> Option<Folder> {
    library("hostile.c", &[&format!("-DCASE={case}")])
}

/// Compiles a C file, of the crate's tests or at a path from the root.
pub(crate) fn compile(folder: &Path, library: &str, file: impl AsRef<Path>, flags: &[&str]) {
    let source = Path::new(SOURCES).join("tests").join(file);
    let mut compiler = Command::new("cc");
    compiler.args(["-O2", "-shared", "-fPIC", "-o"]);
    compiler.arg(folder.join(library)).args(flags);
    compiler.arg(format!("-I{SOURCES}/include"));
    let status = compiler.arg(&source).status().unwrap();
    assert!(status.success(), "cc {}: {status}", source.display());
}

/// Compiles Michniewski's evaluation with rooks and queens that are worth next to nothing.
pub(crate) fn compile_other(folder: &Path, library: &str) {
    let source = fs::read_to_string(format!("{SOURCES}/tests/michniewski.c")).unwrap();
    let values = "{100, 320, 330, 500, 900,";
    assert!(source.contains(values));
    folder.write("other.c", source.replace(values, "{100, 320, 330, 50, 90,"));
    compile(folder, library, folder.join("other.c"), &[]);
}

/// Opening, result and moves of each game of a run against Otter, in order, whatever the first engine is called.
pub(crate) fn games(folder: &Path, engine: &str, out: &str, arguments: &str) -> Vec<String> {
    let more = format!("{arguments} --set run.seed=7 --threads 2 --out {out} --quiet");
    success(folder, &format!("match {engine} otter {more}"));
    games_of(&folder.join(out))
}

/// The games of a run: the number of each, and its moves without comments.
fn games_of(run: &Path) -> Vec<String> {
    let pgn = run.read("games.pgn");
    let game = |game: &str| {
        let (tags, text) = game.split_once("\n\n").unwrap();
        let round = tags.lines().find(|line| line.starts_with("[Round ")).unwrap();
        let parts = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
        let text: String = parts.collect();
        format!("{round} {}", text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let mut games: Vec<String> = pgn.split("[Event ").skip(1).map(game).collect();
    games.sort();
    games
}

#[test]
fn a_library_plays_the_games_of_the_built_in_evaluator() {
    let Some(folder) = &library("michniewski.c", &[]) else { return };
    let play = |engine, out| games(folder, engine, out, "--nodes 400 --games 12");
    let built_in = play("michniewski", "a");
    assert_eq!(built_in.len(), 12);
    assert_eq!(play("./mine.so", "b"), built_in);
}

/// A configuration of `engine` against Otter in a folder below the one in which it is played.
fn configuration(folder: &Path, engine: &str) {
    fs::create_dir_all(folder.join("below")).unwrap();
    let text = format!(
        "run = {{ name = \"t\", format = \"match\", pairs = 4, seed = 3 }}\nlimits = {{ nodes = 300 }}\n\
         [[engine]]\nname = \"it\"\n{engine}\n[[engine]]\nevaluator = \"otter\"\n"
    );
    fs::write(folder.join("below/t.toml"), text).unwrap();
}

#[test]
fn a_configuration_sets_options_disabled_terms_and_the_search() {
    let Some(folder) = &library("michniewski.c", &[]) else { return };
    fs::create_dir_all(folder.join("below")).unwrap();
    fs::rename(folder.join("mine.so"), folder.join("below/mine.so")).unwrap();
    let of = |out: &str, keys: &str| {
        configuration(folder, keys);
        success(folder, &format!("run below/t.toml --out {out} --quiet"));
        games_of(&folder.join(out))
    };
    let settings = " = { \"value.knight\" = 300 }\ndisable = [\"pst_k*\"]\nmargin_scale = 0.7\nhash = 2\n\
        search = { \"reverse_futility.margin\" = 30 }";
    let built_in = of("a", &format!("evaluator = \"michniewski\"\nparams{settings}"));
    assert_eq!(of("b", &format!("evaluation = \"./mine.so\"\noptions{settings}")), built_in);
    assert_ne!(of("c", "evaluation = \"./mine.so\""), built_in);
    // The library belongs to the run.
    let line = "run below/t.toml --out c";
    success(folder, line);
    compile(folder, "below/mine.so", "michniewski.c", &["-O1"]);
    stderr(&success(folder, line)).must_have(&["engine \"it\": its library has changed", "and its values have not"]);
    compile_other(folder, "below/mine.so");
    refused(folder, line, &["engine \"it\": its evaluation has changed"]);
}

#[test]
fn wrong_evaluations_in_a_configuration_are_refused_with_a_remedy() {
    let folder = &Folder::new();
    for (keys, expected) in [
        ("evaluation = \"./none.so\"", "the library cannot be loaded"),
        ("evaluation = \"\"", "is not an evaluation: write the path"),
        ("evaluation = \"./x.so\"\nevaluator = \"otter\"", "remove one of the two"),
        ("evaluation = \"./x.so\"\nargs = [\"x\"]", "args is for a UCI program"),
        ("evaluator = \"otter\"\noptions = { x = 1 }", "options is for an evaluation from outside or a UCI program"),
        ("evaluation = \"eval:no-such-program\"", "cannot start no-such-program"),
    ] {
        configuration(folder, keys);
        refused(folder, "run below/t.toml", &[expected]);
    }
}

/// The result of a run of an evaluation against Material within limits of the shell.
fn hostile_run(folder: &Path, evaluation: &str, limits: &str) -> Output {
    let text = format!(
        "run = {{ name = \"t\", format = \"match\", pairs = 1, seed = 1 }}\nlimits = {{ nodes = 20000 }}\n\
         [[engine]]\nname = \"mine\"\nevaluation = {evaluation:?}\n\
         timeouts = {{ start = 5000, hang = 3000 }}\n[[engine]]\nevaluator = \"material\"\n"
    );
    fs::write(folder.join("t.toml"), text).unwrap();
    arena_within(folder, limits, "run t.toml --out run --threads 1").output().unwrap()
}

/// Asserts that the evaluation lost both of its games for this reason, and that the table and the page have them.
#[track_caller]
fn loses_its_games(folder: &Path, evaluation: &str, limits: &str, reason: &str) {
    let output = hostile_run(folder, evaluation, limits);
    // It failed in all its games.
    output.ended(4);
    let table = stdout(&output);
    let mut lines = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    assert!(lines.any(|line| line.starts_with(&["2", "mine", "0/2"])), "{evaluation}: {table}");
    let log = fs::read_to_string(folder.join("run/failures.log")).unwrap();
    log.must_have(&[reason]);
    assert!(folder.join("run/report.html").is_file());
    fs::remove_dir_all(folder.join("run")).unwrap();
}

/// The cases at the same time: most of them wait.
fn each_at_once<C: Copy + Send>(cases: &[C], check: impl Fn(C) + Sync) {
    std::thread::scope(|scope| {
        for &case in cases {
            let check = &check;
            scope.spawn(move || check(case));
        }
    });
}

#[test]
fn a_library_that_fails_loses_its_games_and_not_the_run() {
    let cases = [
        ("CRASH_AT_FIRST", "true", "signal 11"),
        ("CRASH_LATER", "true", "signal 11"),
        ("OUT_OF_RANGE", "true", "is not within"),
        ("UNSTABLE", "true", "it was given again"),
        ("UNSTABLE_LATER", "true", "it was given again"),
        ("EXIT", "true", "an engine exit"),
        ("HANG", "true", "no bestmove for 3000 ms"),
        // In kilobytes of address space, of which it takes 16 MiB with each value.
        ("EATS_MEMORY", "ulimit -v 1000000", "mine lost by"),
    ];
    each_at_once(&cases, |(case, limits, reason)| {
        if let Some(folder) = hostile(case) {
            loses_its_games(&folder, "./mine.so", limits, reason);
        }
    });
}

#[test]
#[cfg_attr(not(feature = "full"), ignore = "takes long: --features full")]
fn a_program_that_fails_loses_its_games_and_not_the_run() {
    let cases = [
        ("while read l; do echo nonsense; done", "an engine exit"),
        ("read l; read l; exec yes", "mine lost by"),
        ("read l; cat /dev/zero", "a line of more than"),
        ("read l; echo 1; read l; echo 1; exit 3", "ended (exit status: 3)"),
        ("read l; exec sleep 100", "no bestmove for 3000 ms"),
    ];
    each_at_once(&cases, |(script, reason)| {
        let folder = Folder::new();
        let evaluation = format!("eval:sh -c 'echo evaluation 1; {script}'");
        loses_its_games(&folder, &evaluation, "true", reason);
    });
}

#[test]
fn an_evaluation_that_does_not_start_is_refused_before_any_game() {
    for (case, evaluation, reason) in [
        (Some("CRASH_AT_LOAD"), "./mine.so", "ended (signal: 6"),
        (Some("NO_INSTANCE"), "./mine.so", "evaluation_new returned NULL"),
        (Some("OTHER_INTERFACE"), "./mine.so", "version 99 of the interface"),
        (None, "eval:false", "ended (exit status: 1)"),
        (None, "eval:echo hello", "the greeting is `evaluation 1"),
        (None, "eval:sleep 100", "the greeting did not come within 5 s"),
    ] {
        let Some(folder) = case.map_or_else(|| Some(Folder::new()), hostile) else { continue };
        let message = hostile_run(&folder, evaluation, "true").ended(2);
        message.must_have(&["engine \"mine\", evaluation ", reason]);
        assert!(!folder.join("run").exists(), "{evaluation}");
    }
}

#[test]
fn a_failure_in_the_laboratory_is_an_error_with_its_reason() {
    let Some(folder) = &hostile("UNSTABLE") else { return };
    let expected = ["the evaluation ./mine.so failed", "has two values"];
    refused(folder, "explain startpos --engine ./mine.so", &expected);
    refused(folder, "explain startpos --engine 'eval:false'", &["eval:false", "ended"]);
}

/// An evaluation by the length of the position's line; `x` is the number that STEP makes wrong, n the number of questions,
/// old the length before and `started` the number of processes so far.
const ROGUE: &str = "echo >> starts; started=$(wc -l < starts); n=0; old=0\n\
    echo option name tempo type spin default 10 min 0 max 50; echo evaluation 1 terms\n\
    while read -r line; do case $line in setoption*) continue;; esac\n\
    n=$((n + 1)); fen=${line#terms }; x=$((${#fen} % 90)); STEP\n\
    case $line in terms*) echo $x '{\"length\": [1, 0]}';; *) echo $x;; esac; old=${#fen}; done\n";

#[test]
fn a_measurement_ends_where_a_value_depends_on_more_than_the_position() {
    let folder = &Folder::new();
    success(folder, "match michniewski otter --games 60 --nodes 100 --set run.seed=1 --out games --quiet");
    success(folder, "positions games --out positions.epd");
    let commands = [
        "explain startpos --engine EVAL",
        "accuracy positions.epd --engine EVAL",
        "tune EVAL positions.epd --params tempo --out tuned.toml",
        "ablate EVAL --games 8 --first 8 --nodes 20 --out ablated",
        "positions games --terms terms.csv --engine EVAL",
        "check EVAL --games 8",
    ];
    let rogue = |step: &str| {
        folder.write("rogue.sh", ROGUE.replace("STEP", step));
        commands.map(|command| command.replace("EVAL", "'eval:sh rogue.sh'"))
    };
    let [explain, accuracy, tune, ..] = rogue(":");
    for fair in [explain, accuracy, tune] {
        success(folder, &fair);
    }
    fs::remove_file(folder.join("tuned.toml")).unwrap();
    let every = "[ $((n % 200)) = 0 ] && x=$((x + 1))";
    // What a single question shows is found by the shortest command.
    for (step, shortest) in
        [(every, 1), ("x=$((x + n % 2))", 0), ("x=$((x + old % 2))", 1), ("x=$((x + started % 2))", 0)]
    {
        for line in &rogue(step)[shortest..] {
            let output = run(folder, line);
            if line.starts_with("check") {
                output.ended(1);
                stdout(&output).must_have(&["FAILED"]);
            } else {
                output.ended(2).must_have(&["has two values", "given again"]);
            }
        }
        for file in ["tuned.toml", "ablated", "terms.csv", "measured.toml"] {
            assert!(!folder.join(file).exists(), "{step}: {file}");
        }
    }
}

/// The output of the engine for these lines of input, and its messages; it must end with this status.
#[track_caller]
fn engine(evaluation: &str, lines: &str, status: i32) -> (String, String) {
    let output = output_of(env!("CARGO_BIN_EXE_evalarena"), &["engine", evaluation], lines);
    let error = output.ended(status);
    (stdout(&output), error)
}

#[test]
fn a_library_plays_by_uci_and_explains() {
    let Some(folder) = library("michniewski.c", &[]) else { return };
    let library = folder.join("mine.so");
    let lines = "uci\nisready\nposition startpos\neval\ngo nodes 2000\nquit\n";
    let setup = format!(r#"{{"evaluation": {library:?}, "options": {{"value.knight": 321}}}}"#);
    let (printed, error) = engine(&setup, lines, 0);
    printed.must_have(&[
        "id name Michniewski in C ",
        "option name value.knight type spin default 320 min 0 max 2000\n",
        "option name no_queens type check default false\n",
        "uciok\nreadyok\n",
        "pst_knight",
        "bestmove ",
    ]);
    assert_eq!(error, "");
}

#[test]
fn a_library_that_writes_to_standard_output_does_not_disturb_the_protocol() {
    let Some(folder) = hostile("NOISY") else { return };
    let library = folder.join("mine.so").display().to_string();
    let (printed, error) = engine(&library, "uci\ngo nodes 500\n", 0);
    printed.must_lack(&["loaded", "a1a1", "value "]);
    assert_eq!(printed.matches("bestmove").count(), 1, "{printed}");
    error.must_have(&["loaded\n", "bestmove a1a1\n"]);
}

#[test]
fn a_failure_in_a_search_ends_the_engine_with_a_message() {
    let Some(folder) = hostile("OUT_OF_RANGE") else { return };
    let library = folder.join("mine.so").display().to_string();
    let (printed, error) = engine(&library, "go nodes 100000\n", 3);
    assert!(error.starts_with("error: the evaluation "), "{error}");
    error.must_have(&[" failed: the value 40000 of \""]);
    printed.must_lack(&["bestmove"]);
}

#[test]
fn a_program_over_a_pipe_plays() {
    let program = "eval:sh -c 'echo evaluation 1 name=Nothing; exec sed -u s/.*/0/'";
    let (printed, _) = engine(program, "uci\ngo depth 2\n", 0);
    printed.must_have(&["id name Nothing ", "bestmove "]);
}

#[test]
fn what_cannot_be_used_is_refused_with_the_reason() {
    for (evaluation, message) in [
        ("./no/such.so", "error: ./no/such.so: the library cannot be loaded: No such file"),
        ("eval:", "is not an evaluation"),
        ("eval:false", "eval:false: the program ended (exit status: 1) while the greeting was awaited"),
        (
            r#"{"evaluation": "eval:sh -c 'echo evaluation 1; cat'", "options": {"a": 1}}"#,
            "option \"a\" cannot be set: there is no option \"a\"; this evaluator has none",
        ),
        (r#"{"evaluation": "eval:x", "optons": {}}"#, "unknown field `optons`"),
        (r#"{"evaluation": "eval:x", "hash": 3}"#, "hash is 3; use 1, 2, 4 ... 256"),
        (r#"{"evaluation": "eval:x", "search": {"depth": 3}}"#, "search depth = 3: "),
        (r#"{"evaluation": "eval:sh -c 'echo evaluation 1; exec sed -u s/.*/0/'", "disable": ["x"]}"#, "disable: "),
    ] {
        let (_, error) = engine(evaluation, "", 2);
        error.must_have(&[message]);
    }
}

#[test]
fn a_built_in_engine_passes() {
    let folder = folder_with("");
    let word = format!("cmd:{TEST_ENGINE} --evaluator michniewski");
    let output = run(&folder, &format!("check '{word}' --json"));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let findings = report["findings"].as_array().unwrap();
    let not_passed: Vec<&Value> = findings.iter().filter(|f| f["outcome"] != "ok").collect();
    for finding in &not_passed {
        let detail = finding["detail"].as_str().unwrap();
        // Lateness depends on the machine as well; and some things it does not offer.
        assert!(detail.contains(" ms") || detail.starts_with("it does not offer "), "{finding:#?}");
    }
    assert_eq!(report["passed"], findings.len() - not_passed.len());
    let keeps = findings.iter().find(|f| f["check"] == "keeps to nodes");
    assert_eq!(keeps.unwrap()["outcome"], "ok");
}

#[test]
#[cfg_attr(not(feature = "full"), ignore = "takes long: --features full")]
fn faults_of_an_engine_are_reported() {
    let word = format!("cmd:{TEST_ENGINE} --fault endless-search");
    let folder = folder_with("");
    // Wide enough for each finding to be a line.
    let mut check = arena(&folder, &format!("check '{word}'"));
    let output = check.env("COLUMNS", "200").output().unwrap();
    output.ended(1);
    let text = stdout(&output);
    for (name, word, part) in [
        ("keeps to nodes", "FAILED", "searched on until it was stopped"),
        ("keeps to depth", "FAILED", "give it a time"),
        ("keeps to a time for the move", "ok", ""),
    ] {
        let line = text.lines().find(|line| line.contains(name)).unwrap();
        let outcome = line.trim_start().starts_with(word);
        assert!(outcome && line.contains(part), "{line}");
    }
}

#[test]
fn a_program_that_cannot_be_checked_is_an_error() {
    let folder = folder_with("");
    for (word, part) in [
        ("michniewski --games 0", "leave --games 0 out"),
        ("./nothing", "nothing"),
        ("true", "exit status 0"),
        ("t.toml", "no engines in it"),
    ] {
        refused(&folder, &format!("check {word}"), &[part]);
    }
}

#[test]
fn a_broken_law_is_reported_with_the_position_and_both_values() {
    let spec = "eval:sh -c \"echo evaluation 1 white; exec sed -u s/.*/5/\"";
    let output = run(&folder_with(""), &format!("check '{spec}'"));
    output.ended(1);
    stdout(&output).must_have(&["FAILED", "4k3/8/8/8/8/8/8/4K3 b", "1 failed"]);
}
