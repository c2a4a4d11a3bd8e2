//! The book: plain EPD, one position a line, which people may edit and any program may read.

use std::fs::File;
use std::path::Path;

use engine_core::notation::fen_of;
use openings::epd::{EpdRecord, unquoted};
use shakmaty::{Chess, Move, Position};

use super::error::BlunderError;
use crate::suite::moves::san;
use crate::suite::{TestPosition, is_points, parse};
use config::output::write_named;
use config::read_limited;

/// A position and what to do in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blunder {
    /// The position.
    pub position: Chess,
    /// The best moves.
    pub best: Vec<Move>,
    /// The moves to avoid.
    pub avoid: Vec<Move>,
    /// The `id`; empty: the book gives it a number.
    pub id: String,
    /// A note to the position, if there is one.
    pub note: Option<String>,
    /// The score of the best move: centipawns from the side to move.
    pub score: Option<i32>,
}

/// The outcome of adding a blunder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    /// It became a new line.
    New,
    /// Its moves or its note were added to the line of the same position.
    Merged,
    /// The book had all of it.
    Known,
}

/// A book in memory. Lines that are not changed stay as they are written.
#[derive(Debug, Clone, Default)]
pub struct Book {
    lines: Vec<String>,
    /// The positions, with the line of each, from 1.
    positions: Vec<TestPosition>,
}

impl Book {
    /// Reads a book; an empty one is a book too.
    ///
    /// # Errors
    /// If it cannot be read or is no suite of positions.
    pub fn load(path: &Path) -> Result<Book, BlunderError> {
        if !path.exists() {
            return Err(BlunderError::NoBook(path.to_owned()));
        }
        let file = path.display().to_string();
        let bytes = read(path)?;
        let unified = String::from_utf8_lossy(&bytes).replace("\r\n", "\n").replace('\r', "\n");
        Ok(Book {
            positions: parse(&file, &bytes)?,
            lines: unified.trim_start_matches('\u{feff}').lines().map(str::to_owned).collect(),
        })
    }

    /// Changes the book in `path`, or begins one: all of `change`, or nothing. Two processes that do
    /// so at the same time wait for each other.
    ///
    /// # Errors
    /// If the book cannot be read or written, or whatever `change` returns; the file is then as it
    /// was.
    pub fn update<T>(
        path: &Path,
        change: impl FnOnce(&mut Book) -> Result<T, BlunderError>,
    ) -> Result<T, BlunderError> {
        let written = |source| BlunderError::Write { path: path.to_owned(), source };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        // Without locks on folders, writers do not wait for each other.
        let lock = File::open(folder.unwrap_or(Path::new("."))).ok();
        let _locked = lock.as_ref().map(File::lock);
        let mut book = match Book::load(path) {
            Err(BlunderError::NoBook(_)) => Book::default(),
            book => book?,
        };
        let before = book.lines.clone();
        let done = change(&mut book)?;
        if book.lines != before {
            let text = book.lines.join("\n") + "\n";
            write_named(path, |to| to.write_all(text.as_bytes())).map_err(written)?;
        }
        Ok(done)
    }

    /// The positions, in the order of the lines.
    #[must_use]
    pub fn positions(&self) -> &[TestPosition] {
        &self.positions
    }

    /// Adds a blunder: to the line of the same position, if there is one.
    ///
    /// # Errors
    /// If there is no move in it, or a move would be both best and to be avoided.
    pub fn add(&mut self, blunder: &Blunder) -> Result<Added, BlunderError> {
        if let Some(note) = blunder.note.as_deref().filter(|note| is_points(note)) {
            return Err(BlunderError::Note(note.to_owned()));
        }
        let wanted = key(&blunder.position);
        let same = |test: &&TestPosition| key(test.position()) == wanted;
        let Some(old) = self.positions.iter().find(same) else {
            let number = self.positions.len() + 1;
            let line = written(blunder, &new_operations(blunder, number))?;
            self.lines.push(line);
            return self.read_again().map(|()| Added::New);
        };
        let (index, merged) = (old.line - 1, merged(blunder, old));
        let text = self.lines[index].trim();
        let line = written(&merged, &kept_operations(text, blunder))?;
        let unchanged = (&merged.best, &merged.avoid) == (&old.goal.best, &old.goal.avoid);
        if unchanged && has_note(text, blunder.note.as_deref()) {
            return Ok(Added::Known);
        }
        self.lines[index] = line;
        self.read_again().map(|()| Added::Merged)
    }

    fn read_again(&mut self) -> Result<(), BlunderError> {
        self.positions = parse("the book", (self.lines.join("\n") + "\n").as_bytes())?;
        Ok(())
    }
}

fn read(path: &Path) -> Result<Vec<u8>, BlunderError> {
    read_limited::positions(path).map_err(|source| {
        crate::suite::SuiteError::Read { file: path.display().to_string(), source }.into()
    })
}

/// The identity of a position: a FEN without its clocks.
#[must_use]
pub fn key(position: &Chess) -> String {
    let fen = fen_of(position);
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    fields.join(" ")
}

/// The moves of both; the old ones first.
fn merged(new: &Blunder, old: &TestPosition) -> Blunder {
    let union = |old: &[Move], new: &[Move]| {
        let mut all = old.to_vec();
        all.extend(new.iter().filter(|mv| !old.contains(mv)));
        all
    };
    Blunder {
        position: old.position().clone(),
        best: union(&old.goal.best, &new.best),
        avoid: union(&old.goal.avoid, &new.avoid),
        ..new.clone()
    }
}

type Operations = Vec<(String, String)>;

/// The operations of a new line besides its moves.
fn new_operations(blunder: &Blunder, number: usize) -> Operations {
    let id = match blunder.id.as_str() {
        "" => format!("blunder {number}"),
        id => id.to_owned(),
    };
    let mut operations = Vec::new();
    operations.extend(blunder.score.map(|score| ("ce".to_owned(), score.to_string())));
    operations.push(("id".to_owned(), quoted(&id)));
    operations.extend(blunder.note.as_deref().map(|note| ("c0".to_owned(), quoted(note))));
    operations
}

/// The opcodes for a note: the first that does not give points, which an added text would take away. In
/// `c7` to `c9` there may be numbers and the moves that they are for.
const NOTES: [&str; 7] = ["c0", "c1", "c2", "c3", "c4", "c5", "c6"];

/// The operations of an old line besides its moves, with the new note.
fn kept_operations(line: &str, new: &Blunder) -> Operations {
    let operations = EpdRecord::read(line).map(|record| record.operations);
    let mut kept: Operations = operations
        .unwrap_or_default()
        .into_iter()
        .filter(|(code, _)| !["bm", "am", "hmvc", "fmvn"].contains(code))
        .map(|(code, operand)| (code.to_owned(), closed(operand)))
        .collect();
    let Some(note) = new.note.as_deref().filter(|note| !has_note(line, Some(note))) else {
        return kept;
    };
    let has_points = |note: &&str| {
        let mut own = kept.iter().filter(|(code, _)| code == note);
        own.any(|(_, operand)| is_points(operand))
    };
    let free = NOTES.into_iter().find(|code| !has_points(code));
    match kept.iter_mut().find(|(code, _)| free == Some(code)) {
        Some((_, old)) => *old = quoted(&format!("{}; {note}", unquoted(old))),
        None => kept.push((free.unwrap_or(NOTES[0]).to_owned(), quoted(note))),
    }
    kept
}

/// An operand with its quote closed: an open one would swallow what follows.
fn closed(operand: &str) -> String {
    let open = operand.matches('"').count() % 2 == 1;
    format!("{operand}{}", if open { "\"" } else { "" })
}

/// True if a line has this note already, or if there is none.
fn has_note(line: &str, note: Option<&str>) -> bool {
    note.is_none_or(|note| line.contains(quoted(note).trim_matches('"')))
}

/// A text as an operand. EPD has no way to write a quote within quotes.
fn quoted(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|c| match c {
            '"' => '\'',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect();
    format!("\"{}\"", plain.trim())
}

/// A line of the book.
fn written(blunder: &Blunder, operations: &Operations) -> Result<String, BlunderError> {
    let position = &blunder.position;
    if blunder.best.is_empty() && blunder.avoid.is_empty() {
        return Err(BlunderError::NoMove);
    }
    if let Some(&both) = blunder.best.iter().find(|mv| blunder.avoid.contains(mv)) {
        return Err(BlunderError::Contradiction {
            san: san(both, position),
            position: key(position),
        });
    }
    let mut line = key(position);
    if (position.halfmoves(), position.fullmoves().get()) != (0, 1) {
        line += &format!(" hmvc {}; fmvn {};", position.halfmoves(), position.fullmoves());
    }
    for (code, moves) in [("bm", &blunder.best), ("am", &blunder.avoid)] {
        if !moves.is_empty() {
            let moves: Vec<String> = moves.iter().map(|&mv| san(mv, position)).collect();
            line += &format!(" {code} {};", moves.join(" "));
        }
    }
    for (code, operand) in operations {
        line += &format!(" {code} {operand};");
    }
    Ok(line)
}
