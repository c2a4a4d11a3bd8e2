//! `evalarena stats` and `evalarena rate` as their users meet them.

#![allow(clippy::unwrap_used)]

use std::fmt::Write;

use serde_json::{Value, json};

use crate::common::{
    Contents, Fields, Files, Folder, folder_of, json, refused, stderr, stdout, success, text,
};

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[track_caller]
fn near(value: &Value, expected: f64) {
    let found = value.as_f64().unwrap();
    let error = (found - expected).abs();
    assert!(error <= 1e-3 * expected.abs().max(1.0), "{found} {expected}");
}

#[test]
fn counts_of_a_match() {
    let folder = Folder::new();
    let arguments = "stats --penta 34,54,63,64,75";
    let figures = json(&folder, arguments);
    let first = [
        "score",
        "elo",
        "elo_low",
        "elo_high",
        "nelo",
        "nelo_low",
        "nelo_high",
        "los",
        "llr",
        "llr_lower",
        "llr_upper",
    ];
    assert_eq!(keys(&figures)[..11], first);
    near(&figures["elo"], 55.58);
    near(&figures["nelo"], 57.936);
    near(&figures["pairs_ratio"], 1.5795);
    let half = |high: &str, low: &str| {
        let end = |name: &str| figures[name].as_f64().unwrap();
        (end(high) - end(low)) / 2.0
    };
    near(&half("nelo_high", "nelo_low").into(), 28.275);
    // With a fifth of a pair that was not seen: ends found by bisection in another program.
    near(&figures["nelo_delta_low"], 29.0046);
    near(&figures["nelo_delta_high"], 87.9100);
    let arguments = "stats --wdl 36433,68692,36027 --elo0 0 --elo1 2 --model normalized";
    let figures = json(&folder, arguments);
    near(&figures["llr"], 0.923_29);
    assert_eq!(figures["decision"], "continue");
    assert!(figures["pairs_ratio"].is_null());
    let text = text(&folder, "stats --wdl 10,0,0");
    text.must_have(&["Elo              unbounded ["]);
}

#[test]
fn plans() {
    let folder = Folder::new();
    let plan = "stats --plan 10 --elo1 10";
    let plan = json(&folder, plan);
    assert_eq!(plan["sprt"].as_array().unwrap().len(), 3);
    assert!(plan["sprt"][1]["games"].as_f64() > plan["sprt"][0]["games"].as_f64());
    assert!(plan["games_for_width"].as_f64().unwrap() > 2000.0);
}

/// The exact series for few games would have no end for these.
#[test]
fn counts_of_any_size_are_answered() {
    let folder = Folder::new();
    let counts = json(&folder, "stats --wdl 5000000,5000000,5000000");
    counts.must_have_fields(&json!({ "games": 15_000_000, "elo": 0.0 }));
    assert!(counts["elo_high"].as_f64().unwrap() < 0.2);
}

#[test]
fn bad_counts_and_options_are_refused_in_one_line() {
    let folder = Folder::new();
    for (arguments, text) in [
        ("--penta 1,2", "5 counts"),
        ("--wdl 1,-2,3", "3 counts"),
        ("--wdl 0,0,0", "all counts are 0"),
        ("", "--penta or --wdl"),
        ("--wdl 1,2,3 --alpha 0", "alpha is 0"),
        ("--wdl 1,2,3 --elo0 7", "elo0 must be below elo1"),
        ("--wdl 1,2,3 --elo0 nan", "out of range"),
        ("--plan --elo1 1e-9", "0.001 Elo apart"),
        ("--wdl 1,2,3 --draw-ratio 0.5", "--plan"),
        ("--plan --draw-ratio 1.5", "--draw-ratio 1.5"),
        ("--wdl 1,2,3 --penta 1,2,3,4,5", "cannot be used with"),
    ] {
        refused(&folder, &format!("stats {arguments}"), &["error: ", text]);
    }
}

fn game(round: &str, white: &str, black: &str, result: &str) -> String {
    format!(
        "[Event \"x\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
         [Result \"{result}\"]\n\n1. e4 e5 {result}\n\n"
    )
}

/// Pairs of A against B and of B against C, and a game that has no result.
fn league() -> String {
    let mut text = String::new();
    let results = ["1-0", "1/2-1/2", "1/2-1/2", "0-1", "1-0", "1/2-1/2"];
    for (round, result) in results.iter().enumerate() {
        for (white, black) in [("A", "B"), ("B", "C")] {
            text += &game(&format!("{round}.1"), white, black, result);
            text += &game(&format!("{round}.2"), black, white, "1/2-1/2");
        }
    }
    write!(text, "{}", game("9", "A", "C", "*")).unwrap();
    text
}

#[test]
fn ratings_of_any_games() {
    let folder = folder_of("league.pgn", league());
    let output = success(&folder, "rate league.pgn --json");
    stderr(&output).must_have(&["league.pgn:193: left out: it has no result", "left out: 1 game"]);
    let list: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let first = ["name", "games", "points", "elo", "elo_low", "elo_high"];
    assert_eq!(keys(&list["players"][0])[..6], first);
    list.must_have_fields(&json!({ "games": 24, "pairs": 12 }));
    assert_eq!(list["skipped"], 1);
    let players = list["players"].as_array().unwrap();
    let sum: f64 = players.iter().map(|p| p["elo"].as_f64().unwrap()).sum();
    assert!(sum.abs() < 1e-9 && players.len() == 3);
    assert_eq!(players[1]["name"], "B");

    let more = "rate league.pgn --anchor B=100 --los";
    let table = text(&folder, more);
    table.must_have(&["+100.0", "B = 100", "stronger than the column"]);

    let merged = "rate league.pgn --merge C=A --player A";
    let list = json(&folder, merged);
    assert_eq!(list["players"].as_array().unwrap().len(), 1);
    assert_eq!(list["players"][0]["games"], 24);
    let few = json(&folder, "rate league.pgn --min-games 20");
    assert_eq!(few["players"][0]["name"], "B");
}

/// Too many players for differences, and for intervals.
#[test]
fn too_many_players_are_rated_and_not_compared() {
    let folder = Folder::new();
    for (players, opponents, note) in [
        (1000, 24, "to compare 1000 players with this many games takes too long"),
        (2001, 1, "there are more than 2000 players"),
    ] {
        let name = |player: usize| format!("P{}", player % players);
        let pairings = (0..players).flat_map(|e| (1..=opponents).map(move |step| (e, e + step)));
        let games = pairings.map(|(e, other)| game("1", &name(e), &name(other), "1/2-1/2"));
        folder.write("ring.pgn", games.collect::<String>());
        let list = json(&folder, "rate ring.pgn --los");
        let first = &list["players"][0];
        assert_eq!((&first["elo"], first["elo_low"].is_f64()), (&json!(0.0), players < 2000));
        assert!(first["groups"].is_null() && first["los"].is_null());
        let printed = |arguments: &str| text(&folder, &format!("rate ring.pgn {arguments}"));
        assert!(printed("").contains(note));
        let few = printed("--player P1 --player P500 --player P7");
        assert_eq!(few.contains("sharing a group letter"), players < 2000, "{few}");
    }
}

#[test]
fn an_advantage_that_cannot_be_estimated_is_reported() {
    let folder = Folder::new();
    let results = ["1-0", "1/2-1/2", "0-1", "1-0"];
    let games: String = results.iter().map(|r| game("1", "A", "B", r)).collect();
    folder.write("white.pgn", games);
    let printed = |arguments: &str| text(&folder, &format!("rate white.pgn {arguments}"));
    let warning = "White's advantage cannot be estimated";
    assert!(printed("").contains(warning), "{}", printed(""));
    assert!(!printed("--white-advantage 30").contains(warning));
    assert!(printed("--json").contains("\"white_advantage_untold\":true"));
}

#[test]
fn files_that_cannot_be_rated() {
    let folder = folder_of("league.pgn", league());
    folder.write("open.pgn", game("1", "A", "B", "*"));
    folder.write("bad.zip", "x");
    for (arguments, text) in [
        ("gone.pgn", "gone.pgn"),
        ("open.pgn", "no games with results"),
        ("bad.zip", "bad.zip"),
        ("league.epd", "league.epd"),
        ("league.pgn --anchor AA=1", "the nearest is \"A\""),
        ("league.pgn --anchor A=x", "\"x\" is not a number"),
        ("league.pgn --white-advantage 20000", "20000 is not from -1000 to 1000"),
        ("league.pgn --merge A", "\"=\""),
        ("league.pgn --merge A=B --merge B=A", "lead back"),
        ("", "FILES"),
    ] {
        refused(&folder, &format!("rate {arguments}"), &[text]);
    }
}

#[test]
fn several_anchors() {
    let folder = folder_of("league.pgn", league());
    let free = json(&folder, "rate league.pgn");
    let anchors = "--anchor A=2000 --anchor C=1900";
    let rate = format!("rate league.pgn {anchors}");
    let given = json(&folder, &rate);
    let of = |list: &Value, name: &str| {
        let players = list["players"].as_array().unwrap();
        let player = players.iter().find(|player| player["name"] == name);
        player.unwrap()["elo"].as_f64().unwrap()
    };
    let elo = |name: &str| of(&given, name);
    // The mean of the anchors is given, and the distances are those of the games.
    assert!((elo("A") + elo("C") - 3900.0).abs() < 1e-6);
    assert!((elo("A") - elo("B") - (of(&free, "A") - of(&free, "B"))).abs() < 1e-6);

    let table = text(&folder, &rate);
    table.must_have(&["in the mean A = 2000 (off by -20.8), C = 1900 (off by +20.8)"]);
    // What is given may be uncertain, and then all intervals are.
    let uncertain = "rate league.pgn --anchor A=2000,25";
    let uncertain = json(&folder, uncertain);
    let a = uncertain["players"].as_array().unwrap().iter();
    let a = a.clone().find(|player| player["name"] == "A").unwrap();
    a.must_have_fields(&json!({ "elo_low": 1975.0, "elo_high": 2025.0 }));
    assert_eq!(uncertain["anchors"][0]["error"], 25.0);
    let wrong = "rate league.pgn --anchor A=2000,-5";
    refused(&folder, wrong, &["half of a 95 % interval"]);

    let twice = "rate league.pgn --anchor A=2000 --anchor A=1900";
    refused(&folder, twice, &["given twice"]);
}
