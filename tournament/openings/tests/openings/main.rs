//! Openings, games and positions as files have them, and moves as people write them.

#![allow(clippy::unwrap_used)]

mod books;
mod draws;
mod files;
mod games;

use std::fmt::Display;
use std::fs;
use std::path::Path;

use engine_core::game::position_from_fen;
use engine_core::notation::uci_move;
use engine_core::testkit;
use openings::moves::{MoveFault, read, san};
use openings::{Opening, ReadOptions, Source, Variant, open};

const STANDARD: ReadOptions = ReadOptions { plies: None, variant: Variant::Standard };
const CHESS960: ReadOptions = ReadOptions { variant: Variant::Chess960, ..STANDARD };

/// The result of reading a file with this name and content; an error names it without its folder.
fn read_file<T, E: Display>(
    name: &str,
    bytes: impl AsRef<[u8]>,
    read: impl FnOnce(&Path) -> Result<T, E>,
) -> Result<T, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    let place = format!("{}/", folder.path().display());
    read(&path).map_err(|error| error.to_string().replace(&place, ""))
}

fn source(name: &str, bytes: impl AsRef<[u8]>) -> Result<Source, String> {
    read_file(name, bytes, |path| open(path, &STANDARD))
}

fn openings_of(name: &str, bytes: impl AsRef<[u8]>, options: &ReadOptions) -> Result<Vec<Opening>, String> {
    read_file(name, bytes, |path| match open(path, options)? {
        Source::Book(book) => book.openings().collect(),
        Source::Polyglot(_) => panic!("{name} has moves by position"),
    })
}

/// The rows of a table of the file beside these tests.
fn rows<const N: usize>(table: &str) -> Vec<[String; N]> {
    let rows = testkit::rows(include_str!("tables.tsv"), table).into_iter();
    rows.map(|row| row.map(|field| field.replace('¶', "\n"))).collect()
}

const CASTLING: &str = "r3k2r/1P6/8/3pP3/8/8/3N4/R3KN1R w KQkq d6 0 1";

#[test]
fn every_notation_means_its_move() {
    let position = position_from_fen(CASTLING).unwrap();
    for [texts, meant] in rows("notations of a move") {
        for text in texts.split(' ') {
            assert_eq!(read(text, &position).map_or("none".to_owned(), uci_move), meant, "{text}");
        }
    }
    assert_eq!(san(read("b7a8q", &position).unwrap(), &position), "bxa8=Q+");
}

#[test]
fn unreadable_and_ambiguous_moves_are_refused() {
    let fen = "4k3/8/8/8/8/1P6/8/R4RK1 w - - 0 1";
    let position = position_from_fen(fen).unwrap();
    for text in ["", "x", "Qz9", "id", "\"Rad1\"", "e9", "--", "Z0", "0000", "mate", "Rad1d1d1"] {
        let fault = read(text, &position).unwrap_err();
        assert_eq!(fault, MoveFault::Unreadable(text.to_owned()), "{text}");
    }
    for text in ["e4", "Qd1", "O-O", "b3b5", "Ra1xh1"] {
        let fault = read(text, &position).unwrap_err();
        assert!(matches!(fault, MoveFault::Illegal { .. }), "{text}: {fault}");
    }
    let fault = read("Rd1", &position).unwrap_err().to_string();
    assert_eq!(fault, "Rd1 can be Rad1 or Rfd1; write one of them");
    let promotion = position_from_fen("8/P6k/8/8/8/8/7K/8 w - - 0 1").unwrap();
    let fault = read("a8", &promotion).unwrap_err().to_string();
    assert!(fault.starts_with("a8 can be a8=Q or "), "{fault}");
}
