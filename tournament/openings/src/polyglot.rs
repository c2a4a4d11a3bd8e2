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
use shakmaty::fen::Fen;
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
    pub(crate) file: String,
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
        position.legal_moves().into_iter().find(|&mv| {
            UciMove::from_move(mv, CastlingMode::Chess960) == written
                || UciMove::from_move(mv, CastlingMode::Standard) == written
        })
    }
}

impl Polyglot {
    /// The book in a text: whole entries in order.
    pub(crate) fn new(file: &str, text: Text) -> Result<Self, OpeningError> {
        let length = text.len().map_err(OpeningError::reading(file))?;
        if length == 0 {
            return Err(OpeningError::Empty { file: file.to_owned() });
        }
        if length % ENTRY as u64 != 0 {
            return Err(unusable(file, "its size is not a multiple of 16 bytes"));
        }
        let entries = length / ENTRY as u64;
        let mut reader = text.reader(0);
        let mut last = 0;
        for _ in 0..entries {
            let mut bytes = [0; ENTRY];
            reader.read_exact(&mut bytes).map_err(OpeningError::reading(file))?;
            let key = Entry::read(bytes).key;
            if key < last {
                return Err(unusable(file, "its positions are not in order"));
            }
            last = key;
        }
        drop(reader);
        Ok(Self { file: file.to_owned(), text, entries })
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
                let mv = entry.find(position).ok_or_else(|| {
                    let fen = Fen::from_position(position, EnPassantMode::Legal);
                    let (from, to, _) = entry.squares();
                    unusable(&self.file, &format!("{from}{to} is not legal in {fen}"))
                })?;
                moves.push((mv, entry.weight));
            }
            low += 1;
        }
        moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        Ok(moves)
    }

    pub(crate) fn walk(
        &self,
        plies: u32,
        random: &mut Pcg64Mcg,
    ) -> Result<Vec<Move>, OpeningError> {
        let mut position = Chess::default();
        let mut line = Vec::new();
        for _ in 0..plies {
            let moves = self.moves(&position)?;
            let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
            if total == 0 {
                break;
            }
            let mut left = below(random, total);
            for (mv, weight) in moves {
                if left < u64::from(weight) {
                    position.play_unchecked(mv);
                    line.push(mv);
                    break;
                }
                left -= u64::from(weight);
            }
        }
        Ok(line)
    }

    pub(crate) fn lines(&self, plies: u32) -> Result<Enumeration<'_>, OpeningError> {
        let start = Chess::default();
        let moves = self.moves(&start)?.into_iter();
        let stack = vec![(start, moves)];
        Ok(Enumeration { book: self, plies: plies as usize, stack, line: Vec::new() })
    }
}

fn unusable(file: &str, reason: &str) -> OpeningError {
    OpeningError::Unusable(format!(
        "{file}: {reason}; this is not a Polyglot book that can be used, name another file"
    ))
}

pub(crate) struct Enumeration<'b> {
    book: &'b Polyglot,
    plies: usize,
    /// The positions of the line, and the moves that are still to be tried in each.
    stack: Vec<(Chess, IntoIter<(Move, u16)>)>,
    line: Vec<Move>,
}

impl Enumeration<'_> {
    pub(crate) fn next(&mut self) -> Result<Option<Vec<Move>>, OpeningError> {
        while let Some((position, moves)) = self.stack.last_mut() {
            let Some((mv, _)) = moves.next() else {
                self.stack.pop();
                self.line.pop();
                continue;
            };
            let mut after = position.clone();
            after.play_unchecked(mv);
            self.line.push(mv);
            if self.line.len() < self.plies {
                let moves = self.book.moves(&after)?.into_iter();
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
    Opening { moves, ..Opening::start_position() }.check_ongoing()
}
