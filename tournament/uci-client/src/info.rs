//! The information that a program prints during its search.

use std::iter::Peekable;

use engine_core::score::MAX_PLY;

use crate::player::GivenScore;

/// The content of the lines `info ...` of a search so far.
#[derive(Debug, Clone, Default)]
pub(super) struct InfoSoFar {
    /// The last exact score of the best line, from the side to move, with the last nodes and depths.
    pub(super) best: Line,
    /// True if scores are from the side that is not to move.
    is_reversed: bool,
}

impl InfoSoFar {
    /// The state before a search.
    pub(super) fn new(is_reversed: bool) -> InfoSoFar {
        InfoSoFar { is_reversed, best: Line::default() }
    }

    /// Parses the text after the word `info`, which may be anything; true if it had a score that counts.
    pub(super) fn read(&mut self, line: &[u8]) -> bool {
        let line = Line::parse(line);
        self.best.nodes = line.nodes.or(self.best.nodes);
        let Some(score) = line.exact() else {
            // Such a line can be about a depth that has only begun.
            return false;
        };
        let is_reversed = self.is_reversed;
        self.best = Line {
            score: Some(if is_reversed { score.reversed() } else { score }),
            expected: line.expected.map(|points| if is_reversed { 1.0 - points } else { points }),
            depth: line.depth.or(self.best.depth),
            selective_depth: line.selective_depth.or(self.best.selective_depth),
            nodes: self.best.nodes,
            ..line
        };
        true
    }
}

/// What is in one of the lines.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    /// Plies.
    pub(crate) depth: Option<i32>,
    /// The longest line looked at, in plies.
    pub(crate) selective_depth: Option<i32>,
    pub(crate) nodes: Option<u64>,
    /// The line's place among several best lines, from 1.
    rank: Option<i64>,
    pub(crate) score: Option<GivenScore>,
    /// The expected score by the program's own account of wins, draws and losses, from 0 to 1.
    pub(crate) expected: Option<f64>,
    is_bound: bool,
    /// The moves that it expects, as they were written.
    pub(crate) line: Option<String>,
}

/// What is left of a line.
type Words<'l> = Peekable<Box<dyn Iterator<Item = &'l [u8]> + 'l>>;

/// The next word if it is a number: a key whose number is missing leaves the next key alone.
fn number(words: &mut Words<'_>) -> Option<i64> {
    let number = std::str::from_utf8(words.peek()?).ok()?;
    let number: i128 = number.parse().ok()?;
    words.next();
    i64::try_from(number.clamp(i64::MIN.into(), i64::MAX.into())).ok()
}

fn plies(words: &mut Words<'_>) -> Option<i32> {
    number(words).and_then(|plies| i32::try_from(plies).ok())
}

fn count(words: &mut Words<'_>) -> Option<u64> {
    number(words).map(|count| count.max(0) as u64)
}

/// The words up to the next key, as many as a line can have moves, and as far as they are text.
fn moves(words: &mut Words<'_>) -> Option<String> {
    let mut moves = Vec::new();
    let mut is_text = true;
    while let Some(word) = words.next_if(|word| !is_key(word)) {
        let text = std::str::from_utf8(word);
        is_text &= text.is_ok();
        moves.extend(text.ok().filter(|_| is_text && moves.len() < MAX_PLY));
    }
    Some(moves.join(" "))
}

/// The points expected by three shares of a thousand: wins, and half of the draws; `None` if these are none.
fn expected(words: &mut Words<'_>) -> Option<f64> {
    let [Some(wins), Some(draws), Some(losses)] = [(); 3].map(|()| number(words)) else {
        return None;
    };
    let are_shares = [wins, draws, losses].iter().all(|share| (0..=1000).contains(share));
    (are_shares && wins + draws + losses == 1000).then(|| (wins as f64 + draws as f64 / 2.0) / 1000.0)
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
    pub(crate) fn parse(line: &[u8]) -> Line {
        let mut info = Line::default();
        let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let mut words: Words<'_> = (Box::new(words) as Box<dyn Iterator<Item = _>>).peekable();
        while let Some(word) = words.next() {
            match &word.to_ascii_lowercase()[..] {
                b"depth" => info.depth = plies(&mut words).or(info.depth),
                b"seldepth" => info.selective_depth = plies(&mut words).or(info.selective_depth),
                b"nodes" => info.nodes = count(&mut words).or(info.nodes),
                b"multipv" => info.rank = number(&mut words).or(info.rank),
                b"score" => info.read_score(&mut words),
                b"wdl" => info.expected = expected(&mut words).or(info.expected),
                b"lowerbound" | b"upperbound" => info.is_bound = true,
                b"pv" => info.line = moves(&mut words).or(info.line),
                b"refutation" | b"currline" => drop(moves(&mut words)),
                b"string" => break,
                _ => {}
            }
        }
        info
    }

    /// Its score, if that counts: only the best line does, and a bound is not a score.
    pub(crate) fn exact(&self) -> Option<GivenScore> {
        self.score.filter(|_| self.rank.unwrap_or(1) == 1 && !self.is_bound)
    }

    /// Reads what stands between `score` and the next key that is none of a score.
    fn read_score(&mut self, words: &mut Words<'_>) {
        // A bound before the first score is that one's.
        self.is_bound &= self.score.is_none();
        let mut score = None;
        let is_of_score = |word: &&[u8]| {
            let keys = ["cp", "mate", "lowerbound", "upperbound", "wdl"];
            keys.iter().any(|key| word.eq_ignore_ascii_case(key.as_bytes()))
        };
        while let Some(word) = words.next_if(is_of_score) {
            match &word.to_ascii_lowercase()[..] {
                // A mate is more precise than the centipawns beside it.
                b"cp" => score = score.or(number(words).map(|cp| GivenScore::Cp(within_i32(cp)))),
                b"mate" => score = number(words).map(within_i32).map(GivenScore::mate).or(score),
                b"wdl" => self.expected = expected(words).or(self.expected),
                _ => self.is_bound = true,
            }
        }
        self.score = score.or(self.score);
    }
}

fn within_i32(number: i64) -> i32 {
    let most = i64::from(i32::MAX);
    i32::try_from(number.clamp(-most, most)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that is in a line, as it would be written, and the expected points in thousandths.
    fn shown(line: &Line) -> String {
        let cp = line.score.and_then(GivenScore::cp).map(i64::from);
        let mate = line.score.and_then(GivenScore::mate_moves).map(i64::from);
        let points = line.expected.map(|expected| (1000.0 * expected).round() as i64);
        let mut text = String::new();
        for (key, number) in [
            ("depth", line.depth.map(i64::from)),
            ("seldepth", line.selective_depth.map(i64::from)),
            ("multipv", line.rank),
            ("cp", cp),
            ("mate", mate),
            ("expected", points),
            ("nodes", line.nodes.map(|nodes| nodes as i64)),
        ] {
            text += &number.map_or(String::new(), |number| format!("{key} {number} "));
        }
        let moves = line.line.as_ref().map_or(String::new(), |moves| format!("pv {moves}"));
        format!("{text}{}{moves}", if line.is_bound { "bound " } else { "" }).trim_end().to_owned()
    }

    #[test]
    fn lines_are_read_with_all_that_is_in_them() {
        let rows = include_str!("../tests/info.txt").lines().filter(|row| !row.starts_with(['#', '/']));
        for (text, expected) in rows.map(|row| row.split_once("=>").unwrap()) {
            assert_eq!(shown(&Line::parse(text.as_bytes())), expected.trim(), "{text}");
        }
        assert_eq!(shown(&Line::parse(b"\tdepth 4\tscore cp 77 nodes 54321\r")), "depth 4 cp 77 nodes 54321");
        // Nor are there moves after what is no text, or where they are not wanted.
        let line = Line::parse(b"pv e2e4 \xff e7e5 score cp 5");
        assert_eq!(shown(&line), "cp 5 pv e2e4");
        assert_eq!(shown(&Line::parse(b"score cp \xff depth 3")), "depth 3");
    }

    #[test]
    fn the_last_exact_score_of_the_best_line_counts() {
        let rows = include_str!("../tests/info.txt").lines().filter_map(|row| row.strip_prefix("/ "));
        for (lines, expected) in rows.map(|row| row.split_once(" => ").unwrap()) {
            let mut info = InfoSoFar::new(false);
            lines.split(" / ").map(|line| info.read(line.as_bytes())).for_each(drop);
            let found = Line {
                depth: info.best.depth.or(Some(0)),
                nodes: info.best.nodes.or(Some(0)),
                line: info.best.line.clone().or(Some(String::new())),
                rank: None,
                ..info.best
            };
            assert_eq!(shown(&found), expected, "{lines:?}");
        }
        let mut info = InfoSoFar::new(true);
        info.read(b"score cp 20 wdl 300 500 200 pv e2e4");
        assert_eq!(info.best.score, Some(GivenScore::Cp(-20)));
        assert_eq!(info.best.expected.map(|points| (100.0 * points).round()), Some(45.0));
        info.read(b"score mate -2");
        assert_eq!(info.best.score, Some(GivenScore::Mate(2)));
    }
}
