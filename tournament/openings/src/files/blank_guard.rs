//! A limit on blank text: three compressed megabytes can be three gigabytes of empty lines.

use std::io::{self, ErrorKind, Read};

/// Bytes of nothing but blanks that a text may have in a row.
const MAX_BLANK: usize = 64 << 20;

/// A reader that fails after [`MAX_BLANK`] bytes of blanks, line ends and zeros alone.
pub(super) struct BlankGuard<R> {
    from: R,
    /// Bytes since the last one that was none of these.
    blank: usize,
}

impl<R: Read> BlankGuard<R> {
    pub(super) fn new(from: R) -> Self {
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
    use super::*;
    use std::io::repeat;

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
