//! A text line by line, each line with its place, and those that are openings.

use std::io::{self, BufRead, ErrorKind, Read};

/// A longer line, in bytes, is no line of a game or of a position.
pub(super) const MAX_LINE: usize = 16 << 20;

/// Appends the next line with its end to `line`; 0 bytes at the end of the text.
///
/// # Errors
/// If it cannot be read, or is longer than [`MAX_LINE`].
pub(super) fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    let length = reader.take(MAX_LINE as u64 + 1).read_until(b'\n', line)?;
    if length > MAX_LINE {
        let message = format!("a line has more than {} MiB", MAX_LINE >> 20);
        return Err(io::Error::new(ErrorKind::InvalidData, message));
    }
    Ok(length)
}

/// Where an opening begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RecordStart {
    /// In bytes from the beginning.
    pub(super) offset: u64,
    /// The number of its line, from 1.
    pub(super) line: usize,
}

impl RecordStart {
    /// The beginning of a text.
    pub(super) const FIRST: Self = Self { offset: 0, line: 1 };
}

/// The text of an opening.
pub(super) enum Body {
    Line(Vec<u8>),
    Game { tags: Vec<u8>, movetext: Vec<u8> },
}

/// An opening as it is written.
pub(super) struct Record {
    pub(super) place: RecordStart,
    pub(super) body: Body,
}

/// The lines of a text.
pub(super) struct Lines<R> {
    reader: R,
    /// Where the next line begins.
    next: RecordStart,
    /// Where the last line began.
    last: RecordStart,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(reader: R, place: RecordStart) -> Self {
        Self {
            reader,
            next: place,
            last: place,
        }
    }

    /// The next line with its end; a byte order mark is left out.
    pub(super) fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let length = read_line(&mut self.reader, &mut line)?;
        if length == 0 {
            return Ok(None);
        }
        self.last = self.next;
        self.next.offset += length as u64;
        self.next.line += 1;
        if self.last.offset == 0 && line.starts_with("\u{feff}".as_bytes()) {
            line.drain(.."\u{feff}".len());
        }
        Ok(Some(line))
    }

    /// Where the last line began.
    pub(super) fn place(&self) -> RecordStart {
        self.last
    }

    /// The next line with something in it that is no comment.
    pub(super) fn next_record(&mut self) -> io::Result<Option<Record>> {
        let line = self.next_text()?;
        Ok(line.map(|line| Record {
            place: self.place(),
            body: Body::Line(line),
        }))
    }

    fn next_text(&mut self) -> io::Result<Option<Vec<u8>>> {
        while let Some(line) = self.next_line()? {
            let text = line.trim_ascii();
            if !text.is_empty() && !text.starts_with(b"#") {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }
}

/// The lines of a text that are neither empty nor comments (`#`), each with its number, from 1.
///
/// A line that is longer than 16 MiB is an error, after which there are no more.
pub struct NumberedLines<R>(Option<Lines<R>>);

impl<R: BufRead> NumberedLines<R> {
    /// Those of all that `reader` has; a byte order mark is left out.
    pub fn new(reader: R) -> Self {
        Self(Some(Lines::new(reader, RecordStart::FIRST)))
    }
}

impl<R: BufRead> Iterator for NumberedLines<R> {
    type Item = io::Result<(usize, Vec<u8>)>;

    fn next(&mut self) -> Option<Self::Item> {
        let lines = self.0.as_mut()?;
        let next = lines.next_text().transpose()?;
        let number = lines.place().line;
        if next.is_err() {
            self.0 = None;
        }
        Some(next.map(|line| (number, line)))
    }
}
