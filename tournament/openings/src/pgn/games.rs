//! A text as its games.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::repairs::Repairs;
use super::tags::{self, Tags};
use super::words::RESULTS;
use crate::lines::{Line, Lines, Place};

/// The most text in a comment after the beginning of a game, in bytes; with more it is not closed.
const LONGEST: usize = 1 << 20;

/// A game as it is written.
#[derive(Debug, Clone)]
pub struct RawGame {
    pub(crate) place: Place,
    /// Its tags.
    pub tags: Tags,
    /// Its moves, with the comments, in the lines of the file.
    pub(super) movetext: String,
    /// The line in which the moves begin, from 1.
    pub(super) movetext_line: usize,
}

impl RawGame {
    /// The line in which it begins, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.place.line
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

/// A comment of several lines.
struct Comment {
    /// The line in which it begins.
    line: usize,
    after_blank: bool,
    /// The lines from the first on that looks like the beginning of another game.
    held: Vec<Line>,
    /// Their number of bytes.
    bytes: usize,
    /// The number of games that begin among them.
    games: usize,
}

/// The games of a text.
pub struct Games<R> {
    lines: Lines<R>,
    /// Lines that were read and belong to the next game.
    pending: VecDeque<Line>,
    /// The number of games.
    count: usize,
    repairs: Repairs,
}

impl<R: BufRead> Games<R> {
    /// Those of all that `reader` has.
    pub fn new(reader: R) -> Self {
        Self::starting(Lines::new(reader, Place::FIRST))
    }

    pub(crate) fn starting(lines: Lines<R>) -> Self {
        Self { lines, pending: VecDeque::new(), count: 0, repairs: Repairs::default() }
    }

    /// Repairs in the games so far.
    #[must_use]
    pub fn repairs(&self) -> Repairs {
        Repairs { foreign: self.lines.foreign(), ..self.repairs.clone() }
    }

    fn next_line(&mut self) -> io::Result<Option<Line>> {
        match self.pending.pop_front() {
            Some(line) => Ok(Some(line)),
            None => self.lines.next_line(),
        }
    }

    /// The next game; `None` at the end. It ends before the tags of another one, with a result and an empty line, or
    /// before an empty line and a first move. Empty lines between its tags and among its moves belong to it.
    ///
    /// # Errors
    /// If the text cannot be read.
    pub fn next_game(&mut self) -> io::Result<Option<RawGame>> {
        let mut game: Option<RawGame> = None;
        let (mut after_blank, mut comment) = (false, None);
        while let Some(line) = self.next_line()? {
            if let (Some(open), Some(game)) = (&mut comment, &mut game) {
                match self.in_comment(open, game, line) {
                    InComment::Goes => {}
                    InComment::Closed(again) => comment = again,
                    InComment::GameEnded => break,
                }
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
            let tags = tags::is_tag_line(text).then(|| tags::tag_line(text));
            let is_another = game.as_ref().is_some_and(|game| match &tags {
                Some(tags) => game.has_moves() || game.is_another(&tags.pairs, after_blank),
                None => game.is_over_before(text, after_blank),
            });
            if is_another {
                self.pending.push_front(line);
                break;
            }
            let game = game.get_or_insert_with(|| RawGame::new(line.place));
            if let Some(mut tags) = tags {
                self.repairs.count_tags(line.place.line, &tags);
                game.tags.add(&mut tags);
                moves = tags.rest;
            }
            if !moves.is_empty() {
                game.push(line.place.line, moves);
                comment = open_after(moves, false).then(|| Comment::new(line.place.line));
            }
            after_blank = false;
        }
        if let (Some(open), Some(_)) = (comment.filter(|_| self.pending.is_empty()), &game) {
            self.not_closed(open);
        }
        self.count += usize::from(game.is_some());
        Ok(game)
    }

    /// Takes a line in while a comment is open.
    fn in_comment(&mut self, open: &mut Comment, game: &mut RawGame, line: Line) -> InComment {
        let begins = open.begins_game(&line.text);
        open.after_blank = line.text.trim().is_empty();
        open.games += usize::from(begins);
        let holds = begins || !open.held.is_empty();
        let brace = line.text.find(['{', '}']).map(|at| &line.text[at..=at]);
        let is_open = holds && (brace == Some("{") || brace.is_none() && open.bytes > LONGEST);
        if is_open {
            open.held.push(line);
            let mut comment = Comment::new(open.line);
            std::mem::swap(open, &mut comment);
            self.not_closed(comment);
            return InComment::GameEnded;
        }
        let closes = brace == Some("}");
        if holds && !closes {
            open.bytes += line.text.len();
            open.held.push(line);
            return InComment::Goes;
        }
        if !open.held.is_empty() || begins {
            let (game, from, to) = (self.count + 1, open.line, line.place.line);
            let hidden = open.games;
            let games = if hidden == 1 { "game" } else { "games" };
            self.repairs.add_comment(format!(
                "game {game}: a comment that begins in line {from} ends in line {to}, with the tags of {hidden} more \
                 {games} in it, which are not read"
            ));
        }
        for Line { place, text } in open.held.drain(..) {
            game.push(place.line, &text);
        }
        game.push(line.place.line, &line.text);
        if closes {
            let is_open = open_after(&line.text, true);
            InComment::Closed(is_open.then(|| Comment::new(line.place.line)))
        } else {
            InComment::Goes
        }
    }

    /// Ends a comment where the game ends, before the next one or the end of the text. What was held is read again.
    fn not_closed(&mut self, open: Comment) {
        let (game, line) = (self.count + 1, open.line);
        let beyond = match open.games {
            0 => String::new(),
            games => format!("; up to the next brace it would end in game {}", game + games),
        };
        self.repairs.add_comment(format!(
            "game {game}: a comment that begins in line {line} is not closed and is read as ending with the game{beyond}"
        ));
        for line in open.held.into_iter().rev() {
            self.pending.push_front(line);
        }
    }
}

/// The effect of a line in an open comment.
enum InComment {
    /// The line is part of the comment.
    Goes,
    /// The line ended the comment, and may have begun another.
    Closed(Option<Comment>),
    /// The comment was never closed, and another game begins.
    GameEnded,
}

impl Comment {
    fn new(line: usize) -> Self {
        Self { line, after_blank: false, held: Vec::new(), bytes: 0, games: 0 }
    }

    /// True if a line looks like the first of another game: a tag after an empty line, or an Event.
    fn begins_game(&self, text: &str) -> bool {
        let text = text.trim();
        tags::is_tag_line(text)
            && (self.after_blank || text.starts_with("[Event \""))
            && tags::is_all_tags(text)
    }
}

impl Repairs {
    fn count_tags(&mut self, line: usize, tags: &tags::TagLine<'_>) {
        self.quotes.add(line, tags.quoted);
        self.no_tags.add(line, usize::from(tags.broken.is_some()));
    }
}

/// True if a `{` comment is open at the end of a line.
fn open_after(line: &str, mut open: bool) -> bool {
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

#[cfg(test)]
mod tests;
