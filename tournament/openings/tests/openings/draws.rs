//! Openings that are drawn, from books and by the weights of Polyglot books.

use std::collections::HashMap;

use engine_core::testkit::Contents;
use openings::{Book, DrawRequest, Numbers, Opening, OpeningSequence, Order, Source, draw};
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};

use super::source;

/// The twenty openings of one move, as UCI.
fn twenty() -> Vec<String> {
    let moves = Chess::default().legal_moves();
    let line = |mv| Opening { moves: vec![mv], ..Opening::start_position() };
    moves.into_iter().map(|mv| line(mv).uci_moves().join(" ")).collect()
}

/// A book with a game of each of these lines.
fn book(lines: &[String]) -> Source {
    let games: String = lines.iter().map(|line| format!("{line} *\n\n")).collect();
    source("x.pgn", games).unwrap()
}

const REQUEST: DrawRequest =
    DrawRequest { needed: 5, order: Order::Random, seed: 1, start: 1, plies: None, skip_bad: false, wrap: false };

/// The first `needed` openings, in their order.
fn first(needed: usize) -> DrawRequest {
    DrawRequest { needed, order: Order::Sequential, ..REQUEST }
}

fn refused(lines: &[String], request: DrawRequest) -> String {
    draw(&book(lines), &request).unwrap_err().to_string()
}

fn drawn(lines: &[String], request: DrawRequest) -> OpeningSequence {
    draw(&book(lines), &request).unwrap()
}

fn texts(drawn: &OpeningSequence) -> Vec<String> {
    (0..drawn.needed).map(|index| drawn.opening(index).unwrap().uci_moves().join(" ")).collect()
}

fn random(needed: usize, seed: u64, start: usize) -> Vec<String> {
    let request = DrawRequest { needed, seed, start, ..REQUEST };
    texts(&drawn(&twenty(), request))
}

#[test]
fn sequential_takes_the_first_or_those_from_start_on() {
    let request = |start| DrawRequest { start, ..first(5) };
    assert_eq!(texts(&drawn(&twenty(), request(1))), twenty()[..5]);
    assert_eq!(texts(&drawn(&twenty(), request(16))), twenty()[15..]);
    refused(&twenty(), request(17)).must_have(&["only 4 from number 17 on"]);
}

#[test]
fn random_is_a_stable_function_of_the_seed() {
    let five = random(5, 1, 1);
    assert_eq!(five, ["b1c3", "d2d3", "c2c4", "h2h4", "b2b4"]);
    assert_eq!(random(10, 1, 1)[..5], five);
    assert_ne!(random(5, 2, 1), five);
    // A later start continues where the first draw ended.
    assert_eq!(random(10, 1, 6), random(15, 1, 1)[5..]);
    // Every opening is drawn, and none again.
    let book = Source::from(Book::chess960(&Numbers::all()).unwrap());
    let all = draw(&book, &DrawRequest { needed: 960, ..REQUEST }).unwrap();
    assert_eq!((all.different(), all.duplicates), (960, 0));
}

#[test]
fn every_opening_has_the_same_chance() {
    let (five, mut counts) = (book(&twenty()[..5]), HashMap::new());
    for seed in 0..5000 {
        let request = DrawRequest { needed: 1, seed, ..REQUEST };
        *counts.entry(texts(&draw(&five, &request).unwrap())).or_insert(0) += 1;
    }
    // Five standard deviations of a binomial count: sqrt(5000 * 0.2 * 0.8) = 28.
    assert!(counts.values().all(|c| (860..=1140).contains(c)), "{counts:?}");
}

#[test]
fn duplicates_are_dropped_and_counted() {
    let mut lines = twenty();
    // The same positions by other ways.
    lines.insert(5, lines[3].clone());
    lines.push("g1f3 g8f6 f3g1 f6g8 ".to_owned() + &lines[0]);
    let all = drawn(&lines, first(20));
    assert_eq!((texts(&all), all.duplicates), (twenty(), 1));
    let random = DrawRequest { needed: 21, ..REQUEST };
    let few = "21 different openings are needed and there are only 20 (2 more";
    refused(&lines, random).must_have(&[few, "run.pairs to 20"]);
}

#[test]
fn fingerprints_depend_on_moves_and_order() {
    let print = |lines: &[String]| drawn(lines, first(lines.len())).fingerprint;
    let all = twenty();
    assert_eq!(print(&all), print(&twenty()));
    assert_ne!(print(&all), print(&all[1..]));
    let mut swapped = all.clone();
    swapped.swap(0, 1);
    assert_ne!(print(&all), print(&swapped));
}

#[test]
fn bad_openings_are_skipped_only_on_request() {
    let mut lines = twenty();
    lines[3] = "e2e5".to_owned();
    lines[7] = "oops".to_owned();
    let mut request = first(18);
    let reason = "x.pgn:7: game 4: after 0 half-moves e2e5 is not legal";
    refused(&lines, request).must_have(&[reason, "skip_bad"]);
    request.skip_bad = true;
    let drawn = drawn(&lines, request);
    let counts = (drawn.needed, drawn.skipped, drawn.duplicates);
    assert_eq!(counts, (18, 2, 0));
}

#[test]
fn a_book_that_is_started_over_has_the_same_order_again() {
    let mut request = DrawRequest { needed: 50, start: 11, wrap: true, ..REQUEST };
    let wrapped = drawn(&twenty(), request);
    assert_eq!((wrapped.needed, wrapped.different()), (50, 10));
    let (all, ten) = (texts(&wrapped), random(10, 1, 11));
    assert!(all.chunks(10).all(|round| round == ten), "{all:?}");
    // It is the same draw as one that does not need to.
    request.needed = 10;
    let once = drawn(&twenty(), request);
    assert_eq!(once.fingerprint, wrapped.fingerprint);
    // An empty book is not repeated.
    request.start = 21;
    refused(&twenty(), request);
}

/// The bytes of an entry of a Polyglot book.
const ENTRY: usize = 16;

fn uci(text: &str) -> UciMove {
    text.parse().unwrap()
}

/// The key of the position after these moves from the start position.
fn key(moves: &[&str]) -> u64 {
    let mut position = Chess::default();
    for word in moves {
        position.play_unchecked(uci(word).to_move(&position).unwrap());
    }
    let Zobrist64(key) = position.zobrist_hash(EnPassantMode::PseudoLegal);
    key
}

/// The bytes of a book: a line and a weight for the last move of each.
fn bytes(lines: &[(&str, u16)]) -> Vec<u8> {
    let mut entries: Vec<[u8; ENTRY]> = Vec::new();
    for (line, weight) in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let (last, before) = words.split_last().unwrap();
        let UciMove::Normal { from, to, promotion } = uci(last) else { panic!("{last}") };
        let promotion = promotion.map_or(0, |role| role as u16 - 1);
        let code = promotion << 12 | u16::from(from) << 6 | u16::from(to);
        let mut entry = [0; ENTRY];
        entry[..8].copy_from_slice(&key(before).to_be_bytes());
        entry[8..10].copy_from_slice(&code.to_be_bytes());
        entry[10..12].copy_from_slice(&weight.to_be_bytes());
        entries.push(entry);
    }
    entries.sort_unstable();
    entries.concat()
}

const SMALL: [(&str, u16); 6] =
    [("e2e4", 30), ("d2d4", 10), ("a2a4", 0), ("e2e4 e7e5", 1), ("e2e4 c7c5", 3), ("d2d4 d7d5", 5)];

fn from_polyglot(bytes: &[u8], request: &DrawRequest) -> Result<Vec<String>, String> {
    let drawn = draw(&source("x.bin", bytes)?, request).map_err(|error| error.to_string())?;
    Ok(texts(&drawn)[..drawn.different()].to_vec())
}

/// All lines of a book, in their order.
fn all(bytes: &[u8], plies: u32) -> Vec<String> {
    let request = DrawRequest { plies: Some(plies), wrap: true, ..first(99) };
    from_polyglot(bytes, &request).unwrap()
}

/// The only line of a book of all moves of this one, of which the last is written as `last`.
fn lone_line(line: &str, last: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let mut prefixes: Vec<String> = (1..words.len()).map(|n| words[..n].join(" ")).collect();
    prefixes.push(format!("{} {last}", prefixes.last().unwrap()));
    let entries: Vec<(&str, u16)> = prefixes.iter().map(|line| (line.as_str(), 1)).collect();
    all(&bytes(&entries), 16)
}

#[test]
fn keys_and_moves_are_those_of_the_format() {
    // From the description of the format.
    for (line, expected) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
    ] {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(key(&words), expected, "{line}");
    }
    let castling = "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1";
    for (line, last) in [
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", "e8f7"),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3", "b4c3"),
        (castling, "e1h1"),
        (castling, "e1g1"),
        ("a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8q", "b7a8q"),
    ] {
        assert_eq!(lone_line(line, last), [line]);
    }
}

#[test]
fn walks_follow_the_weights_and_the_seed() {
    let book = source("x.bin", bytes(&SMALL)).unwrap();
    let first = |seed| texts(&draw(&book, &DrawRequest { needed: 1, seed, ..REQUEST }).unwrap()).remove(0);
    let mut counts: HashMap<String, u32> = HashMap::new();
    for seed in 0..4000 {
        *counts.entry(first(seed)).or_default() += 1;
    }
    // Expected 2250, 750 and 1000; five standard deviations are at most 157.
    for (line, expected) in [("e2e4 c7c5", 2250), ("e2e4 e7e5", 750), ("d2d4 d7d5", 1000)] {
        let found = counts[line];
        assert!(found.abs_diff(expected) < 157, "{line}: {found}");
    }
    assert!((0..20).all(|seed| first(seed) == first(seed)));
}

#[test]
fn lines_are_drawn_once_each() {
    let drawn =
        |needed, order, start| from_polyglot(&bytes(&SMALL), &DrawRequest { needed, order, seed: 3, start, ..REQUEST });
    let sequential = drawn(3, Order::Sequential, 1).unwrap();
    // The heaviest first, without weight zero.
    assert_eq!(sequential, ["e2e4 c7c5", "e2e4 e7e5", "d2d4 d7d5"]);
    assert_eq!(all(&bytes(&SMALL), 1), ["e2e4", "d2d4"]);
    assert_eq!(drawn(2, Order::Sequential, 2).unwrap(), ["e2e4 e7e5", "d2d4 d7d5"]);
    let mut random = drawn(3, Order::Random, 1).unwrap();
    assert_eq!(drawn(2, Order::Random, 2).unwrap(), random[1..]);
    random.sort();
    assert_eq!(random, ["d2d4 d7d5", "e2e4 c7c5", "e2e4 e7e5"]);
    for order in [Order::Sequential, Order::Random] {
        let error = drawn(4, order, 1).unwrap_err();
        assert!(error.contains("only 3"), "{error}");
    }
}

#[test]
fn broken_polyglot_books_are_refused() {
    let good = bytes(&SMALL);
    let mut reversed = good.clone();
    reversed.rotate_left(ENTRY);
    let illegal = bytes(&[("e2e5", 1)]);
    for (bytes, reason) in [
        (&good[1..], "multiple of 16"),
        (&reversed, "not in order"),
        (&[], "no openings in it"),
        (&illegal, "x.bin: e2e5 is not legal in rnbqkbnr/"),
    ] {
        from_polyglot(bytes, &REQUEST).unwrap_err().must_have(&[reason]);
    }
}
