//! Pairings, books of openings, and games that tablebases end.

use std::collections::HashSet;
use std::env;
use std::fs::File;
use std::path::Path;

use serde_json::json;

use super::*;

/// Seven engines that are hardly different: a Swiss tournament with rounds that depend on results.
fn swiss(rounds: u32) -> String {
    let engines = ["material", "michniewski", "otter", "chessbin", "slate-atkin"];
    let engine = |index: usize| {
        let evaluator = engines[index % engines.len()];
        format!("[[engine]]\nname = \"{index}\"\nevaluator = \"{evaluator}\"\n")
    };
    let engines: String = (0..7).map(engine).collect();
    format!(
        "[run]\nname = \"small\"\nformat = \"swiss\"\nrounds = {rounds}\npairs = 1\nseed = 3\n\
         [limits]\nnodes = 150\n[adjudication]\nmax_moves = 60\n{engines}"
    )
}

#[test]
fn a_swiss_tournament_plays_its_rounds_and_resumes_after_a_stop() {
    let folder = folder_with(&swiss(4));
    assert_kills_change_nothing(&folder, 4, 3);
    // 3 tables, 1 pair, 4 rounds; with 7 engines none has to meet again in 4 rounds.
    let found = results(&folder.join("whole"));
    assert_eq!(found["games"], 24);
    let pairings = found["pairings"].as_array().unwrap();
    let met: HashSet<String> = pairings.iter().map(|p| format!("{} {}", p["a"], p["b"])).collect();
    assert_eq!(met.len(), 12, "{met:?}");
    assert!(pairings.iter().all(|p| p["games"] == 2));
}

#[test]
fn seeds_play_all_others_and_cycles_have_new_openings() {
    let config = swiss(1).replace("format = \"swiss\"\nrounds = 1", "format = \"gauntlet\"\nseeds = 2\ncycles = 2");
    let folder = folder_with(&config);
    success(&folder, "run small.toml --out x");
    let found = results(&folder.join("x"));
    assert_eq!(found["games"], 2 * 5 * 2 * 2);
    for pairing in found["pairings"].as_array().unwrap() {
        let (a, b) = (pairing["a"].as_str().unwrap(), pairing["b"].as_str().unwrap());
        assert!(["0", "1"].contains(&a) && !["0", "1"].contains(&b), "{a} {b}");
    }
    // Each of ten pairings has its own opening in each of two cycles.
    let pgn = folder.read("x/games.pgn");
    let openings: HashSet<&str> = pgn.lines().filter(|line| line.starts_with("1. ")).map(|line| &line[..34]).collect();
    assert_eq!(openings.len(), 20, "{openings:?}");
}

#[test]
fn time_controls_stand_side_by_side_and_resume_after_a_stop() {
    let folder = folder_with(section("two limits"));
    let table = assert_kills_change_nothing(&folder, 3, 5);

    let found = results(&folder.join("whole"));
    assert_eq!(found["games"], 24);
    assert_eq!(found["limits"], "little (100 nodes a move), then more (400 nodes a move)");
    for (time_control, limits) in [(0, "100 nodes a move"), (1, "400 nodes a move")] {
        let time_control = &found["time_controls"][time_control];
        time_control.must_have_fields(&json!({ "games": 12, "limits": limits }));
        assert!(time_control["engines"][1]["elo_low"].is_number());
        // Each move of the time control took exactly its nodes, unless the search was over before.
        let engine = &time_control["engines"][1];
        let most = engine["moves"].as_u64().unwrap() * [100, 400][usize::from(limits.starts_with('4'))];
        assert!(engine["nodes"].as_u64().unwrap() <= most);
    }
    let scaling = &found["node_scaling"];
    assert_eq!(scaling["comparisons"], 6, "three pairs twice");
    let point = &scaling["curves"][1]["points"][1];
    assert_eq!(point["nodes"], 400);
    assert_eq!(point["elo"], found["time_controls"][1]["engines"][1]["elo"]);
    table.lines().nth(3).unwrap().must_have(&["little", "more"]);
    assert_eq!(folder.read("whole/games.pgn").matches("[Limit \"400 nodes a move\"]").count(), 12);
}

/// Plays [`SMALL`] anew with these settings; returns its games, and the output.
fn played(folder: &Path, sets: &[&str]) -> (String, String) {
    let sets: String = sets.iter().map(|set| format!(" --set {set}")).collect();
    let output = success(folder, &format!("run small.toml --out x --fresh{sets}"));
    assert_eq!(results(&folder.join("x"))["games"], 12);
    (folder.read("x/games.pgn"), stderr(&output))
}

#[test]
fn games_are_openings_with_names() {
    let folder = folder_with(SMALL);
    let pgn = "[Opening \"Ruy Lopez\"]\n[ECO \"C60\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n\
               [Event \"?\"]\n\n1. d4 d5 2. c4 *\n\n1. c4 *\n";
    folder.write("book.pgn", pgn);
    let in_order = ["openings.file=book.pgn", "openings.order=sequential"];
    let (games, _) = played(&folder, &in_order);
    assert_eq!(games.matches("[Opening \"Ruy Lopez\"]").count(), 6);
    assert_eq!(games.matches("[Opening ").count(), 6, "an unknown name is not a tag");
    let from_the_second = ["openings.start=2", "openings.plies=2"];
    let (games, _) = played(&folder, &[in_order, from_the_second].concat());
    assert_eq!(games.matches("\n1. d4 d5 2. ").count(), 6);
    assert_eq!(games.matches("\n1. c4 ").count(), 6);
}

#[test]
fn a_polyglot_book_is_played() {
    let folder = folder_with(SMALL);
    // Two lines: 1. e4 with weight 1 and 1. d4 with weight 2.
    let entry = |code: u16, weight: u16| {
        let mut entry = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
        entry.extend(code.to_be_bytes());
        entry.extend(weight.to_be_bytes());
        entry.extend([0; 4]);
        entry
    };
    let (e2e4, d2d4) = (12 << 6 | 28, 11 << 6 | 27);
    folder.write("book.bin", [entry(e2e4, 1), entry(d2d4, 2)].concat());
    for order in ["sequential", "random"] {
        let order = format!("openings.order={order}");
        let (games, _) = played(&folder, &["openings.file=book.bin", &order]);
        let begin = |text: &str| games.matches(text).count();
        assert_eq!((begin("\n1. e4 "), begin("\n1. d4 ")), (6, 6));
    }
}

#[test]
fn the_same_position_twice_is_one_opening_with_a_message() {
    let folder = folder_with(SMALL);
    let pgn = "1. e4 e5 *\n\n1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 *\n\n1. d4 *\n";
    folder.write("book.pgn", pgn);
    let in_order = ["openings.file=book.pgn", "openings.order=sequential"];
    let (_, printed) = played(&folder, &in_order);
    printed.must_have(&["1 opening repeats the position of another"]);
}

#[test]
fn tables_that_are_not_there_stop_the_run_before_it_begins() {
    let folder = folder_with(section("tables"));
    folder.write("endings.epd", section("endings"));
    let refused = |paths: &str, shown: &str| {
        let line = format!("run small.toml --set adjudication.syzygy={paths}");
        super::refused(&folder, &line, &[shown]);
    };
    refused("no/such/folder", "no/such/folder");
    refused(".", "there are no Syzygy tables in .");
    File::create(folder.join("KQvK.rtbw")).unwrap().set_len(80).unwrap();
    refused(".", "of the 5 Syzygy tables of 3 pieces 4 are missing");
    for line in [
        "run small.toml --set adjudication.syzygy=elsewhere",
        "match material otter --set adjudication.syzygy=elsewhere",
    ] {
        super::refused(&folder, line, &["elsewhere"]);
    }
    assert!(!folder.join("runs").exists());
}

#[test]
#[ignore = "needs files: SYZYGY_PATH=FOLDER"]
fn games_end_by_tablebases_and_resume_with_the_same() {
    let paths = env::var("SYZYGY_PATH").unwrap();
    let folder = folder_with(section("tables"));
    folder.write("endings.epd", section("endings"));
    let play = |out: &str, pairs: &str| {
        let words = format!("run small.toml --set adjudication.syzygy='{paths}' --out {out} --set {pairs}");
        text(&folder, &words)
    };
    play("run", "run.pairs=4").must_have(&["adjudication by tablebase"]);
    let ended = &results(&folder.join("run"))["terminations"]["adjudicated-tablebase"];
    assert!(ended.as_u64().unwrap() >= 4, "{ended}");
    folder.read("run/games.pgn").must_have(&["Game ended by adjudication by tablebase"]);
    // The tables are part of what is played.
    super::refused(&folder, "run small.toml --out run", &["syzygy"]);
}
