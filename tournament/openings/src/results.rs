//! Tags and results of a PGN file, line by line.

mod game;

use std::io::{self, BufRead};

use super::error::Fault;
use super::lines::read_line;
use super::variant::Variant;
pub use game::PgnResult;

/// A game that cannot be counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faulty {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// Why not.
    pub reason: String,
}

/// What is known of a game while its lines are read.
#[derive(Debug, Default)]
struct Draft {
    line: usize,
    white: Option<String>,
    black: Option<String>,
    result: Option<String>,
    round: Option<String>,
    fen: Option<String>,
    opening: Option<String>,
    /// The last result that stands in the moves.
    ending: Option<&'static str>,
    has_moves: bool,
    in_comment: bool,
    fault: Option<String>,
}

/// Splits a file into games and reads what ratings need of them.
#[derive(Debug)]
pub struct Scanner<R> {
    reader: R,
    line: Vec<u8>,
    lines: usize,
    /// Whether `line` has not been looked at yet.
    pending: bool,
}

const RESULTS: [(&str, Option<u8>); 4] = [
    ("1-0", Some(2)),
    ("0-1", Some(0)),
    ("1/2-1/2", Some(1)),
    ("*", None),
];

impl<R: BufRead> Scanner<R> {
    /// Of a file from its first line on.
    pub fn new(reader: R) -> Self {
        Self {
            reader,
            line: Vec::new(),
            lines: 0,
            pending: false,
        }
    }

    fn next_line(&mut self) -> io::Result<bool> {
        if std::mem::take(&mut self.pending) {
            return Ok(true);
        }
        self.line.clear();
        if read_line(&mut self.reader, &mut self.line)? == 0 {
            return Ok(false);
        }
        self.lines += 1;
        if self.lines == 1 && self.line.starts_with("\u{feff}".as_bytes()) {
            self.line.drain(..3);
        }
        Ok(true)
    }

    /// The next game, or why it cannot be counted; `None` at the end.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn next_game(&mut self) -> io::Result<Option<Result<PgnResult, Faulty>>> {
        Ok(self.next_draft()?.map(Draft::finish))
    }

    fn next_draft(&mut self) -> io::Result<Option<Draft>> {
        let mut draft: Option<Draft> = None;
        while self.next_line()? {
            let text = self.line.trim_ascii();
            if text.is_empty() || self.line.starts_with(b"%") {
                continue;
            }
            let open = draft.as_ref().is_some_and(|d| d.in_comment);
            let is_tag = text.starts_with(b"[") && (!open || is_event(text));
            if is_tag
                && draft
                    .as_ref()
                    .is_some_and(|d| d.has_moves || again(d, text))
            {
                self.pending = true;
                break;
            }
            let draft = draft.get_or_insert_with(|| Draft {
                line: self.lines,
                ..Draft::default()
            });
            if is_tag {
                draft.tag(text);
            } else {
                draft.moves(text);
            }
        }
        Ok(draft)
    }
}

/// White's half points (0, 1 or 2) in the one game that `text` is, whoever plays it.
///
/// # Errors
/// Why it cannot be counted.
pub(crate) fn half_points(text: &[u8]) -> Result<u8, String> {
    // Memory can always be read.
    let draft = Scanner::new(text).next_draft().ok().flatten();
    let draft = draft.unwrap_or_default();
    match draft.fault {
        Some(fault) => Err(fault),
        None => draft.half_points(),
    }
}

/// Every game of every program begins with this tag: it ends even a comment left open.
fn is_event(text: &[u8]) -> bool {
    text.starts_with(b"[Event \"")
}

/// A second Event tag without moves before it is another game.
fn again(draft: &Draft, text: &[u8]) -> bool {
    is_event(text) && (draft.white.is_some() || draft.result.is_some())
}

impl Draft {
    fn tag(&mut self, text: &[u8]) {
        let name = text[1..]
            .split(|b| b.is_ascii_whitespace() || *b == b'"')
            .next();
        let slot = match name {
            Some(b"White") => &mut self.white,
            Some(b"Black") => &mut self.black,
            Some(b"Result") => &mut self.result,
            Some(b"Round") => &mut self.round,
            Some(b"FEN") => &mut self.fen,
            Some(b"Opening") => &mut self.opening,
            Some(b"Variant") => {
                let variant = value(text).unwrap_or_default();
                if Variant::of_tag(&variant).is_none() {
                    let fault = Fault::Variant(variant).to_string();
                    self.fault.get_or_insert(fault);
                }
                return;
            }
            _ => return,
        };
        match value(text) {
            Some(value) => *slot = Some(value),
            None => {
                let text = String::from_utf8_lossy(text);
                self.fault.get_or_insert(format!("{text} is not a tag"));
            }
        }
    }

    /// Keeps the result at the end of the moves, which may be followed by comments.
    fn moves(&mut self, text: &[u8]) {
        self.has_moves = true;
        let mut outside = Vec::new();
        let plain = !self.in_comment && !text.iter().any(|b| matches!(b, b'{' | b'}' | b';'));
        let main = if plain {
            text
        } else {
            for &byte in text {
                match byte {
                    b'}' => self.in_comment = false,
                    b'{' => {
                        self.in_comment = true;
                        outside.push(b' ');
                    }
                    b';' if !self.in_comment => break,
                    _ if !self.in_comment => outside.push(byte),
                    _ => {}
                }
            }
            outside.trim_ascii()
        };
        let last = main.rsplit(u8::is_ascii_whitespace).next().unwrap_or(main);
        let known = RESULTS.iter().find(|(word, _)| word.as_bytes() == last);
        if let Some((word, _)) = known {
            self.ending = Some(word);
        }
    }

    fn finish(self) -> Result<PgnResult, Faulty> {
        let line = self.line;
        let half_points = self.half_points();
        let faulty = |reason: String| Faulty { line, reason };
        if let Some(fault) = self.fault {
            return Err(faulty(fault));
        }
        let player = |name: Option<String>, tag: &str| {
            let name = name.filter(|name| !name.is_empty() && name != "?");
            name.ok_or_else(|| faulty(format!("nobody is named in the {tag} tag")))
        };
        let white = player(self.white, "White")?;
        let black = player(self.black, "Black")?;
        if white == black {
            return Err(faulty(format!("{white} plays both sides")));
        }
        Ok(PgnResult {
            line,
            white,
            black,
            white_half_points: half_points.map_err(faulty)?,
            round: known(self.round).map(stem),
            opening: known(self.fen).or(known(self.opening)),
        })
    }

    /// White's half points, or why there are none: tag and moves must agree.
    fn half_points(&self) -> Result<u8, String> {
        let result = self.result.as_deref().or(self.ending).unwrap_or("*");
        let half_points = match RESULTS.iter().find(|(word, _)| *word == result) {
            Some((_, Some(half_points))) => *half_points,
            Some(_) => return Err("it has no result".to_owned()),
            None => return Err(format!("{result:?} is no result")),
        };
        match self.ending {
            Some(ending) if ending != result => Err(format!(
                "the Result tag says {result} and the moves end with {ending}"
            )),
            _ => Ok(half_points),
        }
    }
}

fn known(tag: Option<String>) -> Option<String> {
    tag.filter(|value| !matches!(value.as_str(), "" | "?" | "-"))
}

fn stem(mut round: String) -> String {
    if let Some(dot) = round.rfind('.') {
        round.truncate(dot);
    }
    round
}

/// What stands between the quotes of a tag.
fn value(text: &[u8]) -> Option<String> {
    let from = text.iter().position(|&b| b == b'"')? + 1;
    let mut value = Vec::new();
    let mut escaped = false;
    for &byte in &text[from..] {
        match byte {
            b'\\' if !escaped => escaped = true,
            b'"' if !escaped => {
                let text = String::from_utf8_lossy(&value);
                return Some(text.trim().to_owned());
            }
            _ => {
                value.push(byte);
                escaped = false;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests;
