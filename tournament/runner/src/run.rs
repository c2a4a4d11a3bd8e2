//! From a configuration to a run on disk, step by step.
//!
//! [`Tournament`] has been checked as far as it can be without touching the disk, and may have started every program
//! once; [`OpenRun`] has the run's folder and plays the missing games; [`Run`] is the folder's content, from which all
//! reports are made. In a run that is finished no game is played, and a program is at most asked what it is known by.

mod opened;
mod planned;

use std::path::{Path, PathBuf};

use config::{Config, differences};
use players::identity;

use crate::schedule::Schedule;
use crate::store::{RunInfo, Store, StoreError};
pub use opened::{Begin, OpenRun, archive_folder};
pub use planned::Tournament;

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

/// Differences between a run and the one that would resume it, a line each: engines first.
pub(crate) fn changes(began: &RunInfo, now: &RunInfo) -> Vec<String> {
    let mut changes = other_programs(began, now);
    let mut tournament = differences(&began.configuration, &now.configuration);
    if tournament.is_empty() && began.openings != now.openings {
        tournament.push("the file of openings has other openings in it".to_owned());
    }
    if !changes.is_empty() {
        // A seed that is not given is drawn from the engines.
        tournament.retain(|change| !change.starts_with("run.seed "));
    }
    changes.append(&mut tournament);
    changes
}

/// Differences between the programs, engines and arena, of a run and those that would resume it, a line each.
fn other_programs(began: &RunInfo, now: &RunInfo) -> Vec<String> {
    let mut changes = Vec::new();
    if began.software != now.software {
        changes.push(format!("it was begun by {} and this is {}", began.software, now.software));
    }
    changes.extend(identity::differences(&began.identities, &now.identities));
    let is_known = |engine: &String| began.identities.contains_key(engine) && now.identities.contains_key(engine);
    for (engine, is) in now.versions.iter().filter(|(engine, _)| !is_known(engine)) {
        if let Some(was) = began.versions.get(engine).filter(|was| *was != is) {
            changes.push(format!("engine {engine:?} called itself {was:?} and is now {is:?}"));
        }
    }
    changes
}
