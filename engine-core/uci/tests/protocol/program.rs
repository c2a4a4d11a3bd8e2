//! The program's command line, and the parts that OpenBench reads: the descriptions of engines and the Makefile.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use engine_core::testkit::{Contents, output_of, printed};
use serde_json::{Value, json};

use crate::ENGINE;

fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    output_of(ENGINE, arguments, input)
}

#[test]
fn eval_answers_every_line_and_reports_bad_ones() {
    let input = "startpos moves e2e4 d7d5 e4d5\n\nnonsense\n4k3/8/8/8/8/8/8/4K2R w K -\n";
    let output = run(&["eval", "--json"], input);
    assert_eq!(output.status.code(), Some(2));
    let rows = printed(&output);
    let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0]["evaluator"], "material");
    assert_eq!((&rows[0]["total"], &rows[0]["relative"]), (&json!(100), &json!(-100)));
    assert_eq!(rows[0]["terms"]["pawns"], json!([800, 700]));
    assert_eq!(rows[0]["aspects"]["pawns"], json!(100));
    assert!(rows[1]["error"].as_str().unwrap().contains("nonsense"));
    assert_eq!(rows[2]["meta"], json!({"queens": false}));
    let good = run(&["eval", "startpos", "moves", "e2e4"], "");
    assert!(good.status.success());
    printed(&good).must_have(&["total"]);
    // A line that is not text is reported, too, and the next one answered.
    let output = run(&["eval"], b"startpos\n\xff\nstartpos\n");
    assert_eq!(output.status.code(), Some(2));
    let text = printed(&output);
    text.must_have(&["error: line 2: it is not UTF-8 text"]);
    assert_eq!(text.matches("centipawns from White's side").count(), 2, "{text}");
    refused(&["eval", "--raw", "startpos"], "material has no raw readings");
    refused(&["eval", "--score", "10", "startpos"], "--raw");
}

/// The program refuses these arguments, and says so.
#[track_caller]
fn refused(arguments: &[&str], message: &str) {
    let output = run(arguments, "");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned() + &printed(&output);
    text.must_have(&[message]);
}

#[test]
fn bench_is_reproducible_and_ends_with_its_line() {
    let nodes = || {
        let output = printed(&run(&["bench", "4"], ""));
        let last = output.lines().last().unwrap().to_owned();
        let words: Vec<&str> = last.split(' ').collect();
        // OpenBench reads these words from the end.
        assert_eq!((words.len(), words[1], words[3]), (4, "nodes", "nps"), "{last}");
        assert!(words[2].parse::<u64>().is_ok(), "{last}");
        words[0].parse::<u64>().unwrap()
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn perft_counts_and_bad_arguments_are_refused() {
    printed(&run(&["perft", "3"], "")).must_have(&["8902 leaves"]);
    refused(&["perft", "1", "8/8/8/8/8/8/8/8 w - - 0 1"], "the board is empty");
    refused(&["perft", "deep"], "invalid value 'deep'");
    refused(&["sing"], "unrecognized subcommand 'sing'");
}

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const ENGINES: &str = "michniewski otter chessbin slate-atkin compendium compendium-in-proportion shannon turochamp \
    pesto kaufman";

/// The commands that `make` would run in `folder`; `None` on a machine that does not have it.
fn make(folder: &Path, words: &[&str]) -> Option<Result<String, String>> {
    let mut make = Command::new("make");
    let output = make.arg("-n").args(words).current_dir(folder).output().ok()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some(if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) })
}

#[test]
fn every_engine_is_described_and_built_in_its_folder() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let to = format!("DIR={}", folder.display());
    // Without make there is nothing to test.
    let Ok(made) = Command::new("make").args(["-s", "descriptions", &to]).current_dir(ROOT).status() else {
        return;
    };
    assert!(made.success());
    for engine in ENGINES.split(" ") {
        let file = folder.join(format!("{engine}.json"));
        let description: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        assert!(description["nps"].as_u64().unwrap() > 0);
        assert_eq!(description["private"], false);
        for list in ["compilers", "cpuflags", "systems"] {
            assert!(description["build"][list].is_array(), "{engine}: {list}");
        }
        for preset in ["default", "STC", "LTC"] {
            assert!(description["test_presets"][preset].is_object(), "{engine}: {preset}");
        }
        let path = description["build"]["path"].as_str().unwrap();
        assert_eq!(path, format!("openbench/{engine}"));
        let makefile = fs::read_to_string(format!("{ROOT}/{path}/Makefile")).unwrap();
        assert_eq!(makefile, format!("EVAL = {engine}\ninclude ../../Makefile\n"));
        let done = make(&Path::new(ROOT).join(path), &["EXE=mine"]).unwrap().unwrap();
        assert!(done.contains("cargo build --release --locked"), "{done}");
        assert!(done.contains(&format!("--bin {engine}\n")), "{done}");
        assert!(done.contains(&format!("release/{engine} mine\n")), "{done}");
    }
}

#[test]
fn the_compendium_is_built_without_a_word_and_another_evaluation_refused() {
    for (word, is_built, expected) in [
        ("EVAL=otter", true, "--bin otter\n"),
        ("-s", true, "--bin compendium\n"),
        ("EVAL=moon", false, "EVAL=moon is none of michniewski, otter"),
    ] {
        let Some(done) = make(Path::new(ROOT), &["EXE=mine", word]) else { return };
        assert_eq!(done.is_ok(), is_built, "{word}: {done:?}");
        done.unwrap_or_else(|error| error).must_have(&[expected]);
    }
}
