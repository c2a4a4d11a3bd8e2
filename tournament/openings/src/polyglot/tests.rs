use std::collections::HashMap;

use rand_pcg::rand_core::SeedableRng;

use super::super::draw::DrawRequest;
use super::super::{Order, Source, Variant, draw};
use super::*;

/// The bytes of a book: a line and a weight for the last move of each.
fn bytes(lines: &[(&str, u16)]) -> Vec<u8> {
    let mut entries: Vec<[u8; ENTRY]> = Vec::new();
    for (line, weight) in lines {
        let mut position = Chess::default();
        let words: Vec<&str> = line.split(' ').collect();
        let (last, before) = words.split_last().unwrap();
        for word in before {
            let uci: UciMove = word.parse().unwrap();
            position.play_unchecked(uci.to_move(&position).unwrap());
        }
        let Zobrist64(key) = position.zobrist_hash(EnPassantMode::PseudoLegal);
        let uci: UciMove = last.parse().unwrap();
        let UciMove::Normal { from, to, promotion } = uci else { panic!("{last}") };
        let promotion = promotion.map_or(0, |role| role as u16 - 1);
        let code = promotion << 12 | u16::from(from) << 6 | u16::from(to);
        let mut entry = [0; ENTRY];
        entry[..8].copy_from_slice(&key.to_be_bytes());
        entry[8..10].copy_from_slice(&code.to_be_bytes());
        entry[10..12].copy_from_slice(&weight.to_be_bytes());
        entries.push(entry);
    }
    entries.sort_unstable();
    entries.concat()
}

fn book(lines: &[(&str, u16)]) -> Polyglot {
    open(&bytes(lines)).unwrap()
}

fn open(bytes: &[u8]) -> Result<Polyglot, OpeningError> {
    Polyglot::new("x.bin", Text::unpacked(bytes).unwrap())
}

const SMALL: [(&str, u16); 6] =
    [("e2e4", 30), ("d2d4", 10), ("a2a4", 0), ("e2e4 e7e5", 1), ("e2e4 c7c5", 3), ("d2d4 d7d5", 5)];

fn text(moves: &[Move]) -> String {
    let opening = opening(moves.to_vec()).unwrap();
    opening.uci_moves().join(" ")
}

fn all(book: &Polyglot, plies: u32) -> Vec<String> {
    let mut lines = book.lines(plies).unwrap();
    let mut found = Vec::new();
    while let Some(line) = lines.next().unwrap() {
        found.push(text(&line));
    }
    found
}

#[test]
fn keys_are_those_of_the_format() {
    // From the description of the format.
    for (fen, key) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
    ] {
        let position = super::super::positions::position(fen, Variant::Standard).unwrap();
        let hash: Zobrist64 = position.zobrist_hash(EnPassantMode::PseudoLegal);
        assert_eq!(hash.0, key, "{fen}");
    }
}

#[test]
fn lines_in_order_the_heaviest_first_without_weight_zero() {
    assert_eq!(all(&book(&SMALL), 8), ["e2e4 c7c5", "e2e4 e7e5", "d2d4 d7d5"]);
    assert_eq!(all(&book(&SMALL), 1), ["e2e4", "d2d4"]);
}

#[test]
fn walks_follow_the_weights_and_the_seed() {
    let book = book(&SMALL);
    let mut counts: HashMap<String, u32> = HashMap::new();
    let mut random = Pcg64Mcg::seed_from_u64(5);
    for _ in 0..4000 {
        *counts.entry(text(&book.walk(8, &mut random).unwrap())).or_default() += 1;
    }
    // Expected 2250, 750 and 1000; five standard deviations are at most 157.
    for (line, expected) in [("e2e4 c7c5", 2250), ("e2e4 e7e5", 750), ("d2d4 d7d5", 1000)] {
        let found = counts[line];
        assert!(found.abs_diff(expected) < 157, "{line}: {found}");
    }
    let walks = |seed| {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let walk = |_| text(&book.walk(2, &mut random).unwrap());
        (0..20).map(walk).collect::<Vec<_>>()
    };
    assert_eq!(walks(1), walks(1));
    assert_ne!(walks(1), walks(2));
}

#[test]
fn castling_in_both_spellings_and_promotion() {
    let line = "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7";
    for castling in ["e1h1", "e1g1"] {
        let full = format!("{line} {castling}");
        let mut entries = vec![(full.as_str(), 1)];
        let words: Vec<&str> = line.split(' ').collect();
        let prefixes: Vec<String> = (1..=words.len()).map(|n| words[..n].join(" ")).collect();
        entries.extend(prefixes.iter().map(|line| (line.as_str(), 1)));
        assert_eq!(all(&book(&entries), 16), [format!("{line} e1g1")]);
    }
    let position =
        super::super::positions::position("8/P6k/8/8/8/8/7K/8 w - - 0 1", Variant::Standard)
            .unwrap();
    let code = 4 << 12 | u16::from(Square::A7) << 6 | u16::from(Square::A8);
    let entry = Entry { key: 0, code, weight: 1 };
    let mv = entry.find(&position).unwrap();
    assert_eq!(mv.promotion(), Some(Role::Queen));
}

fn request(needed: usize, order: Order, start: usize) -> DrawRequest {
    DrawRequest { needed, order, seed: 3, start, plies: None, skip_bad: false, wrap: false }
}

fn drawn(needed: usize, order: Order, start: usize) -> Result<Vec<String>, String> {
    let source = Source::Polyglot(book(&SMALL));
    let drawn = draw(&source, &request(needed, order, start)).map_err(|e| e.to_string())?;
    let line = |index| drawn.opening(index).unwrap().uci_moves().join(" ");
    Ok((0..drawn.len()).map(line).collect())
}

#[test]
fn openings_are_drawn_once_each() {
    let sequential = drawn(3, Order::Sequential, 1).unwrap();
    assert_eq!(sequential, ["e2e4 c7c5", "e2e4 e7e5", "d2d4 d7d5"]);
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
fn broken_books_are_refused() {
    let good = bytes(&SMALL);
    let error = |bytes: &[u8]| match open(bytes) {
        Ok(book) => book.walk(8, &mut Pcg64Mcg::seed_from_u64(1)).unwrap_err(),
        Err(error) => error,
    };
    let message = error(&good[1..]).to_string();
    assert!(message.contains("multiple of 16"), "{message}");
    let mut reversed = good.clone();
    reversed.rotate_left(ENTRY);
    assert!(error(&reversed).to_string().contains("not in order"));
    assert!(error(&[]).to_string().contains("no openings in it"));
    let message = error(&bytes(&[("e2e5", 1)])).to_string();
    assert!(message.starts_with("x.bin: e2e5 is not legal in rnbqkbnr/"), "{message}");
}
