//! The games of a PGN file as pieces of text, and what does not belong into one.

use std::io::{self, BufRead};

use pgn_reader::SanPlus;

use super::lines::{Body, Lines, Record, RecordStart};

/// Splits a text into games.
pub(super) struct Games<R> {
    lines: Lines<R>,
    /// The line that ended the game before.
    pending: Option<Vec<u8>>,
}

/// A game that is being read.
struct Game {
    place: RecordStart,
    tags: Vec<u8>,
    movetext: Vec<u8>,
}

impl<R: BufRead> Games<R> {
    pub(super) fn new(lines: Lines<R>) -> Self {
        Self {
            lines,
            pending: None,
        }
    }

    fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        match self.pending.take() {
            Some(line) => Ok(Some(line)),
            None => self.lines.next_line(),
        }
    }

    /// The next game. It ends before a tag, or with a result and a blank line; blank lines within
    /// the moves belong to it.
    pub(super) fn next(&mut self) -> io::Result<Option<Record>> {
        let mut game: Option<Game> = None;
        let (mut in_comment, mut after_blank) = (false, false);
        while let Some(line) = self.next_line()? {
            let text = line.trim_ascii();
            let ended = game.as_ref().is_some_and(|g| !g.movetext.is_empty()) && !in_comment;
            if text.is_empty() {
                if ended && game.as_ref().is_some_and(|g| has_result(&g.movetext)) {
                    break;
                }
                after_blank = game.is_some();
                continue;
            }
            if line.starts_with(b"%") {
                continue;
            }
            let is_tag = text.starts_with(b"[") && !in_comment;
            if is_tag && (ended || after_blank) {
                self.pending = Some(line);
                break;
            }
            let game = game.get_or_insert_with(|| Game {
                place: self.lines.place(),
                tags: Vec::new(),
                movetext: Vec::new(),
            });
            if is_tag {
                push_line(&mut game.tags, text);
            } else {
                in_comment = comment_open_after(text, in_comment);
                push_line(&mut game.movetext, text);
            }
        }
        Ok(game.map(
            |Game {
                 place,
                 tags,
                 movetext,
             }| Record {
                place,
                body: Body::Game { tags, movetext },
            },
        ))
    }
}

fn push_line(to: &mut Vec<u8>, line: &[u8]) {
    to.extend_from_slice(line);
    to.push(b'\n');
}

fn has_result(movetext: &[u8]) -> bool {
    let text = movetext.trim_ascii_end();
    RESULTS
        .iter()
        .any(|result| text.ends_with(result.as_bytes()))
}

/// Whether a `{` comment is open at the end of a line.
fn comment_open_after(line: &[u8], mut open: bool) -> bool {
    for byte in line {
        match byte {
            b'}' => open = false,
            b'{' => open = true,
            b';' if !open => break,
            _ => {}
        }
    }
    open
}

const RESULTS: [&str; 5] = ["1-0", "0-1", "1/2-1/2", "*", "½-½"];

/// The first word of the main line that is no move, number, result or annotation.
pub(super) fn stray(movetext: &str) -> Option<&str> {
    let mut rest = movetext;
    let mut depth = 0_usize;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        rest = match first {
            '{' => after.split_once('}').map_or("", |(_, after)| after),
            ';' => after.split_once('\n').map_or("", |(_, after)| after),
            '(' => {
                depth += 1;
                after
            }
            ')' => {
                depth = depth.saturating_sub(1);
                after
            }
            c if c.is_whitespace() => after,
            _ => {
                let end = |c: char| c.is_whitespace() || "{}();$".contains(c);
                let (word, after) = rest.split_at(rest.find(end).unwrap_or(rest.len()).max(1));
                if depth == 0 && !is_known(word) {
                    return Some(word);
                }
                after
            }
        };
    }
    None
}

fn is_known(word: &str) -> bool {
    if RESULTS.contains(&word) || word == "$" {
        return true;
    }
    let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
    // "12.e4" and "12...", but not the zeros of "0-0".
    let word = match bare.strip_prefix('.') {
        Some(after) => after.trim_start_matches('.'),
        None if bare.is_empty() => "",
        None => word,
    };
    let word = word.trim_end_matches(['!', '?']).replace('0', "O");
    word.is_empty() || SanPlus::from_ascii(word.as_bytes()).is_ok()
}
