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

use crate::decoding::LimitedReader;
use crate::opening::Opening;
use crate::{Fault, OpeningError};

/// Half-moves of a line unless configured: the eight moves of most opening suites.
pub const DEFAULT_PLIES: u32 = 16;
const ENTRY: usize = 16;
/// The bytes at the beginning of an entry that are the key of its position.
const KEY: usize = 8;
/// The most bytes of a book, which is held in memory.
const MAX_BYTES: u64 = 1 << 30;

/// A Polyglot book.
#[derive(Debug)]
pub struct Polyglot {
    pub(crate) file: String,
    /// By their keys.
    entries: Vec<[u8; ENTRY]>,
}

/// Origin, destination and promotion of a move: three bits for each file, rank and piece.
fn squares(code: u16) -> (Square, Square, Option<Role>) {
    let square = |shift: u32| Square::new(u32::from(code >> shift) & 63);
    let promotion = match code >> 12 & 7 {
        1 => Some(Role::Knight),
        2 => Some(Role::Bishop),
        3 => Some(Role::Rook),
        4 => Some(Role::Queen),
        _ => None,
    };
    (square(6), square(0), promotion)
}

impl Polyglot {
    /// The book in these bytes: whole entries in order.
    pub(crate) fn new(file: &str, from: impl Read) -> Result<Self, OpeningError> {
        let mut bytes = Vec::new();
        let read = LimitedReader::new(from, MAX_BYTES).read_to_end(&mut bytes);
        read.map_err(OpeningError::reading(file))?;
        let (entries, rest) = bytes.as_chunks::<ENTRY>();
        if bytes.is_empty() {
            Err(OpeningError::Empty { file: file.to_owned() })
        } else if !rest.is_empty() {
            Err(unusable(file, "its size is not a multiple of 16 bytes"))
        } else if !entries.is_sorted_by_key(|entry| &entry[..KEY]) {
            Err(unusable(file, "its positions are not in order"))
        } else {
            Ok(Self { file: file.to_owned(), entries: entries.to_vec() })
        }
    }

    /// The moves of the book in this position that have a weight, the heaviest first.
    fn moves(&self, position: &Chess) -> Result<Vec<(Move, u16)>, OpeningError> {
        let Zobrist64(key) = position.zobrist_hash(EnPassantMode::PseudoLegal);
        let key = key.to_be_bytes();
        let first = self.entries.partition_point(|entry| entry[..KEY] < key[..]);
        let mut moves = Vec::new();
        for entry in self.entries[first..].iter().take_while(|entry| entry[..KEY] == key) {
            let [_, _, _, _, _, _, _, _, m0, m1, w0, w1, ..] = *entry;
            let weight = u16::from_be_bytes([w0, w1]);
            if weight == 0 {
                continue;
            }
            let (from, to, promotion) = squares(u16::from_be_bytes([m0, m1]));
            let written = UciMove::Normal { from, to, promotion };
            // Castling is the king's move to the rook; some books write the king's own.
            let modes = [CastlingMode::Chess960, CastlingMode::Standard];
            let is_written = |&mv: &Move| modes.iter().any(|&mode| UciMove::from_move(mv, mode) == written);
            let mv = position.legal_moves().into_iter().find(is_written).ok_or_else(|| {
                let fen = Fen::from_position(position, EnPassantMode::Legal);
                unusable(&self.file, &format!("{from}{to} is not legal in {fen}"))
            })?;
            moves.push((mv, weight));
        }
        moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        Ok(moves)
    }

    pub(crate) fn walk(&self, plies: u32, random: &mut Pcg64Mcg) -> Result<Vec<Move>, OpeningError> {
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

    /// All lines of at most `plies` half-moves.
    pub(crate) fn lines(&self, plies: u32) -> Result<Enumeration<'_>, OpeningError> {
        let start = Chess::default();
        let moves = self.moves(&start)?.into_iter();
        let stack = vec![(start, moves)];
        Ok(Enumeration { book: self, plies: plies as usize, stack, line: Vec::new() })
    }
}

fn unusable(file: &str, reason: &str) -> OpeningError {
    OpeningError::Unusable(format!("{file}: {reason}; this is not a Polyglot book that can be used, name another file"))
}

pub(crate) struct Enumeration<'b> {
    book: &'b Polyglot,
    plies: usize,
    /// The positions of the line, and the moves that are still to be tried in each.
    stack: Vec<(Chess, IntoIter<(Move, u16)>)>,
    line: Vec<Move>,
}

impl Iterator for Enumeration<'_> {
    type Item = Result<Vec<Move>, OpeningError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (position, moves) = self.stack.last_mut()?;
            let Some((mv, _)) = moves.next() else {
                self.stack.pop();
                self.line.pop();
                continue;
            };
            let mut after = position.clone();
            after.play_unchecked(mv);
            self.line.push(mv);
            if self.line.len() < self.plies {
                match self.book.moves(&after) {
                    Ok(moves) if moves.is_empty() => {}
                    Ok(moves) => {
                        self.stack.push((after, moves.into_iter()));
                        continue;
                    }
                    Err(error) => return Some(Err(error)),
                }
            }
            let line = self.line.clone();
            self.line.pop();
            return Some(Ok(line));
        }
    }
}

/// The opening of a line; an error if the line ends the game.
pub(crate) fn opening(moves: Vec<Move>) -> Result<Opening, Fault> {
    Opening { moves, ..Opening::start_position() }.check_ongoing()
}
