//! A run from its configuration to its reports.
//!
//! [`plan`] checks everything that can be checked without touching the disk; [`open`] makes or
//! reopens the run's folder; [`play`] plays what is missing; [`report`] makes the files from the
//! store.

mod reports;
mod rounds;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use openings::{Book, DrawRequest, Drawn, Opening, OpeningError, Source};

use crate::arena::{self, ArenaError, Event, Plan};
use crate::config::{Config, OpeningSource, OpeningsConfig, differences};
use crate::player::{self, PlayerError, player};
use crate::report::PgnError;
use crate::schedule::Schedule;
use crate::store::{RunInfo, Store, StoreError};
pub use reports::{begun, report, results};
use rounds::{draw_round, missing};

/// The project's own openings: lines that a program which is no contestant proposed and found level.
const BUILTIN: &[u8] = include_bytes!("../../configs/openings/builtin.pgn.gz");

/// The file that tells of each failure of an engine with the last lines exchanged.
pub const FAILURES: &str = "failures.log";

/// Why a run cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// An engine cannot be set up.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The openings cannot be read, or there are too few.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The folder has a run of something else.
    #[error(
        "{}: the run in this folder was begun differently:\n  {}\nstart again with --fresh \
         (the old folder is kept under another name), or choose another folder with --out",
        folder.display(), changes.join("\n  ")
    )]
    Changed {
        /// The run's folder.
        folder: PathBuf,
        /// What differs, a line each.
        changes: Vec<String>,
    },
    /// The old folder cannot be put away.
    #[error("{}: cannot be renamed: {source}; rename it yourself, or choose another with --out", folder.display())]
    Rename {
        /// The old folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The workers.
    #[error(transparent)]
    Arena(#[from] ArenaError<StoreError>),
    /// A report cannot be written.
    #[error("cannot write a report: {0}; what was played is safe, run again to write it")]
    Report(#[from] io::Error),
    /// A stored game cannot be printed.
    #[error(transparent)]
    Pgn(#[from] PgnError),
}

/// Checks that the tournament can be played, and draws its openings. Nothing is written.
///
/// # Errors
/// If an engine cannot be set up or there are not enough openings.
pub fn plan(config: Config) -> Result<Plan, RunError> {
    for engine in &config.engines {
        player(engine)?;
    }
    let schedule = Schedule::new(&config);
    let openings = drawn_openings(&config, schedule.openings())?;
    Ok(Plan {
        config,
        schedule,
        openings,
        versions: Vec::new(),
    })
}

/// Starts every program once, to know before anything is written that it can play, and what it
/// calls itself. `warn` hears of those that run but do not answer as they should: they will lose
/// their games.
///
/// # Errors
/// If one cannot play; in a strict run, also if one does not answer.
pub fn probe(plan: &mut Plan, mut warn: impl FnMut(&str)) -> Result<(), RunError> {
    let engines = &plan.config.engines;
    let mut versions = Vec::with_capacity(engines.len());
    for engine in engines {
        let probe = player::probe(engine, plan.config.run.strict)?;
        if let Some(failure) = probe.warning {
            warn(&format!(
                "engine \"{}\" lets its games be lost: {failure}; look at its command, or give it \
                 more time with [timeouts]",
                engine.name
            ));
        }
        versions.push(probe.version);
    }
    plan.versions = versions;
    Ok(())
}

/// Whether the run in `folder` is finished, so that nobody has to play. Whatever is wrong with it
/// is found out by [`open`].
#[must_use]
pub fn is_complete(folder: &Path) -> bool {
    let store = Store::exists(folder).then(|| Store::open_read_only(folder));
    store.is_some_and(|store| store.and_then(|store| store.is_complete()).unwrap_or(false))
}

/// The built-in openings, at most `plies` half-moves of each.
///
/// # Errors
/// Never, unless the program was built with a broken book.
pub fn builtin_openings(plies: Option<u32>) -> Result<Vec<Opening>, OpeningError> {
    builtin(plies)?.openings().collect()
}

fn builtin(plies: Option<u32>) -> Result<Book, OpeningError> {
    openings::pgn_gz("builtin openings", BUILTIN, plies)
}

fn drawn_openings(config: &Config, needed: usize) -> Result<Drawn, OpeningError> {
    let OpeningsConfig {
        source,
        order,
        plies,
        start,
    } = &config.openings;
    let source = match source {
        OpeningSource::Builtin => Source::Book(builtin(*plies)?),
        OpeningSource::File { path, .. } => openings::open(path, *plies)?,
        // The configuration allows it for a single pair only.
        OpeningSource::StartPosition => Source::Book(Book::start_position()?),
    };
    let request = DrawRequest {
        needed,
        order: *order,
        seed: config.run.seed,
        start: *start as usize,
        plies: *plies,
    };
    openings::draw(source, &request)
}

/// What the user should know about a plan that can be played.
#[must_use]
pub fn notes(plan: &Plan) -> Vec<String> {
    let passed_over = |repeat: &str| {
        format!("{repeat} the position of another before it; passed over, the next one is taken")
    };
    match plan.openings.duplicates() {
        0 => Vec::new(),
        1 => vec![passed_over("1 opening repeats")],
        more => vec![passed_over(&format!("{more} openings repeat"))],
    }
}

/// Opens the run in `folder`: a new one, or an unfinished or finished one of the same
/// tournament. With `fresh`, whatever is in the folder is kept under another name first.
///
/// # Errors
/// If the folder cannot be written, or has a run that was begun differently.
pub fn open(plan: &Plan, folder: &Path, fresh: bool) -> Result<Store, RunError> {
    if fresh && folder.exists() {
        put_away(folder)?;
    }
    let info = RunInfo {
        configuration: plan.config.canonical(),
        openings: format!("{:016x}", plan.openings.fingerprint()),
        software: format!("tournament {}", env!("CARGO_PKG_VERSION")),
        versions: versions(plan),
    };
    let store = Store::open(folder, &info)?;
    let began = store.info();
    let mut changes = differences(&began.configuration, &info.configuration);
    if changes.is_empty() && began.openings != info.openings {
        changes.push("the file of openings has other openings in it".to_owned());
    }
    if began.software != info.software {
        changes.push(format!(
            "it was begun by {} and this is {}",
            began.software, info.software
        ));
    }
    for (engine, is) in &info.versions {
        if let Some(was) = began.versions.get(engine).filter(|was| *was != is) {
            changes.push(format!(
                "engine {engine:?} called itself {was:?} and is now {is:?}"
            ));
        }
    }
    if changes.is_empty() {
        return Ok(store);
    }
    Err(RunError::Changed {
        folder: folder.to_owned(),
        changes,
    })
}

/// What the engines call themselves, by name.
fn versions(plan: &Plan) -> BTreeMap<String, String> {
    let engines = plan.config.engines.iter().zip(&plan.versions);
    let known = engines.filter_map(|(engine, version)| Some((&engine.name, version.as_ref()?)));
    known
        .map(|(name, version)| (name.clone(), version.clone()))
        .collect()
}

/// Renames `folder` to the first free name of the form `NAME.old-1`.
fn put_away(folder: &Path) -> Result<(), RunError> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let free = (1..)
        .map(|number| folder.with_file_name(format!("{name}.old-{number}")))
        .find(|path| !path.exists());
    let renamed = free.map_or(Ok(()), |to| fs::rename(folder, to));
    renamed.map_err(|source| RunError::Rename {
        folder: folder.to_owned(),
        source,
    })
}

/// Plays what is missing, round by round, and tells `observer` what happens; of the end of a game
/// once it is stored.
///
/// # Errors
/// If the workers or the store fail; what is stored stays stored.
pub fn play(
    plan: &mut Plan,
    store: &Store,
    threads: usize,
    mut observer: impl FnMut(&Event),
) -> Result<(), RunError> {
    play_while(plan, store, threads, |event| {
        observer(event);
        ControlFlow::Continue(())
    })
}

/// As [`play`], but no further game is begun once `observer` breaks off. Those in play are played
/// out and stored, and the run is not complete.
///
/// # Errors
/// As [`play`].
pub fn play_while(
    plan: &mut Plan,
    store: &Store,
    threads: usize,
    mut observer: impl FnMut(&Event) -> ControlFlow<()>,
) -> Result<(), RunError> {
    let finished = store.finished(plan.schedule.len())?;
    let enough = AtomicBool::new(false);
    for round in 0..plan.schedule.rounds() {
        if plan.schedule.pairings(round).is_none() {
            draw_round(plan, store)?;
        }
        let missing = || missing(&plan.schedule, plan.schedule.round(round), &finished);
        let threads = missing().take(threads).count();
        if threads == 0 {
            continue;
        }
        let wanted = missing().take_while(|_| !enough.load(Ordering::Relaxed));
        arena::play(plan, wanted, threads, |event| {
            if let Event::Finished(record) = &event {
                store.insert(record)?;
            }
            if observer(&event).is_break() {
                enough.store(true, Ordering::Relaxed);
            }
            Ok(())
        })?;
        if enough.load(Ordering::Relaxed) {
            return Ok(());
        }
    }
    Ok(store.mark_complete()?)
}
