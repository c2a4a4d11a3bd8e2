//! Files of other programs: read correctly, repaired with a message, or refused with the place.

use std::io::Write as _;
use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::{Value, json};

use super::common::{
    Contents, Fields, Files, Folder, SMALL, arena, folder_of, refused, run, stderr, stdout,
    success, text,
};

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", stderr(output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The names and points of the players, by name, and the messages.
fn rated(bytes: impl AsRef<[u8]>, more: &str) -> (Vec<(String, f64)>, String) {
    let folder = folder_of("a.pgn", bytes);
    let output = run(&folder, &format!("rate a.pgn --json {more}"));
    let list = json(&output);
    let players = list["players"].as_array().unwrap().iter();
    let name = |player: &Value| player["name"].as_str().unwrap().to_owned();
    let mut players: Vec<_> =
        players.map(|player| (name(player), player["points"].as_f64().unwrap())).collect();
    players.sort_by(|a, b| a.0.cmp(&b.0));
    (players, stderr(&output))
}

fn game(white: &str, black: &str, result: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{result}\n\n")
}

fn points(expected: &[(&str, f64)]) -> Vec<(String, f64)> {
    let expected = expected.iter();
    expected.map(|&(name, points)| (name.to_owned(), points)).collect()
}

/// The counts and messages of `openings check`.
fn checked(name: &str, bytes: impl AsRef<[u8]>, more: &str) -> Result<(Value, String), String> {
    let folder = folder_of(name, bytes);
    let check = format!("openings check {name} --json");
    let output = run(&folder, &format!("{check} {more}"));
    match output.status.code() {
        Some(0) => Ok((json(&output), stderr(&output))),
        Some(2) => Err(stderr(&output)),
        other => panic!("{other:?}: {}", stderr(&output)),
    }
}

#[test]
fn names_in_any_encoding_stay_apart() {
    let text = game("Müller", "Stone", "1-0") + &game("Möller", "Stone", "0-1");
    let expected = points(&[("Möller", 0.0), ("Müller", 1.0), ("Stone", 1.0)]);
    let latin: Vec<u8> = text.chars().map(|c| c as u32 as u8).collect();
    let marked = "\u{feff}".to_owned() + &text;
    let utf_16: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, printed) in [
        (text.clone().into_bytes(), ""),
        (marked.into_bytes(), ""),
        (
            latin.clone(),
            "a.pgn: 2 lines are not UTF-8 (the first is line 1) and read as Windows-1252",
        ),
        (utf_16, "a.pgn: it is read as UTF-16LE"),
        ([text.as_bytes(), &latin].concat(), "2 lines are not UTF-8"),
    ] {
        let (players, stderr) = rated(&bytes, "");
        let names =
            |players: &[(String, f64)]| players.iter().map(|p| p.0.clone()).collect::<Vec<_>>();
        assert_eq!(names(&players), names(&expected), "{stderr}");
        assert!(stderr.contains(printed) && printed.is_empty() == stderr.is_empty(), "{stderr}");
    }
    // Names of equal length in Cyrillic: no one plays both sides.
    let cyrillic = b"[White \"\xca\xe0\xf0\xef\xee\xe2\"]\n[Black \"\xca\xee\xf0\xf7\xed\xee\"]\n[Result \"1-0\"]\n\n1-0\n";
    let (players, stderr) = rated(cyrillic, "");
    assert_eq!(players.len(), 2);
    stderr.must_have(&["2 lines are not UTF-8", "iconv"]);
    let (players, stderr) = rated(cyrillic, "--encoding windows-1251");
    assert_eq!(players, points(&[("Карпов", 1.0), ("Корчно", 0.0)]));
    assert_eq!(stderr, "");
}

#[test]
fn tags_as_they_come() {
    let quoted =
        game("Meyer \"Ace\" A", "Stone", "1-0") + &game("Meyer \"Duke\" B", "Stone", "0-1");
    let (players, printed) = rated(quoted, "");
    let aces = [("Meyer \"Ace\" A", 1.0), ("Meyer \"Duke\" B", 0.0)];
    assert_eq!(players, points(&[aces[0], aces[1], ("Stone", 1.0)]));
    printed.must_have(&["a.pgn: 2 tags have quotes in the value"]);
    let one_line = "[White \"Ann\"] [Black \"Bob\"] [Result \"1-0\"]\n1-0\n";
    let (players, printed) = rated(one_line, "");
    assert_eq!(players, points(&[("Ann", 1.0), ("Bob", 0.0)]));
    assert_eq!(printed, "");
    let quoted = "[Event \"The \"Grand\" Final\"]\n[White \"A\"]\n\n1. d4 d5 2. c4 e6 *\n";
    let (book, printed) = checked("b.pgn", quoted, "").unwrap();
    assert_eq!(book["plies"]["4"], 1, "{book}");
    printed.must_have(&["1 tag has quotes"]);
    let apart = "[Event \"x\"]\n\n[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n";
    let (book, _) = checked("b.pgn", apart, "").unwrap();
    assert_eq!(book["openings"], 1);
    assert_eq!(book["plies"]["4"], 1);
}

#[test]
fn books_with_old_line_ends_and_comments_that_are_not_closed() {
    let epd = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\r4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\r";
    assert_eq!(checked("b.epd", epd, "").unwrap().0["openings"], 2);
    let pgn = "[Event \"x\"]\r\r1. e4 e5 *\r\r[Event \"y\"]\r\r1. d4 d5 *\r";
    assert_eq!(checked("b.pgn", pgn, "").unwrap().0["openings"], 2);
    let game = |moves: &str| format!("[Event \"club\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n");
    let open = game("1. e4 e5 {unclosed 2. Nf3")
        + &game("1. d4 d5")
        + &game("1. c4 {ok}")
        + &game("1. f4");
    let (book, printed) = checked("b.pgn", open, "").unwrap();
    assert_eq!(book["openings"], 4);
    printed.must_have(&["1 comment is not closed (the first begins in line 4)"]);
}

#[test]
fn bad_games_of_a_book_are_named_or_passed_over() {
    let pgn = "[Event \"a\"]\n\n1. e2e4 e7e5 2. g1f3 *\n\n[Event \"b\"]\n\n1. e4 e5 2. Nf3 Nc6\n3. Bb5 -- *\n\n\
               [Event \"c\"]\n\n1. e4! e5 ± 2. Nf3 N Nc6 = *\n\n1. e4 Nf6 2. e5 d5 3. exd6e.p. *\n\n1. e5 *\n";
    let error = checked("b.pgn", pgn, "").unwrap_err();
    error.must_have(&["b.pgn:8: game 2: after 5 half-moves there is a null move, --"]);
    let (book, _) = checked("b.pgn", pgn, "--skip-bad").unwrap();
    book.must_have_fields(&json!({ "openings": 3, "skipped": 2 }));
    let folder = folder_of("b.pgn", pgn);
    folder.write("small.toml", SMALL);
    let play = "run small.toml --set openings.file=b.pgn --quiet";
    refused(&folder, play, &[]);
    let skipping = "--set openings.skip_bad=true --set openings.order=sequential";
    success(&folder, &format!("{play} {skipping}"));
}

#[test]
fn merges_of_unknown_players_and_duplicate_games() {
    let text = game("Eng,Hash=64", "Smith, J.", "1-0") + &game("Eng,Hash=128", "Smith, J.", "1-0");
    let folder = folder_of("a.pgn", text);
    let merged = |merge: &str| run(&folder, &format!("rate a.pgn --merge {merge}"));
    let output = merged("'Nobody=Smith, J.'");
    let error = stderr(&output);
    assert_eq!(output.status.code(), Some(2));
    error.must_have(&["no player is called \"Nobody\"; the nearest are"]);
    for merge in ["Eng,Hash=64=Eng,Hash=128", "'\"Eng,Hash=64\"=\"Eng,Hash=128\"'"] {
        let text = stdout(&merged(merge));
        assert!(text.contains("2 players") || !text.contains("Hash=64"), "{text}");
    }
    let moves = |round| {
        format!(
            "[Round \"{round}\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"
        )
    };
    let (_, printed) = rated(moves(1) + &moves(2), "");
    printed.must_have(&["warning: games that repeat another one", "result: 1; all are counted"]);
    let (_, printed) = rated(moves(1) + &moves(1).replace("Nf3", "Nc3"), "");
    assert_eq!(printed, "");
}

#[test]
fn groups_that_never_met_are_not_compared() {
    let pairs =
        |a: &str, b: &str, result: &str| (0..40).map(|_| game(a, b, result)).collect::<String>();
    let text = pairs("A1", "A2", "1-0") + &pairs("B1", "B2", "1/2-1/2");
    let folder = folder_of("a.pgn", text);
    let list = json(&run(&folder, "rate a.pgn --json"));
    let groups = |name: &str| {
        let mut players = list["players"].as_array().unwrap().iter();
        let player = players.find(|player| player["name"] == name).unwrap();
        player["groups"].as_str().unwrap().to_owned()
    };
    let shared = |a: &str, b: &str| groups(a).chars().any(|letter| groups(b).contains(letter));
    assert!(!shared("A1", "A2") && shared("B1", "B2"));
    for a in ["A1", "A2"] {
        assert!(shared(a, "B1") && shared(a, "B2"), "{list}");
    }
}

#[test]
fn positions_of_tuners_and_scores_of_games() {
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let text =
        format!("{fen} w KQkq - 4 4 [0.5]\n{start} b KQkq - 4 4 [1.0] 23\n{fen} w KQ - 0 1;0-1\n");
    let here = folder_of("t.epd", &text);
    let convert = "positions t.epd --format plain";
    let lines = stdout(&run(&here, convert));
    lines.must_have(&["b KQkq - 4 4 | 23 | 1.0\n", "| 0.5\n"]);
    here.write("t.epd", text + "oops\n");
    refused(&here, convert, &["t.epd:4: 1 of the four"]);
}

#[test]
fn scores_of_a_run_are_those_of_its_games_file() {
    let folder = folder_of("small.toml", SMALL);
    success(&folder, "run small.toml --quiet");
    let drawn = |input: &str, side: &str| {
        let arguments = format!("positions {input} --per-game 100 --game-scores {side}");
        text(&folder, &arguments)
    };
    let of_run = drawn("runs/small", "mover");
    assert!(of_run.lines().count() > 50, "{of_run}");
    for code in [" ce ", " acn ", " acd "] {
        assert!(of_run.lines().all(|line| line.contains(code)), "{of_run}");
    }
    assert_eq!(of_run, drawn("runs/small", "white"));
    assert_eq!(of_run, drawn("runs/small/games.pgn", "white"));
    assert_ne!(of_run, drawn("runs/small/games.pgn", "mover"));
}

/// The output of a program for a text on standard input.
fn of_stdin(folder: &Path, arguments: &str, bytes: &[u8]) -> Output {
    let mut command = arena(folder, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(bytes).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn standard_input_is_a_file_like_any_other() {
    let folder = Folder::new();
    let text = game("A", "B", "1-0");
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(text.as_bytes()).unwrap();
    for bytes in [text.clone().into_bytes(), packer.finish().unwrap()] {
        let output = of_stdin(&folder, "rate -", &bytes);
        assert!(stdout(&output).contains('A'), "{}", stderr(&output));
    }
    let output = of_stdin(&folder, "rate -", b"[White \"A\"]\n\n1. e4\n");
    stderr(&output).must_have(&["standard input:1: left out"]);
    // Its first line shows what it has.
    let epd = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
    for opening in [epd, "[Event \"x\"]\n\n1. e4 e5 *\n", "1. e4 e5 2. Nf3 Nc6 *"] {
        let output = of_stdin(&folder, "openings check -", opening.as_bytes());
        assert!(stdout(&output).contains("1 opening"), "{opening}: {output:?}");
    }
    let piped = format!("\n# x\r{} | 1.0\n", epd.trim());
    let output = of_stdin(&folder, "openings check -", piped.as_bytes());
    stderr(&output).must_have(&["standard input:3: ", "nor an EPD operation"]);
}
