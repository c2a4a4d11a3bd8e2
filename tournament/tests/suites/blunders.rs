//! The book of blunders: kept, found and tried.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::common::{Contents, Fields, Files, Folder, json, refused, text};

pub(crate) const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 3 20";
const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

pub(crate) fn book(folder: &Path) -> String {
    fs::read_to_string(folder.join("blunders.epd")).unwrap_or_default()
}

pub(crate) fn add(folder: &Path, arguments: &str) -> String {
    text(folder, &format!("blunders add {arguments}"))
}

#[test]
fn a_position_is_added_once_and_merged_with_what_is_new() {
    let folder = &Folder::new();
    let printed = add(folder, &format!("'{BACK_RANK}' --best Ra8 --note 'the \"back\" rank'"));
    assert_eq!(printed, "blunders.epd: added; 1 position\n");
    let line = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - hmvc 3; fmvn 20; bm Ra8#; id \"blunder 1\"; \
                c0 \"the 'back' rank\";\n";
    assert_eq!(book(folder), line);
    // The same again, in another notation and with other clocks.
    let again = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let printed = add(folder, &format!("'{again}' --best a1a8 --note 'the \"back\" rank'"));
    printed.must_have(&["nothing to add"]);
    assert_eq!(book(folder), line);
    let printed = add(folder, &format!("'{again}' --avoid Kf1 --avoid h3 --note 2nd"));
    printed.must_have(&["the same position; 1 position"]);
    let merged = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - hmvc 3; fmvn 20; bm Ra8#; am Kf1 h3; \
                  id \"blunder 1\"; c0 \"the 'back' rank; 2nd\";\n";
    assert_eq!(book(folder), merged);
    add(folder, "startpos moves f2f3 e7e5 --avoid g4 --id fool");
    assert!(book(folder).starts_with(merged) && book(folder).contains("am g4; id \"fool\";"));
}

#[test]
fn lines_that_people_wrote_stay_as_they_are() {
    let folder = &Folder::new();
    let own = "# mine\n\n4k3/8/8/8/8/8/4P3/4K3 w - -   am e3;  acd 3; c5 \"x\"\n";
    folder.write("blunders.epd", own.replace('\n', "\r\n"));
    add(folder, &format!("'{BACK_RANK}' --best Ra8"));
    assert!(book(folder).starts_with(own), "{}", book(folder));
    add(folder, "'4k3/8/8/8/8/8/4P3/4K3 w - -' --best e4");
    let changed = "# mine\n\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; am e3; acd 3; c5 \"x\";\n";
    assert!(book(folder).starts_with(changed), "{}", book(folder));
    let listed = json(folder, "blunders list");
    assert_eq!(listed.as_array().unwrap().len(), 2);
    listed[0].must_have_fields(&json!({ "line": 3, "goal": "bm e4, am e3" }));
    assert!(text(folder, "blunders list").contains("blunder 2"));
}

#[test]
fn a_note_takes_no_points_away() {
    let folder = &Folder::new();
    let own = format!("{BACK_RANK} bm Ra8; c0 \"Ra8=10, h3=5\"; id \"mine\";\n");
    folder.write("blunders.epd", own);
    add(folder, &format!("'{BACK_RANK}' --best Ra8 --note one"));
    add(folder, &format!("'{BACK_RANK}' --best Ra8 --note two"));
    let kept = "c0 \"Ra8=10, h3=5\"; id \"mine\"; c1 \"one; two\";\n";
    assert!(book(folder).ends_with(kept), "{}", book(folder));
}

#[test]
fn a_quote_left_open_does_not_swallow_what_is_added() {
    let folder = &Folder::new();
    let own = format!("{BACK_RANK} bm Ra8; id \"mine; and yours\n");
    folder.write("blunders.epd", own);
    add(folder, &format!("'{BACK_RANK}' --best Ra8 --note one"));
    let kept = "id \"mine; and yours\"; c0 \"one\";\n";
    assert!(book(folder).ends_with(kept), "{}", book(folder));
}

/// Arguments, with FEN for the back rank, and texts that the message must have.
const NONSENSE: &[(&str, &[&str])] = &[
    ("add FEN --best Ra9", &["--best", "\"Ra9\" is not a move"]),
    ("add FEN --avoid Rb2", &["--avoid Rb2 is not legal"]),
    ("add FEN --avoid Ra8", &["Ra8# would be both"]),
    ("add FEN", &["--avoid or --best"]),
    ("add FEN --best h3 --note h3=5", &["points"]),
    ("add 6k1/5ppp/8 --best h3", &["cannot read the FEN"]),
    ("add gone.pgn --ply 1", &["gone.pgn"]),
    ("add g.pgn --ply 1", &["2 games", "--game"]),
    ("add g.pgn --game 3 --ply 1", &["2 games", "--game"]),
    ("add g.pgn --game 1 --ply 5", &["--ply 5", "1 to 4"]),
    ("add g.pgn --game 1 --move 3w", &["--move 3w", "1w to 2b"]),
    ("add g.pgn --game 1 --move x", &["23b for Black"]),
    ("add g.pgn --game 1", &["--ply or --move"]),
    ("import points.epd", &["points.epd:2 has neither"]),
];

#[test]
fn nonsense_is_refused_and_the_book_unharmed() {
    let folder = &Folder::new();
    refused(folder, "blunders list", &["blunders.epd", "blunders add", "--book"]);
    refused(folder, "blunders run", &["blunders.epd", "blunders add"]);
    add(folder, &format!("'{BACK_RANK}' --best Ra8"));
    folder.write("g.pgn", GAME.repeat(2));
    let points = format!("{BACK_RANK} bm h3;\n{BACK_RANK} dm 1;\n");
    folder.write("points.epd", points);
    let before = book(folder);
    for (arguments, expected) in NONSENSE {
        let arguments = arguments.replace("FEN", &format!("'{BACK_RANK}'"));
        refused(folder, &format!("blunders {arguments}"), expected);
        assert_eq!(book(folder), before, "{arguments}");
    }
    folder.write("blunders.epd", before.clone() + "broken\n");
    refused(folder, &format!("blunders add '{BACK_RANK}' --best h3"), &["blunders.epd:2: "]);
    assert_eq!(book(folder), before + "broken\n");
}

#[test]
fn places_in_games() {
    let folder = &Folder::new();
    folder.write("g.pgn", GAME);
    // The move that was played is to be avoided.
    add(folder, "g.pgn --ply 3");
    book(folder).must_have(&["hmvc 0; fmvn 2; am g4; id \"g.pgn 2w\";\n"]);
    add(folder, "g.pgn --move 1 --best e4");
    book(folder).must_have(&["w KQkq - bm e4; am f3; id \"g.pgn 1w\";\n"]);
    add(folder, "g.pgn --move 2b --best Qh4");
    book(folder).must_have(&["bm Qh4#; id \"g.pgn 2b\";\n"]);
    let import = || text(folder, "blunders import blunders.epd --book b.epd");
    import().must_have(&["3 added"]);
    import().must_have(&["0 added", "3 there already"]);
}
