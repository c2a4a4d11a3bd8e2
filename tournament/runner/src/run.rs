//! From a configuration to a run on disk, step by step.
//!
//! [`Tournament`] has been checked as far as it can be without touching the disk; [`ProbedTournament`] has
//! started every program once; [`OpenRun`] has the run's folder and plays the missing games;
//! [`Run`] is the folder's content, from which all reports are made. A run that is finished goes
//! from the first to the last without a program being started.

mod growth;
mod opened;
mod planned;
mod replayed;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use config::{Config, differences};
use engine_core::tablebase::TablebaseError;
use openings::OpeningError;
use players::identity;
use players::player::PlayerError;

use crate::arena::{ArenaError, Plan};
use crate::schedule::Schedule;
use crate::store::{BadGame, RunInfo, Store, StoreError};
pub use opened::{Begin, OpenRun, ProbedTournament, archive_folder};
pub use planned::{Other, Place, Tournament};
pub(crate) use replayed::{Replayer, draw_known, verify};

/// A run on disk.
#[derive(Debug)]
pub struct Run {
    /// Its folder.
    pub folder: PathBuf,
    /// Its configuration, and the test that ends it.
    pub config: Config,
    /// Its games. Rounds of a Swiss tournament are drawn only in a run that was played or merged by this process.
    pub schedule: Schedule,
    /// The finished games, and the information and settings with which the run was begun.
    pub store: Store,
}

impl Run {
    /// Opens the run in `folder` for reading, whether or not it is being played.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Self::of(folder, Store::open_read_only(folder)?)
    }

    pub(crate) fn of(folder: &Path, store: Store) -> Result<Self, StoreError> {
        let config = store.config()?;
        Ok(Self { folder: folder.to_owned(), schedule: Schedule::new(&config), config, store })
    }
}

/// The reason that a run cannot be played.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum RunError {
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Openings(#[from] OpeningError),
    #[error(
        "there are {different} different openings and {needed} are needed; started over (openings.wrap), the book would \
         have \"{}\" and \"{}\" play the same games again, because both always answer a position with the same move; \
         play fewer games, name a larger file, or set a limit of time", pairing[0], pairing[1]
    )]
    SameGames { different: usize, needed: usize, pairing: [String; 2] },
    #[error("adjudication.syzygy: {0}")]
    Tablebase(#[from] TablebaseError),
    #[error(
        "{}: the run in this folder was begun differently:\n  {}\nstart again with --fresh \
         (the old folder is kept under another name), or choose another folder with --out",
        folder.display(), changes.join("\n  ")
    )]
    Changed { folder: PathBuf, changes: Vec<String> },
    #[error(
        "{}: the database is damaged: {}\ngive --repair to play {} again", folder.display(),
        listed(games), them(games)
    )]
    BadGames { folder: PathBuf, games: Vec<BadGame> },
    #[error("{}: cannot be renamed: {source}; rename it yourself, or choose another with --out", folder.display())]
    Rename { folder: PathBuf, source: io::Error },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Arena(#[from] ArenaError<StoreError>),
}

/// The message about games that cannot have been played, which lists the first ones.
pub(crate) fn listed(games: &[BadGame]) -> String {
    const LISTED: usize = 3;
    let mut listed: Vec<String> = games.iter().take(LISTED).map(ToString::to_string).collect();
    if let more @ 1.. = games.len().saturating_sub(LISTED) {
        listed.push(format!("and {more} more"));
    }
    listed.join("; ")
}

fn them(games: &[BadGame]) -> &'static str {
    match games.len() {
        1 => "it",
        _ => "them",
    }
}

/// The identity of the run of a plan.
pub fn info(plan: &Plan, versions: BTreeMap<String, String>) -> RunInfo {
    RunInfo {
        configuration: plan.config.text(),
        openings: plan.openings.fingerprint(),
        software: identity::software(),
        versions,
        identities: plan.identities.clone(),
    }
}

/// Differences between a run and the one that would resume it, a line each: engines first.
pub fn changes(began: &RunInfo, now: &RunInfo) -> Vec<String> {
    let mut changes = other_programs(began, now);
    let mut tournament = other_tournament(began, now);
    if !changes.is_empty() {
        // A seed that is not given is drawn from the engines.
        tournament.retain(|change| !change.starts_with("run.seed "));
    }
    changes.append(&mut tournament);
    changes
}

/// Differences between the tournament of a run and the one that would resume it, a line each.
fn other_tournament(began: &RunInfo, now: &RunInfo) -> Vec<String> {
    let mut changes = differences(&began.configuration, &now.configuration);
    if changes.is_empty() && began.openings != now.openings {
        changes.push("the file of openings has other openings in it".to_owned());
    }
    changes
}

/// Differences between the programs, engines and arena, of a run and those that would resume it, a line each.
pub(crate) fn other_programs(began: &RunInfo, now: &RunInfo) -> Vec<String> {
    let mut changes = Vec::new();
    if began.software != now.software {
        changes.push(format!("it was begun by {} and this is {}", began.software, now.software));
    }
    changes.extend(identity::differences(&began.identities, &now.identities));
    let is_known = |engine: &String| {
        began.identities.contains_key(engine) && now.identities.contains_key(engine)
    };
    for (engine, is) in now.versions.iter().filter(|(engine, _)| !is_known(engine)) {
        if let Some(was) = began.versions.get(engine).filter(|was| *was != is) {
            changes.push(format!("engine {engine:?} called itself {was:?} and is now {is:?}"));
        }
    }
    changes
}
