//! Merging the parts of a run.
//!
//! The games of all parts ([`crate::shard`]) become one run, as if it had been played in one place: any
//! number of parts, in any order, again and again, whether or not they are finished. Each game is taken once. A part is
//! taken whole or not at all, in one transaction (of a Swiss tournament a round is, as it is drawn from those before),
//! and read only while no process plays in it: a database in a folder that machines share must be open on one of them
//! at a time. Parts already in the run are recognized by sizes and times of files and not read again.

mod outcome;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use config::Config;
use players::record::{GameRecord, GameResult};
use rayon::prelude::*;

use crate::drawn::DrawnOpenings;
use crate::run::{Replayer, Run, RunError, changes, draw_known, verify};
use crate::schedule::Schedule;
use crate::store::{Invocation, JoinError, Part, RunInfo, Store, StoreError, stamp};
pub use outcome::{MergeError, MissingGames};

/// The longest wait for a process that writes into the run.
const PATIENCE: Duration = Duration::from_secs(30);

/// A run into which parts were merged.
#[derive(Debug)]
pub struct MergedRun {
    /// The run, open for writing; its schedule as far as it is known.
    pub run: Run,
    /// A summary of the merge.
    pub summary: MergeSummary,
}

/// A summary of a merge.
#[derive(Debug, Default)]
pub struct MergeSummary {
    /// Parts that were named, or found below folders that were.
    pub parts: usize,
    /// Parts that are in the run as they are.
    pub unchanged: usize,
    /// Games that the run did not have.
    pub added: usize,
    /// Parts of which nothing is stored yet.
    pub not_begun: usize,
    /// Parts in which a process plays.
    pub playing: Vec<PathBuf>,
    /// Parts that were not taken, and why.
    pub refused: Vec<(PathBuf, MergeError)>,
    /// The games that the run does not have yet.
    pub missing: MissingGames,
}

/// Merges the parts in `folders` into the run in `run`, which is made if it is not there. A folder is that of a part,
/// or contains those of parts. `notify` receives each part that is read, and the number of parts.
/// Fails if there is no part, one is not of this run, or the run cannot be written. What else is wrong with single
/// parts is returned in [`MergeSummary::refused`], and the others are merged.
pub fn merge(
    run: &Path,
    folders: &[PathBuf],
    mut notify: impl FnMut(usize),
) -> Result<MergedRun, MergeError> {
    let parts = parts(run, folders)?;
    let begun = Part::begun_within(run, PATIENCE)?;
    let merged = match &begun {
        Some(begun) => begun.store().merged()?,
        None => HashMap::new(),
    };
    let is_new = |part: &&PathBuf| {
        let known = merged.get(&key(part));
        known.is_none_or(|known| *known != stamp(part))
    };
    let new: Vec<&PathBuf> = parts.iter().filter(is_new).collect();
    let mut summary = MergeSummary {
        parts: parts.len(),
        unchanged: parts.len() - new.len(),
        ..MergeSummary::default()
    };
    let inspections = inspect(&new, &mut summary);
    let of_run = begun.as_ref().map(Part::info);
    let test_of_run = begun.as_ref().map(|begun| begun.store().invocation());
    let test_of_run = test_of_run.transpose()?;
    agree(run, of_run, test_of_run.as_ref(), &inspections)?;
    let new: Vec<&PathBuf> = inspections.iter().map(|inspection| inspection.folder).collect();
    let store = match (begun, inspections.first()) {
        (Some(begun), None) => begun.into_store()?,
        (Some(begun), Some(_)) => {
            // A damaged run must not be written to.
            begun.check()?;
            begun.into_store()?
        }
        (None, Some(first)) => {
            let store = Store::open_within(run, &first.info, PATIENCE)?;
            store.keep_invocation(&first.invocation)?;
            store
        }
        (None, None) => {
            return Err(MergeError::Nothing {
                playing: summary.playing.len(),
                not_begun: summary.not_begun,
                refused: summary.refused,
            });
        }
    };
    let mut run = Run::of(run, store)?;
    if run.schedule.drawn_games() < run.schedule.len() {
        verify(&mut run.schedule, run.config.engines.len(), &run.store)?;
    }
    let mut merged = MergedRun { run, summary };
    merged.join(&new, &mut notify)?;
    Ok(merged)
}

impl MergedRun {
    /// Merges the parts in `folders`; of a Swiss tournament round by round, as each is known by those before it.
    fn join(
        &mut self,
        folders: &[&PathBuf],
        notify: &mut impl FnMut(usize),
    ) -> Result<(), MergeError> {
        let mut folders = folders.to_vec();
        let config = self.run.config.clone();
        let openings = openings(&config, &self.run.schedule, &self.run.store);
        let replayer = Replayer::new(&config, openings.as_ref());
        loop {
            let known = self.run.schedule.drawn_games();
            let mut left = Vec::new();
            for &folder in &folders {
                match self.join_one(folder, &replayer) {
                    Ok(true) => left.push(folder),
                    Ok(false) => {}
                    Err(MergeError::Store(StoreError::Locked { folder })) => {
                        self.summary.playing.push(folder);
                    }
                    // It is the run that has no room: the next part has none either.
                    Err(MergeError::Store(error)) if error.is_of(&self.run.store) => {
                        return Err(error.into());
                    }
                    Err(error) => self.summary.refused.push((folder.clone(), error)),
                }
                notify(folders.len());
            }
            draw_known(&mut self.run.schedule, self.run.config.engines.len(), &self.run.store)?;
            if left.is_empty() || self.run.schedule.drawn_games() == known {
                break;
            }
            folders = left;
        }
        if self.run.store.is_complete(self.run.schedule.len())? {
            return Ok(());
        }
        let finished = self.run.store.finished(self.run.schedule.len())?;
        self.summary.missing = MissingGames::of(&finished);
        if self.summary.missing.games() == 0 {
            self.run.store.mark_complete()?;
        }
        Ok(())
    }

    /// Merges a part; true if it has games that are not known to be of the schedule yet.
    fn join_one(&mut self, folder: &Path, replayer: &Replayer<'_>) -> Result<bool, MergeError> {
        let part = Part::open(folder)?;
        let (config, schedule) = (&self.run.config, &self.run.schedule);
        // Beyond a schedule that is known whole there are no games.
        let is_whole = schedule.drawn_games() >= schedule.len();
        let places = 0..if is_whole { usize::MAX } else { schedule.drawn_games() };
        let is_same = |here: &GameRecord, there: &GameRecord| {
            let time_control = schedule.time_control(here.index);
            let fixed = |engine| config.limit(time_control, engine).is_deterministic();
            !fixed(here.white) || !fixed(here.black) || here.is_same_game(there)
        };
        let merged = self.run.store.join(&part, &key(folder), &places, schedule, replayer, is_same);
        match merged {
            Ok(merged) => {
                self.summary.added += merged.added;
                Ok(merged.left > 0)
            }
            Err(JoinError::Store(error)) => Err(error.into()),
            Err(JoinError::Bad(bad)) => Err(MergeError::Bad { part: folder.to_owned(), bad }),
            Err(JoinError::Different { here, there }) => {
                let other = self.run.store.merged()?;
                Err(different(config, &other, (folder, &there), &here))
            }
        }
    }
}

impl From<RunError> for MergeError {
    fn from(error: RunError) -> Self {
        Self::Run(Box::new(error))
    }
}

/// The openings of a run, if they can be had here: a file of openings need not be.
fn openings(config: &Config, schedule: &Schedule, store: &Store) -> Option<DrawnOpenings> {
    let drawn = DrawnOpenings::draw(config, schedule).ok()?;
    (drawn.fingerprint() == store.info().openings).then_some(drawn)
}

/// The folders of parts among `folders` and directly below them, in the order of their names.
fn parts(run: &Path, folders: &[PathBuf]) -> Result<Vec<PathBuf>, MergeError> {
    let mut parts = Vec::new();
    for folder in folders {
        let unreadable = |source| MergeError::Folder { folder: folder.clone(), source };
        if Store::exists(folder) {
            parts.push(folder.clone());
            continue;
        }
        let mut below = Vec::new();
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if Store::exists(&path) {
                below.push(path);
            }
        }
        if below.is_empty() {
            let folder = folder.clone();
            return Err(MergeError::NoPart { folder });
        }
        below.sort();
        parts.append(&mut below);
    }
    let own = fs::canonicalize(run).ok();
    let is_own = |part: &&PathBuf| own.is_some() && fs::canonicalize(part).ok() == own;
    if let Some(part) = parts.iter().find(is_own) {
        let run = part.clone();
        return Err(MergeError::Itself { run });
    }
    let mut seen = HashSet::new();
    parts.retain(|part| seen.insert(key(part)));
    Ok(parts)
}

/// The key of a part: its canonical folder, whatever path leads to it.
fn key(folder: &Path) -> String {
    let path = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    path.to_string_lossy().into_owned()
}

/// The error of a part in `folder` that has the game `there` where the run has `here`.
fn different(
    config: &Config,
    merged: &HashMap<String, String>,
    (folder, there): (&Path, &GameRecord),
    here: &GameRecord,
) -> MergeError {
    let mut folders: Vec<&String> = merged.keys().collect();
    folders.sort();
    let has = |folder: &&&String| {
        let part = Part::open(Path::new(folder));
        part.is_ok_and(|part| matches!(part.store().game(here.index), Ok(Some(_))))
    };
    MergeError::Different {
        game: here.index,
        here: words(config, here),
        there: words(config, there),
        part: folder.to_owned(),
        from: folders.iter().find(has).map(PathBuf::from),
    }
}

fn words(config: &Config, game: &GameRecord) -> String {
    let name = |engine: usize| config.engines[engine].name.as_str();
    let result = match game.outcome {
        GameResult::WhiteWins => "1-0",
        GameResult::BlackWins => "0-1",
        GameResult::Draw => "1/2-1/2",
    };
    let nodes = game.white_stats.nodes.saturating_add(game.black_stats.nodes);
    format!(
        "{} - {} {result} by {} after {} moves and {nodes} nodes",
        name(game.white),
        name(game.black),
        game.termination.name(),
        game.moves.len(),
    )
}

#[derive(Debug)]
struct Inspection<'p> {
    folder: &'p PathBuf,
    info: RunInfo,
    /// The command-line settings of the run: the command of one part is not that of the run.
    invocation: Invocation,
}

/// Inspects these parts; those that cannot be read are reported and left out.
fn inspect<'p>(folders: &[&'p PathBuf], summary: &mut MergeSummary) -> Vec<Inspection<'p>> {
    let inspections: Vec<_> = folders.par_iter().map(|folder| inspect_one(folder)).collect();
    let mut readable = Vec::new();
    for (inspection, folder) in inspections.into_iter().zip(folders) {
        match inspection {
            Ok(Some(inspection)) => readable.push(inspection),
            // The process was killed before it began the run.
            Ok(None) => summary.not_begun += 1,
            Err(MergeError::Store(StoreError::Locked { folder })) => summary.playing.push(folder),
            Err(MergeError::Store(StoreError::NoRun { .. })) => summary.not_begun += 1,
            Err(error) => summary.refused.push(((*folder).clone(), error)),
        }
    }
    readable
}

/// A part; `None` if there is nothing in it.
fn inspect_one(folder: &PathBuf) -> Result<Option<Inspection<'_>>, MergeError> {
    let part = Part::open(folder)?;
    part.check()?;
    if part.store().is_untouched()? {
        return Ok(None);
    }
    // A new run must not begin with an invalid configuration.
    part.store().config()?;
    Ok(Some(Inspection {
        folder,
        info: part.info().clone(),
        invocation: Invocation { command: None, ..part.store().invocation()? },
    }))
}

/// The difference between the test that ends a part and that of the run, if any.
fn other_test(run: &Invocation, part: &Invocation) -> Option<String> {
    let test = |of: &Invocation| of.test().unwrap_or_else(|| "none".to_owned());
    let (was, is) = (test(run), test(part));
    (was != is).then(|| format!("the test that ends the run was {was} and is now {is}"))
}

/// An error that names the parts that are not of the run; of a run that has not begun, not like the first of them.
fn agree(
    run: &Path,
    of_run: Option<&RunInfo>,
    test_of_run: Option<&Invocation>,
    inspections: &[Inspection<'_>],
) -> Result<(), MergeError> {
    let Some(is) = of_run.or(inspections.first().map(|first| &first.info)) else {
        return Ok(());
    };
    let Some(test) = test_of_run.or(inspections.first().map(|first| &first.invocation)) else {
        return Ok(());
    };
    let others = inspections.iter().filter_map(|inspection| {
        let mut changes = changes(is, &inspection.info);
        changes.extend(other_test(test, &inspection.invocation));
        (!changes.is_empty()).then(|| (inspection.folder.clone(), changes))
    });
    let parts: Vec<_> = others.collect();
    if parts.is_empty() { Ok(()) } else { Err(MergeError::OtherRun { run: run.to_owned(), parts }) }
}
