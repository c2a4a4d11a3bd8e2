//! Parts of a run, joined to the run.
//!
//! Whatever was played in parts ([`crate::shard`]) becomes one run, as if it had been played in one place: any
//! number of parts, in any order, again and again, whether or not they are finished. Each game is taken once. A part is
//! taken whole or not at all, in one transaction, and read only while nobody plays in it: a database in a folder that
//! machines share must be open on one of them at a time. What is in the run already is known by sizes and times of files
//! and not read again.

mod error;
mod missing;
mod refused;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::config::Config;
use crate::record::GameRecord;
use crate::run::{Reports, RunError, draw_known, verify};
use crate::schedule::Schedule;
use crate::store::{Invocation, JoinError, Part, RunInfo, Store, StoreError, stamp};
pub use error::MergeError;
pub use missing::Missing;
use refused::{different, refused};

/// How long somebody who writes into the run is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// A run to which parts were joined.
#[derive(Debug)]
pub struct Merged {
    /// The run, open for writing.
    pub store: Store,
    /// Its configuration, with the test that ends it.
    pub config: Config,
    /// Its schedule, as far as it is known.
    pub schedule: Schedule,
    /// What was done.
    pub told: Told,
}

/// What a merge did.
#[derive(Debug, Default)]
pub struct Told {
    /// Parts that were named, or found below folders that were.
    pub parts: usize,
    /// Parts that are in the run as they are.
    pub unchanged: usize,
    /// Games that the run did not have.
    pub added: usize,
    /// Parts in which somebody plays.
    pub playing: Vec<PathBuf>,
    /// Parts that were not taken, and why.
    pub refused: Vec<(PathBuf, MergeError)>,
    /// What the run does not have yet.
    pub missing: Missing,
}

/// Joins the parts in `folders` to the run in `run`, which is made if it is not there. A folder is that of a part, or one that
/// has those of parts in it. `tell` hears of each part that is read, and of how many there are.
///
/// # Errors
/// If there is no part, one is not of this run, or the run cannot be written. What else is wrong with single
/// parts is told in [`Told::refused`], and the others are joined.
pub fn merge(
    run: &Path,
    folders: &[PathBuf],
    mut tell: impl FnMut(usize),
) -> Result<Merged, MergeError> {
    let parts = parts(run, folders)?;
    let mut told = Told {
        parts: parts.len(),
        ..Told::default()
    };
    let mut began = match Store::exists(run) {
        true => Some(Begun::read(run)?),
        false => None,
    };
    let joined = began.as_ref().map(|began| &began.joined);
    let is_new = |part: &&PathBuf| {
        let known = joined.and_then(|joined| joined.get(&key(part)));
        known.is_none_or(|known| *known != stamp(part))
    };
    let mut new: Vec<&PathBuf> = parts.iter().filter(is_new).collect();
    told.unchanged = parts.len() - new.len();
    look(run, &mut began, &mut new, &mut told)?;
    let Some(began) = began else {
        return Err(MergeError::Nothing {
            playing: told.playing.len(),
            refused: told.refused,
        });
    };
    let store = Store::open_within(run, &began.info, PATIENCE)?;
    let mut merged = Merged::open(run, store, &began.invocation)?;
    merged.told = told;
    merged.join(&new, &mut tell)?;
    Ok(merged)
}

/// What a run is to which parts are joined.
struct Begun {
    info: RunInfo,
    invocation: Invocation,
    joined: HashMap<String, String>,
}

impl Begun {
    fn read(run: &Path) -> Result<Self, StoreError> {
        Self::of(&Part::open_within(run, PATIENCE)?)
    }

    fn of(part: &Part) -> Result<Self, StoreError> {
        Ok(Self {
            info: part.info().clone(),
            invocation: part.store().invocation()?,
            joined: part.store().joined()?,
        })
    }
}

/// Leaves those of `new` that can be read, after a look at what they are. A run that has not begun begins as the first of them did.
fn look(
    run: &Path,
    began: &mut Option<Begun>,
    new: &mut Vec<&PathBuf>,
    told: &mut Told,
) -> Result<(), MergeError> {
    let mut others = Vec::new();
    new.retain(|folder| {
        let part = match Part::open(folder) {
            Ok(part) => part,
            Err(StoreError::Locked { folder }) => {
                told.playing.push(folder);
                return false;
            }
            Err(error) => {
                told.refused.push(((*folder).clone(), error.into()));
                return false;
            }
        };
        match began {
            Some(began) => {
                let changes = refused(&began.info, part.info());
                if !changes.is_empty() {
                    others.push(((*folder).clone(), changes));
                }
            }
            None => match Begun::of(&part) {
                // The command of one part is not that of the run, nor is what was joined to it.
                Ok(begun) => {
                    *began = Some(Begun {
                        invocation: Invocation {
                            command: None,
                            ..begun.invocation
                        },
                        joined: HashMap::new(),
                        ..begun
                    });
                }
                Err(error) => {
                    told.refused.push(((*folder).clone(), error.into()));
                    return false;
                }
            },
        }
        true
    });
    match others.is_empty() {
        true => Ok(()),
        false => Err(MergeError::OtherRun {
            run: run.to_owned(),
            parts: others,
        }),
    }
}

impl Merged {
    fn open(run: &Path, store: Store, invocation: &Invocation) -> Result<Self, MergeError> {
        let config = Config::from_canonical(&store.info().configuration);
        let mut config = config.map_err(|error| MergeError::Configuration {
            run: run.to_owned(),
            reason: error.to_string(),
        })?;
        (config.run.sprt, config.run.elo_width) = (invocation.sprt, invocation.elo_width);
        if store.count()? == 0 {
            store.keep_invocation(invocation)?;
        }
        let mut schedule = Schedule::new(&config);
        if schedule.drawn_games() < schedule.len() {
            verify(&mut schedule, config.engines.len(), &store)?;
        }
        Ok(Self {
            store,
            config,
            schedule,
            told: Told::default(),
        })
    }

    /// Joins the parts in `folders`; of a Swiss tournament round by round, as each is known by those before it.
    fn join(
        &mut self,
        folders: &[&PathBuf],
        tell: &mut impl FnMut(usize),
    ) -> Result<(), MergeError> {
        let mut folders = folders.to_vec();
        loop {
            let known = self.schedule.drawn_games();
            let mut left = Vec::new();
            for &folder in &folders {
                match self.join_one(folder) {
                    Ok(true) => left.push(folder),
                    Ok(false) => {}
                    Err(MergeError::Store(StoreError::Locked { folder })) => {
                        self.told.playing.push(folder);
                    }
                    // It is the run that has no room: the next part has none either.
                    Err(MergeError::Store(error)) if error.is_of(&self.store) => {
                        return Err(error.into());
                    }
                    Err(error) => self.told.refused.push((folder.clone(), error)),
                }
                tell(folders.len());
            }
            draw_known(&mut self.schedule, self.config.engines.len(), &self.store)?;
            if left.is_empty() || self.schedule.drawn_games() == known {
                break;
            }
            folders = left;
        }
        let finished = self.store.finished(self.schedule.len())?;
        self.told.missing = Missing::of(&finished);
        if self.told.missing.games() == 0 && !self.store.is_complete()? {
            self.store.mark_complete()?;
        }
        Ok(())
    }

    /// Joins a part; whether it has games that are not known to be of the schedule yet.
    fn join_one(&mut self, folder: &Path) -> Result<bool, MergeError> {
        let part = Part::open(folder)?;
        part.check()?;
        let (config, schedule) = (&self.config, &self.schedule);
        let places = 0..match schedule.drawn_games() < schedule.len() {
            true => schedule.drawn_games(),
            // Whatever is beyond is no game.
            false => usize::MAX,
        };
        let fits = |game: &GameRecord| {
            let engines = config.engines.len();
            let sound = game.white < engines && game.black < engines;
            sound && schedule.game(game.index) == Some(schedule.place_of(game))
        };
        let is_same = |here: &GameRecord, there: &GameRecord| {
            let ladder = schedule.ladder(here.index);
            let fixed = |engine| config.limit(ladder, engine).is_deterministic();
            !fixed(here.white) || !fixed(here.black) || here.is_same_game(there)
        };
        let joined = self.store.join(&part, &key(folder), &places, fits, is_same);
        match joined {
            Ok(joined) => {
                self.told.added += joined.added;
                Ok(joined.left > 0)
            }
            Err(JoinError::Store(error)) => Err(error.into()),
            Err(JoinError::Different { here, there }) => {
                let other = self.store.joined()?;
                Err(different(config, &other, (folder, &there), &here))
            }
        }
    }

    /// The files that are made from the run in `folder`.
    #[must_use]
    pub fn reports<'m>(&'m self, folder: &'m Path) -> Reports<'m> {
        Reports {
            config: &self.config,
            schedule: &self.schedule,
            store: &self.store,
            folder,
        }
    }
}

impl From<RunError> for MergeError {
    fn from(error: RunError) -> Self {
        Self::Run(Box::new(error))
    }
}

/// The folders of parts among `folders` and directly below them, in the order of their names.
fn parts(run: &Path, folders: &[PathBuf]) -> Result<Vec<PathBuf>, MergeError> {
    let mut parts = Vec::new();
    for folder in folders {
        let unreadable = |source| MergeError::Folder {
            folder: folder.clone(),
            source,
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

/// What a part is known by: its folder, however it is named.
fn key(folder: &Path) -> String {
    let path = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    path.to_string_lossy().into_owned()
}
