//! Positions drawn from games, and the results predicted by values.

use std::fs;
use std::path::Path;

use evaluators::registry::NAMES;

use crate::common::{Contents, Files, Folder, json, refused, run, stderr, stdout, text};

/// A folder in which 60 games between two evaluators were played, with nodes enough that the side that
/// stands better mostly wins: at 60 nodes blunders decide, and no value predicts a result.
fn played() -> Folder {
    let folder = Folder::new();
    let config = "[run]\nname = \"x\"\nformat = \"match\"\npairs = 30\n\n[limits]\nnodes = 400\n\n\
                  [[engine]]\nevaluator = \"michniewski\"\n\n[[engine]]\nevaluator = \"material\"\n";
    folder.write("x.toml", config);
    text(&folder, "run x.toml --quiet");
    folder
}

fn draw(folder: &Path, more: &str) -> String {
    let arguments = "positions runs/x/games.pgn";
    text(folder, &format!("{arguments} {more}"))
}

#[test]
fn from_games_to_accuracy() {
    let folder = &played();
    let lines = draw(folder, "");
    assert_eq!(lines, draw(folder, ""), "the same seed, the same positions");
    assert_ne!(lines, draw(folder, "--seed 2"));
    assert!(lines.lines().count() > 200, "{lines}");
    for line in lines.lines() {
        line.must_have(&[" c8 \"startpos moves ", "; c9 \""]);
    }
    let few = draw(folder, "--per-game 1");
    assert!(few.lines().count() <= 60, "{few}");
    let printed = draw(folder, "--out p.epd.gz");
    printed.must_have(&["from 60 games; 0 games left out"]);

    let all = json(folder, "accuracy p.epd.gz");
    let engines = all["engines"].as_array().unwrap();
    assert_eq!(engines.len(), NAMES.len());
    assert_eq!(all["positions"].as_u64(), Some(lines.lines().count() as u64));
    assert_eq!(engines[0]["worse"]["value"].as_f64(), Some(0.0));
    for engine in engines {
        let whole = &engine["predictions"][0];
        assert!(whole["stage"].is_null() && whole["explained"]["low"].is_f64(), "{engine}");
        let scales = ["eval_scale_low", "eval_scale", "eval_scale_high"];
        let [low, scale, high] = scales.map(|key| engine[key].as_f64().unwrap());
        assert!(low < scale && scale < high, "{engine}");
        assert_eq!(engine["calibration"].as_array().unwrap().len(), 7);
        assert!(engine.get("terms").is_none());
    }
    let with_terms = "accuracy p.epd.gz --engine slate-atkin --terms";
    let terms = text(folder, with_terms);
    terms.must_have(&["slate-atkin, term by term", "pawn_isolated", "material", "multiplier"]);
    assert_eq!(terms, text(folder, with_terms), "drawn again by a seed");
    let config = "[[engine]]\nname = \"A third\"\nevaluator = \"compendium\"\n\
                  params = { \"weight.*\" = 33 }\n";
    folder.write("third.toml", config);
    let table = text(folder, "accuracy p.epd.gz --config third.toml --engine otter");
    table.must_have(&["A third", "otter"]);
    tuned_numbers_are_what_engines_and_regression_tests_take(folder);
}

fn tuned_numbers_are_what_engines_and_regression_tests_take(folder: &Path) {
    let printed = text(folder, "tune slate-atkin p.epd.gz");
    printed.must_have(&["slate-atkin-tuned.toml is written"]);
    let file = folder.read("slate-atkin-tuned.toml");
    assert!(file.starts_with("# slate-atkin, tuned on "), "{file}");
    let engine = "[[engine]]\nname = \"Tuned\"\nevaluator = \"slate-atkin\"\nparams = \"slate-atkin-tuned.toml\"\n";
    folder.write("t.toml", engine);
    let table = text(folder, "accuracy p.epd.gz --config t.toml");
    table.must_have(&["Tuned", "material"]);
    let found = json(folder, "tune slate-atkin p.epd.gz --params bishop_*");
    let count = |key: &str| found[key].as_array().unwrap().len();
    // Each was fitted or had no effect, unless no round was better.
    assert!(count("numbers") + count("silent") == 2 || found["rounds"] == 0, "{found}");
    for (line, expected) in [
        (
            "slate-atkin p.epd.gz --params bishop_pears",
            &["--params bishop_pears", "\"bishop_pair\"?"],
        ),
        (
            "otter p.epd.gz --params pst_king_endgame.*",
            &["no number of otter is called so", "and 365 more"],
        ),
    ] {
        refused(folder, &format!("tune {line}"), expected);
    }
    assert!(!folder.join("otter-tuned.toml").exists());
}

#[test]
fn unusable_games_are_reported_and_left_out() {
    let folder = played();
    let path = folder.join("runs/x/games.pgn");
    let games = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("1. e4 e5 *\n\n1. e4 Ke4 1-0\n\n{games}")).unwrap();
    let output = run(&folder, "positions runs/x/games.pgn");
    let shown = stderr(&output);
    shown.must_have(&[
        "games.pgn:1: left out: it has no result",
        "games.pgn:3: left out: ",
        "from 60 games; 2 games left out",
    ]);
    stdout(&output).must_lack(&["id \"1\""]);
}

#[test]
fn impossible_requests_are_refused() {
    let folder = &Folder::new();
    folder.write("short.pgn", "1. e4 e5 1-0\n");
    folder.write("bad.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"2-0\";\n");
    folder.write("few.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\n");
    let no_result = ["bad.epd:1: ", "\"2-0\" is not a result", "correct"];
    refused(folder, "positions gone.pgn", &["gone.pgn: ", "file of games"]);
    refused(
        folder,
        "positions short.pgn",
        &["no quiet position in 1 game after move", "longer games"],
    );
    refused(folder, "positions bad.epd", &no_result);
    for command in ["accuracy", "tune compendium"] {
        let refused = |file: &str, parts: &[&str]| {
            refused(folder, &format!("{command} {file}"), parts);
        };
        refused("gone.epd", &["gone.epd: ", "a file of positions"]);
        refused("bad.epd", &no_result);
        refused("few.epd", &["1 game,", "more games"]);
    }
    let misspelt = ["--engine oter", "\"otter\"?"];
    refused(folder, "accuracy few.epd --engine oter", &misspelt);
}
