//! The journal of a tuning: `spsa.jsonl`, a line that describes what is tuned and one for each batch.
//!
//! A line is written at once and reaches the disk before the next batch is played. What a kill left
//! of a line is cut off when the file is opened again, and its batch is played again.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::SpsaError;
use players::identity::{self, Identities, renamed_software};

/// The file in a tuning's folder.
pub const JOURNAL: &str = "spsa.jsonl";

/// The subject of the tuning: it must be the same when a tuning is resumed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The configuration.
    pub configuration: serde_json::Value,
    /// The identity of the openings.
    pub openings: String,
    /// The version of the program.
    pub software: String,
    /// The identities of the engines; empty in a journal of an older program.
    #[serde(default)]
    pub identities: Identities,
}

/// Some iterations, and where they led.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// The first of them, from 0.
    pub iteration: u32,
    /// For each of them: games won by the side that was moved first less those that it lost.
    pub surplus: Vec<f64>,
    /// The values after them, in the order of the configuration.
    pub values: Vec<f64>,
}

/// An open journal, at its end.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// The journal in `folder` and the batches in it; a new one if there is none.
    ///
    /// # Errors
    /// If the file cannot be read or written, is of another tuning, or damaged.
    pub fn open(folder: &Path, header: &Header) -> Result<(Self, Vec<Batch>), SpsaError> {
        let path = folder.join(JOURNAL);
        let unusable = |source| SpsaError::Journal { path: path.clone(), source };
        let mut file = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .map_err(unusable)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(unusable)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(unusable)?;
        file.seek(SeekFrom::End(0)).map_err(unusable)?;
        let mut journal = Self { file, path };
        let mut lines = text[..whole].lines().enumerate();
        let Some((_, first)) = lines.next() else {
            journal.write(header)?;
            return Ok((journal, Vec::new()));
        };
        let mut began: Header = journal.read(1, first)?;
        began.software = renamed_software(&began.software);
        if let Some(what) = changed(&began, header) {
            let path = journal.path;
            return Err(SpsaError::Changed { path, what });
        }
        let mut batches: Vec<Batch> = Vec::new();
        for (index, line) in lines {
            let batch: Batch = journal.read(index + 1, line)?;
            let due = batches.last().map_or(0, |last| last.iteration as usize + last.surplus.len());
            if batch.iteration as usize != due || batch.surplus.is_empty() {
                let reason = format!("iteration {due} should begin here");
                return Err(journal.damaged(index + 1, reason));
            }
            batches.push(batch);
        }
        Ok((journal, batches))
    }

    /// Keeps a batch.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, batch: &Batch) -> Result<(), SpsaError> {
        self.write(batch)
    }

    fn read<'t, T: Deserialize<'t>>(&self, line: usize, text: &'t str) -> Result<T, SpsaError> {
        let read = serde_json::from_str(text);
        read.map_err(|error: serde_json::Error| self.damaged(line, error.to_string()))
    }

    fn damaged(&self, line: usize, reason: String) -> SpsaError {
        SpsaError::Damaged { path: self.path.clone(), line, reason }
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), SpsaError> {
        let written = serde_json::to_string(line).map_err(io::Error::from);
        let kept = written.and_then(|line| {
            self.file.write_all(format!("{line}\n").as_bytes())?;
            self.file.sync_data()
        });
        kept.map_err(|source| SpsaError::Journal { path: self.path.clone(), source })
    }
}

/// The first thing that differs.
fn changed(was: &Header, is: &Header) -> Option<String> {
    let engines = identity::differences(&was.identities, &is.identities);
    engines.into_iter().next().or_else(|| {
        let rest = |header: &Header| Header { identities: Identities::new(), ..header.clone() };
        (rest(was) != rest(is)).then(|| changed_rest(was, is))
    })
}

/// The first thing that differs besides the engines.
fn changed_rest(was: &Header, is: &Header) -> String {
    let (Some(old), Some(new)) = (was.configuration.as_object(), is.configuration.as_object())
    else {
        return "the configuration".to_owned();
    };
    if let Some((key, value)) = new.iter().find(|(key, value)| old.get(*key) != Some(value)) {
        let before = old.get(key).map_or_else(String::new, ToString::to_string);
        return format!("{key} was {before} and is now {value}");
    }
    if was.openings != is.openings {
        return "the file of openings has other openings in it".to_owned();
    }
    format!("it was begun by {} and this is {}", was.software, is.software)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::tempdir;

    use super::*;

    fn header(iterations: u32) -> Header {
        Header {
            configuration: serde_json::json!({ "iterations": iterations }),
            openings: "1".to_owned(),
            software: "x".to_owned(),
            identities: Identities::new(),
        }
    }

    fn batch(iteration: u32) -> Batch {
        Batch {
            iteration,
            surplus: vec![1.0, -0.5],
            // Not every reader of JSON gives this number back.
            values: vec![1.994_969_936_009_359],
        }
    }

    #[test]
    fn what_a_kill_left_of_a_line_is_cut_off_and_the_rest_stays() {
        let folder = tempdir().unwrap();
        let open = || Journal::open(folder.path(), &header(5));
        let (mut journal, batches) = open().unwrap();
        assert!(batches.is_empty());
        journal.add(&batch(0)).unwrap();
        journal.add(&batch(2)).unwrap();
        let path = folder.path().join(JOURNAL);
        let whole = fs::read_to_string(&path).unwrap();
        for torn in 0..whole.lines().last().unwrap().len() {
            fs::write(&path, &whole[..whole.len() - 1 - torn]).unwrap();
            let (mut journal, batches) = open().unwrap();
            assert_eq!(batches, [batch(0)]);
            journal.add(&batch(2)).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        }
        assert_eq!(open().unwrap().1, [batch(0), batch(2)]);
    }

    #[test]
    fn another_tuning_and_damage_are_told() {
        let folder = tempdir().unwrap();
        let (mut journal, _) = Journal::open(folder.path(), &header(5)).unwrap();
        let error = |header: &Header| {
            let error = Journal::open(folder.path(), header).unwrap_err();
            error.to_string()
        };
        assert!(error(&header(6)).contains("iterations was 5 and is now 6"));
        let openings = Header { openings: "2".to_owned(), ..header(5) };
        assert!(error(&openings).contains("other openings"));
        journal.add(&batch(2)).unwrap();
        assert!(error(&header(5)).contains("spsa.jsonl:2: not a batch of this tuning"));
    }
}
