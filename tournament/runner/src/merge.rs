//! Merging the parts of a run.
//!
//! The games of all parts ([`crate::shard`]) become one run, as if it had been played in one place: any
//! number of parts, in any order, again and again, whether or not they are finished. Each game is taken once. A part is
//! taken whole or not at all, in one transaction (of a Swiss tournament a round is, as it is drawn from those before),
//! and read only while no process plays in it: a database in a folder that machines share must be open on one of them
//! at a time. Parts already in the run are recognized by sizes and times of files and not read again.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use config::Config;
use players::record::{GameRecord, GameResult};
use rayon::prelude::*;

use crate::drawn::DrawnOpenings;
use crate::error::RunError;
use crate::run::{Run, changes};
use crate::store::{Invocation, Replayer, RunInfo, Store, StoreError, StoreFault, stamp};

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
    pub refused: Vec<(PathBuf, RunError)>,
    /// The games that the run does not have yet.
    pub missing: MissingGames,
}

/// Merges the parts in `folders` into the run in `run`, which is made if it is not there. A folder is that of a part,
/// or contains those of parts. `notify` receives each part that is read, and the number of parts.
/// Fails if there is no part, one is not of this run, or the run cannot be written. What else is wrong with single
/// parts is returned in [`MergeSummary::refused`], and the others are merged.
pub fn merge(run: &Path, folders: &[PathBuf], mut notify: impl FnMut(usize)) -> Result<MergedRun, RunError> {
    let parts = parts(run, folders)?;
    let begun = Store::begun_alone(run, PATIENCE)?;
    let merged = begun.as_ref().map(Store::merged).transpose()?.unwrap_or_default();
    let is_new = |part: &&PathBuf| merged.get(&key(part)).is_none_or(|known| *known != stamp(part));
    let new: Vec<&PathBuf> = parts.iter().filter(is_new).collect();
    let (parts, unchanged) = (parts.len(), parts.len() - new.len());
    let mut summary = MergeSummary { parts, unchanged, ..MergeSummary::default() };
    let inspections = inspect(&new, &mut summary);
    let Some(like) = begun.as_ref().map(like_run).transpose()?.or(inspections.first().cloned()) else {
        return Err(nothing(&summary));
    };
    agree(run, &like, &inspections)?;
    let store = match begun {
        Some(begun) => {
            // A damaged run must not be written to.
            if !inspections.is_empty() {
                begun.check()?;
            }
            begun.check_writable()?;
            begun
        }
        None => {
            let store = Store::open_within(run, &like.info, PATIENCE)?;
            store.keep_invocation(&like.invocation)?;
            store
        }
    };
    let mut run = Run::of(run, store)?;
    if !run.schedule.is_drawn() {
        run.store.verify(&mut run.schedule)?;
    }
    let mut merged = MergedRun { run, summary };
    merged.join(inspections.iter().map(|part| part.folder.as_path()).collect(), &mut notify)?;
    Ok(merged)
}

fn nothing(summary: &MergeSummary) -> RunError {
    let not_begun = match summary.not_begun {
        0 => String::new(),
        empty => format!("; with nothing in them yet: {empty}"),
    };
    let refused = summary.refused.iter().map(|(_, error)| format!("\n  {error}"));
    RunError::Message(format!(
        "nothing can be merged yet: shards being played: {}{not_begun}{}",
        summary.playing.len(),
        refused.collect::<String>()
    ))
}

impl MergedRun {
    /// Merges the parts in `folders`; of a Swiss tournament round by round, as each is known by those before it.
    fn join(&mut self, mut folders: Vec<&Path>, notify: &mut impl FnMut(usize)) -> Result<(), RunError> {
        let config = self.run.config.clone();
        // A file of openings need not be here.
        let openings = DrawnOpenings::draw(&config, &self.run.schedule).ok();
        let began = &self.run.store.info.openings;
        let openings = openings.filter(|openings| openings.fingerprint() == *began);
        let replayer = Replayer::new(&config, openings.as_ref());
        loop {
            let known = self.run.schedule.drawn_games();
            let mut left = Vec::new();
            for &folder in &folders {
                match self.join_one(folder, &replayer) {
                    Ok(true) => left.push(folder),
                    Ok(false) => {}
                    Err(StoreError { path, fault: StoreFault::Locked }) => {
                        self.summary.playing.push(path);
                    }
                    // It is the run that has no room: the next part has none either.
                    Err(error) if error.path == self.run.store.path => return Err(error.into()),
                    Err(error) => self.summary.refused.push((folder.to_owned(), error.into())),
                }
                notify(folders.len());
            }
            self.run.store.draw_known(&mut self.run.schedule)?;
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
    fn join_one(&mut self, folder: &Path, replayer: &Replayer<'_>) -> Result<bool, StoreError> {
        let part = Store::open_alone(folder, Duration::ZERO)?;
        self.run.store.take_places(&part)?;
        let merged = self.run.store.merged()?;
        let (config, schedule) = (&self.run.config, &self.run.schedule);
        // Beyond a schedule that is known whole there are no games.
        let places = 0..if schedule.is_drawn() { usize::MAX } else { schedule.drawn_games() };
        let check_same = |here: &GameRecord, there: &GameRecord| {
            let time_control = schedule.time_control(here.index);
            let fixed = |engine| config.limit(time_control, engine).is_deterministic();
            if !fixed(here.white) || !fixed(here.black) || here.is_same_game(there) {
                return Ok(());
            }
            Err(StoreError::other(folder, different(config, &merged, here, there)))
        };
        let part = (&part, key(folder));
        let (added, left) = self.run.store.join(part, &places, schedule, replayer, check_same)?;
        self.summary.added += added;
        Ok(left > 0)
    }
}

/// The folders of parts among `folders` and directly below them, in the order of their names.
fn parts(run: &Path, folders: &[PathBuf]) -> Result<Vec<PathBuf>, RunError> {
    let mut parts = Vec::new();
    for folder in folders {
        let unreadable = |error| {
            let text = format!("{error}; name the folders of shards, or one that has them in it");
            StoreError::other(folder, text)
        };
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
            let none = "there is no shard here, nor in the folders in it; name the folders that have run.sqlite in them, or \
                one above them";
            return Err(StoreError::other(folder, none).into());
        }
        below.sort();
        parts.append(&mut below);
    }
    let own = fs::canonicalize(run).ok();
    let is_own = |part: &&PathBuf| own.is_some() && fs::canonicalize(part).ok() == own;
    if let Some(part) = parts.iter().find(is_own) {
        let itself = "this is the run to which shards are to be joined; name it first and only once";
        return Err(StoreError::other(part, itself).into());
    }
    let mut seen = HashSet::new();
    parts.retain(|part| seen.insert(key(part)));
    Ok(parts)
}

/// The key of a part: its canonical folder, whatever path leads to it.
fn key(folder: &Path) -> String {
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned()).to_string_lossy().into_owned()
}

/// The error of a part that has the game `there` where the run has `here`, from one of those that were `merged`.
fn different(config: &Config, merged: &HashMap<String, String>, here: &GameRecord, there: &GameRecord) -> String {
    let mut folders: Vec<&String> = merged.keys().collect();
    folders.sort();
    let from = folders.into_iter().find(|folder| {
        let part = Store::open_alone(Path::new(folder), Duration::ZERO);
        part.is_ok_and(|part| matches!(part.game(here.index), Ok(Some(_))))
    });
    format!(
        "its game {} is not the one that the run has{}, and at fixed nodes there is but one:\n  there: {}\n  here:  {}\n\
         one of the programs or machines is not like the others; nothing of this shard was taken",
        here.index + 1,
        from.map_or_else(String::new, |from| format!(" from {from}")),
        words(config, there),
        words(config, here)
    )
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

/// What a part says of the run that it is of.
#[derive(Debug, Clone)]
struct Inspection {
    folder: PathBuf,
    info: RunInfo,
    /// The command-line settings of the run: the command of one part is not that of the run.
    invocation: Invocation,
}

/// Inspects these parts; those that cannot be read are reported and left out.
fn inspect(folders: &[&PathBuf], summary: &mut MergeSummary) -> Vec<Inspection> {
    let inspections: Vec<_> = folders.par_iter().map(|folder| inspect_one(folder)).collect();
    let mut readable = Vec::new();
    for (inspection, folder) in inspections.into_iter().zip(folders) {
        match inspection {
            Ok(Some(inspection)) => readable.push(inspection),
            // The process was killed before it began the run.
            Ok(None) | Err(StoreError { fault: StoreFault::NoRun, .. }) => summary.not_begun += 1,
            Err(StoreError { path, fault: StoreFault::Locked }) => summary.playing.push(path),
            Err(error) => summary.refused.push(((*folder).clone(), error.into())),
        }
    }
    readable
}

/// A part; `None` if there is nothing in it.
fn inspect_one(folder: &Path) -> Result<Option<Inspection>, StoreError> {
    let part = Store::open_alone(folder, Duration::ZERO)?;
    part.check()?;
    if part.is_untouched()? {
        return Ok(None);
    }
    // A new run must not begin with an invalid configuration.
    part.config()?;
    like_run(&part).map(Some)
}

fn like_run(store: &Store) -> Result<Inspection, StoreError> {
    Ok(Inspection {
        folder: store.folder().to_owned(),
        info: store.info.clone(),
        invocation: Invocation { command: None, ..store.invocation()? },
    })
}

/// An error that names the parts that are not of the run that is `like` this.
fn agree(run: &Path, like: &Inspection, inspections: &[Inspection]) -> Result<(), RunError> {
    /// The number of differences of a part, and of parts, that are listed.
    const LISTED: usize = 6;
    let others = inspections.iter().filter_map(|part| {
        let mut changes = changes(&like.info, &part.info);
        let test = |of: &Inspection| of.invocation.test().unwrap_or_else(|| "none".to_owned());
        let (was, is) = (test(like), test(part));
        if was != is {
            changes.push(format!("the test that ends the run was {was} and is now {is}"));
        }
        changes.truncate(LISTED);
        let changes = Some(changes.join("; ")).filter(|changes| !changes.is_empty())?;
        Some(format!("\n  {}: {changes}", part.folder.display()))
    });
    let mut others: Vec<String> = others.collect();
    if others.is_empty() {
        return Ok(());
    }
    if let more @ 1.. = others.len().saturating_sub(LISTED) {
        others.truncate(LISTED);
        others.push(format!("\n  and {more} more"));
    }
    Err(RunError::Message(format!(
        "{}: nothing was merged, because these are not shards of this run:{}\nleave them out, play them with what \
         began the run, or merge them into a folder of their own",
        run.display(),
        others.concat()
    )))
}

/// The number of ranges that are listed; the rest is counted.
const LISTED: usize = 12;

/// The games that a run does not have, as ranges of their numbers from 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MissingGames(Vec<RangeInclusive<usize>>);

impl MissingGames {
    /// Those that are not `finished`.
    pub fn of(finished: &[bool]) -> Self {
        let mut number = 1;
        let mut ranges = Vec::new();
        for stretch in finished.chunk_by(|one, next| one == next) {
            let next = number + stretch.len();
            if !stretch[0] {
                ranges.push(number..=next - 1);
            }
            number = next;
        }
        Self(ranges)
    }

    /// The number of games in these ranges.
    pub fn games(&self) -> usize {
        self.0.iter().map(|range| range.end() - range.start() + 1).sum()
    }

    /// The ranges.
    pub fn ranges(&self) -> &[RangeInclusive<usize>] {
        &self.0
    }

    /// In words, as `3, 7-12, 40-80`; of very many ranges the first.
    pub fn text(&self) -> String {
        let word = |range: &RangeInclusive<usize>| {
            if range.start() == range.end() {
                range.start().to_string()
            } else {
                format!("{}-{}", range.start(), range.end())
            }
        };
        let words: Vec<String> = self.0.iter().take(LISTED).map(word).collect();
        let text = words.join(", ");
        match self.0.len().saturating_sub(LISTED) {
            0 => text,
            more => format!("{text} and {more} ranges more"),
        }
    }
}
