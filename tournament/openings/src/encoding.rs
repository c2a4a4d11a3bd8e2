//! The encoding of a text.
//!
//! A text is UTF-8 unless marked otherwise: UTF-16 is recognised by its byte order mark or its first letters. A line
//! that is not UTF-8 is read as Windows-1252, in which every byte is its own character, so that different names stay
//! different; [`Foreign`] counts such lines and has the encoding they look like. With a given encoding
//! the whole text is read in it, and bytes that are invalid in it are an error.

use std::fmt;
use std::io::{self, BufRead, ErrorKind, Read};
use std::str::FromStr;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};
use serde::{Deserialize, Serialize};

/// An encoding by one of its names in the Encoding Standard (<https://encoding.spec.whatwg.org/#names-and-labels>).
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct TextEncoding(&'static Encoding);

/// An unknown name of an encoding.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not the name of an encoding; write utf-8, windows-1251, iso-8859-2 or utf-16le, for example"
)]
pub struct UnknownEncoding(String);

impl FromStr for TextEncoding {
    type Err = UnknownEncoding;

    fn from_str(name: &str) -> Result<Self, UnknownEncoding> {
        Encoding::for_label_no_replacement(name.trim().as_bytes())
            .map(Self)
            .ok_or_else(|| UnknownEncoding(name.to_owned()))
    }
}

impl TryFrom<String> for TextEncoding {
    type Error = UnknownEncoding;

    fn try_from(name: String) -> Result<Self, UnknownEncoding> {
        name.parse()
    }
}

impl From<TextEncoding> for String {
    fn from(encoding: TextEncoding) -> String {
        encoding.to_string()
    }
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl fmt::Debug for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TextEncoding({self})")
    }
}

impl TextEncoding {
    /// UTF-16 if a text that begins with these bytes is in it: by its byte order mark, or by zeros beside its first
    /// two letters. `None` for all encodings in which ASCII is ASCII.
    ///
    /// # Errors
    /// If it is UTF-32, which is not supported.
    pub(crate) fn of_start(start: &[u8]) -> io::Result<Option<Self>> {
        let utf_16 = match *start {
            [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => {
                let message = "it is text in UTF-32; save it as UTF-8";
                return Err(io::Error::new(ErrorKind::InvalidData, message));
            }
            [0xff, 0xfe, ..] => UTF_16LE,
            [0xfe, 0xff, ..] => UTF_16BE,
            [1..=255, 0, 1..=255, 0, ..] => UTF_16LE,
            [0, 1..=255, 0, 1..=255, ..] => UTF_16BE,
            _ => return Ok(None),
        };
        Ok(Some(Self(utf_16)))
    }

    /// The text of `from` in UTF-8; a byte order mark is left out.
    pub(crate) fn decoded<R: BufRead>(self, from: R) -> DecodingReader<R> {
        DecodingReader {
            from,
            decoder: self.0.new_decoder_with_bom_removal(),
            lines: 0,
            ready: String::new(),
            given: 0,
            ended: false,
        }
    }
}

/// A text in another encoding, read as UTF-8.
pub(crate) struct DecodingReader<R> {
    from: R,
    decoder: Decoder,
    /// Ends of lines that were read.
    lines: usize,
    ready: String,
    /// The number of bytes of `ready` already handed out.
    given: usize,
    ended: bool,
}

impl<R: BufRead> DecodingReader<R> {
    fn decode_more(&mut self) -> io::Result<()> {
        let input = self.from.fill_buf()?;
        let is_last = input.is_empty();
        self.ready.clear();
        self.given = 0;
        let room = self.decoder.max_utf8_buffer_length_without_replacement(input.len());
        self.ready.reserve(room.unwrap_or(input.len()));
        let (result, read) =
            self.decoder.decode_to_string_without_replacement(input, &mut self.ready, is_last);
        self.from.consume(read);
        self.lines += self.ready.matches('\n').count();
        match result {
            DecoderResult::InputEmpty => self.ended = is_last,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => {
                let (line, name) = (self.lines + 1, self.decoder.encoding().name());
                let message = format!("line {line} is no text in {name}");
                return Err(io::Error::new(ErrorKind::InvalidData, message));
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Read for DecodingReader<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        while self.given == self.ready.len() && !self.ended {
            self.decode_more()?;
        }
        let mut rest = &self.ready.as_bytes()[self.given..];
        let read = rest.read(to)?;
        self.given += read;
        Ok(read)
    }
}

/// Lines that are not UTF-8.
#[derive(Default)]
pub(crate) struct Foreign {
    lines: usize,
    first: usize,
    detector: Option<Box<EncodingDetector>>,
}

impl Foreign {
    /// The text of a line; its number, from 1, is kept if it is not UTF-8.
    pub(crate) fn text(&mut self, bytes: &[u8], number: usize) -> String {
        if let Ok(text) = std::str::from_utf8(bytes) {
            return text.to_owned();
        }
        if self.lines == 0 {
            self.first = number;
        }
        self.lines += 1;
        self.detector
            .get_or_insert_with(|| Box::new(EncodingDetector::new(Iso2022JpDetection::Deny)))
            .feed(bytes, false);
        let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
        text.into_owned()
    }

    /// The message about them; `None` if there are none.
    pub(crate) fn message(&self) -> Option<String> {
        let detector = self.detector.as_ref()?;
        let likely = detector.guess(None, Utf8Detection::Deny);
        let remedy = if likely == WINDOWS_1252 {
            "--encoding names another encoding".to_owned()
        } else {
            format!("they look like {0}: --encoding {0} reads them so", likely.name())
        };
        let lines = match self.lines {
            1 => "1 line is".to_owned(),
            lines => format!("{lines} lines are"),
        };
        Some(format!(
            "{lines} not UTF-8 (the first is line {}) and read as Windows-1252; {remedy}",
            self.first
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(name: &str, bytes: &[u8]) -> Result<String, String> {
        let mut text = String::new();
        let encoding: TextEncoding = name.parse().unwrap();
        let mut reader = encoding.decoded(io::BufReader::with_capacity(3, bytes));
        let read = reader.read_to_string(&mut text);
        read.map(|_| text).map_err(|error| error.to_string())
    }

    #[test]
    fn an_encoding_that_is_named_is_the_whole_texts() {
        for (name, bytes) in [
            ("windows-1251", &b"\xca\xe0\xf0\xef\xee\xe2"[..]),
            ("koi8-r", b"\xeb\xc1\xd2\xd0\xcf\xd7"),
            ("utf-8", "\u{feff}Карпов".as_bytes()),
            ("utf-16le", b"\x1a\x04\x30\x04\x40\x04\x3f\x04\x3e\x04\x32\x04"),
            ("UTF-16BE", b"\xfe\xff\x04\x1a\x04\x30\x04\x40\x04\x3f\x04\x3e\x04\x32"),
        ] {
            assert_eq!(decoded(name, bytes).as_deref(), Ok("Карпов"), "{name}");
        }
        for (name, bytes) in [
            ("utf-8", &b"a\nb\n\xff"[..]),
            ("utf-16le", b"a\0\n\0b\0\n\0\x00\xd8"),
            ("windows-1253", b"a\nb\n\xd2"),
        ] {
            let error = decoded(name, bytes).unwrap_err();
            assert!(error.contains("line 3 is no text in "), "{error}");
        }
        let error = "latin-99".parse::<TextEncoding>().unwrap_err().to_string();
        assert!(error.contains("\"latin-99\"") && error.contains("utf-8"), "{error}");
    }

    #[test]
    fn utf_16_is_known_by_its_beginning() {
        let of = |start: &[u8]| TextEncoding::of_start(start).unwrap().map(String::from);
        assert_eq!(of(b"\xff\xfe[\0").as_deref(), Some("UTF-16LE"));
        assert_eq!(of(b"\xfe\xff\0[").as_deref(), Some("UTF-16BE"));
        assert_eq!(of(b"[\0E\0").as_deref(), Some("UTF-16LE"));
        assert_eq!(of(b"\0[\0E").as_deref(), Some("UTF-16BE"));
        for other in [&b"[Event"[..], b"", b"\xef\xbb\xbf[", b"\0\0\0\0", b"M\xfcl"] {
            assert_eq!(of(other), None);
        }
        let error = TextEncoding::of_start(b"\xff\xfe\0\0").unwrap_err();
        assert!(error.to_string().contains("UTF-32"));
    }

    #[test]
    fn lines_that_are_no_utf_8_stay_different_and_are_counted() {
        let mut foreign = Foreign::default();
        assert_eq!(foreign.text("Müller".as_bytes(), 1), "Müller");
        assert_eq!(foreign.message(), None);
        let names: Vec<String> =
            (0x80..=0xff_u8).map(|byte| foreign.text(&[b'M', byte, b'l'], 7)).collect();
        let different: std::collections::HashSet<&String> = names.iter().collect();
        assert_eq!(different.len(), 128);
        assert_eq!(names[usize::from(b'\xfc' - 0x80)], "Mül");
        let message = foreign.message().unwrap();
        assert!(message.starts_with("128 lines are not UTF-8 (the first is line 7)"));
        let mut cyrillic = Foreign::default();
        cyrillic.text(b"[White \"\xca\xe0\xf0\xef\xee\xe2, \xc0\xed\xe0\xf2\xee\xeb\xe8\xe9\"]", 2);
        let message = cyrillic.message().unwrap();
        assert!(message.contains("--encoding windows-1251"), "{message}");
    }
}
