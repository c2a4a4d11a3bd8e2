//! The results of all comparisons: a line of JSON each, in an append-only file.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};

use match_stats::Interval;
use match_stats::stop_rule::{Bounds, ChangeVerdict};
use serde::{Deserialize, Serialize};

use crate::archive::{Archive, ignored_folder, lock};
use crate::error::{RegressionError, at};
use crate::version::Version;
use config::disk;
use report::numbers::Elo;

const FILE: &str = "history.jsonl";

/// One side of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Party {
    /// The version's name, or that of an evaluator with parameters.
    pub name: String,
    /// The text by which versions are compared: [`Version::identity`].
    pub identity: String,
    /// The commit that it was built from, or on which its changes are based.
    pub commit: Option<String>,
    /// True if it had uncommitted changes.
    pub changed: bool,
    /// The nodes of its `bench`; `None` if it has none.
    pub bench: Option<u64>,
}

impl From<&Version> for Party {
    fn from(version: &Version) -> Self {
        Self {
            name: version.name.clone(),
            identity: version.identity(),
            commit: version.commit.clone(),
            changed: version.changed,
            bench: version.bench,
        }
    }
}

/// One comparison. Elo is that of the new side over the old one; unbounded or unknown values are `None`, in JSON null.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The time at which it ended, UTC.
    pub date: String,
    /// The engine.
    pub engine: String,
    /// The side that was judged.
    pub new: Party,
    /// The side that it was measured by.
    pub old: Party,
    /// The limits of both sides, in words.
    pub limits: String,
    /// The test.
    pub test: Bounds,
    /// The verdict of the test.
    pub verdict: ChangeVerdict,
    /// Games that count.
    pub games: u64,
    /// Pairs of games by the new side's points in them: 0, 1/2, 1, 3/2, 2.
    pub penta: [u64; 5],
    /// The log-likelihood ratio of the test for a gain, if there was one.
    pub llr_gain: Option<f64>,
    /// The log-likelihood ratio of the test for a loss.
    pub llr_loss: Option<f64>,
    /// Elo.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
    /// The folder of its games; `None` if nothing was played.
    pub run: Option<String>,
}

impl Entry {
    /// True if this is the same comparison with the same result, repeated.
    fn repeats(&self, other: &Self) -> bool {
        let identities = |entry: &Self| [entry.new.identity.clone(), entry.old.identity.clone()];
        identities(self) == identities(other)
            && (&self.engine, &self.limits, &self.run) == (&other.engine, &other.limits, &other.run)
            && (self.verdict, self.penta) == (other.verdict, other.penta)
    }
}

/// The history of all comparisons is beside the versions.
impl Archive {
    /// All comparisons, the oldest first. A line that cannot be read, such as the last one after a loss of power, is passed
    /// over.
    pub fn entries(&self) -> Result<Vec<Entry>, RegressionError> {
        let path = self.folder.join(FILE);
        let bytes = match disk::positions(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            read => read.map_err(at(path))?,
        };
        let lines = bytes.split(|&byte| byte == b'\n');
        Ok(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect())
    }

    /// Stores a comparison, unless it is there already.
    pub fn record(&self, entry: &Entry) -> Result<(), RegressionError> {
        ignored_folder(&self.folder).map_err(at(&self.folder))?;
        let _lock = lock(&self.folder.join(".history.lock"), || {})?;
        if self.entries()?.iter().any(|old| old.repeats(entry)) {
            return Ok(());
        }
        let path = self.folder.join(FILE);
        let file = File::options().create(true).read(true).append(true).open(&path);
        let written = file.and_then(|mut file| {
            let mut line = serde_json::to_string(entry)?;
            line.push('\n');
            // After half a line this one would be lost with it.
            if !ends_a_line(&mut file)? {
                line.insert(0, '\n');
            }
            file.write_all(line.as_bytes())?;
            file.sync_all()
        });
        written.map_err(at(path))
    }
}

fn ends_a_line(file: &mut File) -> std::io::Result<bool> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

#[cfg(test)]
pub(crate) mod tests {
    use std::fs;

    use match_stats::sprt::Model;

    use super::*;

    /// A comparison of versions identified by these texts, with its Elo and interval.
    pub(crate) fn entry(new: &str, old: &str, [value, low, high]: [f64; 3], games: u64) -> Entry {
        let party = |identity: &str| Party {
            name: identity.to_owned(),
            identity: identity.to_owned(),
            commit: None,
            changed: false,
            bench: None,
        };
        Entry {
            date: "2026-11-21T00:00:00Z".to_owned(),
            engine: "otter".to_owned(),
            new: party(new),
            old: party(old),
            limits: "100 nodes a move".to_owned(),
            test: Bounds {
                elo0: 0.0,
                elo1: 10.0,
                alpha: 0.05,
                beta: 0.05,
                model: Model::Logistic,
                non_regression: false,
            },
            verdict: ChangeVerdict::Improved,
            games,
            penta: [0, 0, games / 2, 0, 0],
            llr_gain: Some(2.95),
            llr_loss: Some(4.0),
            elo: Some(Interval { value, low, high }).into(),
            run: Some(format!("{new}-{old}-{games}")),
        }
    }

    #[test]
    fn a_torn_line_costs_itself_only() {
        let folder = tempfile::tempdir().unwrap();
        let history = Archive::below(folder.path());
        assert!(history.entries().unwrap().is_empty());
        let mut first = entry("b", "a", [5.0, 1.0, 9.0], 10);
        first.elo = Interval { low: Some(1.0), ..Interval::UNKNOWN };
        let second = entry("c", "b", [1.0, 0.0, 2.0], 20);
        history.record(&first).unwrap();
        history.record(&second).unwrap();
        assert_eq!(history.entries().unwrap(), [first.clone(), second.clone()]);
        let path = history.folder.join(FILE);
        let text = fs::read(&path).unwrap();
        fs::write(&path, &text[..text.len() - 20]).unwrap();
        assert_eq!(history.entries().unwrap(), std::slice::from_ref(&first));
        history.record(&second).unwrap();
        history.record(&first).unwrap();
        assert_eq!(history.entries().unwrap(), [first, second], "each is there once");
    }
}
