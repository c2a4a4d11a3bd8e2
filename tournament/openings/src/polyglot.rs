//! Openings from a Polyglot book: lines of moves from the start position.
//!
//! Such a book has no openings, it has moves with weights for positions, 16 bytes each, sorted by the key of the
//! position. (Format: <http://hgm.nubati.net/book_format.html>; the keys are those of shakmaty's `Zobrist64`.) In
//! random order a line is a walk: each move is drawn with the weights of the book, as a program that plays from the
//! book would draw it. In sequential order the lines are enumerated, the heaviest move first. A line ends where the
//! book does, or after `plies` half-moves. Moves of weight 0 are not played.

use std::io::Read;
use std::vec::IntoIter;

use engine_core::random::below;
use rand_pcg::Pcg64Mcg;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position, Role, Square};

use crate::lines::Text;
use crate::opening::Opening;
use crate::{Fault, OpeningError};

/// Half-moves of a line unless configured: the eight moves of most opening suites.
pub const DEFAULT_PLIES: u32 = 16;
const ENTRY: usize = 16;

/// A Polyglot book.
#[derive(Debug)]
pub struct Polyglot {
    file: String,
    text: Text,
    entries: u64,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    key: u64,
    code: u16,
    weight: u16,
}

impl Entry {
    fn read(bytes: [u8; ENTRY]) -> Self {
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, ..] = bytes;
        Self {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            code: u16::from_be_bytes([m0, m1]),
            weight: u16::from_be_bytes([w0, w1]),
        }
    }

    /// Origin, destination and promotion: three bits for each file, rank and piece.
    fn squares(self) -> (Square, Square, Option<Role>) {
        let square = |shift: u32| Square::new(u32::from(self.code >> shift) & 63);
        let promotion = match self.code >> 12 & 7 {
            1 => Some(Role::Knight),
            2 => Some(Role::Bishop),
            3 => Some(Role::Rook),
            4 => Some(Role::Queen),
            _ => None,
        };
        (square(6), square(0), promotion)
    }

    /// The move in this position. Castling is the king's move to the rook; some books write the king's own.
    fn find(self, position: &Chess) -> Option<Move> {
        let (from, to, promotion) = self.squares();
        let written = UciMove::Normal { from, to, promotion };
        let is_meant = |mv: &Move| {
            UciMove::from_move(*mv, CastlingMode::Chess960) == written
                || UciMove::from_move(*mv, CastlingMode::Standard) == written
        };
        position.legal_moves().into_iter().find(is_meant)
    }
}

impl Polyglot {
    /// The book in a text: whole entries in order.
    pub(crate) fn new(file: &str, text: Text) -> Result<Self, OpeningError> {
        let wrong = |reason: &str| OpeningError::Polyglot {
            file: file.to_owned(),
            reason: reason.to_owned(),
        };
        let length = text.len().map_err(OpeningError::reading(file))?;
        if length == 0 {
            let file = file.to_owned();
            return Err(OpeningError::Empty { file });
        }
        if length % ENTRY as u64 != 0 {
            return Err(wrong("its size is not a multiple of 16 bytes"));
        }
        let entries = length / ENTRY as u64;
        let mut reader = text.reader(0);
        let mut last = 0;
        for _ in 0..entries {
            let mut bytes = [0; ENTRY];
            reader.read_exact(&mut bytes).map_err(OpeningError::reading(file))?;
            let key = Entry::read(bytes).key;
            if key < last {
                return Err(wrong("its positions are not in order"));
            }
            last = key;
        }
        drop(reader);
        Ok(Self { file: file.to_owned(), text, entries })
    }

    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    fn entry(&self, index: u64) -> Result<Entry, OpeningError> {
        let mut bytes = [0; ENTRY];
        let read = self.text.read_exact(index * ENTRY as u64, &mut bytes);
        read.map_err(OpeningError::reading(&self.file))?;
        Ok(Entry::read(bytes))
    }

    /// The moves of the book in this position that have a weight, the heaviest first.
    fn moves(&self, position: &Chess) -> Result<Vec<(Move, u16)>, OpeningError> {
        let Zobrist64(key) = position.zobrist_hash(EnPassantMode::PseudoLegal);
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.entry(middle)?.key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut moves = Vec::new();
        while low < self.entries {
            let entry = self.entry(low)?;
            if entry.key != key {
                break;
            }
            if entry.weight > 0 {
                let mv = entry.find(position).ok_or_else(|| self.illegal(entry, position))?;
                moves.push((mv, entry.weight));
            }
            low += 1;
        }
        moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        Ok(moves)
    }

    fn illegal(&self, entry: Entry, position: &Chess) -> OpeningError {
        let (from, to, _) = entry.squares();
        let fen = shakmaty::fen::Fen::from_position(position, EnPassantMode::Legal);
        OpeningError::Polyglot {
            file: self.file.clone(),
            reason: format!("{from}{to} is not legal in {fen}"),
        }
    }

    /// A line by the weights.
    pub(crate) fn walk(
        &self,
        plies: u32,
        random: &mut Pcg64Mcg,
    ) -> Result<Vec<Move>, OpeningError> {
        let mut position = Chess::default();
        let mut line = Vec::new();
        for _ in 0..plies {
            let moves = self.moves(&position)?;
            let weights = moves.iter().map(|&(_, weight)| u64::from(weight));
            let total: u64 = weights.sum();
            if total == 0 {
                break;
            }
            let mut left = below(random, total);
            let drawn = moves.iter().find(|&&(_, weight)| {
                let weight = u64::from(weight);
                let is_it = left < weight;
                left = left.saturating_sub(weight);
                is_it
            });
            let Some(&(mv, _)) = drawn else { break };
            position.play_unchecked(mv);
            line.push(mv);
        }
        Ok(line)
    }

    pub(crate) fn lines(&self, plies: u32) -> Result<Enumeration<'_>, OpeningError> {
        let start = Chess::default();
        let moves = self.heaviest_first(&start)?;
        Ok(Enumeration {
            book: self,
            plies: plies as usize,
            stack: vec![(start, moves)],
            line: Vec::new(),
        })
    }

    fn heaviest_first(&self, position: &Chess) -> Result<IntoIter<Move>, OpeningError> {
        let moves = self.moves(position)?.into_iter().map(|(mv, _)| mv);
        Ok(moves.collect::<Vec<_>>().into_iter())
    }
}

/// The lines of a book, depth first.
pub(crate) struct Enumeration<'b> {
    book: &'b Polyglot,
    plies: usize,
    /// The positions of the line, and the moves that are still to be tried in each.
    stack: Vec<(Chess, IntoIter<Move>)>,
    line: Vec<Move>,
}

impl Enumeration<'_> {
    /// The next line; `None` after the last one.
    pub(crate) fn next(&mut self) -> Result<Option<Vec<Move>>, OpeningError> {
        while let Some((position, moves)) = self.stack.last_mut() {
            let Some(mv) = moves.next() else {
                self.stack.pop();
                self.line.pop();
                continue;
            };
            let mut after = position.clone();
            after.play_unchecked(mv);
            self.line.push(mv);
            if self.line.len() < self.plies {
                let moves = self.book.heaviest_first(&after)?;
                if moves.len() > 0 {
                    self.stack.push((after, moves));
                    continue;
                }
            }
            let line = self.line.clone();
            self.line.pop();
            return Ok(Some(line));
        }
        Ok(None)
    }
}

pub(crate) fn opening(moves: Vec<Move>) -> Result<Opening, Fault> {
    let opening = Opening { moves, ..Opening::start_position() };
    opening.unless_over()
}

pub(crate) fn parse_line(line: &str) -> Result<Opening, Fault> {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for word in line.split_whitespace() {
        let uci: Option<UciMove> = word.parse().ok();
        let mv = uci
            .and_then(|uci| uci.to_move(&position).ok())
            .ok_or_else(|| Fault::NotAMove(word.to_owned()))?;
        position.play_unchecked(mv);
        moves.push(mv);
    }
    opening(moves)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand_pcg::rand_core::SeedableRng;

    use super::*;
    use crate::epd::position;
    use crate::{DrawRequest, Order, Source, Variant, draw};

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

    const SMALL: [(&str, u16); 6] = [
        ("e2e4", 30),
        ("d2d4", 10),
        ("a2a4", 0),
        ("e2e4 e7e5", 1),
        ("e2e4 c7c5", 3),
        ("d2d4 d7d5", 5),
    ];

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
            (
                "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
                0x3c81_23ea_7b06_7637,
            ),
        ] {
            let position = position(fen, Variant::Standard).unwrap();
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
        let position = position("8/P6k/8/8/8/8/7K/8 w - - 0 1", Variant::Standard).unwrap();
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
}
