//! What scripts of the shell are found to do: suites of positions, their lines and goals, and what an engine solves; and the
//! laws of an evaluation, kept and broken.

use std::path::Path;

use engine_core::game::Game;
use engine_core::testkit::Contents;
use eval_external::{ExternalEvaluator, Spec, Start};
use lab::laws::{check, laws};
use lab::suite::{read, solve};
use players::player::Outcome::{self, Failed, Noted, Passed};
use players::player::{Finding, Probe};
use serde_json::{Value, json};

use super::{random_game, read_file, scripted};

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
    let positions = read_file("s.epd", suite, |path| read(&[path], |_| {}))?;
    Ok(json!(solve(&positions, &[(engine, Probe::default())], 1, |_, _| {}).unwrap()))
}

/// The engine's part of the report on goals in the starting position, each with an answer.
fn answered(goals: &[(&str, &str)]) -> Value {
    let lines = (1..).zip(goals);
    let lines = lines.map(|(number, (goal, _))| format!("{START} hmvc 0; fmvn {number}; {goal}\n"));
    let suite: String = lines.collect();
    let answers: Vec<&str> = goals.iter().map(|(_, answer)| *answer).collect();
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
    let lines = [
        ("BOARD", "1 of the four fields"),
        ("4k3/8/8/8/8/8/4P4/4K3 w - - bm e4;", "cannot read the FEN"),
        ("4k3/8/8/8/8/8/4P3/8 w - - bm e4;", "a king is missing"),
        ("BOARD w - - b e4;", "nor an EPD operation"),
        ("BOARD w - - hmvc x; bm e4;", "\"hmvc x\" is neither a move clock"),
        ("k7/1Q6/1K6/8/8/8/8/8 b - - bm Ka7;", "checkmate"),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - bm Ka7;", "stalemate"),
        ("START ", "nothing to solve"),
        ("START id \"x\"; c0 \"a comment\";", "nothing to solve"),
        ("START c8 \"10 5\";", "nothing to solve"),
        ("START bm e4, Nf3; am Nf3?;", "Nf3 is both the best move"),
        ("START bm;", "bm names no legal move"),
        ("START am \"\";", "am names no legal move"),
        ("START bm Nf6;", "bm: Nf6 is not legal"),
        ("START bm e4 oops", "bm: \"oops\" is not a move"),
        ("START bm #0;", "\"#0\" is not a number of moves"),
        ("START bm #x;", "\"#x\" is not a number of moves"),
        ("START bm + ;", "bm names no legal move"),
        ("START am Qz9;", "am: \"Qz9\" is not a move"),
        ("START dm x;", "\"x\" is not a number"),
        ("START dm 0;", "\"0\" is not a number"),
        ("START c0 \"e4=10, Nf6=3\";", "c0: Nf6 is not legal"),
        ("START c0 \"e4=9999999999\";", "c0: \"9999999999\""),
        ("START c0 \"e4=-5\";", "c0: \"-5\" is not a number of points from 0"),
        ("START c8 \"10 -5\"; c9 \"e4 d4\";", "c8: \"-5\""),
        ("START c8 \"10 5\"; c9 \"e2e4\";", "points for 2 moves, and c9 has 1"),
    ];
    for (line, reason) in lines {
        let line = line.replace("BOARD", board).replace("START", START);
        let error = tried(format!("{board} w - - bm e4;\n\n{line}\n"), &["e2e4"]).unwrap_err();
        error.must_have(&["s.epd:3: ", reason]);
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
    let error = read(&[Path::new("no/such.epd")], |_| {}).unwrap_err().to_string();
    assert!(error.starts_with("no/such.epd: ") && error.contains("EPD file"), "{error}");
}

#[test]
fn a_line_that_is_not_utf_8_is_read_and_noted() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"Müller\";\n";
    let latin: Vec<u8> = line.chars().map(|c| c as u32 as u8).collect();
    let mut repairs = Vec::new();
    let read = read_file("s.epd", latin, |path| read(&[path], |repair| repairs.push(repair)));
    assert_eq!(read.unwrap().len(), 1);
    assert!(repairs.len() == 1 && repairs[0].contains("1 line is not UTF-8"), "{repairs:?}");
}

/// Operations and the goal that they are; the answer, and if it is right.
#[test]
fn goals_are_read_as_suites_write_them_and_reached_by_moves_points_or_mates() {
    let rows = [
        ("bm e4, g1f3 e4; id \"a; b\"; acd 3;", "bm e4 Nf3", "g1f3", true),
        ("bm e4, g1f3;", "bm e4 Nf3", "d2d4", false),
        ("am f3; am \"g4\";", "am f3 g4", "e2e4", true),
        ("am f3; am \"g4\";", "am f3 g4", "g2g4", false),
        ("bm e4; am f3;", "bm e4, am f3", "e2e4", true),
        // Points do not solve a position that names its best move.
        ("bm e4; c0 \"d4=10, e4=3\";", "bm e4", "e2e4", true),
        ("bm e4; c0 \"d4=10, e4=3\";", "bm e4", "d2d4", false),
        ("c0 \"e4=10, Nf3=4 ,d3 = 1\";", "e4=10, Nf3=4, d3=1", "e2e4", true),
        ("c3 \"e2e4=10, g1f3=4\"; c0 \"from somewhere\";", "e4=10, Nf3=4", "g1f3", false),
        ("c8 \"10 4 1\"; c9 \"e2e4 g1f3 d2d3\";", "e4=10, Nf3=4, d3=1", "a2a3", false),
        ("c7 \"e4 Nf3\"; c8 \"10 4\";", "e4=10, Nf3=4", "e2e4", true),
        ("c7 \"x y\"; c8 \"10 4\"; c9 \"e2e4 g1f3\";", "e4=10, Nf3=4", "e2e4", true),
        ("dm 2;", "dm 2", "e2e4 mate 1", true),
        ("dm 2;", "dm 2", "e2e4 mate 2", true),
        ("dm 2;", "dm 2", "e2e4 mate 3", false),
        ("dm 2;", "dm 2", "e2e4 mate -1", false),
        ("dm 2;", "dm 2", "e2e4 cp 0", false),
        ("bm #5;", "dm 5", "e2e4", false),
        ("bm #+5;", "dm 5", "e2e4", false),
        ("dm #4;", "dm 4", "e2e4", false),
        ("bm #5; dm 4;", "dm 4", "e2e4", false),
        ("dm -3;", "dm -3", "e2e4", false),
        // To be mated in two at most, seen from the side to move.
        ("bm #-2;", "dm -2", "e2e4 mate -1", true),
        ("bm #-2;", "dm -2", "e2e4 mate -3", false),
        ("bm #-2;", "dm -2", "e2e4 mate 1", false),
        ("bm e4 dm 1", "bm e4, dm 1", "e2e4", true),
        ("bm e4 #7;", "bm e4, dm 7", "e2e4", true),
        ("bm e4 + ;", "bm e4", "e2e4", true),
        ("bm e4 !! ; id one ;", "bm e4", "e2e4", true),
        ("bm 1. e4;", "bm e4", "e2e4", true),
        ("bm 1.e4 id \"one\"", "bm e4", "e2e4", true),
    ];
    let engine = answered(&rows.map(|(operations, _, answer, _)| (operations, answer)));
    for (found, (operations, goal, answer, solved)) in engine["results"].as_array().unwrap().iter().zip(rows) {
        assert_eq!((&found["goal"], &found["solved"]), (&json!(goal), &json!(solved)), "{operations} {answer}");
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
    let rows = [
        ("bm e4 e3;", "e2e4, b1c3, e2e4, e2e3, e2e4", Some(300)),
        ("bm e4 e3;", "e2e4, e2e3", Some(100)),
        ("bm e4 e3;", "b1c3, g1f3, e2e4", Some(300)),
        ("bm e4 e3;", "e2e4, e2e4, b1c3", None),
        ("am e4;", "0000", None),
        ("dm 3;", "e2e4 mate 5, b1c3 mate 4, e2e4 mate 3, e2e4 mate 2", Some(300)),
    ];
    let engine = answered(&rows.map(|(goal, answer, _)| (goal, answer)));
    for (found, (_, answer, nodes)) in engine["results"].as_array().unwrap().iter().zip(rows) {
        assert_eq!(found["nodes_to_solution"].as_u64(), nodes, "{answer}: {found}");
        assert_eq!(found["depth_to_solution"].as_u64(), nodes.map(|nodes| nodes / 100));
        assert_eq!(found["solved"], nodes.is_some());
    }
    let means = |engine: &Value| ["mean_nodes_to_solution", "median_nodes_to_solution"].map(|key| engine[key].as_f64());
    assert_eq!(means(&engine), [Some(250.0), Some(300.0)]);
    let three = rows[1..].iter().map(|(goal, answer, _)| (*goal, *answer));
    let three: Vec<(&str, &str)> = three.chain([("bm e4;", "e2e4"), ("bm e3;", "e2e3")]).collect();
    assert_eq!(means(&answered(&three[..2])), [Some(200.0); 2]);
    assert_eq!(means(&answered(&three)), [Some(180.0), Some(100.0)]);
    assert_eq!(means(&answered(&three[2..4])), [None; 2]);
}

#[test]
fn what_is_announced_is_found_best_shorter_or_wrong() {
    let known = [
        ("dm 3;", "e2e4 mate 3"),
        ("dm 3;", "e2e4 mate 5"),
        ("dm 3;", "e2e4 mate 2"),
        ("dm 3;", "e2e4 mate -3"),
        ("dm 3;", "e2e4"),
        ("dm -2;", "e2e4 mate -2"),
        ("dm -2;", "e2e4 mate 2"),
        ("dm -2;", "e2e4 mate -1"),
        ("bm e4;", "e2e4 mate 1"),
    ];
    let expected = json!({ "positions": 8, "found": 5, "best": 2, "shorter": 2, "wrong": 2 });
    assert_eq!(answered(&known)["mates"], expected);
    assert_eq!(answered(&known[8..]).get("mates"), None);
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

const WHITE: &str = "evaluation 1 white";

type Expected = &'static [(&'static str, Outcome, &'static str)];

/// Programs, and of each the outcomes of some laws, with a part of the detail.
const PROGRAMS: [(&str, &str, Expected); 8] = [
    (
        "evaluation 1",
        "exec sed -u s/.*/0/",
        &[
            ("within", Passed, "162 positions, from 0 to 0"),
            ("given again", Passed, ""),
            ("started again", Passed, ""),
            ("flipped", Passed, ""),
            ("clocks", Passed, ""),
            ("add up", Noted, "it has no terms"),
            ("options", Noted, "it has no options"),
            ("one by one", Passed, " positions a second"),
            ("positions sent ahead", Passed, " positions a second"),
        ],
    ),
    (
        WHITE,
        "exec sed -u s/.*/5/",
        &[
            ("given again", Passed, ""),
            ("flipped", Failed, "has the value 5, and with colours flipped (\"4k3/8/8/8/8/8/8/4K3 b - - 0 1\") -5"),
            ("flipped", Failed, "; 162 of 162 positions"),
        ],
    ),
    (
        "evaluation 1",
        "n=0; while read -r x; do n=$((n+1)); echo $((n/3)); done",
        &[
            ("given again", Failed, "when it is given again; "),
            // Here it is the evaluator itself that finds it, since it computes the first value again.
            ("started again", Failed, "has two values: 0 when"),
        ],
    ),
    (
        "evaluation 1",
        "exec sed -u 's/ [0-9]*$//; s/.* //'",
        &[("clocks", Noted, " w - - 0 1\" has the value 0, and "), ("flipped", Passed, "")],
    ),
    // In all, 4.5 is rounded.
    (WHITE, r#"exec sed -u 's/.*/5 {"a": [3, 0], "b": [0, -1.5]}/'"#, &[("add up", Passed, "2 terms")]),
    (
        WHITE,
        r#"exec sed -u 's/.*/5 {"a": [3, 0]}/'"#,
        &[("add up", Noted, "has the value 5 from White's side, and its terms add up to 3; 162 of 162 positions")],
    ),
    (
        "evaluation 1",
        "exec sed -u s/.*/31000/",
        &[("within", Failed, "the value 31000 of \""), ("given again", Noted, "not checked")],
    ),
    (
        "evaluation 1",
        "exec sed -u 's/.*/7/; 100q'",
        &[("within", Failed, "at \""), ("within", Failed, "the program ended (exit status: 0)")],
    ),
];

#[test]
fn laws_that_are_broken_are_found() {
    for (greeting, script, expected) in PROGRAMS {
        let findings = findings(greeting, script);
        for (words, outcome, detail) in expected {
            let mut found = findings.iter().filter(|finding| finding.name.contains(words));
            let finding = found.next().unwrap();
            assert!(found.next().is_none());
            assert_eq!(finding.outcome, *outcome, "{script}: {finding:?}");
            assert!(finding.detail.contains(detail), "{script}: {finding:?}");
        }
    }
}
