//! Books checked by UCI programs.

use std::path::Path;

use serde_json::{Value, json};

use crate::common::{Fields, Files, Folder, TEST_ENGINE, entries, folder_of, json, refused};

fn program(arguments: &str) -> String {
    format!("cmd:{TEST_ENGINE} {arguments}")
}

/// Four openings, one of which comes twice and one of which takes a pawn.
const BOOK: &str = "1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n\n1. Nf3 e5 2. e4 *\n\n1. e4 d5 2. exd5 *\n";

fn checked(folder: &Path, file: &str, program: &str) -> Value {
    json(folder, &format!("openings check {file} --engine '{program}'"))
}

#[test]
fn a_program_judges_a_book() {
    let folder = folder_of("book.pgn", BOOK);
    let report = checked(&folder, "book.pgn", &program("--spread 60"));
    let counts =
        ["openings", "doubles", "captures", "cannot_castle"].map(|name| report[name].as_u64());
    assert_eq!(counts, [4, 1, 1, 0].map(Some), "{report}");
    assert_eq!(report["plies"], json!({"2": 1, "3": 3}));
    let judge = &report["judge"];
    judge.must_have_fields(&json!({ "sample": 4, "engine": "Test Engine 1.0" }));
    // The program's scores are at most so far from level.
    assert!(judge["largest"].as_i64().unwrap() <= 60, "{report}");
    assert_eq!(judge["decided"], 0);
    let wild = checked(&folder, "book.pgn", &program("--spread 2000"));
    assert!(wild["judge"]["decided"].as_i64().unwrap() > 0, "{wild}");
}

#[test]
fn programs_that_cannot_or_do_not_answer_are_refused() {
    let folder = folder_of("book.pgn", BOOK);
    let check = "openings check book.pgn --threads 1 --engine";
    for (arguments, expected) in [
        ("--fault abort --at 3", &["SIGABRT", "at rn"][..]),
        ("--fault exit --at 3", &["exit status 3", "at rn"]),
        ("--fault illegal --at 3", &["bestmove e", "at rn"]),
        ("--fault unparsable --at 3", &["bestmove castles"]),
        ("--fault not-utf8", &["engine \"test-engine\""]),
        ("--silent", &["no score", "more nodes"]),
    ] {
        let line = format!("{check} '{}'", program(arguments));
        refused(&folder, &line, expected);
    }
    let line = format!("{check} cmd:no-such-program");
    refused(&folder, &line, &["check the command"]);
}

#[test]
fn arguments_and_books_that_make_no_sense_are_refused() {
    let folder = Folder::new();
    folder.write("bad.pgn", "1. e4 e5 *\n\n1. e4 e6 2. Nf6 *\n");
    folder.write("book.pgn", BOOK);
    folder.write("bad.txt2", "");
    for (arguments, expected) in [
        ("book.pgn --engine oter", "did you mean \"otter\""),
        ("bad.pgn", "bad.pgn:3: game 2: "),
        ("gone.pgn", "gone.pgn: "),
        ("bad.txt2", "a file of openings ends in"),
    ] {
        let line = format!("openings check {arguments}");
        refused(&folder, &line, &[expected]);
    }
    assert_eq!(entries(&folder).len(), 3);
}
