//! Suites solved: the numbers, the table, the history, and that threads change nothing.

use std::fs;

use serde_json::{Value, json};

use crate::common::{
    Contents, Ended, Fields, Files, Folder, TEST_ENGINE, folder_of, json, refused, run, stderr, stdout, text,
};

/// Five positions that any search solves at once, and one that none can: it names a losing move as the best.
const EASY: &str = "\
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";
4k3/8/8/3q4/4N3/8/8/4K3 w - - hmvc 3; fmvn 40; am Kf1; id \"not the king\";
r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - bm a8a1; id \"back rank, black\";
4k3/1P6/8/8/8/8/8/4K3 w - - bm b8=Q+ b8=R+; id \"promote\";
3qk3/8/8/8/8/8/3R4/3RK3 w - - bm Rxd8+; id \"take; the queen\";
4k3/8/8/8/8/8/3q4/3QK3 w - - bm Kf1; id \"impossible\";
";

fn folder_with(suite: &str) -> Folder {
    folder_of("s.epd", suite)
}

/// The results of the only engine, position by position.
fn results_of(report: &Value) -> &[Value] {
    let [engine] = &report["engines"].as_array().unwrap()[..] else { panic!("{report}") };
    engine["results"].as_array().unwrap()
}

#[test]
fn an_engine_has_its_numbers() {
    let folder = folder_with(EASY);
    let report = json(&folder, "suite s.epd --engine michniewski --nodes 2000");
    report.must_have_fields(&json!({ "file": "s.epd", "positions": 6 }));
    assert_eq!(report["limit"], json!({ "nodes": 2000 }));
    let engine = &report["engines"][0];
    engine.must_have_fields(&json!({ "name": "michniewski", "solved": 5 }));
    assert!(engine.get("points").is_none() && engine["nodes"].as_u64().unwrap() <= 6 * 2000);
    // Wilson's interval of 5 in 6.
    assert!((engine["share_low"].as_f64().unwrap() - 0.4365).abs() < 1e-4);
    assert!((engine["share_high"].as_f64().unwrap() - 0.9699).abs() < 1e-4);
    let results = results_of(&report);
    let mate = &results[0];
    mate.must_have_fields(&json!({ "id": "back rank", "line": 1, "move": "Ra8#" }));
    assert_eq!((&mate["score"], &mate["goal"]), (&json!({ "mate": 1 }), &json!("bm Ra8#")));
    for result in results {
        let until = result["nodes_to_solution"].as_u64();
        assert_eq!(result["solved"] == true, until.is_some(), "{result}");
        assert!(until.is_none_or(|until| until <= result["nodes"].as_u64().unwrap()));
        assert!(result["depth_to_solution"].as_i64() <= result["depth"].as_i64());
    }
}

#[test]
fn points_mates_and_several_files() {
    // The second position's best move is not the search's; mate in one is asked for, which there is not.
    let folder = folder_with(
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - c0 \"Ra8#=10, Kf1=2\"; id \"a\";\n\
         6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - c0 \"Kf1=10, Ra8=4, h3=1\";\n\
         6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - c8 \"7 3\"; c9 \"a1a8 g1f1\"; id \"c\";\n\
         6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; c0 \"a comment\"; id \"d\";\n",
    );
    folder.write(
        "t.epd",
        "7k/8/8/8/8/8/R7/1R4K1 w - - dm 2; id \"in time\";\n\
         7k/8/8/8/8/8/R7/1R4K1 w - - dm 1; id \"too slow\";\n\
         7k/8/8/8/8/8/R7/1R4K1 b - - dm 2; id \"the other side\";\n",
    );
    let line = "suite s.epd t.epd --engine michniewski --nodes 2000";
    let report = json(&folder, line);
    report.must_have_fields(&json!({ "file": "s.epd, t.epd", "positions": 7 }));
    report["engines"][0].must_have_fields(&json!({ "points": 21, "max_points": 27, "solved": 4 }));
    let results = results_of(&report);
    assert_eq!(results[1]["goal"], "Kf1=10, Ra8#=4, h3=1");
    let solved: Vec<_> = results[4..].iter().map(|result| result["solved"] == true).collect();
    assert_eq!(solved, [true, false, false], "{report}");
    let table = text(&folder, &format!("{line} --list all"));
    table.must_have(&["Points", "10/10", "s.epd:2", "Mates announced, of 3 that are known:"]);
}

#[test]
fn the_table_and_its_lists() {
    // At depth 1 only an evaluator with tables knows where a knight stands well.
    let suite = EASY.to_owned() + "4k3/pppppppp/8/8/8/8/PPPPPPPP/N3K3 w - - bm Nb3; am a4; id \"tables\";\n";
    let folder = folder_with(&suite);
    let both = "suite s.epd --engine michniewski --engine material --depth 1";
    let table = text(&folder, both);
    assert!(table.starts_with("s.epd: 7 positions; depth 1\n"), "{table}");
    table.must_have(&["michniewski", "/7", "%"]);
    table.must_lack(&["Points", "impossible", "lost again"]);
    let failed = text(&folder, &format!("{both} --list failed"));
    failed.must_have(&["- impossible", "Solved by some only (", "\n  tables  "]);
    let all = text(&folder, &format!("{both} --list all"));
    all.must_have(&["+ take; the queen", "- impossible"]);
    let long = "x".repeat(70_000);
    folder.write("s.epd", EASY.replace("back rank", &long));
    assert!(text(&folder, &format!("{both} --list all")).contains(&long));
}

#[test]
fn a_history_shows_what_is_lost_again() {
    let folder = folder_with(EASY);
    let line = "suite s.epd --engine michniewski --nodes 500 --history h.jsonl";
    let output = run(&folder, line);
    output.ended(0);
    stdout(&output).must_have(&["michniewski: 5 solved, 1 still lost, 0 lost again"]);
    let history = folder.join("h.jsonl");
    let first = fs::read_to_string(&history).unwrap();
    assert_eq!(first.lines().count(), 1);
    let better = first.replace("\"solved\":false", "\"solved\":true");
    // Another limit, another engine and another goal are other results.
    for (old, new) in [("\"nodes\":500", "\"nodes\":501"), ("michniewski", "otter"), ("bm Kf1", "bm Ke2")] {
        fs::write(&history, better.replace(old, new)).unwrap();
        let report = json(&folder, line);
        assert_eq!(report["engines"][0]["lost_again"], 0, "{new}");
    }
    // With half a line at its end, as a killed process leaves it.
    fs::write(&history, format!("{better}{}", &first[..40])).unwrap();
    let output = run(&folder, line);
    output.ended(1).must_have(&["h.jsonl:2: this line is damaged"]);
    stdout(&output).must_have(&[
        "michniewski: 5 solved, 0 still lost, 1 lost again",
        "lost again: impossible: bm Kf1, and it plays",
        "; solved on 20",
    ]);
    // It stays so until it is solved.
    assert_eq!(run(&folder, line).status.code(), Some(1));
    assert_eq!(fs::read_to_string(&history).unwrap().lines().count(), 4);
}

#[test]
fn a_program_finds_what_its_evaluator_finds_within_its_own_limit() {
    let folder = folder_with(EASY);
    let program = format!("cmd:{TEST_ENGINE} --evaluator michniewski");
    // A finished depth: an evaluator gives the score of a broken one and a program does not.
    let line = format!("suite s.epd --engine michniewski --engine '{program}' --depth 6");
    let report = json(&folder, &line);
    let [own, program] = &report["engines"].as_array().unwrap()[..] else { panic!("{report}") };
    assert_eq!(program["name"], "test-engine");
    let results = [own, program].map(|engine| engine["results"].as_array().unwrap());
    for (own, program) in results[0].iter().zip(results[1]) {
        for key in ["move", "solved", "score", "depth", "depth_to_solution"] {
            assert_eq!(own[key], program[key], "{key}: {own} {program}");
        }
    }
    let program = format!("command = {TEST_ENGINE:?}\nargs = [\"--evaluator\", \"otter\"]\n");
    let config = format!(
        "[[engine]]\nname = \"mine\"\n{program}options = {{ Hash = 2 }}\nlimits = {{ depth = 4 }}\n\
         [[engine]]\nevaluator = \"otter\"\n"
    );
    folder.write("c.toml", config);
    let report = json(&folder, "suite s.epd --engine c.toml");
    assert_eq!(report["limit"], Value::Null);
    assert_eq!(report["engines"][0]["limit"], json!({ "depth": 4 }));
    assert_eq!(report["engines"][1]["limit"], json!({ "nodes": 100_000 }));
    assert_eq!(json(&folder, "suite s.epd --engine c.toml --depth 3")["limit"], json!({ "depth": 3 }));
    // One that fails has not solved the position, is started again, and fails again at its second.
    let failing = format!("suite s.epd --engine 'cmd:{TEST_ENGINE} --fault abort --at 2' --threads 1 --depth 1");
    let report = json(&folder, &failing);
    let failed = results_of(&report).iter().map(|result| result.get("failure").is_some());
    assert_eq!(failed.collect::<Vec<_>>(), [false, true, false, true, false, true], "{report}");
    text(&folder, &failing).must_have(&["test-engine failed at 3 positions, first by"]);
    let output = run(&folder, &failing.replace("--at 2", "--at 1"));
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}

#[test]
fn engines_and_limits_that_cannot_be_are_refused() {
    let folder = folder_with(EASY);
    let suite = |arguments: &str, expected: &[&str]| {
        refused(&folder, &format!("suite s.epd {arguments}"), expected);
    };
    suite("--engine oter", &["\"oter\" is not an evaluator", "did you mean \"otter\"?", "michniewski"]);
    suite("--engine otter --engine otter", &["two engines", "\"otter\""]);
    suite("--engine cmd:", &["engine cmd:"]);
    for program in ["cmd:no-such-program", "cmd:./s.epd", "cmd:true"] {
        suite(&format!("--engine '{program}'"), &["engine \"", "check the command"]);
    }
    refused(&folder, "suite gone.epd", &["gone.epd: ", "EPD file"]);
    refused(&folder, "suite .", &[".: ", "EPD file"]);
    refused(&folder, "suite", &["FILE"]);
    suite("--nodes 5 --depth 3", &["--nodes", "--depth"]);
    suite("--engine gone.toml", &["gone.toml"]);
    folder.write("c.toml", "[run]\nname = \"x\"\n");
    suite("--engine c.toml", &["c.toml", "no engines", "[[engine]]"]);
}

const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 3 20";

#[test]
fn positions_of_people_and_of_games_are_added() {
    let folder = &Folder::new();
    let add = |arguments: &str| text(folder, &format!("suite add b.epd {arguments}"));
    let own = "# mine\r\n\r\n4k3/8/8/8/8/8/4P3/4K3 w - -   am e3;  acd 3; c5 \"x\"";
    folder.write("b.epd", own);
    let printed = add(&format!("'{BACK_RANK}' --best Ra8 --note 'the \"back\" rank'"));
    assert_eq!(printed, "b.epd: added\n");
    add(&format!("{BACK_RANK} --best a1a8")).must_have(&["nothing to add"]);
    add("startpos moves f2f3 e7e5 --avoid g4");
    folder.write("g.pgn", "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n".repeat(2));
    // The move that was played is to be avoided.
    add("g.pgn --move 1:1 --best e4");
    add("g.pgn --move 2:2b --best Qh4");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let lines = folder.read("b.epd");
    lines.must_have(&[
        &format!("{own}\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - hmvc 3; fmvn 20; bm Ra8#; c0 \"the 'back' rank\";\n"),
        "hmvc 0; fmvn 2; am g4;\n",
        &format!("{start} bm e4; am f3; id \"g.pgn game 1 1w\";\n"),
        "bm Qh4#; id \"g.pgn game 2 2b\";\n",
    ]);
    for (arguments, expected) in [
        ("FEN --best Ra9", &["--best", "\"Ra9\" is not a move"][..]),
        ("FEN --avoid Rb2", &["--avoid", "Rb2 is not legal"]),
        ("FEN --best h3 --avoid h3", &["h3 is both"]),
        ("FEN", &["--avoid or --best"]),
        ("6k1/5ppp/8 --best h3", &["cannot read the FEN"]),
        ("gone.pgn --move 1", &["gone.pgn"]),
        ("g.pgn --move 1", &["2 games", "--move 1: to"]),
        ("g.pgn --move 3:1", &["2 games", "--move 1: to"]),
        ("g.pgn --move 1:3w", &["--move 3w", "1w to 2b"]),
        ("g.pgn --move 1:x", &["23b for Black"]),
        ("g.pgn --move 1:", &["--move"]),
    ] {
        let arguments = arguments.replace("FEN", &format!("'{BACK_RANK}'"));
        refused(folder, &format!("suite add b.epd {arguments}"), expected);
        assert_eq!(folder.read("b.epd"), lines, "{arguments}");
    }
    folder.write("b.epd", format!("{own}\nbroken\n"));
    refused(folder, &format!("suite add b.epd '{BACK_RANK}' --best Ra8"), &["b.epd:4: "]);
}

#[test]
fn blunders_of_a_run_are_found_and_added() {
    let folder = &Folder::new();
    let config = "run = { name = \"t\", format = \"match\", pairs = 3, seed = 2 }\n\
                  limits = { nodes = 40 }\nadjudication = { max_moves = 60 }\n\
                  [[engine]]\nevaluator = \"material\"\n[[engine]]\nevaluator = \"otter\"\n";
    folder.write("t.toml", config);
    text(folder, "run t.toml --quiet");
    let find = "suite find runs/t --engine material --nodes 1500";
    let output = run(folder, find);
    let found = stdout(&output);
    stderr(&output).must_have(&["of them blunders by the judge's scores"]);
    assert!(found.lines().count() > 0, "forty nodes a move are enough for no game");
    for line in found.lines() {
        line.must_have(&[" am ", " id \"t game ", " c0 \"material played ", "; material at 1500"]);
        // The judge's score of its own move, and of the one that was played.
        let words = line.rsplit(": ").next().unwrap().split([' ', ',', '"']);
        let scores: Vec<i32> = words.filter_map(|word| word.parse().ok()).collect();
        assert!(scores.len() == 2 && scores[0] - scores[1] >= 200, "{line}");
    }
    text(folder, &format!("{find} --judge otter"));
    let add = format!("{find} --add b.epd");
    let count = found.lines().count();
    text(folder, &add).must_have(&[&format!("b.epd: {count} position")]);
    text(folder, &add).must_have(&["b.epd: 0 positions added"]);
    assert_eq!(folder.read("b.epd"), found);
    // The judge solves them at the same limit.
    let report = json(folder, "suite b.epd --engine material --nodes 1500");
    assert_eq!(report["engines"][0]["solved"], count, "{report}");
    let refused = |arguments: &str, expected: &[&str]| {
        refused(folder, &format!("suite find {arguments}"), expected);
    };
    refused("nowhere", &["nowhere"]);
    refused("runs/t --engine Otter", &["\"Otter\"", "material, otter"]);
    refused("runs/t --judge oter", &["did you mean \"otter\"?"]);
    refused("runs/t --drop 0", &["--drop"]);
}
