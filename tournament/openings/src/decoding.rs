//! From the bytes of a file to its text: unpacked, within limits, decoded.
//!
//! Zstandard is read frame by frame: tools that pack in parallel write several. Blank text is limited, as three compressed
//! megabytes can be three gigabytes of empty lines.
//!
//! A text is UTF-8. A line that is not is read as Windows-1252, in which every byte is its own character, so that
//! different names stay different; such lines are counted. Other encodings are for programs such as iconv.

use std::fmt;
use std::io::{self, BufRead, ErrorKind, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

pub(crate) fn invalid(message: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message)
}

/// True if a file with these first bytes is in Zstandard: a frame, or one to be skipped.
pub(crate) fn is_zstd(start: &[u8]) -> bool {
    matches!(start, [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

pub(crate) struct Zstd<R> {
    from: R,
    decoder: FrameDecoder,
    in_frame: bool,
}

impl<R: BufRead> Zstd<R> {
    pub(crate) fn new(from: R) -> Self {
        Self { from, decoder: FrameDecoder::new(), in_frame: false }
    }

    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.from.fill_buf()?.is_empty() {
            match self.decoder.init(&mut self.from) {
                Ok(()) => {
                    self.in_frame = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    io::copy(&mut (&mut self.from).take(length.into()), &mut io::sink())?;
                }
                Err(error) => return Err(broken(&error)),
            }
        }
        Ok(false)
    }

    /// Ends the frame, whose sum must be right.
    fn end_frame(&mut self) -> io::Result<()> {
        self.in_frame = false;
        let written = self.decoder.get_checksum_from_data();
        if written.is_some() && written != self.decoder.get_calculated_checksum() {
            Err(broken(&"a checksum is wrong"))
        } else {
            Ok(())
        }
    }
}

fn broken(error: &dyn fmt::Display) -> io::Error {
    invalid(format!("it is not in Zstandard, or damaged: {error}"))
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.in_frame && !self.next_frame()? {
                return Ok(0);
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.from, one).map_err(|error| broken(&error))?;
            }
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(to);
            }
            self.end_frame()?;
        }
    }
}

/// Bytes of nothing but blanks that a text may have in a row.
const MAX_BLANK: usize = 64 << 20;

/// A reader that fails after [`MAX_BLANK`] bytes of blanks, line ends and zeros alone.
pub(crate) struct BlankGuard<R> {
    from: R,
    /// Bytes since the last one that was none of these.
    blank: usize,
}

impl<R: Read> BlankGuard<R> {
    pub(crate) fn new(from: R) -> Self {
        Self { from, blank: 0 }
    }
}

impl<R: Read> Read for BlankGuard<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(to)?;
        let is_content = |byte: &u8| !byte.is_ascii_whitespace() && *byte != 0;
        match to[..count].iter().rposition(is_content) {
            Some(last) => self.blank = count - 1 - last,
            None => self.blank += count,
        }
        if self.blank > MAX_BLANK {
            return Err(invalid(format!("{} MiB of it are empty lines", MAX_BLANK >> 20)));
        }
        Ok(count)
    }
}

/// A reader of at most this many bytes; more are an error.
pub struct LimitedReader<R> {
    from: io::Take<R>,
    most: u64,
}

impl<R: Read> LimitedReader<R> {
    /// At most `most` bytes of what `from` has.
    pub fn new(from: R, most: u64) -> Self {
        Self { from: from.take(most.saturating_add(1)), most }
    }
}

impl<R: Read> Read for LimitedReader<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(to)?;
        if self.from.limit() == 0 {
            let message = format!("it has more than {} MiB", self.most >> 20);
            return Err(io::Error::new(ErrorKind::FileTooLarge, message));
        }
        Ok(read)
    }
}

/// True if a text with these first bytes is in UTF-16, by its byte order mark; in all other encodings ASCII is ASCII.
pub(crate) fn is_utf_16(start: &[u8]) -> bool {
    start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff])
}

/// The characters of the bytes from 128 to 159; above, they are those of Unicode.
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// The text of a line that is not UTF-8.
pub(crate) fn windows_1252(bytes: &[u8]) -> String {
    let high: Vec<char> = WINDOWS_1252.chars().collect();
    let place = |byte: u8| usize::from(byte).checked_sub(128);
    bytes.iter().map(|&byte| place(byte).and_then(|place| high.get(place).copied()).unwrap_or(byte.into())).collect()
}
