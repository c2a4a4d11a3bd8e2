//! Evaluations in other languages, from `new-evaluator` and from docs/own-evaluation.md: they build, keep the laws and play;
//! and one in Python takes the place of the built-in one everywhere.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::evaluations::{SOURCES, compile, games, library};
use super::{Contents, Files, Folder, json, refused, stderr, stdout, strip, success, text};
use crate::left_out::{CC, CPP, MAKE, PYTHON, PYTHON_CHESS, is_there};

const DOCUMENT: &str = include_str!("../../../../docs/own-evaluation.md");

/// Stockfish 15: later ones have no classical evaluation.
pub(crate) fn stockfish() -> Option<&'static str> {
    let is_15 = |program: &&str| {
        let output = Command::new(program).arg("quit").output();
        output.is_ok_and(|output| stdout(&output).starts_with("Stockfish 15"))
    };
    ["stockfish", "/usr/games/stockfish"].into_iter().find(is_15)
}

/// Runs make in the folder with this program as the arena; returns the output.
#[track_caller]
fn make(folder: &Path, target: &str) -> String {
    let mut make = Command::new("make");
    let program = env!("CARGO_BIN_EXE_evalarena");
    make.current_dir(folder).args([target, &format!("EVALARENA={program}")]);
    let output = make.output().unwrap();
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
    assert_eq!(stderr(&output), "", "make {target}");
    stdout(&output)
}

/// Asserts that the evaluation breaks no law, and that nothing fails in two short games.
#[track_caller]
fn keeps_the_laws_and_plays(folder: &Path, spec: &str) {
    let report = json(folder, &format!("check '{spec}' --games 0"));
    assert_eq!(report["failed"], 0, "{report:#}");
    let line = format!("match '{spec}' michniewski --games 2 --nodes 500 --out runs/two --threads 2");
    let output = success(folder, &line);
    stdout(&output).must_have(&["michniewski"]);
    stderr(&output).must_lack(&["failed", "crash"]);
    let games = folder.read("runs/two/games.pgn");
    assert_eq!(games.matches("[Result \"").count(), 2, "{games}");
}

#[test]
fn a_folder_in_c_or_cpp_builds_keeps_the_laws_and_plays() {
    for (language, compiler) in [("c", CC), ("cpp", CPP)] {
        if !is_there(MAKE) || !is_there(compiler) {
            continue;
        }
        let place = Folder::new();
        let line = format!("new-evaluator two-words --language {language}");
        let source = format!("two-words/two-words.{language}");
        text(&place, &line).must_have(&["written: ", &source, "make check", "./two-words.so"]);
        let folder = place.join("two-words");
        make(&folder, "two-words.so");
        make(&folder, "check").must_have(&[", 0 failed"]);
        keeps_the_laws_and_plays(&folder, "./two-words.so");
        text(&folder, "explain startpos moves e2e4 --engine ./two-words.so").must_have(&["material", "centre", "15"]);
        make(&folder, "clean");
        assert!(!folder.join("two-words.so").exists());
    }
}

#[test]
fn a_folder_in_python_keeps_the_laws_and_plays() {
    if !is_there(PYTHON_CHESS) {
        return;
    }
    let place = Folder::new();
    let spec = "eval:python3 eval_two_words.py";
    text(&place, "new-evaluator two-words --language python").must_have(&[
        "two-words/eval_two_words.py",
        "pip install",
        spec,
    ]);
    let folder = place.join("two-words");
    keeps_the_laws_and_plays(&folder, spec);
}

#[test]
fn a_uci_engine_that_prints_its_value_keeps_the_laws_and_plays() {
    if stockfish().is_none() || !is_there(PYTHON) {
        return;
    }
    let place = Folder::new();
    let spec = "eval:python3 eval_theirs.py";
    text(&place, "new-evaluator theirs --language uci-eval").must_have(&[spec]);
    let folder = place.join("theirs");
    let ours = folder.read("eval_theirs.py");
    assert!(DOCUMENT.contains(&ours), "the document shows the template");
    keeps_the_laws_and_plays(&folder, spec);
    let explained = json(&folder, &format!("explain startpos moves e2e4 --engine '{spec}'"));
    assert_eq!(explained["evaluations"][0]["total"], 58, "{explained}");
}

#[test]
fn what_is_there_is_not_written_over() {
    let place = Folder::new();
    success(&place, "new-evaluator mine --language python");
    let parts = ["mine exists already"];
    refused(&place, "new-evaluator mine --language c", &parts);
    refused(&place, "new-evaluator Mine --language c", &["cannot name"]);
    refused(&place, "new-evaluator other", &["--language c, cpp or python"]);
    assert_eq!(fs::read_dir(&*place).unwrap().count(), 1);
}

/// The first block of this language in the document.
fn block(language: &str) -> &'static str {
    let start = format!("```{language}\n");
    let (_, block) = DOCUMENT.split_once(start.as_str()).unwrap();
    block.split_once("```").unwrap().0
}

#[test]
fn the_library_of_the_document_keeps_the_laws_and_plays() {
    if !is_there(CC) {
        return;
    }
    let place = Folder::new();
    place.write("mine.c", block("c"));
    compile(&place, "mine.so", place.join("mine.c"), &["-Wall", "-Wextra", "-Werror"]);
    keeps_the_laws_and_plays(&place, "./mine.so");
}

#[test]
fn the_fifteen_lines_of_the_document_keep_the_laws_and_play() {
    let program = block("python");
    assert_eq!(program.lines().count(), 15);
    if !is_there(PYTHON_CHESS) {
        return;
    }
    let place = Folder::new();
    place.write("mine.py", program);
    keeps_the_laws_and_plays(&place, "eval:python3 mine.py");
}

/// A folder with `mine.py`; `None` without Python or its package chess.
fn program() -> Option<Folder> {
    let folder = is_there(PYTHON_CHESS).then(Folder::new)?;
    fs::copy(format!("{SOURCES}/tests/michniewski.py"), folder.join("mine.py")).unwrap();
    Some(folder)
}

#[test]
fn a_program_over_a_pipe_plays_the_games_of_the_built_in_evaluator() {
    let Some(folder) = &program() else { return };
    let games_of = |engine, out| games(folder, engine, out, "--nodes 40 --games 12");
    let built_in = games_of("michniewski", "a");
    assert_eq!(games_of("'eval:python3 mine.py'", "b"), built_in);
}

#[test]
fn the_laboratory_takes_an_evaluation_from_outside() {
    let (Some(folder), Some(python)) = (&library("michniewski.c", &[]), program()) else {
        return;
    };
    fs::copy(python.join("mine.py"), folder.join("mine.py")).unwrap();
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

    // What a command prints, without the names and notes by which the evaluations differ.
    let same = |command: &dyn Fn(&str) -> String| {
        let [mine, built_in] = ["./mine.so", "michniewski"].map(|engine| {
            let mut value = json(folder, &command(engine));
            strip(&mut value, &["evaluator", "title", "document", "year", "meta"]);
            value
        });
        assert_eq!(mine, built_in);
    };
    same(&|engine| format!("why {position} --moves c8f5,g8f6 --engine {engine} --nodes 2000"));
    let games = "match michniewski otter --games 60 --nodes 100 --set run.seed=1 --out games --quiet";
    success(folder, games);
    success(folder, "positions games --out positions.epd");
    let accuracy = json(folder, "accuracy positions.epd --engine ./mine.so --engine michniewski --terms");
    let engine = |name: &str| {
        let engines = accuracy["engines"].as_array().unwrap();
        engines.iter().find(|engine| engine["name"] == name).unwrap()
    };
    for key in ["log_loss", "eval_scale", "terms"] {
        let [mine, built_in] = ["mine", "michniewski"].map(|name| engine(name)[key].to_string());
        assert_eq!(mine, built_in, "{key}");
    }

    same(&|engine| format!("tune {engine} positions.epd --params value.knight --out t.toml"));
    let suite = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id \"1\";\n";
    folder.write("suite.epd", suite);
    let solved = text(folder, "suite suite.epd --engine ./mine.so --nodes 500");
    solved.as_str().must_have(&["mine", "1/1"]);
}
