//! Books of openings as files.

use std::path::Path;

use super::common::{Contents, Files, SMALL, folder_with, results, stderr, success};

/// Plays [`SMALL`] anew with these settings; returns its games, and the output.
fn played(folder: &Path, sets: &[&str]) -> (String, String) {
    let sets: String = sets.iter().map(|set| format!(" --set {set}")).collect();
    let output = success(folder, &format!("run small.toml --out x --fresh{sets}"));
    assert_eq!(results(&folder.join("x"))["games"], 12);
    let games = folder.read("x/games.pgn");
    (games, stderr(&output))
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
    let named = games.matches("[Opening ").count();
    assert_eq!(named, 6, "an unknown name is not a tag");
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
    let bytes = [entry(e2e4, 1), entry(d2d4, 2)].concat();
    folder.write("book.bin", bytes);
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
