//! `evalarena stats` and `evalarena rate` as their users meet them.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::common::*;

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[track_caller]
fn near(value: &Value, expected: f64) {
    let found = value.as_f64().unwrap();
    assert!((found - expected).abs() <= 1e-3 * expected.abs().max(1.0), "{found} {expected}");
}

#[test]
fn counts_of_a_match_and_plans() {
    let folder = Folder::new();
    let figures = json(&folder, "stats --penta 34,54,63,64,75");
    let first = "score elo elo_low elo_high nelo nelo_low nelo_high los llr llr_lower llr_upper";
    assert_eq!(keys(&figures)[..11].join(" "), first);
    // With a fifth of a pair that was not seen: ends found by bisection in another program.
    for (name, expected) in [
        ("elo", 55.58),
        ("nelo", 57.936),
        ("pairs_ratio", 1.5795),
        ("nelo_delta_low", 29.0046),
        ("nelo_delta_high", 87.9100),
    ] {
        near(&figures[name], expected);
    }
    let arguments = "stats --wdl 36433,68692,36027 --elo0 0 --elo1 2 --model normalized";
    let figures = json(&folder, arguments);
    near(&figures["llr"], 0.923_29);
    assert_eq!((&figures["decision"], &figures["pairs_ratio"]), (&json!("continue"), &Value::Null));
    text(&folder, "stats --wdl 10,0,0").must_have(&["Elo              unbounded ["]);
    // The exact series for few games would have no end for these.
    let counts = json(&folder, "stats --wdl 5000000,5000000,5000000");
    counts.must_have_fields(&json!({ "games": 15_000_000, "elo": 0.0 }));
    assert!(counts["elo_high"].as_f64().unwrap() < 0.2);
    let plan = json(&folder, "stats --plan 10 --elo1 10");
    assert_eq!(plan["sprt"].as_array().unwrap().len(), 3);
    assert!(plan["sprt"][1]["games"].as_f64() > plan["sprt"][0]["games"].as_f64());
    assert!(plan["games_for_width"].as_f64().unwrap() > 2000.0);
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
        ("--wdl 1,2,3 --elo0 17", "elo0 must be below elo1"),
        ("--wdl 1,2,3 --elo0 nan", "out of range"),
        ("--plan --elo1 1e-9", "0.001 Elo apart"),
        ("--wdl 1,2,3 --draw-ratio 0.5", "--plan"),
        ("--plan --draw-ratio 1.5", "--draw-ratio 1.5"),
        ("--wdl 1,2,3 --penta 1,2,3,4,5", "cannot be used with"),
    ] {
        refused(&folder, &format!("stats {arguments}"), &["error: ", text]);
    }
}

pub(crate) fn game(round: &str, white: &str, black: &str, result: &str) -> String {
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

    let table = text(&folder, "rate league.pgn --anchor B=100 --los");
    table.must_have(&["+100.0", "B = 100", "stronger than the column"]);

    let list = json(&folder, "rate league.pgn --merge C=A --player A");
    assert_eq!(list["players"].as_array().unwrap().len(), 1);
    assert_eq!(list["players"][0]["games"], 24);
    assert_eq!(json(&folder, "rate league.pgn --min-games 20")["players"][0]["name"], "B");
}

#[test]
fn an_advantage_that_cannot_be_estimated_is_reported() {
    let games = ["1-0", "1/2-1/2", "0-1", "1-0"].map(|result| game("1", "A", "B", result));
    let folder = folder_of("white.pgn", games.concat());
    let printed = |arguments: &str| text(&folder, &format!("rate white.pgn {arguments}"));
    let warning = "White's advantage cannot be estimated";
    printed("").must_have(&[warning]);
    printed("--white-advantage 30").must_lack(&[warning]);
    printed("--json").must_have(&["\"white_advantage_untold\":true"]);
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
        ("league.pgn --anchor A=2000,-5", "half of a 95 % interval"),
        ("league.pgn --anchor A=2000 --anchor A=1900", "given twice"),
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
    let rate = |anchors: &str| json(&folder, &format!("rate league.pgn {anchors}"));
    let of = |list: &Value, name: &str| {
        let players = list["players"].as_array().unwrap();
        players.iter().find(|player| player["name"] == name).unwrap().clone()
    };
    let elo = |list: &Value, name: &str| of(list, name)["elo"].as_f64().unwrap();
    let (free, given) = (rate(""), rate("--anchor A=2000 --anchor C=1900"));
    // The mean of the anchors is given, and the distances are those of the games.
    assert!((elo(&given, "A") + elo(&given, "C") - 3900.0).abs() < 1e-6);
    let gap = |list: &Value| elo(list, "A") - elo(list, "B");
    assert!((gap(&given) - gap(&free)).abs() < 1e-6);
    let table = text(&folder, "rate league.pgn --anchor A=2000 --anchor C=1900");
    table.must_have(&["in the mean A = 2000 (off by -20.8), C = 1900 (off by +20.8)"]);
    // What is given may be uncertain, and then all intervals are.
    let uncertain = rate("--anchor A=2000,25");
    of(&uncertain, "A").must_have_fields(&json!({ "elo_low": 1975.0, "elo_high": 2025.0 }));
    assert_eq!(uncertain["anchors"][0]["error"], 25.0);
}
