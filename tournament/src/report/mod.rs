//! What is made of a run: numbers, a table for people, and the games.
//!
//! Everything here is made from the store's records and can be made again. Files are written
//! beside their place and moved into it, so that there is never half of one.

pub mod events;
pub mod failures;
pub mod ladders;
pub mod match_figures;
pub mod pgn;
pub mod progress;
pub mod rating_list;
pub mod results;
#[cfg(test)]
mod sample;
mod summaries;
pub mod table;
mod tally;
pub mod verdicts;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub use events::Events;
pub use failures::{failure_text, write_failure};
pub use ladders::RunBuilder;
pub use match_figures::MatchFigures;
pub use pgn::{PgnError, PgnWriter};
pub use rating_list::{Listing, RatingList};
pub use results::{Results, ResultsBuilder, write_json};
pub use summaries::{EngineResult, PairingSummary};
pub use table::{write_standings, write_table};
pub use verdicts::{DifferenceSummary, RatingFit};

/// Replaces a file by what `write` writes, at once and entirely, or not at all.
///
/// # Errors
/// Whatever `write` returns, or if the file cannot be written; the old file is then untouched.
pub fn replace_file<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let mut name: OsString = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    let written = write_through(&new, write);
    if written.is_err() {
        // Nothing is lost if this fails too: the next attempt writes over it.
        let _ = fs::remove_file(&new);
    }
    written?;
    Ok(fs::rename(&new, path)?)
}

fn write_through<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let mut file = BufWriter::new(File::create(path)?);
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
}
