//! A text line by line, each line with its place.

use std::io::{self, BufRead, ErrorKind};

use super::encoding::Foreign;

/// The longest line of a game or of a position, in bytes.
const MAX_LINE: usize = 16 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// In bytes from the beginning of the text.
    pub(super) offset: u64,
    pub(super) line: usize,
}

impl Place {
    pub(super) const FIRST: Self = Self { offset: 0, line: 1 };
}

#[derive(Debug)]
pub(super) struct Line {
    pub(super) place: Place,
    pub(super) text: String,
}

/// The lines of a text. They end as on Unix (`\n`), Windows (`\r\n`) or old Macs (`\r`); a byte order mark, and zeros
/// and the end mark of DOS (26) around a line, are left out.
pub(super) struct Lines<R> {
    reader: R,
    next: Place,
    bytes: Vec<u8>,
    foreign: Foreign,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(reader: R, place: Place) -> Self {
        Self { reader, next: place, bytes: Vec::new(), foreign: Foreign::default() }
    }

    /// The next line.
    ///
    /// # Errors
    /// If it cannot be read, is longer than [`MAX_LINE`], or has a zero among its letters.
    pub(super) fn next_line(&mut self) -> io::Result<Option<Line>> {
        let place = self.next;
        self.bytes.clear();
        let length = self.read_line()?;
        if length == 0 {
            return Ok(None);
        }
        self.next.offset += length as u64;
        self.next.line += 1;
        let is_padding = |byte: &u8| matches!(byte, 0 | 26 | b'\n' | b'\r');
        let mark = "\u{feff}".as_bytes();
        let mut bytes = self.bytes.as_slice();
        if place.offset == 0 {
            bytes = bytes.strip_prefix(mark).unwrap_or(bytes);
        }
        let from = bytes.iter().take_while(|&byte| is_padding(byte)).count();
        let end = bytes.iter().rposition(|byte| !is_padding(byte));
        let bytes = end.map_or(&[][..], |end| &bytes[from..=end]);
        if bytes.contains(&0) {
            let line = place.line;
            let message = format!("this is not text: line {line} has zeros in it");
            return Err(io::Error::new(ErrorKind::InvalidData, message));
        }
        let text = self.foreign.text(bytes, place.line);
        Ok(Some(Line { place, text }))
    }

    /// Appends the next line with its end to `bytes`; its length, 0 at the end of the text.
    fn read_line(&mut self) -> io::Result<usize> {
        loop {
            let available = self.reader.fill_buf()?;
            let end = available.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let taken = end.map_or(available.len(), |end| end + 1);
            self.bytes.extend_from_slice(&available[..taken]);
            self.reader.consume(taken);
            if self.bytes.len() > MAX_LINE {
                let message = format!("a line has more than {} MiB", MAX_LINE >> 20);
                return Err(io::Error::new(ErrorKind::InvalidData, message));
            }
            if end.is_none() && taken > 0 {
                continue;
            }
            if self.bytes.last() == Some(&b'\r') && self.reader.fill_buf()?.first() == Some(&b'\n')
            {
                self.bytes.push(b'\n');
                self.reader.consume(1);
            }
            return Ok(self.bytes.len());
        }
    }

    /// The next line with something in it that is not a comment.
    pub(super) fn next_text(&mut self) -> io::Result<Option<Line>> {
        while let Some(line) = self.next_line()? {
            let text = line.text.trim();
            if !text.is_empty() && !text.starts_with('#') {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// The message about lines that are not UTF-8; `None` if there were none.
    pub(super) fn foreign(&self) -> Option<String> {
        self.foreign.message()
    }
}

/// The lines of a text that are neither empty nor comments (`#`), each with its number, from 1.
///
/// A line that cannot be read or is longer than 16 MiB is an error, after which there are no more.
pub struct NumberedLines<R> {
    lines: Lines<R>,
    failed: bool,
}

impl<R: BufRead> NumberedLines<R> {
    /// Those of all that `reader` has.
    pub fn new(reader: R) -> Self {
        Self { lines: Lines::new(reader, Place::FIRST), failed: false }
    }

    /// The message about lines so far that are not UTF-8; `None` if there were none.
    pub fn foreign(&self) -> Option<String> {
        self.lines.foreign()
    }
}

impl<R: BufRead> Iterator for NumberedLines<R> {
    type Item = io::Result<(usize, String)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = self.lines.next_text().transpose()?;
        self.failed = next.is_err();
        Some(next.map(|line| (line.place.line, line.text)))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;

    fn read(bytes: &[u8]) -> Vec<(usize, u64, String)> {
        // A small buffer: line ends stand across its ends.
        let mut lines = Lines::new(BufReader::with_capacity(2, bytes), Place::FIRST);
        let next = || lines.next_line().unwrap();
        let read = std::iter::from_fn(next);
        read.map(|line| (line.place.line, line.place.offset, line.text)).collect()
    }

    #[test]
    fn every_line_end_and_padding() {
        let line = |number, offset, text: &str| (number, offset, text.to_owned());
        for end in ["\n", "\r\n", "\r"] {
            let text = format!("a{end}{end} b {end}c");
            let length = end.len() as u64;
            let expected = [
                line(1, 0, "a"),
                line(2, 1 + length, ""),
                line(3, 1 + 2 * length, " b "),
                line(4, 4 + 3 * length, "c"),
            ];
            assert_eq!(read(text.as_bytes()), expected, "{end:?}");
        }
        let padded = read("\u{feff}a\n\0\0\0\nb\n\u{1a}".as_bytes());
        let texts: Vec<&str> = padded.iter().map(|(.., text)| text.as_str()).collect();
        assert_eq!(texts, ["a", "", "b", ""]);
    }

    #[test]
    fn zeros_and_endless_lines_are_refused() {
        let mut lines = Lines::new(&b"a\nb\0c\n"[..], Place::FIRST);
        lines.next_line().unwrap();
        let error = lines.next_line().unwrap_err().to_string();
        assert_eq!(error, "this is not text: line 2 has zeros in it");
        let endless = io::repeat(b'x').take(400 << 20);
        let mut lines = NumberedLines::new(BufReader::new(endless));
        let error = lines.next().unwrap().unwrap_err().to_string();
        assert_eq!(error, "a line has more than 16 MiB");
        assert!(lines.next().is_none());
    }
}
