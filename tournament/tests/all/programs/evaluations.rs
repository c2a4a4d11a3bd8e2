//! Evaluations from outside: Michniewski's written again in C and in Python takes the place of the built-in one
//! everywhere, and one that fails is the failure of its engine.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use super::common::{
    Contents, arena, arena_within, json, refused, run, stderr, stdout, success, text,
};

/// The sources of the crate's own tests.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../eval-external");

/// A folder with `mine.so` of this C file of the crate's tests; `None` without a compiler.
pub(crate) fn library(file: &str, flags: &[&str]) -> Option<TempDir> {
    let folder = tempdir().unwrap();
    compiled(folder.path(), "mine.so", file, flags).then_some(folder)
}

fn compiled(folder: &Path, library: &str, file: &str, flags: &[&str]) -> bool {
    let mut compiler = Command::new("cc");
    compiler.args(["-O2", "-shared", "-fPIC", "-o"]);
    compiler.arg(folder.join(library)).args(flags);
    compiler.arg(format!("-I{SOURCES}/include"));
    compiler.arg(format!("{SOURCES}/tests/{file}"));
    let Ok(status) = compiler.status() else {
        println!("skipped: there is no C compiler (cc)");
        return false;
    };
    assert!(status.success(), "cc {file}: {status}");
    true
}

/// A folder with `mine.py`; `None` without Python or its package chess.
fn program() -> Option<TempDir> {
    let mut chess = Command::new("python3");
    chess.args(["-c", "import chess"]).stderr(Stdio::null());
    if !chess.status().is_ok_and(|status| status.success()) {
        println!("skipped: there is no python3 with the package chess");
        return None;
    }
    let folder = tempdir().unwrap();
    let source = format!("{SOURCES}/tests/michniewski.py");
    fs::copy(source, folder.path().join("mine.py")).unwrap();
    Some(folder)
}

/// Opening, result and moves of each game of a run against Otter, in order, whatever the first engine is called.
fn games(folder: &Path, engine: &str, out: &str, arguments: &str) -> Vec<String> {
    let line = format!(
        "match {engine} otter {arguments} --set run.seed=7 --threads 2 --out {out} --quiet"
    );
    success(folder, &line);
    let pgn = fs::read_to_string(folder.join(out).join("games.pgn")).unwrap();
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
    let Some(folder) = library("michniewski.c", &[]) else {
        return;
    };
    let folder = folder.path();
    let games_of = |engine, out| games(folder, engine, out, "--nodes 2000 --games 12");
    let built_in = games_of("michniewski", "a");
    assert_eq!(built_in.len(), 12);
    assert_eq!(games_of("./mine.so", "b"), built_in);
}

#[test]
fn a_program_over_a_pipe_plays_the_games_of_the_built_in_evaluator() {
    let Some(folder) = program() else { return };
    let folder = folder.path();
    let games_of = |engine, out| games(folder, engine, out, "--nodes 40 --games 12");
    let built_in = games_of("michniewski", "a");
    assert_eq!(games_of("'eval:python3 mine.py'", "b"), built_in);
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

/// The moves of the run of [`configuration`], once played.
fn configured(folder: &Path, out: &str) -> Vec<String> {
    success(folder, &format!("run below/t.toml --out {out} --quiet"));
    let pgn = fs::read_to_string(folder.join(out).join("games.pgn")).unwrap();
    let mut games: Vec<String> = pgn.split("[Event ").skip(1).map(moves).collect();
    games.sort();
    games
}

#[test]
fn a_configuration_sets_options_disabled_terms_and_the_search() {
    let Some(folder) = library("michniewski.c", &[]) else {
        return;
    };
    let folder = folder.path();
    fs::create_dir_all(folder.join("below")).unwrap();
    fs::rename(folder.join("mine.so"), folder.join("below/mine.so")).unwrap();
    let of = |out: &str, keys: &str| {
        configuration(folder, keys);
        configured(folder, out)
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
    assert!(compiled(folder, "below/mine.so", "michniewski.c", &["-O1"]));
    refused(folder, line, &["engine \"it\": its library has changed"]);
}

#[test]
fn wrong_evaluations_in_a_configuration_are_refused_with_a_remedy() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
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

#[test]
fn the_laboratory_takes_an_evaluation_from_outside() {
    let (Some(folder), Some(python)) = (library("michniewski.c", &[]), program()) else {
        return;
    };
    let folder = folder.path();
    fs::copy(python.path().join("mine.py"), folder.join("mine.py")).unwrap();
    let engines = ["./mine.so", "'eval:python3 mine.py'", "michniewski"];
    let position = "startpos moves e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 d2d4";
    // Terms are those of the built-in evaluator, in all three.
    let line = engines.map(|engine| format!("--engine {engine}")).join(" ");
    let explained = json(folder, &format!("explain {position} {line}"));
    let terms = |at: usize| {
        let evaluation = &explained["evaluations"][at];
        let terms = evaluation["terms"].as_object().unwrap().clone();
        (evaluation["total"].clone(), terms)
    };
    assert_eq!(terms(0), terms(2));
    assert_eq!(terms(1), terms(2));

    let why = |engine| {
        let mut why = json(
            folder,
            &format!("why {position} --moves c8f5,g8f6 --engine {engine} --nodes 2000"),
        );
        strip(&mut why);
        why
    };
    assert_eq!(why("./mine.so"), why("michniewski"));

    let games =
        "match michniewski otter --games 60 --nodes 100 --set run.seed=1 --out games --quiet";
    success(folder, games);
    success(folder, "positions games --out positions.epd");
    let accuracy =
        json(folder, "accuracy positions.epd --engine ./mine.so --engine michniewski --terms");
    let engine = |name: &str| {
        let engines = accuracy["engines"].as_array().unwrap();
        engines.iter().find(|engine| engine["name"] == name).unwrap()
    };
    for key in ["log_loss", "eval_scale", "terms"] {
        assert_eq!(
            engine("mine")[key].to_string(),
            engine("michniewski")[key].to_string(),
            "{key}"
        );
    }

    let tuned = |engine| {
        let mut tuned = json(
            folder,
            &format!("tune {engine} positions.epd --params value.knight --out t.toml"),
        );
        strip(&mut tuned);
        tuned
    };
    assert_eq!(tuned("./mine.so"), tuned("michniewski"));
    let suite =
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id \"1\";\n";
    fs::write(folder.join("suite.epd"), suite).unwrap();
    let solved = text(folder, "suite suite.epd --engine ./mine.so --nodes 500");
    solved.as_str().must_have(&["mine", "1/1"]);
}

/// Removes the names and notes by which the evaluations differ.
fn strip(value: &mut Value) {
    match value {
        Value::Object(object) => {
            for key in ["evaluator", "title", "document", "year", "meta"] {
                object.remove(key);
            }
            object.values_mut().for_each(strip);
        }
        Value::Array(array) => array.iter_mut().for_each(strip),
        _ => {}
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
    assert_eq!(output.status.code(), Some(4), "{evaluation}: {}", stderr(&output));
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
        if let Some(folder) = library("hostile.c", &[&format!("-DCASE={case}")]) {
            loses_its_games(folder.path(), "./mine.so", limits, reason);
        }
    });
}

#[test]
fn a_program_that_fails_loses_its_games_and_not_the_run() {
    let cases = [
        ("while read l; do echo nonsense; done", "an engine exit"),
        ("read l; read l; exec yes", "mine lost by"),
        ("read l; cat /dev/zero", "a line of more than"),
        ("read l; echo 1; read l; echo 1; exit 3", "ended (exit status: 3)"),
        ("read l; exec sleep 100", "no bestmove for 3000 ms"),
    ];
    each_at_once(&cases, |(script, reason)| {
        let folder = tempdir().unwrap();
        let evaluation = format!("eval:sh -c 'echo evaluation 1; {script}'");
        loses_its_games(folder.path(), &evaluation, "true", reason);
    });
}

#[test]
fn an_evaluation_that_does_not_start_is_refused_before_any_game() {
    let refuses = |folder: &Path, evaluation: &str, reason: &str| {
        let output = hostile_run(folder, evaluation, "true");
        assert_eq!(output.status.code(), Some(2), "{evaluation}");
        stderr(&output).must_have(&["engine \"mine\", evaluation ", reason]);
        assert!(!folder.join("run").exists(), "{evaluation}");
    };
    for (case, reason) in [
        ("CRASH_AT_LOAD", "ended (signal: 6"),
        ("NO_INSTANCE", "evaluation_new returned NULL"),
        ("OTHER_INTERFACE", "version 99 of the interface"),
    ] {
        let Some(folder) = library("hostile.c", &[&format!("-DCASE={case}")]) else {
            return;
        };
        refuses(folder.path(), "./mine.so", reason);
    }
    let folder = tempdir().unwrap();
    refuses(folder.path(), "eval:false", "ended (exit status: 1)");
    refuses(folder.path(), "eval:echo hello", "the greeting is `evaluation 1");
    refuses(folder.path(), "eval:sleep 100", "the greeting did not come within 5 s");
}

#[test]
fn a_failure_in_the_laboratory_is_an_error_with_its_reason() {
    let Some(folder) = library("hostile.c", &["-DCASE=UNSTABLE"]) else {
        return;
    };
    let expected = ["the evaluation ./mine.so failed", "has two values"];
    refused(folder.path(), "explain startpos --engine ./mine.so", &expected);
    let output = arena(folder.path(), "explain startpos --engine 'eval:false'").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    stderr(&output).must_have(&["eval:false", "ended"]);
}

fn git(folder: &Path, words: &[&str]) {
    let identity = ["-c", "user.name=Test", "-c", "user.email=test@localhost"];
    let mut git = Command::new("git");
    let status = git.current_dir(folder).args(identity).args(words).status();
    assert!(status.unwrap().success(), "git {words:?}");
}

#[test]
fn a_library_is_built_from_two_commits_and_compared() {
    let Some(other) = library("michniewski.c", &[]) else {
        return;
    };
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let source = fs::read_to_string(format!("{SOURCES}/tests/michniewski.c")).unwrap();
    let write = |text: &str| fs::write(folder.join("mine.c"), text).unwrap();
    write(&source);
    let header = format!("{SOURCES}/include/evaluation.h");
    fs::copy(header, folder.join("evaluation.h")).unwrap();
    git(folder, &["init", "-q", "."]);
    git(folder, &["add", "."]);
    git(folder, &["commit", "-q", "-m", "first"]);
    // Rooks and queens are worth next to nothing now.
    let values = "{100, 320, 330, 500, 900,";
    assert!(source.contains(values));
    write(&source.replace(values, "{100, 320, 330, 50, 90,"));
    let line = "regress mine --build 'cc -O2 -shared -fPIC -I. -o mine.so mine.c' --program mine.so \
                --nodes 200 --max-pairs 200 --json";
    let output = run(folder, line);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let result: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(result["verdict"], "worse");

    refused(
        folder,
        "regress mine --build 'echo no; false' --program mine.so",
        &["`echo no; false` failed:\n  no\n"],
    );
    // Two files are compared without a repository.
    let folder = other.path();
    assert!(compiled(folder, "old.so", "michniewski.c", &["-O1"]));
    let same = run(folder, "regress ./mine.so --against ./old.so");
    assert_eq!(same.status.code(), Some(0), "{}", stderr(&same));
    stdout(&same).must_have(&["they search the same tree"]);
    refused(folder, "regress ./mine.so", &["such as --against ./old.so"]);
}
