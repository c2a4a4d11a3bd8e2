//! Files of any kind: endings, packing, archives, encodings, lines.

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write, repeat};

use engine_core::testkit::Contents;
use flate2::Compression;
use flate2::write::GzEncoder;
use openings::files::{FileError, FileFilter, Kind, visit};
use openings::{LimitedReader, NumberedLines};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::read_file;

const PGN: &[u8] = b"[Event \"x\"]\n\n1. e4 e5 *\n";
const EPD: &[u8] = b"4k3/8/8/8/8/8/4P3/4K3 w - -\n";
const BOOKS: FileFilter = FileFilter { kinds: &[Kind::Positions, Kind::Games, Kind::Polyglot], otherwise: None };

fn zst(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

type Texts = Result<Vec<(String, Kind, Vec<u8>)>, String>;

/// The whole text, read by lines as it is read everywhere.
fn read_lines(from: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    while from.read_until(b'\n', &mut text)? > 0 {}
    Ok(text)
}

/// The names, kinds and contents of the texts in a file.
fn texts(name: &str, bytes: &[u8], filter: FileFilter) -> Texts {
    let mut texts = Vec::new();
    read_file(name, bytes, |path| {
        let before = path.display().to_string().len() - name.len();
        visit(path, filter, |mut file| {
            let read = read_lines(&mut file.text);
            let text = read.map_err(|source| FileError::Read { file: file.name.clone(), source })?;
            texts.push((file.name[before..].to_owned(), file.kind, text));
            Ok::<(), FileError>(())
        })
    })?;
    Ok(texts)
}

#[test]
fn every_ending_and_packing() {
    for (name, bytes) in [
        ("a.pgn", PGN.to_vec()),
        ("a.PGN.gz", gz(PGN)),
        ("a.pgn.zst", zst(PGN)),
        ("a.pgn.zstd", zst(PGN)),
        // By the first bytes, whatever the name says.
        ("a.pgn", gz(PGN)),
        ("b.pgn.gz", zst(PGN)),
        ("b.pgn.zst", PGN.to_vec()),
    ] {
        let read = texts(name, &bytes, FileFilter::GAMES).unwrap();
        assert_eq!(read, [(name.to_owned(), Kind::Games, PGN.to_vec())]);
    }
    let epd = (Kind::Positions, EPD.to_vec());
    for name in ["a.epd", "a.fen", "a.txt", "a.plain", "a"] {
        let read = texts(name, EPD, FileFilter::POSITIONS).unwrap();
        assert_eq!(read, [(name.to_owned(), epd.0, epd.1.clone())]);
    }
    let unwanted = texts("a.epd", EPD, FileFilter::GAMES).unwrap_err();
    unwanted.must_have(&["a.epd: ", "ends in .pgn"]);
    let damaged = texts("a.pgn", &zip(&[("a.pgn", PGN)])[..40], FileFilter::GAMES).unwrap_err();
    damaged.must_have(&["a.pgn", "can be unpacked"]);
}

#[test]
fn members_that_are_meant() {
    let files = |members: &[(&str, &[u8])], filter| -> Vec<String> {
        let read = texts("a.zip", &zip(members), filter).unwrap();
        read.into_iter().map(|(name, ..)| name).collect()
    };
    for (members, expected) in [
        (&[("__MACOSX/._b.epd", &b"\0\x05"[..]), ("b.epd", EPD)][..], &["a.zip/b.epd"][..]),
        (&[("README.txt", b"x"), ("c/b.epd", EPD)], &["a.zip/c/b.epd"]),
        (&[("readme.pgn", PGN), ("b.pgn", PGN)], &["a.zip/b.pgn"]),
        (&[(".b.epd.swp", b"x"), (".hidden.epd", b"x"), ("b.txt", EPD)], &["a.zip/b.txt"]),
        (&[("notes.txt", b"x"), ("b.pgn", PGN)], &["a.zip/b.pgn"]),
        (&[("LICENSE.txt", b"x"), ("b.txt", EPD)], &["a.zip/b.txt"]),
        (&[("b.epd", EPD), ("c.pgn", PGN)], &["a.zip/b.epd", "a.zip/c.pgn"]),
        (&[("readme.txt", EPD)], &["a.zip/readme.txt"]),
    ] {
        assert_eq!(files(members, BOOKS), expected);
    }
    let error = texts("a.zip", &zip(&[("b.doc", b"x")]), BOOKS).unwrap_err();
    error.must_have(&["no member of the archive ends in ", "(it has b.doc)"]);
}

#[test]
fn several_frames_those_to_be_skipped_and_broken_ones() {
    let text = "1. e4 e5 *\n\n".repeat(20_000);
    let frame = zst(text.as_bytes());
    let skipped = b"\x50\x2a\x4d\x18\x03\0\0\0abc";
    let packed = [&skipped[..], &frame, skipped, &frame].concat();
    let read = texts("a.pgn.zst", &packed, FileFilter::GAMES).unwrap();
    assert!(read[0].2 == text.repeat(2).as_bytes());
    let broken = texts("a.pgn.zst", &packed[..packed.len() - 3], FileFilter::GAMES);
    broken.unwrap_err().must_have(&["Zstandard"]);
}

#[test]
fn endless_texts_and_long_empty_ones_are_refused() {
    let limited = |bytes: u64| LimitedReader::new(repeat(0).take(bytes), 5 << 20).read_to_end(&mut Vec::new());
    assert_eq!(limited(5 << 20).unwrap(), 5 << 20);
    assert_eq!(limited(u64::MAX).unwrap_err().to_string(), "it has more than 5 MiB");
    let blank = b"\n \r\0".repeat(16 << 20);
    let length = |parts: &[&[u8]]| {
        let read = texts("a.pgn", &parts.concat(), FileFilter::GAMES);
        read.map(|texts| texts[0].2.len())
    };
    assert_eq!(length(&[b"before", &blank, b"after"]), Ok(blank.len() + 11));
    let error = length(&[b"before", &blank, &blank[..1 << 20], b"after"]).unwrap_err();
    error.must_have(&["64 MiB of it are empty lines"]);
    // As long, but with something in between.
    let twice = length(&[b"before", &blank, b"x", &blank, b"after"]);
    assert_eq!(twice, Ok(2 * blank.len() + 12));
}

#[test]
fn utf_16_is_known_by_its_mark_and_for_others_to_convert() {
    for bytes in [b"\xff\xfe[\0", b"\xfe\xff\0["] {
        for packed in [bytes.to_vec(), gz(bytes)] {
            let error = texts("a.pgn", &packed, FileFilter::GAMES).unwrap_err();
            error.must_have(&["a.pgn: it is in UTF-16", "iconv"]);
        }
    }
}

#[test]
fn lines_that_are_not_utf_8_stay_different_and_are_counted() {
    let mut text = "Müller\n".repeat(6).into_bytes();
    text.extend((0x80..=0xff_u8).flat_map(|byte| [b'M', byte, b'l', b'\n']));
    let mut lines = NumberedLines::new(&text[..]);
    let names: Vec<String> = lines.by_ref().take(6).map(|line| line.unwrap().1).collect();
    assert_eq!((names, lines.foreign()), (vec!["Müller".to_owned(); 6], None));
    let names: Vec<String> = lines.by_ref().map(|line| line.unwrap().1).collect();
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), 128);
    assert_eq!(names[usize::from(b'\xfc' - 0x80)], "Mül");
    let message = lines.foreign().unwrap();
    assert!(message.starts_with("128 lines are not UTF-8 (the first is line 7)"), "{message}");
}

#[test]
fn every_line_end_and_padding() {
    let read = |text: &str| -> Vec<(usize, String)> {
        // A small buffer: line ends stand across its ends.
        let lines = NumberedLines::new(BufReader::with_capacity(2, text.as_bytes()));
        lines.map(Result::unwrap).collect()
    };
    let line = |number, text: &str| (number, text.to_owned());
    for end in ["\n", "\r\n", "\r"] {
        let text = format!("a{end}{end} b {end}# c{end}d");
        assert_eq!(read(&text), [line(1, "a"), line(3, " b "), line(5, "d")], "{end:?}");
    }
    assert_eq!(read("\u{feff}a\n\0\0\0\nb\n\u{1a}"), [line(1, "a"), line(3, "b")]);
}

#[test]
fn zeros_and_endless_lines_are_refused() {
    let mut lines = NumberedLines::new(&b"a\nb\0c\n"[..]);
    lines.next();
    let error = lines.next().unwrap().unwrap_err().to_string();
    assert_eq!(error, "this is not text: line 2 has zeros in it");
    let endless = repeat(b'x').take(400 << 20);
    let mut lines = NumberedLines::new(BufReader::new(endless));
    let error = lines.next().unwrap().unwrap_err().to_string();
    assert_eq!(error, "a line has more than 16 MiB");
    assert!(lines.next().is_none());
}
