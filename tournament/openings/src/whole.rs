//! Whole games with their results, one after the other.
//!
//! A file of openings stops at its first bad game, because what is played must be what is meant. A
//! collection of games is used as far as it goes: what cannot be used is told and left out.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use super::error::{Fault, OpeningError};
use super::lines::{Body, RecordStart};
use super::opening::Opening;
use super::pgn;
use super::reader::{Kind, unpacked};
use super::records::{Format, Records};
use crate::results::half_points;

/// A game from its first move to its last.
#[derive(Debug, Clone, PartialEq)]
pub struct WholeGame {
    /// Where it starts and what is played.
    pub opening: Opening,
    /// 0, 1 or 2.
    pub white_half_points: u8,
}

/// A game that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unusable {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// Why not.
    pub reason: String,
}

/// Hands every game of a PGN file to `visit`: `.pgn`, also as `.gz`, or the first one of a `.zip`.
///
/// # Errors
/// If the file cannot be read, or has no games in it.
pub fn games(
    path: &Path,
    mut visit: impl FnMut(Result<WholeGame, Unusable>),
) -> Result<(), OpeningError> {
    visit_games(path, |game| {
        visit(game);
        Ok(())
    })
}

/// As [`games`], until `visit` returns an error.
///
/// # Errors
/// As [`games`], or whatever `visit` returns.
pub fn visit_games<E: From<OpeningError>>(
    path: &Path,
    visit: impl FnMut(Result<WholeGame, Unusable>) -> Result<(), E>,
) -> Result<(), E> {
    let file = path.display().to_string();
    if file.to_lowercase().ends_with(".pgn.gz") {
        // It is read once, from its beginning on: there is no need to unpack it first.
        let packed = File::open(path).map_err(|source| OpeningError::Read {
            file: file.clone(),
            source,
        })?;
        let unpacked = MultiGzDecoder::new(BufReader::new(packed));
        return all_of(&file, BufReader::new(unpacked), visit);
    }
    let (kind, text) = unpacked(path)?;
    if !matches!(kind, Kind::Openings(Format::Pgn)) {
        return Err(OpeningError::NoGames { file }.into());
    }
    all_of(&file, text.reader(0), visit)
}

/// The same of a gzipped PGN file in memory; `name` is for messages.
///
/// # Errors
/// As [`games`].
pub fn games_gz(
    name: &str,
    bytes: &[u8],
    mut visit: impl FnMut(Result<WholeGame, Unusable>),
) -> Result<(), OpeningError> {
    let unpacked = BufReader::new(MultiGzDecoder::new(bytes));
    all_of(name, unpacked, |game| {
        visit(game);
        Ok(())
    })
}

fn all_of<E: From<OpeningError>>(
    file: &str,
    text: impl BufRead,
    mut visit: impl FnMut(Result<WholeGame, Unusable>) -> Result<(), E>,
) -> Result<(), E> {
    let file = file.to_owned();
    let unreadable = |source: io::Error| OpeningError::Read {
        file: file.clone(),
        source,
    };
    let mut records = Records::new(Format::Pgn, text, RecordStart::FIRST);
    let mut any = false;
    while let Some(record) = records.next().map_err(unreadable)? {
        any = true;
        if let Body::Game { tags, movetext } = record.body {
            let line = record.place.line;
            visit(whole(&tags, &movetext).map_err(|reason| Unusable { line, reason }))?;
        }
    }
    match any {
        true => Ok(()),
        false => Err(OpeningError::NoGames { file }.into()),
    }
}

fn whole(tags: &[u8], movetext: &[u8]) -> Result<WholeGame, String> {
    let white_half_points = half_points(&[tags, b"\n", movetext].concat())?;
    let opening =
        pgn::parse(tags, movetext, None, None).map_err(|fault: Fault| fault.to_string())?;
    Ok(WholeGame {
        opening,
        white_half_points,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, text: &str) -> Result<Vec<Result<WholeGame, Unusable>>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let mut all = Vec::new();
        games(&path, |game| all.push(game)).map_err(|error| error.to_string())?;
        Ok(all)
    }

    #[test]
    fn games_with_results_and_games_without() {
        let text = "[White \"A\"]\n[Black \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n\
                    [Result \"*\"]\n\n1. d4 *\n\n1. c4 oops 0-1\n\n\
                    [Result \"0-1\"]\n\n1. f3 {1-0} e5 2. g4 Qh4# 0-1\n\n\
                    [Result \"0-1\"]\n\n1. f3 1-0\n";
        let games = read("a.pgn", text).unwrap();
        assert_eq!(games.len(), 5);
        let first = games[0].as_ref().unwrap();
        assert_eq!((first.white_half_points, first.opening.moves.len()), (2, 2));
        let mate = games[3].as_ref().unwrap();
        assert_eq!((mate.white_half_points, mate.opening.moves.len()), (0, 4));
        for (index, line, reason) in [
            (1, 7, "no result"),
            (2, 11, "\"oops\" is not a move"),
            (4, 17, "the moves end with 1-0"),
        ] {
            let unusable = games[index].as_ref().unwrap_err();
            assert_eq!(unusable.line, line);
            assert!(unusable.reason.contains(reason), "{unusable:?}");
        }
    }

    #[test]
    fn what_is_no_file_of_games() {
        for name in ["a.epd", "a.pgn"] {
            let error = read(name, "").unwrap_err();
            assert!(error.contains(name) && error.contains(".pgn"), "{error}");
        }
        let error = games(Path::new("no/such.pgn"), |_| {}).unwrap_err();
        assert!(error.to_string().starts_with("no/such.pgn: "), "{error}");
    }
}
