//! Several runs side by side: their settings, and the differences in their engines' strength.
//!
//! Runs are independent samples, so variances of a difference add. Ratings are relative to the mean of the engines that
//! are in all runs, by name ([`match_stats::ratings::Contrast`]). All runs are compared with the first one.

mod pairings;
mod read;
mod settings;
mod strengths;
mod text;

use std::fs;
use std::io;
use std::path::PathBuf;

use serde::Serialize;

pub use pairings::{PairingChange, PairingInRun, PairingRow};
use read::ReadRun;
use runner::run::Run;
use runner::store::StoreError;
pub use settings::Setting;
pub use strengths::{EngineInRun, EngineRow, RatingChange};

/// The maximum number of runs: they are labelled with letters.
pub const MOST_RUNS: usize = 26;

/// The reason that runs cannot be compared.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum CompareError {
    /// A run.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An unreadable folder.
    #[error("{}: {source}", folder.display())]
    Folder { folder: PathBuf, source: io::Error },
    /// One run twice.
    #[error("{}: this run is named twice; the difference of a run from itself is nothing, leave one out", folder.display())]
    Twice { folder: PathBuf },
    /// One run, none, or too many.
    #[error("{found} runs are named; name two to {MOST_RUNS}")]
    Number { found: usize },
    /// Too few engines in common.
    #[error(
        "{found} of the engines with a finished pair of games are in all of these runs, and two are needed; \
         engines go by their names: {names}"
    )]
    NothingInCommon { found: usize, names: String },
}

/// Runs side by side. Unbounded or unknown numbers are `None`, in JSON null.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// In the order in which they were named.
    pub runs: Vec<RunSummary>,
    /// The differences to the first run, in the order of the others.
    pub settings: Vec<Setting>,
    /// Runs that have games in common with the first one; the differences from it assume that there are none.
    pub shared_games: Vec<SharedGames>,
    /// Engines with a finished pair in every run, in the order of the first run. Their mean is the zero of ratings.
    pub common: Vec<String>,
    /// The other engines.
    pub only_in_some: Vec<OnlyInSome>,
    /// True if a rating was given in a run; it is not the zero of the ratings here.
    pub anchored: bool,
    /// The engines of `common`; empty if all runs are matches of these two, or if some of them are not connected by
    /// games.
    pub engines: Vec<EngineRow>,
    /// The pairings among them that have games in every run.
    pub pairings: Vec<PairingRow>,
}

/// A run that is compared.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunSummary {
    /// Its short name, A, B and so on.
    pub run: String,
    /// Its folder, as it was named.
    pub folder: String,
    /// Its name.
    pub name: String,
    /// Games finished.
    pub games: u64,
    /// Games in its schedule.
    pub planned_games: u64,
    /// Seed of everything random.
    pub seed: u64,
    /// The limit of the engines, in words.
    pub limits: String,
    /// The program that began it.
    pub software: String,
    /// The machine on which it was begun.
    pub host: Option<String>,
    /// The start of its first game, UTC.
    pub begun: Option<String>,
    /// As in results.json.
    pub configuration_hash: String,
    /// True if it has several time controls, whose games count together.
    pub time_controls: bool,
}

/// The games that a run has in common with the first one: the same engines by name, and the same moves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SharedGames {
    /// The run.
    pub run: String,
    /// The number of its games that the first one has, too.
    pub games: u64,
}

/// An engine that is not in all runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OnlyInSome {
    /// Its name.
    pub name: String,
    /// The runs in which it has a finished pair.
    pub runs: Vec<String>,
}

/// Compares runs with the first of them; `notify` is called for each game that is read.
///
/// # Errors
/// If a run cannot be read or is named twice, or fewer than two engines are in all of them.
pub fn compare(runs: &[Run], mut notify: impl FnMut()) -> Result<Comparison, CompareError> {
    if !(2..=MOST_RUNS).contains(&runs.len()) {
        let found = runs.len();
        return Err(CompareError::Number { found });
    }
    none_twice(runs)?;
    let labelled = runs.iter().zip('A'..='Z');
    let runs: Vec<ReadRun<'_>> = labelled
        .map(|(run, label)| ReadRun::new(run, label, &mut notify))
        .collect::<Result<_, _>>()?;
    let (first, others) = runs.split_at(1);
    let (first, is_in) = (&first[0], |name: &str| {
        let has = runs.iter().filter(|run| run.place(name).is_some());
        has.map(|run| run.label.clone()).collect::<Vec<_>>()
    });
    let (mut common, mut only_in_some) = (Vec::new(), Vec::new());
    let mut names: Vec<&str> = Vec::new();
    for name in runs.iter().flat_map(ReadRun::names) {
        if names.contains(&name) {
            continue;
        }
        names.push(name);
        let (name, runs_with) = (name.to_owned(), is_in(name));
        if runs_with.len() == runs.len() {
            common.push(name);
        } else {
            only_in_some.push(OnlyInSome { name, runs: runs_with });
        }
    }
    if common.len() < 2 {
        return Err(nothing_in_common(common.len(), &runs));
    }
    let shared = others.iter().map(|run| SharedGames {
        run: run.label.clone(),
        games: run.games.intersection(&first.games).count() as u64,
    });
    let are_matches = runs.iter().all(|run| run.results.is_match());
    Ok(Comparison {
        settings: others.iter().flat_map(|run| settings::between(first, run)).collect(),
        shared_games: shared.filter(|shared| shared.games > 0).collect(),
        anchored: runs.iter().any(|run| !run.results.anchors.is_empty()),
        engines: if are_matches { Vec::new() } else { strengths::rows(&runs, &common) },
        pairings: pairings::rows(&runs, &common),
        runs: runs.iter().map(ReadRun::summary).collect(),
        common,
        only_in_some,
    })
}

/// Refuses a folder that is named twice, by whatever path.
fn none_twice(runs: &[Run]) -> Result<(), CompareError> {
    let mut seen = Vec::new();
    for Run { folder, .. } in runs {
        let real = fs::canonicalize(folder)
            .map_err(|source| CompareError::Folder { folder: folder.clone(), source })?;
        if seen.contains(&real) {
            let folder = folder.clone();
            return Err(CompareError::Twice { folder });
        }
        seen.push(real);
    }
    Ok(())
}

fn nothing_in_common(found: usize, runs: &[ReadRun<'_>]) -> CompareError {
    let of_run = |run: &ReadRun<'_>| {
        let names: Vec<&str> = run.names().collect();
        let names = if names.is_empty() { "no engine".to_owned() } else { names.join(", ") };
        format!("{} has {names}", run.run.folder.display())
    };
    let names: Vec<String> = runs.iter().map(of_run).collect();
    CompareError::NothingInCommon { found, names: names.join("; ") }
}
