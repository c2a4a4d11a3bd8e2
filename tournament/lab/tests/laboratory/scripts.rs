//! What scripts of the shell are found to do: suites of positions, their lines and goals, and what an engine solves; and the
//! laws of an evaluation, kept and broken.

use std::path::Path;

use engine_core::game::Game;
use engine_core::testkit::Contents;
use eval_external::{ExternalEvaluator, Spec, Start};
use lab::laws::{check, laws};
use lab::suite::{read, solve};
use players::player::{Finding, Probe};
use serde_json::{Value, json};

use super::{random_game, read_file, rows, scripted};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// The report on a suite; the answer to the position of each full move is a list of moves with their scores, one a ply.
fn tried(suite: impl AsRef<[u8]>, answers: &[&str]) -> Result<Value, String> {
    let answer = |answer: &&str| {
        let mut text = String::new();
        for (ply, held) in (1..).zip(answer.split(", ")) {
            let (mv, score) = held.split_once(' ').unwrap_or((held, "cp 0"));
            let nodes = 100 * ply;
            text += &format!("info depth {ply} score {score} nodes {nodes} time {ply} pv {mv}\n");
        }
        let last = answer.rsplit(", ").next().unwrap().split(' ').next().unwrap();
        text + "bestmove " + last
    };
    let answers: Vec<String> = answers.iter().map(answer).collect();
    let (_folder, engine) = scripted(&answers);
    let positions = read_file("s.epd", suite, |path| read(&[path], false, |_| {}))?;
    Ok(json!(solve(&positions, &[(engine, Probe::default())], 1, |_, _| {}).unwrap()))
}

/// The engine's part of the report on goals in the starting position, each with an answer.
fn answered<'g>(goals: impl Iterator<Item = [&'g str; 2]>) -> Value {
    let (mut suite, mut answers) = (String::new(), Vec::new());
    for (number, [goal, answer]) in (1..).zip(goals) {
        suite += &format!("{START} hmvc 0; fmvn {number}; {goal}\n");
        answers.push(answer);
    }
    tried(suite, &answers).unwrap()["engines"][0].clone()
}

#[test]
fn fields_clocks_line_ends_and_quotes() {
    let report = tried(
        "\u{feff}# a comment\r\n\
         4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a; b\"; c0 \"x; bm e3\";\r\n\r\n\
         4k3/8/8/8/8/8/4P3/4K3 w - - 7 8 am e4; id \"\";\r\
         4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 4; fmvn 50; bm e2e4\n\
         4k3/8/8/8/4P3/8/8/4K3 b - e3 ; bm Kd7; unknown;",
        &["e2e4"],
    );
    let results = report.unwrap()["engines"][0]["results"].clone();
    let found = results.as_array().unwrap().iter().map(|of| json!([of["line"], of["id"], of["fen"]]));
    let expected = json!([
        [2, "a; b", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"],
        [4, "", "4k3/8/8/8/8/8/4P3/4K3 w - - 7 8"],
        [5, "", "4k3/8/8/8/8/8/4P3/4K3 w - - 4 50"],
        [6, "", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"],
    ]);
    assert_eq!(found.collect::<Value>(), expected);
}

#[test]
fn bad_lines_and_goals_that_make_no_sense_are_named() {
    let board = "4k3/8/8/8/8/8/4P3/4K3";
    for [line, reason] in rows("bad lines of suites") {
        let line = line.replace("BOARD", board).replace("START", START);
        let error = tried(format!("{board} w - - bm e4;\n\n{line}\n"), &["e2e4"]).unwrap_err();
        error.must_have(&["s.epd:3: ", &reason]);
        assert!(error.ends_with("; correct the line or remove it"), "{error}");
    }
    let error = tried(b"\xff is no\n".repeat(12), &[]).unwrap_err();
    error.must_have(&["12 lines", "s.epd:10: 3 of the four"]);
    assert!(!error.contains("s.epd:11") && error.ends_with("and 2 more"), "{error}");
    for (text, reason) in
        [(&b""[..], "no positions"), (b"# nothing\n\n", "no positions"), (b"\x7fELF\0\0\x01", "not text")]
    {
        tried(text, &[]).unwrap_err().must_have(&["s.epd: ", reason]);
    }
    let error = read(&[Path::new("no/such.epd")], false, |_| {}).unwrap_err().to_string();
    assert!(error.starts_with("no/such.epd: ") && error.contains("EPD file"), "{error}");
}

#[test]
fn lines_that_are_not_utf_8_and_bad_ones_that_are_passed_over_are_noted() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"Müller\";\n";
    let latin: Vec<u8> = line.chars().map(|c| c as u32 as u8).collect();
    let noted = |text: &[u8], skip_bad| {
        let mut notes = Vec::new();
        let read = read_file("s.epd", text, |path| read(&[path], skip_bad, |note| notes.push(note)));
        (read.unwrap().len(), notes.join("\n"))
    };
    let (count, notes) = noted(&latin, false);
    assert!(count == 1 && notes.contains("1 line is not UTF-8"), "{notes}");
    let (count, notes) = noted(format!("{line}x\n{line}y\n").as_bytes(), true);
    assert_eq!(count, 2);
    notes.must_have(&["2 bad lines were passed over, the first ", "s.epd:2: "]);
}

/// Operations and the goal that they are; the answer, and if it is right.
#[test]
fn goals_are_read_as_suites_write_them_and_reached_by_moves_points_or_mates() {
    let rows: Vec<[String; 4]> = rows("goals");
    let engine = answered(rows.iter().map(|[operations, _, answer, _]| [&**operations, &**answer]));
    for (found, [operations, goal, answer, solved]) in engine["results"].as_array().unwrap().iter().zip(&rows) {
        let expected = (&json!(goal), &json!(solved == "true"));
        assert_eq!((&found["goal"], &found["solved"]), expected, "{operations} {answer}");
        let given = goal.split(", ").filter_map(|of| Some(of.split_once('=')?.1.parse::<u64>().unwrap()));
        let has_points = operations.contains("10");
        let most = given.max().or(has_points.then_some(10));
        assert_eq!(found["max_points"].as_u64(), most, "{operations}");
    }
    let points = |at: usize| engine["results"][at]["points"].as_u64();
    assert_eq!([5, 6, 7, 8, 9].map(points), [3, 10, 10, 4, 0].map(Some));
}

#[test]
fn the_solution_is_where_the_move_begins_to_stay() {
    let rows: Vec<[String; 3]> = rows("solutions");
    let both = rows.iter().map(|[goal, answer, _]| [&**goal, &**answer]);
    let engine = answered(both.clone());
    for (found, [_, answer, nodes]) in engine["results"].as_array().unwrap().iter().zip(&rows) {
        let nodes = nodes.parse::<u64>().ok();
        assert_eq!(found["nodes_to_solution"].as_u64(), nodes, "{answer}: {found}");
        assert_eq!(found["depth_to_solution"].as_u64(), nodes.map(|nodes| nodes / 100));
        assert_eq!(found["solved"], nodes.is_some());
    }
    let means = |engine: &Value| ["mean_nodes_to_solution", "median_nodes_to_solution"].map(|key| engine[key].as_f64());
    assert_eq!(means(&engine), [Some(250.0), Some(300.0)]);
    let three = both.skip(1).chain([["bm e4;", "e2e4"], ["bm e3;", "e2e3"]]);
    assert_eq!(means(&answered(three.clone().take(2))), [Some(200.0); 2]);
    assert_eq!(means(&answered(three.clone())), [Some(180.0), Some(100.0)]);
    assert_eq!(means(&answered(three.skip(2).take(2))), [None; 2]);
}

#[test]
fn what_is_announced_is_found_best_shorter_or_wrong() {
    let known: Vec<[String; 2]> = rows("mates");
    let known = known.iter().map(|row| row.each_ref().map(String::as_str));
    let expected = json!({ "positions": 8, "found": 5, "best": 2, "shorter": 2, "wrong": 2 });
    assert_eq!(answered(known.clone())["mates"], expected);
    assert_eq!(answered(known.skip(8)).get("mates"), None);
}

/// The findings about a program of the shell, whose first line is this greeting, in 150 positions.
fn findings(greeting: &str, script: &str) -> Vec<Finding> {
    let script = format!("echo {greeting}; {script}");
    let spec = Spec::Pipe(["sh", "-c", &script].map(str::to_owned).into());
    let evaluator = ExternalEvaluator::open(&spec, Start::default()).unwrap();
    let mut games = Vec::new();
    for seed in 0.. {
        let mut game = Game::default();
        for &mv in random_game(seed, 60).moves() {
            game.play(mv);
            games.push(game.clone());
        }
        if games.len() >= 150 {
            break;
        }
    }
    games.truncate(150);
    let mut seen = 0;
    let findings = check(&evaluator, &games, |_| seen += 1);
    assert_eq!((seen, findings.len()), (laws(), laws()));
    findings
}

#[test]
fn laws_that_are_broken_are_found() {
    let all: Vec<[String; 5]> = rows("programs and laws");
    for rows in all.chunk_by(|a, b| a[..2] == b[..2]) {
        let findings = findings(&rows[0][0], &rows[0][1]);
        for [_, script, words, outcome, detail] in rows {
            let mut found = findings.iter().filter(|finding| finding.name.contains(words));
            let finding = found.next().unwrap();
            assert!(found.next().is_none());
            assert_eq!(format!("{:?}", finding.outcome), *outcome, "{script}: {finding:?}");
            assert!(finding.detail.contains(detail), "{script}: {finding:?}");
        }
    }
}
