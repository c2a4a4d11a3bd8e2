//! The information that a program prints during its search.

use engine_core::score::MAX_PLY;

use crate::task::GivenScore;

/// The content of the lines `info ...` of a search so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct InfoSoFar {
    /// From the side to move; `None` as long as no exact score was given.
    pub(super) score: Option<GivenScore>,
    /// The points expected by the program's account of wins, draws and losses beside that score, from 0 to 1.
    pub(super) expected: Option<f64>,
    /// Plies.
    pub(super) depth: i32,
    /// The longest line looked at, in plies; `None` until the program prints it.
    pub(super) selective_depth: Option<i32>,
    pub(super) nodes: u64,
    /// The line that it expects, as it was given with the score; empty unless it is wanted.
    pub(super) line: String,
    wants_line: bool,
    /// True if scores are from the side that is not to move.
    is_reversed: bool,
}

impl InfoSoFar {
    /// The state before a search.
    pub(super) fn new(wants_line: bool, is_reversed: bool) -> InfoSoFar {
        InfoSoFar { wants_line, is_reversed, ..InfoSoFar::default() }
    }

    /// The state before another search by the same program.
    pub(super) fn anew(&self) -> InfoSoFar {
        InfoSoFar::new(self.wants_line, self.is_reversed)
    }

    /// Parses the text after the word `info`, which may be anything; true if it had a score that counts.
    pub(super) fn read(&mut self, line: &[u8]) -> bool {
        let line = Line::parse(line, self.wants_line);
        self.learn(if self.is_reversed { line.reversed() } else { line })
    }

    fn learn(&mut self, line: Line) -> bool {
        if let Some(nodes) = line.nodes {
            self.nodes = u64::try_from(nodes).unwrap_or(0);
        }
        // Only the best line counts, and a bound is not a score.
        if line.rank.unwrap_or(1) != 1 || line.is_bound {
            return false;
        }
        let Some(score) = line.score else {
            // Such a line can be about a depth that has only begun.
            return false;
        };
        (self.score, self.expected) = (Some(score), line.expected);
        self.line = line.line.unwrap_or_default();
        let depth = line.depth.and_then(|depth| i32::try_from(depth).ok());
        self.depth = depth.unwrap_or(self.depth);
        let selective = line.selective_depth;
        let selective = selective.and_then(|depth| i32::try_from(depth).ok());
        self.selective_depth = selective.or(self.selective_depth);
        true
    }
}

#[derive(Default)]
pub(crate) struct Line {
    pub(crate) depth: Option<i64>,
    pub(crate) selective_depth: Option<i64>,
    pub(crate) nodes: Option<i64>,
    /// The line's place among several best lines, from 1.
    pub(crate) rank: Option<i64>,
    pub(crate) score: Option<GivenScore>,
    /// The expected score by the program's own account of wins, draws and losses, from 0 to 1.
    pub(crate) expected: Option<f64>,
    pub(crate) is_bound: bool,
    /// The moves that it expects, as they were written.
    pub(crate) line: Option<String>,
}

struct Words<'l> {
    rest: &'l [u8],
}

impl<'l> Words<'l> {
    /// The next word, which stays.
    fn peek(&self) -> Option<&'l [u8]> {
        let mut words = self.rest.split(u8::is_ascii_whitespace);
        words.find(|word| !word.is_empty())
    }

    /// The next word, which is used up.
    fn next(&mut self) -> Option<&'l [u8]> {
        let rest = self.rest.trim_ascii_start();
        let end = rest.iter().position(u8::is_ascii_whitespace);
        let (word, rest) = rest.split_at(end.unwrap_or(rest.len()));
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    /// The next word if it is a number: a key whose number is missing leaves the next key alone.
    fn number(&mut self) -> Option<i64> {
        let number = std::str::from_utf8(self.peek()?).ok()?;
        let number: i128 = number.parse().ok()?;
        self.next();
        let clamped = number.clamp(i64::MIN.into(), i64::MAX.into());
        i64::try_from(clamped).ok()
    }

    /// The words up to the next key, as many as a line can have moves.
    fn moves(&mut self, wanted: bool) -> Option<String> {
        let mut moves = wanted.then(Vec::new);
        let mut is_text = true;
        while let Some(word) = self.peek().filter(|word| !is_key(word)) {
            self.next();
            let text = std::str::from_utf8(word);
            is_text &= text.is_ok();
            if let (Some(moves), Ok(text), true) = (&mut moves, text, is_text)
                && moves.len() < MAX_PLY
            {
                moves.push(text);
            }
        }
        moves.map(|moves| moves.join(" "))
    }
}

/// True if a word among moves is a key, known or not: letters alone are not a move.
fn is_key(word: &[u8]) -> bool {
    let is_castling = word.eq_ignore_ascii_case(b"O-O") || word.eq_ignore_ascii_case(b"O-O-O");
    let is_name = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-');
    !is_castling && word.iter().all(is_name)
}

impl Line {
    /// Reads what follows the word `info`, which may be anything: keys in any order, each with what
    /// belongs to it. A key that comes twice counts as it stands last; what is not a key is passed over.
    pub(crate) fn parse(line: &[u8], wants_line: bool) -> Line {
        let mut info = Line::default();
        let mut words = Words { rest: line };
        while let Some(word) = words.next() {
            match &word.to_ascii_lowercase()[..] {
                b"depth" => info.depth = words.number().or(info.depth),
                b"seldepth" => info.selective_depth = words.number().or(info.selective_depth),
                b"nodes" => info.nodes = words.number().or(info.nodes),
                b"multipv" => info.rank = words.number().or(info.rank),
                b"score" => info.read_score(&mut words),
                b"wdl" => {
                    let shares = [(); 3].map(|()| words.number());
                    info.expected = expected(shares).or(info.expected);
                }
                b"lowerbound" | b"upperbound" => info.is_bound = true,
                b"pv" => info.line = words.moves(wants_line).or(info.line),
                b"refutation" | b"currline" => drop(words.moves(false)),
                b"string" => break,
                _ => {}
            }
        }
        info
    }

    /// The same with the score from the other side.
    pub(crate) fn reversed(self) -> Line {
        Line {
            score: self.score.map(GivenScore::reversed),
            expected: self.expected.map(|expected| 1.0 - expected),
            ..self
        }
    }

    /// Reads what stands between `score` and the next key that is none of a score.
    fn read_score(&mut self, words: &mut Words<'_>) {
        // A bound before the first score is that one's.
        self.is_bound &= self.score.is_none();
        let mut score = None;
        while let Some(word) = words.peek() {
            match &word.to_ascii_lowercase()[..] {
                b"cp" => {
                    words.next();
                    let cp = words.number().map(|cp| GivenScore::Cp(within_i32(cp)));
                    // A mate is more precise than the centipawns beside it.
                    score = score.or(cp);
                }
                b"mate" => {
                    words.next();
                    let moves = words.number().map(within_i32);
                    score = moves.map(GivenScore::mate).or(score);
                }
                b"lowerbound" | b"upperbound" => {
                    words.next();
                    self.is_bound = true;
                }
                b"wdl" => {
                    words.next();
                    let shares = [(); 3].map(|()| words.number());
                    self.expected = expected(shares).or(self.expected);
                }
                _ => break,
            }
        }
        self.score = score.or(self.score);
    }
}

fn within_i32(number: i64) -> i32 {
    let most = i64::from(i32::MAX);
    i32::try_from(number.clamp(-most, most)).unwrap_or(0)
}

/// Wins and half of the draws as a share of all; `None` if these are not shares of a thousand.
fn expected(shares: [Option<i64>; 3]) -> Option<f64> {
    let [Some(wins), Some(draws), Some(losses)] = shares else {
        return None;
    };
    let are_shares = [wins, draws, losses].iter().all(|share| (0..=1000).contains(share));
    (are_shares && wins + draws + losses == 1000)
        .then(|| (wins as f64 + draws as f64 / 2.0) / 1000.0)
}

#[cfg(test)]
mod tests;
