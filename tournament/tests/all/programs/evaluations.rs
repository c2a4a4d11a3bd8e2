//! Evaluations from outside: Michniewski's written again in C takes the place of the built-in one, and one that fails is
//! the failure of its engine.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::{
    Contents, Ended, Files, Folder, arena, arena_within, refused, stderr, stdout, success,
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

pub(crate) fn compile(folder: &Path, library: &str, file: &str, flags: &[&str]) {
    let mut compiler = Command::new("cc");
    compiler.args(["-O2", "-shared", "-fPIC", "-o"]);
    compiler.arg(folder.join(library)).args(flags);
    compiler.arg(format!("-I{SOURCES}/include"));
    compiler.arg(format!("{SOURCES}/tests/{file}"));
    let status = compiler.status().unwrap();
    assert!(status.success(), "cc {file}: {status}");
}

/// Opening, result and moves of each game of a run against Otter, in order, whatever the first engine is called.
pub(crate) fn games(folder: &Path, engine: &str, out: &str, arguments: &str) -> Vec<String> {
    let line = format!(
        "match {engine} otter {arguments} --set run.seed=7 --threads 2 --out {out} --quiet"
    );
    success(folder, &line);
    games_of(&folder.join(out))
}

/// The games of a run.
fn games_of(run: &Path) -> Vec<String> {
    let pgn = run.read("games.pgn");
    let mut games: Vec<String> = pgn.split("[Event ").skip(1).map(moves).collect();
    games.sort();
    games
}

/// The number of a game, and its moves without comments.
fn moves(game: &str) -> String {
    let round = game.lines().find(|line| line.starts_with("[Round ")).unwrap();
    let (_, text) = game.split_once("\n\n").unwrap();
    let mut moves = String::new();
    let mut depth = 0;
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 0 => moves.push(letter),
            _ => {}
        }
    }
    let words: Vec<&str> = moves.split_whitespace().collect();
    format!("{round} {}", words.join(" "))
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
    let settings = "disable = [\"pst_k*\"]\nsearch = { \"reverse_futility.margin\" = 30 }\nmargin_scale = 0.7\nhash = 2";
    let built_in = of(
        "a",
        &format!("evaluator = \"michniewski\"\nparams = {{ \"value.knight\" = 300 }}\n{settings}"),
    );
    let library = of(
        "b",
        &format!("evaluation = \"./mine.so\"\noptions = {{ \"value.knight\" = 300 }}\n{settings}"),
    );
    assert_eq!(library, built_in);
    assert_ne!(of("c", "evaluation = \"./mine.so\""), built_in);
    // The library belongs to the run.
    let line = "run below/t.toml --out c";
    success(folder, line);
    compile(folder, "below/mine.so", "michniewski.c", &["-O1"]);
    refused(folder, line, &["engine \"it\": its library has changed"]);
}

#[test]
fn wrong_evaluations_in_a_configuration_are_refused_with_a_remedy() {
    let folder = &Folder::new();
    for (keys, expected) in [
        ("evaluation = \"./none.so\"", "the library cannot be loaded"),
        ("evaluation = \"\"", "is not an evaluation: write the path"),
        ("evaluation = \"./x.so\"\nevaluator = \"otter\"", "remove one of the two"),
        ("evaluation = \"./x.so\"\nargs = [\"x\"]", "args is for a UCI program"),
        (
            "evaluator = \"otter\"\noptions = { x = 1 }",
            "options is for an evaluation from outside or a UCI program",
        ),
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
    let refuses = |folder: &Path, evaluation: &str, reason: &str| {
        let output = hostile_run(folder, evaluation, "true");
        output.ended(2);
        stderr(&output).must_have(&["engine \"mine\", evaluation ", reason]);
        assert!(!folder.join("run").exists(), "{evaluation}");
    };
    for (case, reason) in [
        ("CRASH_AT_LOAD", "ended (signal: 6"),
        ("NO_INSTANCE", "evaluation_new returned NULL"),
        ("OTHER_INTERFACE", "version 99 of the interface"),
    ] {
        let Some(folder) = hostile(case) else { return };
        refuses(&folder, "./mine.so", reason);
    }
    let folder = Folder::new();
    refuses(&folder, "eval:false", "ended (exit status: 1)");
    refuses(&folder, "eval:echo hello", "the greeting is `evaluation 1");
    refuses(&folder, "eval:sleep 100", "the greeting did not come within 5 s");
}

#[test]
fn a_failure_in_the_laboratory_is_an_error_with_its_reason() {
    let Some(folder) = &hostile("UNSTABLE") else { return };
    let expected = ["the evaluation ./mine.so failed", "has two values"];
    refused(folder, "explain startpos --engine ./mine.so", &expected);
    let output = arena(folder, "explain startpos --engine 'eval:false'").output().unwrap();
    output.ended(2);
    stderr(&output).must_have(&["eval:false", "ended"]);
}
