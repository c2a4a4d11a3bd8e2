//! Games of PGN files: the only reader, for books, ratings and positions.
//!
//! [`Games`] splits a text into games, `notation` reads their tags and splits their movetext, `played` plays the moves
//! and reads the result. There are libraries for this, made for databases: they
//! skip whatever they do not understand, and read `f3` from `g1f3`. Here everything that is not skipped on
//! purpose is read or is a fault with its line, and repairs are reported.

use std::io::{self, BufRead};

use crate::lines::{Line, NumberedLines, Place, Repaired};
use notation::{RESULTS, TagLine, Word, Words, is_all_tags, is_tag_line};

mod notation;
pub(crate) mod played;

pub use notation::Tags;
pub use played::{GameMark, GivenScore, GivenValue, PgnOpening, PgnResult};

const AFTER_RESULT: &str = "moves follow after its result";

/// A game that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnusableGame {
    /// The line of the fault, from 1; for a result the line on which the game begins.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

/// A game as it is written.
#[derive(Debug, Clone)]
pub struct RawGame {
    pub(crate) place: Place,
    /// Its tags.
    pub tags: Tags,
    /// Its moves, with the comments, in the lines of the file.
    pub(crate) movetext: String,
    /// The line in which the moves begin, from 1.
    movetext_line: usize,
}

impl RawGame {
    /// The line in which it begins, from 1.
    pub fn line(&self) -> usize {
        self.place.line
    }

    /// The comments of its main line, in order.
    pub fn comments(&self) -> Vec<&str> {
        let words = Words::new(&self.movetext).map(|(_, word)| word);
        words.filter_map(|word| if let Word::Comment(text) = word { Some(text) } else { None }).collect()
    }

    pub(crate) fn unusable(&self, reason: &str) -> UnusableGame {
        UnusableGame { line: self.place.line, reason: reason.to_owned() }
    }

    fn new(place: Place) -> Self {
        Self { place, tags: Tags::default(), movetext: String::new(), movetext_line: 0 }
    }

    fn push(&mut self, line: usize, text: &str) {
        if self.movetext_line == 0 {
            self.movetext_line = line;
        }
        self.movetext.push_str(text);
        self.movetext.push('\n');
    }

    fn has_moves(&self) -> bool {
        self.movetext_line > 0
    }

    fn has_result(&self) -> bool {
        let text = self.movetext.trim_end();
        RESULTS.iter().any(|(result, _)| text.ends_with(result))
    }

    /// True if these tags belong to another game: a repeated tag after an empty line, or a second Event.
    fn is_another(&self, pairs: &[(String, String)], after_blank: bool) -> bool {
        let is_again = |name: &str| self.tags.get(name).is_some();
        let is_event = |name: &str| name.eq_ignore_ascii_case("Event");
        let complete = is_again("White") || is_again("Result");
        pairs.iter().any(|(name, _)| is_again(name) && (after_blank || is_event(name) && complete))
    }

    /// True if a line of moves belongs to another game: after a result, or a first move after an empty line.
    fn is_over_before(&self, text: &str, after_blank: bool) -> bool {
        let is_first = text
            .strip_prefix('1')
            .map(str::trim_start)
            .and_then(|text| text.strip_prefix('.'))
            .is_some_and(|after| !after.starts_with('.'));
        let is_more = text.starts_with(char::is_alphanumeric);
        let begins = is_more && self.has_result() || is_first && after_blank;
        let open = || self.movetext.matches('(').count() > self.movetext.matches(')').count();
        begins && self.has_moves() && !open()
    }
}

/// The games of a text.
pub struct Games<R> {
    lines: NumberedLines<R>,
    /// A line that was read and belongs to the next game.
    pending: Option<Line>,
    /// Tags with quotes in their values that are not escaped.
    quotes: Repaired,
    /// Lines that begin like a tag and are not one.
    no_tags: Repaired,
    comments: Repaired,
}

impl<R: BufRead> Games<R> {
    /// Those of all that `reader` has.
    pub fn new(reader: R) -> Self {
        Self::starting(NumberedLines::new(reader))
    }

    pub(crate) fn starting(lines: NumberedLines<R>) -> Self {
        let [quotes, no_tags, comments] = [Repaired::default(); 3];
        Self { lines, pending: None, quotes, no_tags, comments }
    }

    /// A sentence for each kind of repair in the games so far; none if there was nothing to be repaired.
    pub fn repairs(&self) -> Vec<String> {
        let bare = "quotes in the value without a backslash (the first in line {}); they are read as a part of it";
        let quotes = self.quotes.message("tag has", "tags have", bare);
        let like = "like a tag without being one (the first is line {}); they are passed over";
        let no_tags = self.no_tags.message("line begins", "lines begin", like);
        let open = "not closed (the first begins in line {}); each is read as ending with its game";
        let comments = self.comments.message("comment is", "comments are", open);
        [self.lines.foreign(), quotes, no_tags, comments].into_iter().flatten().collect()
    }

    fn next_line(&mut self) -> io::Result<Option<Line>> {
        self.pending.take().map_or_else(|| self.lines.next_line(), |line| Ok(Some(line)))
    }

    /// The next line of a text of positions, in the place of moves.
    pub(crate) fn next_position(&mut self) -> io::Result<Option<RawGame>> {
        let line = self.lines.next_text()?;
        Ok(line.map(|Line { place, text }| RawGame { movetext: text, ..RawGame::new(place) }))
    }

    /// The next game; `None` at the end. It ends before the tags of another one, with a result and an empty line, or
    /// before an empty line and a first move; other empty lines belong to it. Fails if the text cannot be read.
    pub fn next_game(&mut self) -> io::Result<Option<RawGame>> {
        let mut game: Option<RawGame> = None;
        // The line in which an open comment begins.
        let (mut after_blank, mut comment) = (false, None);
        while let Some(line) = self.next_line()? {
            if let (Some(from), Some(game)) = (comment, &mut game) {
                if begins_game(&line.text, after_blank) {
                    self.pending = Some(line);
                    break;
                }
                after_blank = line.text.trim().is_empty();
                game.push(line.place.line, &line.text);
                let from = if line.text.contains('}') { line.place.line } else { from };
                comment = is_open_after(&line.text, true).then_some(from);
                continue;
            }
            let text = line.text.trim();
            if text.is_empty() || line.text.starts_with('%') {
                let Some(game) = game.as_mut().filter(|game| game.has_moves()) else {
                    after_blank |= text.is_empty() && game.is_some();
                    continue;
                };
                if text.is_empty() && game.has_result() {
                    break;
                }
                after_blank |= text.is_empty();
                game.push(line.place.line, "");
                continue;
            }
            let mut moves = text;
            let tags = is_tag_line(text).then(|| TagLine::read(text));
            let is_another = game.as_ref().is_some_and(|game| match &tags {
                Some(tags) => game.has_moves() || game.is_another(&tags.pairs, after_blank),
                None => game.is_over_before(text, after_blank),
            });
            if is_another {
                self.pending = Some(line);
                break;
            }
            let game = game.get_or_insert_with(|| RawGame::new(line.place));
            if let Some(mut tags) = tags {
                self.quotes.add(line.place.line, tags.quoted);
                self.no_tags.add(line.place.line, usize::from(tags.broken.is_some()));
                game.tags.add(&mut tags);
                moves = tags.rest;
            }
            if !moves.is_empty() {
                game.push(line.place.line, moves);
                comment = is_open_after(moves, false).then_some(line.place.line);
            }
            after_blank = false;
        }
        if let Some(from) = comment {
            self.comments.add(from, 1);
        }
        Ok(game)
    }
}

/// True if a line in a comment looks like the first of another game: a tag after an empty line, or an Event.
fn begins_game(text: &str, after_blank: bool) -> bool {
    let text = text.trim();
    is_tag_line(text) && (after_blank || text.starts_with("[Event \"")) && is_all_tags(text)
}

/// True if a `{` comment is open at the end of a line.
fn is_open_after(line: &str, mut open: bool) -> bool {
    for byte in line.bytes() {
        match byte {
            b'}' => open = false,
            b'{' => open = true,
            b';' if !open => break,
            _ => {}
        }
    }
    open
}
