//! The pool of workers that plays a schedule's games in parallel.
//!
//! Workers take games in the order of the schedule, so the finished games are always the schedule's
//! beginning but for the games in play. Each worker has its own players. Under fixed nodes or
//! depth a game depends on nothing but its place in the schedule: not on the worker, nor on the
//! games before it.

mod queue;
mod resources;
mod talk;
mod worker;

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::sync_channel;
use std::thread::sleep;
use std::time::Duration;

use engine_core::tablebase::Tablebase;
use openings::OpeningError;

use crate::drawn::DrawnOpenings;
use crate::schedule::{Schedule, ScheduledGame};
use config::Config;
use players::identity::{self, Identities, identities};
use players::player::{PlayerError, Processors, interrupted};
use players::record::{Failure, GameRecord};
use players::workers::{ThreadsError, workers};
use queue::Queue;
pub use resources::ResourceError;
use worker::{NotBegun, Worker};

/// True once no further game may begin.
static WINDING_DOWN: AtomicBool = AtomicBool::new(false);
/// The number of pools that are playing.
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
    /// The processors that games are played on, divided among the workers; `None`: any.
    pub processors: Option<Processors>,
}

/// The reason that a run stopped.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ArenaError<E> {
    /// The workers could not be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// An engine could not be set up.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// An engine failed in a strict run.
    #[error(
        "game {}: engine \"{engine}\" lost by {failure}, and the run is strict{}\nThe game does not \
         count; the same command resumes, and does not stop with --set run.strict=false",
        game + 1, listing(&failure.log)
    )]
    Strict { game: usize, engine: String, failure: Box<Failure> },
    /// A program was replaced while it was to be played with.
    #[error(
        "{}\nThis happened while the run was playing; what was played is safe and is of the engine as it was. Bring it \
         back and give the same command again, or play the new one from the beginning with --fresh",
        _0.join("\n")
    )]
    Changed(Vec<String>),
    /// The process is being ended from outside.
    #[error("interrupted; finished games are saved, the same command resumes")]
    Interrupted,
    /// The machine is too small for this many concurrent games.
    #[error(transparent)]
    Resources(#[from] ResourceError),
    /// An opening cannot be read any more.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// Workers cannot have their own processors.
    #[error("--affinity {processors}: {fault}")]
    Processors { processors: Processors, fault: String },
    /// The log of the exchange with programs cannot be written.
    #[error("{}: {source}; choose a folder that can be written, and has room, with --log; what was played is safe", path.display())]
    Talk { path: PathBuf, source: io::Error },
    /// The receiver of the finished games failed.
    #[error(transparent)]
    Keeper(E),
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
///
/// # Errors
/// If the workers or the players cannot be set up, or any error of `keep`.
pub fn play<E: Send>(
    plan: &Plan,
    games: impl Iterator<Item = ScheduledGame> + Send,
    threads: usize,
    mut keep: impl FnMut(Event) -> Result<(), E>,
) -> Result<(), ArenaError<E>> {
    resources::check(&plan.config.engines, threads)?;
    let pool = workers(threads)?;
    let engines = &plan.config.engines;
    // Set up beforehand, so that failures are known before a game is played.
    let mut workers: Vec<Worker<'_>> =
        (0..threads).map(|_| Worker::new(plan, engines)).collect::<Result<_, _>>()?;
    divide(plan, &mut workers)?;
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
                let event = event.map_err(|cause| match cause {
                    NotBegun::Opening(error) => ArenaError::Opening(error),
                    NotBegun::Player(error) => ArenaError::Player(error),
                    NotBegun::Changed(changes) => ArenaError::Changed(changes),
                    NotBegun::Talk { path, source } => ArenaError::Talk { path, source },
                });
                result = event.and_then(|event| {
                    plan.tolerates(&event)?;
                    keep(event).map_err(ArenaError::Keeper)
                });
            }
            if result.is_err() {
                queue.close();
            }
        }
        // Games are missing then: the caller must not take the run for complete.
        if result.is_ok() && (interrupted() || queue.was_left()) {
            return Err(ArenaError::Interrupted);
        }
        result
    });
    PLAYING.fetch_sub(1, SeqCst);
    played
}

/// Gives each worker and its players their own processors, if there are any to give.
fn divide<E>(plan: &Plan, workers: &mut [Worker<'_>]) -> Result<(), ArenaError<E>> {
    let Some(processors) = &plan.processors else {
        return Ok(());
    };
    let refused = |fault| ArenaError::Processors { processors: processors.clone(), fault };
    if let Some(missing) = processors.missing() {
        return Err(refused(format!(
            "processor {missing} is not there, or this process may not use it; name others, or leave it out"
        )));
    }
    let count = workers.len();
    for (index, worker) in workers.iter_mut().enumerate() {
        let share = processors.share(index, count).ok_or_else(|| {
            refused(format!(
                "{count} games are played at a time, on {} processors; name more, or play with --threads {}",
                processors.count(),
                processors.count()
            ))
        })?;
        worker.run_on(share);
    }
    Ok(())
}

/// The number of times that a program is looked for again before it is gone.
const TRIES: usize = 25;

impl Plan {
    /// Checks that an engine is unchanged since the run was opened; otherwise returns the differences, a line each.
    fn is_unchanged(&self, engine: usize) -> Result<(), Vec<String>> {
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
        if changes.is_empty() { Ok(()) } else { Err(changes) }
    }

    /// An error if an engine failed in a game that has ended and the run is strict.
    fn tolerates<E>(&self, event: &Event) -> Result<(), ArenaError<E>> {
        let Event::Finished(game) = event else {
            return Ok(());
        };
        let Some(failure) = game.failure.as_ref().filter(|_| self.config.run.strict) else {
            return Ok(());
        };
        Err(ArenaError::Strict {
            game: game.index,
            engine: game
                .failed()
                .map_or_else(String::new, |index| self.config.engines[index].name.clone()),
            failure: Box::new(failure.clone()),
        })
    }
}

/// The last lines exchanged, below a message.
fn listing(log: &[String]) -> String {
    match log {
        [] => String::new(),
        _ => format!("; the last lines, > to it and < from it:\n  {}", log.join("\n  ")),
    }
}
