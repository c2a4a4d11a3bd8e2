//! Zstandard, frame by frame: tools that pack in parallel write several; and a limit on blank text: three compressed
//! megabytes can be three gigabytes of empty lines.

use std::fmt;
use std::io::{self, BufRead, ErrorKind, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

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
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
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
    let message = format!("it is not in Zstandard, or damaged: {error}");
    io::Error::new(ErrorKind::InvalidData, message)
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
            let message = format!("{} MiB of it are empty lines", MAX_BLANK >> 20);
            return Err(io::Error::new(ErrorKind::InvalidData, message));
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::repeat;

    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    #[test]
    fn several_frames_those_to_be_skipped_and_broken_ones() {
        let text = "1. e4 e5 *\n\n".repeat(20_000);
        let frame = compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        let skipped = b"\x50\x2a\x4d\x18\x03\0\0\0abc";
        let packed = [&skipped[..], &frame, skipped, &frame].concat();
        assert!(is_zstd(&packed) && is_zstd(&frame) && !is_zstd(b"[Event"));
        let mut read = String::new();
        Zstd::new(&packed[..]).read_to_string(&mut read).unwrap();
        assert!(read == text.repeat(2));
        for broken in [&packed[..packed.len() - 3], b"[Event \"x\"]"] {
            let error = Zstd::new(broken).read_to_end(&mut Vec::new()).unwrap_err();
            assert!(error.to_string().contains("Zstandard"), "{error}");
        }
    }

    /// The result of reading a text with something before and after these bytes.
    fn read_around(blank: impl Read) -> io::Result<u64> {
        let whole = b"before".chain(blank).chain(&b"after"[..]);
        io::copy(&mut BlankGuard::new(whole), &mut io::sink())
    }

    #[test]
    fn a_text_ends_in_an_error_where_it_is_empty_for_long() {
        let most = MAX_BLANK as u64;
        for byte in [b'\n', b' ', b'\r', 0] {
            assert!(read_around(repeat(byte).take(most)).is_ok());
            let error = read_around(repeat(byte)).unwrap_err();
            assert!(error.to_string().contains("64 MiB"), "{error}");
        }
        // As long, but with something in between.
        let twice = repeat(b'\n').take(most).chain(&b"x"[..]);
        let twice = twice.chain(repeat(b'\n').take(most));
        assert_eq!(read_around(twice).unwrap(), 2 * most + 12);
    }
}
