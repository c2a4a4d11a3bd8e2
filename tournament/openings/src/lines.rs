//! A text as bytes that can be read from any offset, and line by line, each line with its place.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

use tempfile::SpooledTempFile;

use crate::decoding::{LimitedReader, invalid, windows_1252};

/// Unpacked text of up to this size, in bytes, stays in memory; more goes to a temporary file.
const IN_MEMORY: usize = 16 << 20;

/// The most bytes that are unpacked: a small file may hold any number of them.
const MAX_UNPACKED: u64 = 8 << 30;

/// The bytes. Threads may read at the same time.
#[derive(Debug)]
pub(crate) struct Text(Mutex<Box<dyn Bytes>>);

/// A file, or unpacked text in memory or in a temporary file.
trait Bytes: Read + Seek + Send + fmt::Debug {}

impl<T: Read + Seek + Send + fmt::Debug> Bytes for T {}

impl Text {
    pub(crate) fn plain(file: File) -> Self {
        Self(Mutex::new(Box::new(file)))
    }

    /// The whole content of `from`, which may be much more than its compressed size.
    pub(crate) fn unpacked(from: impl Read) -> io::Result<Self> {
        let mut own = SpooledTempFile::new(IN_MEMORY);
        io::copy(&mut LimitedReader::new(from, MAX_UNPACKED), &mut own)?;
        own.flush()?;
        Ok(Self(Mutex::new(Box::new(own))))
    }

    pub(crate) fn reader(&self, offset: u64) -> BufReader<TextReader<'_>> {
        BufReader::new(TextReader { text: self, offset })
    }
}

pub(crate) struct TextReader<'t> {
    text: &'t Text,
    offset: u64,
}

impl Read for TextReader<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        // A panic cannot leave half a state: every reader seeks first.
        let mut bytes = self.text.0.lock().unwrap_or_else(PoisonError::into_inner);
        bytes.seek(SeekFrom::Start(self.offset))?;
        let read = bytes.read(to)?;
        self.offset += read as u64;
        Ok(read)
    }
}

/// The longest line of a game or of a position, in bytes.
const MAX_LINE: usize = 16 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// In bytes from the beginning of the text.
    pub(crate) offset: u64,
    pub(crate) line: usize,
}

impl Place {
    pub(crate) const FIRST: Self = Self { offset: 0, line: 1 };
}

#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) place: Place,
    pub(crate) text: String,
}

/// What was repaired so often, and in which line first.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Repaired {
    count: usize,
    first: usize,
}

impl Repaired {
    pub(crate) fn add(&mut self, line: usize, count: usize) {
        if self.count == 0 {
            self.first = line;
        }
        self.count += count;
    }

    /// The number with one of the words, and the rest with the first line at `{}`; `None` if it is 0.
    pub(crate) fn message(self, one: &str, several: &str, rest: &str) -> Option<String> {
        let what = if self.count == 1 { one } else { several };
        let rest = rest.replace("{}", &self.first.to_string());
        (self.count > 0).then(|| format!("{} {what} {rest}", self.count))
    }
}

/// The lines of a text. They end as on Unix (`\n`), Windows (`\r\n`) or old Macs (`\r`); a byte order mark, and zeros
/// and the end mark of DOS (26) around a line, are left out.
///
/// As an iterator: those that are neither empty nor comments (`#`), each with its number, from 1. A line that cannot be
/// read or is longer than 16 MiB is an error, after which there are no more.
pub struct NumberedLines<R> {
    reader: R,
    next: Place,
    bytes: Vec<u8>,
    foreign: Repaired,
    failed: bool,
}

impl<R: BufRead> NumberedLines<R> {
    /// Those of all that `reader` has.
    pub fn new(reader: R) -> Self {
        Self::starting(reader, Place::FIRST)
    }

    pub(crate) fn starting(reader: R, next: Place) -> Self {
        Self { reader, next, bytes: Vec::new(), foreign: Repaired::default(), failed: false }
    }

    /// The next line. Fails if it cannot be read, is longer than [`MAX_LINE`], or has a zero among its letters.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<Line>> {
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
            return Err(invalid(format!("this is not text: line {line} has zeros in it")));
        }
        let text = String::from_utf8(bytes.to_vec()).unwrap_or_else(|_| {
            self.foreign.add(place.line, 1);
            windows_1252(bytes)
        });
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
                return Err(invalid(format!("a line has more than {} MiB", MAX_LINE >> 20)));
            }
            if end.is_none() && taken > 0 {
                continue;
            }
            if self.bytes.last() == Some(&b'\r') && self.reader.fill_buf()?.first() == Some(&b'\n') {
                self.bytes.push(b'\n');
                self.reader.consume(1);
            }
            return Ok(self.bytes.len());
        }
    }

    /// The next line with something in it that is not a comment.
    pub(crate) fn next_text(&mut self) -> io::Result<Option<Line>> {
        while let Some(line) = self.next_line()? {
            let text = line.text.trim();
            if !text.is_empty() && !text.starts_with('#') {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// The message about lines so far that are not UTF-8; `None` if there were none.
    pub fn foreign(&self) -> Option<String> {
        let rest = "not UTF-8 (the first is line {}) and read as Windows-1252; if it is in another encoding, convert it \
                    to UTF-8 (iconv)";
        self.foreign.message("line is", "lines are", rest)
    }
}

impl<R: BufRead> Iterator for NumberedLines<R> {
    type Item = io::Result<(usize, String)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = self.next_text().transpose()?;
        self.failed = next.is_err();
        Some(next.map(|line| (line.place.line, line.text)))
    }
}
