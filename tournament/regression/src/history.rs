//! The results of all comparisons, a line of JSON each in an append-only file; and the strength of an engine's versions,
//! from these results.
//!
//! If two versions were compared, that result counts; of several, the one with the most games, since tests of one seed
//! play the same games. Otherwise the differences along a chain of comparisons are added, and so are the squares of
//! their standard errors: the comparisons are of different games. Of several chains the one with the least error is
//! taken. An interval along a chain supposes that strength adds up (a beats b beats c), and each link's interval is
//! taken as that of a normal distribution. Only comparisons within the same limits are put together; versions that
//! search the same tree are equal within all limits that do not depend on time.

use std::fs::File;
use std::io::{ErrorKind, Write};

use anyhow::Result;
use config::disk;
use match_stats::stop_rule::{Bounds, ChangeVerdict};
use match_stats::{Interval, Z95};
use petgraph::algo::astar;
use petgraph::graphmap::DiGraphMap;
use report::numbers::Elo;
use serde::{Deserialize, Serialize};

use crate::archive::{Archive, ignored_folder, lock};
use crate::at;
use crate::version::{Version, with_params};

const FILE: &str = "history.jsonl";

/// One side of a comparison.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
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
    /// A text that stays the same when the same source is built anew, in another way; empty if it is not known.
    #[serde(default)]
    pub source: String,
    /// A text that is equal for programs that search the same tree.
    #[serde(default)]
    pub search: Option<String>,
}

impl From<&Version> for Party {
    fn from(version: &Version) -> Self {
        Self {
            name: version.name.clone(),
            identity: version.identity(),
            commit: version.commit.clone(),
            changed: version.changed,
            bench: version.bench,
            source: with_params(version.tree.clone().unwrap_or(version.sha256.clone()), &version.params),
            search: version.bench.map(|nodes| with_params(format!("bench {nodes}"), &version.params)),
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
    /// The seed by which the openings were drawn; `None` in files of earlier builds.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The digest of what they were drawn from.
    #[serde(default)]
    pub openings: String,
    /// The start time of the first game, in milliseconds since 1970 UTC.
    #[serde(default)]
    pub begun: Option<u64>,
}

/// True if speed matters within these limits, as [`Entry::limits`] has them.
pub(crate) fn is_timed(limits: &str) -> bool {
    !(limits.contains(" node") || limits.starts_with("depth "))
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
    pub fn entries(&self) -> Result<Vec<Entry>> {
        Ok(entries_in(&self.history()?))
    }

    fn history(&self) -> Result<Vec<u8>> {
        let path = self.folder.join(FILE);
        match disk::positions(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            read => read.map_err(at(path)),
        }
    }

    /// Stores a comparison, unless it is there already.
    pub fn record(&self, entry: &Entry) -> Result<()> {
        ignored_folder(&self.folder).map_err(at(&self.folder))?;
        let _lock = lock(&self.folder.join(".history.lock"), || {})?;
        let known = self.history()?;
        if entries_in(&known).iter().any(|old| old.repeats(entry)) {
            return Ok(());
        }
        // After half a line this one would be lost with it.
        let is_torn = known.last().is_some_and(|&last| last != b'\n');
        let path = self.folder.join(FILE);
        let file = File::options().create(true).append(true).open(&path);
        let written = file.and_then(|mut file| {
            let line = serde_json::to_string(entry)?;
            let text = format!("{}{line}\n", if is_torn { "\n" } else { "" });
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        written.map_err(at(path))
    }
}

fn entries_in(history: &[u8]) -> Vec<Entry> {
    let lines = history.split(|&byte| byte == b'\n');
    lines.filter_map(|line| serde_json::from_slice(line).ok()).collect()
}

/// The difference in strength between two versions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Difference {
    /// Logistic Elo.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval,
    /// The number of comparisons it is derived from; 1: the two were compared directly.
    pub links: usize,
}

/// All comparisons of an engine within the same limits: from each version to each that it was compared with, by their
/// identities, the games and the difference.
#[derive(Debug)]
pub struct Strengths<'e>(DiGraphMap<&'e str, (u64, Interval)>);

impl<'e> Strengths<'e> {
    /// From the comparisons of `engine` within the limits `limits`, as [`Entry::limits`] has them.
    pub fn new(entries: &'e [Entry], engine: &str, limits: &str) -> Self {
        let mut graph = DiGraphMap::new();
        for entry in entries.iter().filter(|entry| entry.engine == engine) {
            let equal = entry.verdict == ChangeVerdict::Same && !is_timed(limits);
            let Some(elo) = entry.elo.bounded().filter(|_| equal || entry.limits == limits) else {
                continue;
            };
            let (new, old) = (&*entry.new.identity, &*entry.old.identity);
            // That they are the same is certain.
            let games = if equal { u64::MAX } else { entry.games };
            if graph.edge_weight(new, old).is_none_or(|&(known, _)| known <= games) {
                graph.add_edge(old, new, (games, elo.reversed()));
                graph.add_edge(new, old, (games, elo));
            }
        }
        Self(graph)
    }

    /// True if the version was compared with any other.
    pub fn has(&self, identity: &str) -> bool {
        self.0.contains_node(identity)
    }

    /// The strength of the version `new` relative to `old`, both by their identities; `None` if nothing connects them.
    pub fn between(&self, new: &str, old: &str) -> Option<Difference> {
        let direct = |new, old| self.0.edge_weight(new, old).map(|&(_, elo)| elo);
        if let Some(elo) = direct(new, old) {
            return Some(Difference { elo, links: 1 });
        }
        let variance = |elo: &Interval| elo.standard_error().powi(2);
        let cost = |(_, _, (_, elo)): (&str, &str, &(u64, Interval))| variance(elo);
        let start = self.0.nodes().find(|&node| node == new)?;
        let (_, path) = astar(&self.0, start, |place| place == old, cost, |_| 0.0)?;
        let links = path.windows(2).filter_map(|ends| direct(ends[0], ends[1]));
        let links: Vec<Interval> = links.collect();
        let elo: f64 = links.iter().map(|link| link.value).sum();
        let error = links.iter().map(variance).sum::<f64>().sqrt();
        Some(Difference { elo: Interval::about(elo, Z95 * error), links: links.len() })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use match_stats::sprt::Model;

    use super::*;

    /// A comparison of versions identified by these texts, with its Elo and interval.
    fn entry(new: &str, old: &str, [value, low, high]: [f64; 3], games: u64) -> Entry {
        let party =
            |identity: &str| Party { name: identity.to_owned(), identity: identity.to_owned(), ..Party::default() };
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
            seed: Some(games),
            openings: String::new(),
            begun: None,
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

    const LIMITS: &str = "100 nodes a move";

    fn known(entries: &[Entry]) -> Strengths<'_> {
        Strengths::new(entries, "otter", LIMITS)
    }

    #[test]
    fn chains_add_differences_and_variances() {
        let entries = [entry("b", "a", [10.0, 7.0, 13.0], 10), entry("b", "c", [-5.0, -9.0, -1.0], 10)];
        let strengths = known(&entries);
        let chain = strengths.between("c", "a").unwrap();
        assert_eq!((chain.elo.value, chain.links), (15.0, 2));
        // 3 and 4 make 5.
        assert!((chain.elo.low - 10.0).abs() < 1e-9 && (chain.elo.high - 20.0).abs() < 1e-9, "{chain:?}");
        assert_eq!(strengths.between("a", "c").unwrap().elo.value, -15.0);
        assert_eq!(strengths.between("a", "d"), None);
    }

    #[test]
    fn a_comparison_of_the_two_counts_alone_and_the_longest_of_several() {
        let entries = [
            entry("b", "a", [10.0, 9.0, 11.0], 10),
            entry("c", "b", [10.0, 9.0, 11.0], 10),
            entry("c", "a", [30.0, 10.0, 50.0], 20),
            entry("c", "a", [40.0, 0.0, 80.0], 10),
            entry("a", "c", [-25.0, -40.0, -10.0], 30),
        ];
        assert_eq!(known(&entries[..4]).between("c", "a").unwrap().elo.value, 30.0);
        let longest = known(&entries).between("c", "a").unwrap();
        assert_eq!((longest.elo, longest.links), (Interval::about(25.0, 15.0), 1));
    }

    #[test]
    fn versions_that_play_the_same_are_equal_and_other_limits_do_not_count() {
        let mut same = entry("b", "a", [0.0, 0.0, 0.0], 0);
        same.verdict = ChangeVerdict::Same;
        same.limits = "5 nodes a move".to_owned();
        let mut unbounded = entry("d", "b", [9.0, 8.0, 10.0], 10);
        unbounded.elo.high = None;
        let mut elsewhere = entry("e", "b", [9.0, 8.0, 10.0], 10);
        elsewhere.limits = "10+0.1 s".to_owned();
        let entries = [same, entry("c", "b", [4.0, 2.0, 6.0], 10), unbounded, elsewhere];
        let strengths = known(&entries);
        let chain = strengths.between("c", "a").unwrap();
        assert!((chain.elo.low - 2.0).abs() < 1e-9 && chain.elo.value == 4.0, "{chain:?}");
        assert_eq!(strengths.between("b", "a").unwrap().elo.high, 0.0);
        assert_eq!(strengths.between("d", "b"), None);
        assert_eq!(strengths.between("e", "b"), None);
    }
}
