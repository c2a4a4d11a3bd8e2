//! The pool of workers that plays a schedule's games in parallel.
//!
//! Workers take games in the order of the schedule, so the finished games are always the schedule's beginning but for
//! the games in play. Each worker has its own players. Under fixed nodes or depth a game depends on nothing but its
//! place in the schedule: not on the worker, nor on the games before it.

mod worker;

use std::path::PathBuf;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::sync_channel;
use std::thread::sleep;
use std::time::Duration;

use config::{Config, EngineConfig, EngineKind};
use engine_core::memory;
use players::identity::{self, Identities, identities};
use players::player::{DESCRIPTORS, EngineLog, GameLog, descriptor_limit, interrupted};
use players::pool::workers;
use players::record::GameRecord;

use crate::drawn::DrawnOpenings;
use crate::error::RunError;
use crate::schedule::{Schedule, ScheduledGame};
use crate::tablebase::Tablebase;
use worker::{KEPT, Queue, Worker};

static WINDING_DOWN: AtomicBool = AtomicBool::new(false);
static PLAYING: AtomicUsize = AtomicUsize::new(0);

/// Lets the games in play be the last; `false` if none is in play, or it was called before.
pub fn wind_down() -> bool {
    PLAYING.load(SeqCst) > 0 && !WINDING_DOWN.swap(true, SeqCst)
}

/// True if [`wind_down`] was called.
pub fn is_winding_down() -> bool {
    WINDING_DOWN.load(SeqCst)
}

/// A plan of the games to play.
#[derive(Debug)]
pub struct Plan {
    /// The configuration.
    pub config: Config,
    /// The games.
    pub schedule: Schedule,
    /// The openings that the schedule's numbers mean.
    pub openings: DrawnOpenings,
    /// The tablebases that adjudicate games, if the configuration has that rule.
    pub tablebase: Option<Tablebase>,
    /// The identities of the engines, independent of their names.
    pub identities: Identities,
    /// The folder for logs of the exchange with programs, a file a game, if they are wanted.
    pub talk: Option<PathBuf>,
}

/// An event while games are played.
#[derive(Debug)]
pub enum Event {
    /// A game begins.
    Started(ScheduledGame),
    /// Something should be known of a game: its place in the schedule, from 0, and what.
    Remark(usize, String),
    /// A game has ended.
    Finished(Box<GameRecord>),
}

/// Plays `games` of `plan`, in that order, on `threads` workers, and passes each event to `keep`. If
/// `keep` fails, no further game is begun.
pub fn play(
    plan: &Plan,
    games: impl Iterator<Item = ScheduledGame> + Send,
    threads: usize,
    mut keep: impl FnMut(Event) -> Result<(), RunError>,
) -> Result<(), RunError> {
    check_resources(&plan.config.engines, threads)?;
    let pool = workers(threads)?;
    let engines = &plan.config.engines;
    // Set up beforehand, so that failures are known before a game is played.
    let workers: Vec<Worker<'_>> =
        (0..threads).map(|_| Worker::new(plan, engines)).collect::<Result<_, _>>()?;
    let queue = &Queue::of(games);
    // Bounded: if the keeper is slow, the workers wait and memory stays flat.
    let (sender, events) = sync_channel(2 * threads);
    PLAYING.fetch_add(1, SeqCst);
    let played = pool.in_place_scope(|scope| {
        for mut worker in workers {
            let sender = sender.clone();
            scope.spawn(move |_| worker.work(queue, &sender));
        }
        drop(sender);
        let mut result = Ok(());
        for event in events {
            if result.is_ok() {
                result = event.and_then(|event| {
                    plan.check_failure(&event)?;
                    keep(event)
                });
            }
            if result.is_err() {
                queue.close();
            }
        }
        // Games are missing then: the caller must not take the run for complete.
        if result.is_ok() && (interrupted() || queue.was_left()) {
            let interrupted = "interrupted; finished games are saved, the same command resumes";
            return Err(RunError::Message(interrupted.to_owned()));
        }
        result
    });
    PLAYING.fetch_sub(1, SeqCst);
    played
}

/// The number of times that a program is looked for again before it is gone.
const TRIES: usize = 25;

impl Plan {
    /// Checks that an engine is unchanged since the run was opened.
    fn check_unchanged(&self, engine: usize) -> Result<(), RunError> {
        let engine = &self.config.engines[engine];
        if !self.identities.contains_key(&engine.name) {
            return Ok(());
        }
        let mut now = identities(std::slice::from_ref(engine));
        // A file that cannot be read for want of a descriptor is there again as soon as another game has ended.
        for _ in 0..TRIES {
            if !now.is_empty() {
                break;
            }
            sleep(Duration::from_millis(20));
            now = identities(std::slice::from_ref(engine));
        }
        let mut changes = identity::differences(&self.identities, &now);
        if now.is_empty() {
            changes.push(format!("engine {:?}: its program is gone", engine.name));
        }
        if changes.is_empty() {
            return Ok(());
        }
        Err(RunError::Message(format!(
            "{}\nThis happened while the run was playing; what was played is safe and is of the engine as it was. Bring \
             it back and give the same command again, or play the new one from the beginning with --fresh",
            changes.join("\n")
        )))
    }

    /// An error if an engine failed in a game that has ended and the run is strict.
    fn check_failure(&self, event: &Event) -> Result<(), RunError> {
        match event {
            Event::Finished(game) if self.config.run.strict => match (&game.failure, game.failed())
            {
                (Some(failure), Some(engine)) => Err(RunError::Strict {
                    game: game.index,
                    engine: self.config.engines[engine].name.clone(),
                    failure: Box::new(failure.clone()),
                }),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

/// Descriptors that the arena has open itself: terminal, store, book, reports, and a program being started.
const OWN_DESCRIPTORS: u64 = 24;

/// An error if so many games at a time take more descriptors or memory than this process may have.
fn check_resources(engines: &[EngineConfig], threads: usize) -> Result<(), RunError> {
    let tables = engines.iter().map(|engine| match &engine.kind {
        EngineKind::Evaluator(own) => own.table_bytes(),
        EngineKind::Program(_) => 0,
    });
    let needed = tables.sum::<u64>() * threads as u64;
    if let Some(free) = memory::available().filter(|&free| needed > free) {
        return Err(RunError::Message(format!(
            "{threads} games at a time need {} MiB for the players' tables, and {} MiB are free: \
             set run.hash (or an engine's `hash`) lower, or play with fewer --threads",
            needed >> 20,
            free >> 20
        )));
    }
    let programs = engines.iter().filter(|engine| engine.kind.is_program()).count();
    let running = (threads * programs.min(KEPT)) as u64;
    let needed = OWN_DESCRIPTORS + threads as u64 + DESCRIPTORS * running;
    match descriptor_limit() {
        Some(limit) if running > 0 && limit < needed => Err(RunError::Message(format!(
            "{threads} games at a time between {programs} programs need {needed} open files, and this \
             process may have {limit}: allow more (`ulimit -n {needed}`), or play with fewer --threads"
        ))),
        _ => Ok(()),
    }
}

/// The log of what a game's engines are told and answer.
struct GameTalk<'p> {
    plan: &'p Plan,
    path: PathBuf,
    file: GameLog,
}

impl<'p> GameTalk<'p> {
    fn begin(plan: &'p Plan, place: ScheduledGame) -> Result<Option<GameTalk<'p>>, RunError> {
        let Some(folder) = &plan.talk else {
            return Ok(None);
        };
        let path = folder.join(format!("game-{:06}.log", place.index + 1));
        let file = GameLog::create(&path).map_err(|error| RunError::unlogged(&path, &error))?;
        let talk = Self { plan, path, file };
        talk.file.note(&format!(
            "game {}, round {}: {} with White, {} with Black",
            place.index + 1,
            place.pair + 1,
            talk.name(place.white),
            talk.name(place.black)
        ));
        Ok(Some(talk))
    }

    fn with(&self, engine: usize) -> EngineLog {
        self.file.with(self.name(engine))
    }

    fn end(self, game: &GameRecord) -> Result<(), RunError> {
        let failed = game.failed().map(|engine| format!(" of {}", self.name(engine)));
        let (why, failed) = (game.termination.name(), failed.unwrap_or_default());
        self.file.note(&format!("{}, {why}{failed}", game.outcome));
        self.file.finish().map_err(|error| RunError::unlogged(&self.path, &error))
    }

    fn name(&self, engine: usize) -> &'p str {
        &self.plan.config.engines[engine].name
    }
}
