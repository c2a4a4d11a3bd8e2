//! Books of positions and games, their numbers of Chess960, and what is counted of a book.

use engine_core::epd::EpdRecord;
use std::collections::{BTreeMap, HashSet};
use std::io::Read;
use std::path::Path;

use engine_core::testkit::Contents;
use flate2::read::GzDecoder;
use openings::check::{Counts, check};
use openings::{Book, Numbers, Opening, ReadOptions, Variant, open};
use shakmaty::Position;

use super::{CHESS960, STANDARD, openings_of, rows, source};

#[test]
fn errors_name_the_file_and_the_remedy() {
    let error = |name: &str, text: &str| source(name, text).unwrap_err();
    error("a.doc", "1. e4 *").must_have(&["a.doc", "ends in .epd"]);
    error("a.pgn", "").must_have(&["a.pgn", "no openings in it", "the built-in book"]);
    error("a.epd", "# nothing\n\n").must_have(&["a.epd", "no openings in it"]);
    let missing = open(Path::new("no/such.pgn"), &ReadOptions::default()).unwrap_err();
    missing.to_string().must_have(&["no/such.pgn: ", "\"builtin\""]);
}

fn checked(name: &str, text: &str) -> Counts {
    check(&source(name, text).unwrap(), true, || {}).unwrap()
}

const GAMES: &str = "\
1. e4 e5 *\n\n1. e3 e5 2. e4 *\n\n1. e4 c5 2. Nf3 e6 3. Bc4 a6 4. O-O *\n\n1. e4 d5 2. exd5 Qxd5 *\n\n\
1. e4 d5 2. exd5 *\n\n1. e4 e5 2. Ke2 *\n\n1. Nf3 Nf6 2. Rg1 g6 3. Rh1 Bg7 4. e4 O-O *\n\n\
1. Nf3 Nf6 2. Nc3 Nc6 3. e4 e5 *\n\n1. e4 e5 2. Nf3 Nc6 3. Nc3 Nf6 *\n";

#[test]
fn a_book_is_counted() {
    let found = checked("b.pgn", GAMES);
    let counts = (found.openings, found.skipped, found.complete, found.doubles);
    assert_eq!(counts, (9, 0, true, 1));
    let lengths = [(2, 1), (3, 3), (4, 1), (6, 2), (7, 1), (8, 1)];
    assert_eq!(found.plies, BTreeMap::from(lengths));
    let counts = (found.black_to_move, found.captures, found.unequal_material);
    assert_eq!((counts, found.with_eco), ((4, 2, 1), 9));
    let volumes: usize = found.eco_volumes.values().sum();
    assert_eq!((volumes, found.eco_volumes[&'B']), (9, 3));
    assert!((4..9).contains(&found.eco_codes), "{found:?}");
    // Bad openings are passed over and counted.
    let text = GAMES.to_owned() + "\n1. e5 *\n\n1. e4 -- *\n\n1. f4 oops *\n";
    let counts = checked("b.pgn", &text);
    assert_eq!((counts.openings, counts.skipped), (9, 3));
}

#[test]
fn every_line_of_the_table_of_codes_is_read() {
    let packed = &include_bytes!("../../../../configs/openings/eco.tsv.gz")[..];
    let mut text = String::new();
    GzDecoder::new(packed).read_to_string(&mut text).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    let lines: Vec<(&str, &str)> = lines.map(|fields| (fields[0], fields[2])).collect();
    let games: String = lines.iter().map(|(_, moves)| format!("{moves} *\n\n")).collect();
    let found = checked("b.pgn", &games);
    // Two end in mate, and are no openings.
    assert_eq!((found.openings, found.skipped), (lines.len() - 2, 2));
    assert_eq!(found.with_eco, found.openings);
    assert_eq!(found.eco_codes, lines.iter().map(|(code, _)| code).collect::<HashSet<_>>().len());
    assert!(found.eco_volumes.into_keys().eq('A'..='E'));
}

#[test]
fn a_line_has_the_code_of_its_last_position_that_has_one() {
    let codes = |games: &[&str]| {
        let games: String = games.iter().map(|moves| format!("{moves} *\n\n")).collect();
        let found = checked("b.pgn", &games);
        (found.eco_codes, found.eco_volumes.into_iter().collect::<Vec<_>>())
    };
    // C60 in another order too, and with a move that no line of the table has.
    let spanish = ["e2e4 e7e5 g1f3 b8c6 f1b5", "g1f3 b8c6 e2e4 e7e5 f1b5", "e2e4 e7e5 g1f3 b8c6 f1b5 h7h5"];
    assert_eq!(codes(&spanish), (1, vec![('C', 3)]));
    // A move less is C44.
    assert_eq!(codes(&[spanish[0], "e2e4 e7e5 g1f3 b8c6"]), (2, vec![('C', 2)]));
    assert_eq!(checked("b.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").with_eco, 0);
}

#[test]
fn operations_without_their_semicolon() {
    for [text, expected] in rows("operations without their semicolon") {
        let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {text}");
        let operations = EpdRecord::read(&line).unwrap().operations.into_iter();
        let found: Vec<_> = operations.map(|(code, operand)| format!("{code}: {operand}")).collect();
        assert_eq!(found.join(", "), expected, "{text}");
    }
}

#[test]
fn fen_and_epd() {
    let text = "\u{feff}# a comment\r\n\
        rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 17\r\n\
        \r\n\
        rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n\
        4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 4; fmvn 50; bm e4 e3; id \"a; b\";\n\
        4k3/8/8/8/8/8/4P3/4K3 w - - 7 8; id \"both\";\n\
        4k3/8/8/8/8/8/4P3/4K3 w - -; c0 \"x\";\n\
        4k3/8/8/8/8/8/4P3/4K3 w - - - - c0 \"y\";\n";
    let openings = openings_of("x.epd", text, &STANDARD).unwrap();
    let names: Vec<_> = openings.iter().map(|o| o.name.as_str()).collect();
    assert_eq!(names, ["", "", "a; b", "both", "", ""]);
    let clocks: Vec<_> = openings.iter().map(|o| (o.start.halfmoves(), o.start.fullmoves().get())).collect();
    assert_eq!(clocks, [(3, 17), (0, 1), (4, 50), (7, 8), (0, 1), (0, 1)]);
    assert!(openings[0].start.castles().any());
}

#[test]
fn bad_lines_have_a_number_and_a_reason() {
    let good = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for [line, reason] in rows("bad lines") {
        let error = openings_of("x.epd", format!("{good}\n{line}\n"), &STANDARD).unwrap_err();
        error.must_have(&["x.epd:2: ", &reason]);
    }
}

/// An opening is read from the mark before it, whose place depends on the ends of lines.
#[test]
fn every_opening_of_a_long_book_is_found_with_any_end_of_lines() {
    for end in ["\n", "\r\n", "\r"] {
        let line = |number| format!("4k3/8/8/8/8/8/4P3/4K3 w - - {number} 90{end}{end}");
        let text: String = (0..50).map(line).collect();
        let openings = openings_of("x.epd", text, &STANDARD).unwrap();
        let clocks: Vec<u32> = openings.iter().map(|opening| opening.start.halfmoves()).collect();
        assert_eq!(clocks, (0..50).collect::<Vec<_>>(), "{end:?}");
    }
}

#[test]
fn chess960_in_both_notations() {
    let board = "bbrkqnnr/pppppppp/8/8/8/8/PPPPPPPP/BBRKQNNR w";
    let lines = format!("{board} KQkq - 0 1\n{board} HChc -\n");
    let openings = openings_of("x.epd", &lines, &CHESS960).unwrap();
    assert_eq!(openings[0].start, openings[1].start);
    let fen = format!("{board} KQkq - 0 1");
    assert_eq!(openings[1].start_fen(), Some(fen));
    let error = openings_of("x.epd", lines, &STANDARD).unwrap_err();
    assert!(error.contains("openings.variant = \"chess960\""), "{error}");
    // The start position of chess is one of them, and is reported as such.
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let openings = openings_of("x.epd", chess, &CHESS960).unwrap();
    assert_eq!(openings[0].start_fen().as_deref(), Some(chess));
}

#[test]
fn numbers_have_their_positions() {
    let book = Book::chess960(&Numbers::all()).unwrap();
    let rank = |opening: Opening| {
        let fen = opening.start_fen().unwrap();
        let fields: Vec<&str> = fen.split(['/', ' ']).collect();
        assert_eq!(fields[0], fields[7].to_lowercase());
        fields[7].to_owned()
    };
    let ranks: Vec<String> = book.openings().map(|opening| rank(opening.unwrap())).collect();
    // From the table of https://www.chessprogramming.org/Chess960 and of Scharnagl's own list.
    for (number, rank) in [(0, "BBQNNRKR"), (1, "BQNBNRKR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")] {
        assert_eq!(ranks[number], rank, "{number}");
    }
    assert_eq!(ranks.iter().collect::<HashSet<_>>().len(), 960);
    for rank in ranks {
        let places = |man| rank.match_indices(man).map(|(at, _)| at).collect::<Vec<_>>();
        let (bishops, rooks, king) = (places('B'), places('R'), places('K')[0]);
        assert_ne!(bishops[0] % 2, bishops[1] % 2, "{rank}");
        assert!(rooks[0] < king && king < rooks[1], "{rank}");
    }
}

#[test]
fn lists_of_numbers_and_names_of_variants() {
    let numbers = Numbers::try_from("0-2, 518,7".to_owned()).unwrap();
    assert_eq!(numbers.iter().collect::<Vec<_>>(), [0, 1, 2, 518, 7]);
    assert_eq!(numbers.to_string(), "0-2,518,7");
    assert_eq!(Numbers::all().to_string(), "0-959");
    assert!(Variant::NAMES.into_iter().all(|name| Variant::of_name(name).is_ok()));
    for [text, reason] in rows("bad lists of numbers") {
        Numbers::try_from(text).unwrap_err().to_string().must_have(&[&reason]);
    }
}
