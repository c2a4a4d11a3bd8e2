//! Bytes from a pipe, cut into lines, in bounded memory.

/// A longer line is no line of UCI: the longest are variations of a few thousand characters.
pub(super) const MAX_LINE: usize = 1 << 20;
/// The size of a read from the pipe; a pipe holds 64 kB on Linux.
const CHUNK: usize = 16 << 10;

/// A line is longer than [`MAX_LINE`].
#[derive(Debug, PartialEq, Eq)]
pub(super) struct EndlessLine;

/// Bytes that have come and have not been taken yet.
#[derive(Debug, Default)]
pub(super) struct LineBuffer {
    bytes: Vec<u8>,
    /// The start of the first line that has not been taken.
    start: usize,
    /// The end of the bytes searched for a line's end.
    scanned: usize,
    /// The end of the bytes received.
    end: usize,
}

impl LineBuffer {
    pub(super) fn room(&mut self) -> Result<&mut [u8], EndlessLine> {
        if self.start == self.end {
            (self.start, self.scanned, self.end) = (0, 0, 0);
        }
        if self.bytes.len() < self.end + CHUNK {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.scanned -= self.start;
            self.start = 0;
            if self.end > MAX_LINE {
                return Err(EndlessLine);
            }
            if self.bytes.len() < self.end + CHUNK {
                self.bytes.resize(self.end + 2 * CHUNK, 0);
            }
        }
        Ok(&mut self.bytes[self.end..])
    }

    pub(super) fn filled(&mut self, count: usize) {
        self.end += count;
    }

    pub(super) fn has_line(&mut self) -> bool {
        let unseen = &self.bytes[self.scanned..self.end];
        let length = unseen.iter().position(|&byte| byte == b'\n');
        self.scanned += length.unwrap_or(unseen.len());
        length.is_some()
    }

    /// Takes the next whole line out, without its end.
    pub(super) fn line(&mut self) -> Option<&[u8]> {
        if !self.has_line() {
            return None;
        }
        let line = &self.bytes[self.start..self.scanned];
        self.scanned += 1;
        self.start = self.scanned;
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    pub(super) fn rest(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(buffer: &mut LineBuffer, bytes: &[u8]) -> Result<(), EndlessLine> {
        for piece in bytes.chunks(CHUNK) {
            buffer.room()?[..piece.len()].copy_from_slice(piece);
            buffer.filled(piece.len());
        }
        Ok(())
    }

    #[test]
    fn lines_however_they_come() {
        let text = b"one\ntwo\r\n\nthree\xff\n";
        for size in 1..text.len() {
            let mut buffer = LineBuffer::default();
            let mut lines = Vec::new();
            for piece in text.chunks(size) {
                fill(&mut buffer, piece).unwrap();
                while let Some(line) = buffer.line() {
                    lines.push(line.to_vec());
                }
            }
            assert_eq!(lines, [&b"one"[..], b"two", b"", b"three\xff"], "{size}");
            assert_eq!(buffer.rest(), b"");
        }
    }

    #[test]
    fn memory_stays_bounded() {
        let mut buffer = LineBuffer::default();
        for _ in 0..1000 {
            fill(&mut buffer, &[b'x'; 4000]).unwrap();
            fill(&mut buffer, b"\ny").unwrap();
            assert!(buffer.line().is_some_and(|line| line.len() >= 4000));
        }
        assert!(buffer.bytes.len() < 8 * CHUNK, "{}", buffer.bytes.len());
        let long = vec![b'x'; MAX_LINE + 2 * CHUNK];
        assert_eq!(fill(&mut buffer, &long), Err(EndlessLine));
        assert!(buffer.bytes.len() < MAX_LINE + 4 * CHUNK);
    }
}
