//! Zstandard, frame by frame: tools that pack in parallel write several.

use std::fmt;
use std::io::{self, BufRead, ErrorKind, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// True if a file with these first bytes is in Zstandard: a frame, or one to be skipped.
pub(super) fn is_zstd(start: &[u8]) -> bool {
    matches!(start, [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

pub(super) struct Zstd<R> {
    from: R,
    decoder: FrameDecoder,
    in_frame: bool,
}

impl<R: BufRead> Zstd<R> {
    pub(super) fn new(from: R) -> Self {
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

#[cfg(test)]
mod tests {
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
}
