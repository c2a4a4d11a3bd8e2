//! Pairings.

use std::collections::HashSet;

use serde_json::json;

use super::common::{
    Contents, Fields, Files, assert_kills_change_nothing, folder_with, results, success,
};

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
    let config = swiss(1)
        .replace("format = \"swiss\"\nrounds = 1", "format = \"gauntlet\"\nseeds = 2\ncycles = 2");
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
    let openings: HashSet<&str> =
        pgn.lines().filter(|line| line.starts_with("1. ")).map(|line| &line[..34]).collect();
    assert_eq!(openings.len(), 20, "{openings:?}");
}

#[test]
fn time_controls_stand_side_by_side_and_resume_after_a_stop() {
    let config = "[run]\nname = \"small\"\nformat = \"round-robin\"\npairs = 2\n\
        [adjudication]\nmax_moves = 80\n\
        [[time_control]]\nname = \"little\"\nlimits = { nodes = 100 }\n\
        [[time_control]]\nname = \"more\"\nlimits = { nodes = 400 }\n\
        [[engine]]\nevaluator = \"material\"\n[[engine]]\nevaluator = \"otter\"\n\
        [[engine]]\nevaluator = \"michniewski\"\n";
    let folder = folder_with(config);
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
        let most =
            engine["moves"].as_u64().unwrap() * [100, 400][usize::from(limits.starts_with('4'))];
        assert!(engine["nodes"].as_u64().unwrap() <= most);
    }
    let scaling = &found["node_scaling"];
    assert_eq!(scaling["comparisons"], 6, "three pairs twice");
    let point = &scaling["curves"][1]["points"][1];
    assert_eq!(point["nodes"], 400);
    assert_eq!(point["elo"], found["time_controls"][1]["engines"][1]["elo"]);
    let heading = table.lines().nth(3).unwrap();
    heading.must_have(&["little", "more"]);
    let pgn = folder.read("whole/games.pgn");
    assert_eq!(pgn.matches("[Limit \"400 nodes a move\"]").count(), 12);
}
