use std::fs;
use std::io::Write;

use engine_core::testkit::Contents;
use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;

const PGN: &[u8] = b"[Event \"x\"]\n\n1. e4 e5 *\n";
const EPD: &[u8] = b"4k3/8/8/8/8/8/4P3/4K3 w - -\n";

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

/// The names of the texts without the folder, and their contents.
fn texts(
    name: &str,
    bytes: &[u8],
    filter: FileFilter,
) -> Result<Vec<(String, Kind, Vec<u8>)>, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    let mut texts = Vec::new();
    let before = folder.path().display().to_string() + "/";
    visit(&path, filter, None, |mut file| {
        let mut text = Vec::new();
        file.text.read_to_end(&mut text).unwrap();
        texts.push((file.name.replace(&before, ""), file.kind, text));
        Ok::<(), FileError>(())
    })
    .map_err(|error| error.to_string())?;
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
        assert_eq!(files(members, FileFilter::BOOKS), expected);
    }
    let error = texts("a.zip", &zip(&[("b.doc", b"x")]), FileFilter::BOOKS).unwrap_err();
    error.must_have(&["no member of the archive ends in ", "(it has b.doc)"]);
}

#[test]
fn texts_of_two_bytes_a_letter() {
    let text = "\u{feff}[White \"Müller\"]\n";
    let utf_16: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(texts("a.pgn", &utf_16, FileFilter::GAMES).unwrap()[0].2, text.as_bytes());
}

#[test]
fn the_first_line_shows_the_kind() {
    for (start, kind) in [
        (PGN, Kind::Games),
        (EPD, Kind::Positions),
        (b"\n# x\r4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 1.0", Kind::Positions),
        (b"1. e4 e5 2. Nf3 Nc6 *", Kind::Games),
        (b"", Kind::Games),
    ] {
        assert_eq!(kind_of(start), kind);
    }
}
