//! Lines of input, whatever bytes they are, in bounded memory.

use std::io::{self, BufRead, Read};

/// A longer line is no line of UCI: the longest legal game takes a thirtieth of it.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// The reason that a line cannot be used. The next one can.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LineFault {
    /// Not readable as text.
    #[error("it is not UTF-8 text")]
    NotUtf8,
    /// Longer than [`MAX_LINE`].
    #[error("it has more than {MAX_LINE} bytes")]
    TooLong,
}

/// The lines of an input, without their ends.
#[derive(Debug)]
pub(crate) struct Lines<R>(R);

impl<R: BufRead> Lines<R> {
    pub(crate) fn of(input: R) -> Lines<R> {
        Lines(input)
    }

    fn read(&mut self) -> io::Result<Option<Result<String, LineFault>>> {
        let mut bytes = Vec::new();
        let most = MAX_LINE as u64 + 1;
        self.0.by_ref().take(most).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.pop_if(|last| *last == b'\n').is_none() && bytes.len() > MAX_LINE {
            self.0.skip_until(b'\n')?;
            return Ok(Some(Err(LineFault::TooLong)));
        }
        bytes.pop_if(|last| *last == b'\r');
        Ok(Some(String::from_utf8(bytes).map_err(|_| LineFault::NotUtf8)))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Result<String, LineFault>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_line_does_not_spoil_the_next() {
        let long = "x".repeat(MAX_LINE + 1);
        let longest = "y".repeat(MAX_LINE);
        let text = [
            b"one\r\n\nc\xf4t\xe9\n".as_slice(),
            long.as_bytes(),
            b"\n",
            longest.as_bytes(),
            b"\nlast",
        ];
        let text = text.concat();
        let lines = Lines::of(&*text).map(Result::unwrap);
        let expected = [
            Ok("one".to_owned()),
            Ok(String::new()),
            Err(LineFault::NotUtf8),
            Err(LineFault::TooLong),
            Ok(longest),
            Ok("last".to_owned()),
        ];
        assert!(lines.eq(expected));
    }

    #[test]
    fn an_endless_line_takes_bounded_memory() {
        let endless = io::BufReader::new(io::repeat(b'z').take(400 << 20));
        let mut lines = Lines::of(endless);
        assert_eq!(lines.next().unwrap().unwrap(), Err(LineFault::TooLong));
        assert!(lines.next().is_none());
    }
}
