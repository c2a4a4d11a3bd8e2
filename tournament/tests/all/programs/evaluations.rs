//! Evaluations from outside: Michniewski's written again in C takes the place of the built-in one, and one that fails is
//! the failure of its engine; `evalarena engine`, the program that plays with them, whatever they do; and `evalarena check`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use engine_core::testkit::output_of;
use serde_json::Value;

use super::{
    Contents, Ended, Files, Folder, TEST_ENGINE, arena, arena_within, folder_with, json, refused, run, stderr, stdout,
    success,
};
use crate::arena::{rows, section};
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
    compiler.args([format!("-I{SOURCES}/include"), format!("-I{SOURCES}/tests")]);
    let status = compiler.arg(&source).status().unwrap();
    assert!(status.success(), "cc {}: {status}", source.display());
}

/// Writes Michniewski's evaluation with rooks and queens that are worth next to nothing.
pub(crate) fn write_other(folder: &Path, file: &str) {
    let source = fs::read_to_string(format!("{SOURCES}/tests/michniewski.c")).unwrap();
    let values = "{100, 320, 330, 500, 900,";
    assert!(source.contains(values));
    folder.write(file, source.replace(values, "{100, 320, 330, 50, 90,"));
}

/// Compiles it.
pub(crate) fn compile_other(folder: &Path, library: &str) {
    write_other(folder, "other.c");
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
    let Some(folder) = &library("michniewski.c", &["-DINTERFACE_1"]) else { return };
    compile(folder, "second.so", "michniewski.c", &[]);
    compile(folder, "state.so", "michniewski.c", &["-DSTATE"]);
    let play = |engine, out| games(folder, engine, out, "--nodes 400 --games 12");
    let built_in = play("michniewski", "a");
    assert_eq!(built_in.len(), 12);
    for (engine, out) in [("./mine.so", "b"), ("./second.so", "c"), ("./state.so", "d")] {
        assert_eq!(play(engine, out), built_in, "{engine}");
    }
}

/// The library of the built-in evaluations, which cargo has built beside these tests.
pub(super) fn exported() -> PathBuf {
    let file = format!("{}evaluations{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    env::current_exe().unwrap().with_file_name(file)
}

/// Without the compendium's two rules that choose between moves of the root: they are no part of the interface.
#[test]
fn what_is_exported_plays_the_games_of_the_built_in_evaluators() {
    let folder = &Folder::new();
    let library = exported();
    // One of each kind of state; the values of all are compared in the crate's own test.
    for name in ["slate-atkin", "compendium-in-proportion", "pesto"] {
        let disable = if name.starts_with("compendium") {
            r#"["opening.develop-over-pawn-push", "king-attack.sacrifices"]"#
        } else {
            "[]"
        };
        folder.write("e.toml", format!("[[engine]]\nname = \"own\"\nevaluator = \"{name}\"\ndisable = {disable}\n"));
        let play = |engine: &str, out: &str| games(folder, engine, &format!("{name}-{out}"), "--nodes 200 --games 4");
        let built_in = play("e.toml:own", "a");
        assert_eq!(built_in.len(), 4);
        assert_eq!(play(&format!("{}:{name}", library.display()), "b"), built_in, "{name}");
    }
}

#[test]
fn a_search_in_c_plays_legal_games_with_each_evaluation() {
    if !is_there(CC) {
        return;
    }
    let folder = &Folder::new();
    let source = format!("{SOURCES}/../tournament/export/own-search.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-O2", "-Wall", "-Wextra", "-Werror", "-o"]).arg(folder.join("own-search")).arg(source);
    let status = compiler.args([&format!("-I{SOURCES}/include"), "-ldl"]).status().unwrap();
    assert!(status.success(), "{status}");
    for name in evaluators::registry::NAMES {
        let line = format!(
            "match 'cmd:./own-search {} {name}' material --nodes 100 --games 2 --threads 2 --out {name}",
            exported().display()
        );
        let engine = &json(folder, &line)["engines"][0];
        let found = ["games", "illegal_moves", "failures"].map(|key| engine[key].to_string());
        assert_eq!(found, ["2", "0", "{}"], "{engine:#}");
    }
}

/// A configuration of `engine` against Otter in a folder below the one in which it is played.
fn configuration(folder: &Path, engine: &str) {
    fs::create_dir_all(folder.join("below")).unwrap();
    let text = section("it").replace("ENGINE", engine);
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
    for row in rows("wrong evaluations") {
        configuration(folder, &row[0].replace('¶', "\n"));
        refused(folder, "run below/t.toml", &[row[1]]);
    }
}

/// The result of a run of an evaluation against Material within limits of the shell.
fn hostile_run(folder: &Path, evaluation: &str, limits: &str) -> Output {
    let text = section("hostile").replace("EVALUATION", &format!("{evaluation:?}"));
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

/// The cases of a table at the same time: most of them wait. Limits of memory are in kilobytes, and the library takes 16 MiB
/// with each value.
fn each_at_once(table: &str, check: impl Fn(Vec<&str>) + Sync) {
    std::thread::scope(|scope| {
        for row in rows(table) {
            scope.spawn(|| check(row));
        }
    });
}

#[test]
fn a_library_that_fails_loses_its_games_and_not_the_run() {
    each_at_once("libraries that fail", |row| {
        if let Some(folder) = hostile(row[0]) {
            loses_its_games(&folder, "./mine.so", row[1], row[2]);
        }
    });
}

#[test]
#[cfg_attr(not(feature = "full"), ignore = "takes long: --features full")]
fn a_program_that_fails_loses_its_games_and_not_the_run() {
    each_at_once("programs that fail", |row| {
        let evaluation = format!("eval:sh -c 'echo evaluation 1; {}'", row[0]);
        loses_its_games(&Folder::new(), &evaluation, "true", row[1]);
    });
}

#[test]
fn an_evaluation_that_does_not_start_is_refused_before_any_game() {
    for row in rows("evaluations that do not start") {
        let (evaluation, case) = (row[0], row[1]);
        let Some(folder) = (if case.is_empty() { Some(Folder::new()) } else { hostile(case) }) else { continue };
        let message = hostile_run(&folder, evaluation, "true").ended(2);
        message.must_have(&["engine \"mine\", evaluation ", row[2]]);
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

#[test]
fn a_measurement_ends_where_a_value_depends_on_more_than_the_position() {
    let folder = &Folder::new();
    success(folder, "match michniewski otter --games 60 --nodes 100 --set run.seed=1 --out games --quiet");
    success(folder, "positions games --out positions.epd");
    // By the length of the position's line; `x` is the number that STEP makes wrong, n the number of questions, old the
    // length before and `started` the number of processes so far.
    let rogue = |step: &str| {
        folder.write("rogue.sh", section("rogue").replace("STEP", step));
        rows("commands that measure").into_iter().map(|row| row[0].to_owned()).collect::<Vec<String>>()
    };
    for fair in &rogue(":")[..3] {
        success(folder, fair);
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
    rows("an engine in C").iter().for_each(|row| printed.must_have(&[&row[0].replace('¶', "\n")]));
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
    for row in rows("what the engine refuses") {
        let (_, error) = engine(row[0], "", 2);
        error.must_have(&row[1..]);
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
    rows("programs that are not checked").iter().for_each(|row| drop(refused(&folder, row[0], &row[1..])));
}
