//! What is made of a run: numbers, a table for people, and the games.
//!
//! Everything here is made from the store's records and can be made again. Files are written
//! beside their place and moved into it, so that there is never half of one.

pub mod columns;
mod events;
pub mod failures;
pub(crate) mod given_elo;
pub mod ladders;
pub mod lines;
mod match_figures;
mod match_summary;
pub(crate) mod numbers;
pub mod pgn;
pub mod progress;
mod provenance;
pub mod rating_list;
pub mod results;
mod results_csv;
#[cfg(test)]
pub(crate) mod sample;
mod summaries;
pub mod table;
mod tally;
pub mod verdicts;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

pub use columns::{Column, Columns};
pub use events::Events;
pub use failures::{failure_text, write_failure};
pub use given_elo::GivenElo;
pub use ladders::RunBuilder;
pub use lines::{broken, broken_for, terminal_width};
pub use match_figures::MatchFigures;
pub use match_summary::{Hypotheses, MatchSummary};
pub use pgn::{PgnError, PgnWriter};
pub use provenance::{Provenance, SCHEMA_VERSION, day};
pub use rating_list::{Listing, RatingList};
pub use results::{Results, ResultsBuilder, write_json};
pub use results_csv::write_csv;
pub use summaries::{EngineResult, PairingSummary};
pub use table::{Canvas, NARROWEST, WIDEST, WIDEST_WITH_BARS, write_standings, write_table};
pub use verdicts::{DifferenceSummary, RatingFit};

/// Replaces a file by what `write` writes, at once and entirely, or not at all.
///
/// # Errors
/// Whatever `write` returns, or if the file cannot be written; the old file is then untouched.
pub fn replace_file<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
) -> Result<(), E> {
    let mut name: OsString = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    match fs::remove_file(&new) {
        // A link of this name is not followed, nor is what it leads to touched.
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(named(&new, &error).into()),
    }
    let written = write_through(&new, write);
    if written.is_err() {
        // Nothing is lost if this fails too: the next attempt writes over it.
        let _ = fs::remove_file(&new);
    }
    written?;
    Ok(fs::rename(&new, path).map_err(|error| named(path, &error))?)
}

/// Room in a column for the longest of these texts, at most 60 characters: one that is longer sticks
/// out. (Wider than 65,535 nothing can be padded.)
pub fn column_width(texts: impl Iterator<Item = impl AsRef<str>>) -> usize {
    let widest = texts.map(|text| text.as_ref().chars().count()).max();
    widest.unwrap_or(0).min(60)
}

/// The same error with the file in its message.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

fn write_through<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
) -> Result<(), E> {
    let file = File::options().write(true).create_new(true).open(path);
    let mut file = BufWriter::new(file.map_err(|error| named(path, &error))?);
    write(&mut file)?;
    // Otherwise a loss of power could leave the new name on an empty file.
    let file = file.into_inner().map_err(io::Error::from)?;
    Ok(file.sync_all()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_entirely_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        replace_file(&path, |to| to.write_all(b"one")).unwrap();
        replace_file(&path, |to| to.write_all(b"two")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        let failed = replace_file(&path, |to| {
            to.write_all(b"three")?;
            Err(io::Error::other("stop"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "stop");
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_beside_it_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("precious"), b"precious").unwrap();
        std::os::unix::fs::symlink(at("precious"), at("games.pgn.new")).unwrap();
        replace_file(&at("games.pgn"), |to| to.write_all(b"games")).unwrap();
        assert_eq!(fs::read(at("precious")).unwrap(), b"precious");
        assert_eq!(fs::read(at("games.pgn")).unwrap(), b"games");
        assert!(!fs::symlink_metadata(at("games.pgn")).unwrap().is_symlink());
    }

    #[test]
    fn a_file_that_cannot_be_replaced_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::create_dir(&path).unwrap();
        let error = replace_file(&path, |to| to.write_all(b"one")).unwrap_err();
        assert!(error.to_string().contains("games.pgn: "), "{error}");
    }
}
