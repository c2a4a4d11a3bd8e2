//! The pool of workers that plays a schedule's games in parallel.
//!
//! Workers take games in the order of the schedule, so what is finished is always the schedule's
//! beginning but for the games in play. Each worker has players of its own. Under fixed nodes or
//! depth a game depends on nothing but its place in the schedule: not on the worker, nor on what
//! was played before.

use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};

use rayon::ThreadPoolBuilder;
use shakmaty::ByColor;

use crate::config::{Config, EngineConfig};
use crate::game::{self, Side};
use crate::openings::{Drawn, OpeningError};
use crate::player::{Player, PlayerError, player};
use crate::record::GameRecord;
use crate::schedule::{Schedule, ScheduledGame};

/// Enough for the deepest line of the heaviest evaluator.
const STACK: usize = 64 << 20;

/// What is to be played.
#[derive(Debug)]
pub struct Plan {
    /// The configuration.
    pub config: Config,
    /// The games.
    pub schedule: Schedule,
    /// The openings that the schedule's indices mean.
    pub openings: Drawn,
}

/// Why a run stopped.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError<E> {
    /// The workers could not be started.
    #[error("cannot start {threads} threads: {message}; try a smaller --threads")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        message: String,
    },
    /// An engine could not be set up.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// An opening cannot be read any more.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// Whoever took the finished games could not.
    #[error(transparent)]
    Keeper(E),
}

/// What happens while games are played.
#[derive(Debug)]
pub enum Event {
    /// A game begins.
    Started(ScheduledGame),
    /// A game has ended.
    Finished(Box<GameRecord>),
}

/// Plays `games` of `plan`, in that order, on `threads` workers, and tells `keep` what happens. If
/// `keep` fails, no further game is begun.
///
/// # Errors
/// If the workers or the players cannot be set up, or whatever `keep` returns.
pub fn play<E: Send>(
    plan: &Plan,
    games: impl Iterator<Item = ScheduledGame> + Send,
    threads: usize,
    mut keep: impl FnMut(Event) -> Result<(), E>,
) -> Result<(), ArenaError<E>> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .build()
        .map_err(|error| ArenaError::Threads {
            threads,
            message: error.to_string(),
        })?;
    let engines = &plan.config.engines;
    // Set up beforehand, so that what cannot be set up is known before a game is played.
    let workers: Vec<Worker<'_>> = (0..threads)
        .map(|_| Worker::new(plan, engines))
        .collect::<Result<_, _>>()?;
    let queue = &Queue(Mutex::new(Some(games)));
    // Bounded: if the keeper is slow, the workers wait and memory stays flat.
    let (sender, events) = sync_channel(2 * threads);
    pool.in_place_scope(|scope| {
        for mut worker in workers {
            let sender = sender.clone();
            scope.spawn(move |_| worker.work(queue, &sender));
        }
        drop(sender);
        let mut result = Ok(());
        for event in events {
            if result.is_ok() {
                let event = event.map_err(ArenaError::from);
                result = event.and_then(|event| keep(event).map_err(ArenaError::Keeper));
            }
            if result.is_err() {
                queue.close();
            }
        }
        result
    })
}

/// What is left to play; `None` once it is closed.
struct Queue<I>(Mutex<Option<I>>);

impl<I: Iterator<Item = ScheduledGame>> Queue<I> {
    fn take(&self) -> Option<ScheduledGame> {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        games.as_mut()?.next()
    }

    fn close(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// What has happened, or why a game could not begin.
type Told = Result<Event, OpeningError>;

struct Worker<'p> {
    plan: &'p Plan,
    /// Two players of each engine would be needed only if an engine met itself; it never does.
    players: Vec<Box<dyn Player>>,
}

impl<'p> Worker<'p> {
    fn new(plan: &'p Plan, engines: &[EngineConfig]) -> Result<Worker<'p>, PlayerError> {
        let players = engines.iter().map(player).collect::<Result<_, _>>()?;
        Ok(Worker { plan, players })
    }

    fn work<I>(&mut self, queue: &Queue<I>, events: &SyncSender<Told>)
    where
        I: Iterator<Item = ScheduledGame>,
    {
        while let Some(place) = queue.take() {
            let played = |record| Event::Finished(Box::new(record));
            if events.send(Ok(Event::Started(place))).is_err()
                || events.send(self.play(place).map(played)).is_err()
            {
                return;
            }
        }
    }

    fn play(&mut self, place: ScheduledGame) -> Result<GameRecord, OpeningError> {
        let opening = self.plan.openings.opening(place.opening)?;
        let config = &self.plan.config;
        let pair = self.players.get_disjoint_mut([place.white, place.black]);
        let [white, black] = pair.expect("a game has two different engines of the configuration");
        let side = |player, engine: usize| Side {
            player,
            limit: config.limit(place.ladder, engine),
            lines: config.pgn.pv,
        };
        let sides = ByColor {
            white: side(white.as_mut(), place.white),
            black: side(black.as_mut(), place.black),
        };
        Ok(game::play(place, &opening, sides, &config.adjudication))
    }
}
