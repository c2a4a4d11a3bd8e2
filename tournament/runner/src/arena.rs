//! The pool of workers that plays a schedule's games in parallel.
//!
//! Workers take games in the order of the schedule, so the finished games are always the schedule's beginning but for
//! the games in play. Each worker has its own players. Under fixed nodes or depth a game depends on nothing but its
//! place in the schedule: not on the worker, nor on the games before it.

use std::path::PathBuf;
use std::slice::from_ref;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use config::{Config, EngineConfig, EngineKind};
use engine_core::memory;
use players::identity::{self, Identities, Identity, identities};
use players::player::{
    DESCRIPTORS, EngineLog, GameLog, Player, PlayerError, descriptor_limit, interrupted, player, start,
};
use players::pool::workers;
use players::record::GameRecord;
use shakmaty::ByColor;

use crate::drawn::DrawnOpenings;
use crate::error::RunError;
use crate::game::{self, GamesInPlay, Participant, PlayedGame};
use crate::schedule::{Schedule, ScheduledGame};
use crate::tablebase::Tablebase;

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
    /// The games that are being played.
    pub in_play: Arc<GamesInPlay>,
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
    let workers: Vec<Worker<'_>> = (0..threads).map(|_| Worker::new(plan, engines)).collect::<Result<_, _>>()?;
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
        let engines = 0..plan.config.engines.len();
        let mut foreign = engines.filter(|&engine| Identity::is_foreign(&plan.config.engines[engine]));
        if result.is_ok() && !interrupted() {
            result = foreign.try_for_each(|engine| plan.unchanged(engine).map(drop));
        }
        if result.is_ok() && (interrupted() || queue.was_left()) {
            let interrupted = "interrupted; finished games are saved, the same command resumes";
            return Err(RunError::Message(interrupted.to_owned()));
        }
        result
    });
    PLAYING.fetch_sub(1, SeqCst);
    played
}

/// The time for which a program is looked for again before it is gone.
const LOOKED_FOR: Duration = Duration::from_millis(500);

impl Plan {
    /// The identity of an engine, which must be what it was when the run was opened; `None` if that is not known.
    fn unchanged(&self, engine: usize) -> Result<Option<Identity>, RunError> {
        let engine = &self.config.engines[engine];
        let Some(known) = self.identities.get(&engine.name) else { return Ok(None) };
        // The process of an evaluation is another one each time; a program is not asked again.
        if matches!(engine.kind, EngineKind::Program(_)) && !known.is_touched(engine) {
            return Ok(Some(known.clone()));
        }
        let mut now = identities(from_ref(engine));
        // A file that cannot be read for want of a descriptor is there again as soon as another game has ended.
        let since = Instant::now();
        while now.is_empty() && since.elapsed() < LOOKED_FOR {
            sleep(Duration::from_millis(20));
            now = identities(from_ref(engine));
        }
        let mut changes = identity::differences(&self.identities, &now);
        if now.is_empty() {
            changes.push(format!("engine {:?}: its program is gone", engine.name));
        }
        if changes.is_empty() {
            return Ok(now.into_values().next());
        }
        Err(RunError::Message(format!(
            "{}\nThis happened while the run was playing; what was played is safe and is of the engine as it was. Bring \
             it back and give the same command again, or play the new one in another folder (`evalarena run` and `match`: --fresh)",
            changes.join("\n")
        )))
    }

    /// An error if an engine failed in a game that has ended and the run is strict.
    fn check_failure(&self, event: &Event) -> Result<(), RunError> {
        if let Event::Finished(game) = event
            && self.config.run.strict
            && let (Some(failure), Some(engine)) = (&game.failure, game.failed())
        {
            return Err(RunError::Strict {
                game: game.index,
                engine: self.config.engines[engine].name.clone(),
                failure: Box::new(failure.clone()),
            });
        }
        Ok(())
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

/// The number of times that a game decided by the machine is replayed.
const AGAIN: usize = 3;
/// Programs that a worker keeps running between games: each takes memory, and to start one takes time.
const KEPT: usize = 16;

type EventSender = SyncSender<Result<Event, RunError>>;

/// The games left to play; `None` once it is closed.
struct Queue<I>(Mutex<Option<I>>);

impl<I: Iterator<Item = ScheduledGame>> Queue<I> {
    fn of(games: I) -> Self {
        Self(Mutex::new(Some(games)))
    }

    fn take(&self) -> Option<ScheduledGame> {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if WINDING_DOWN.load(SeqCst) { None } else { games.as_mut()?.next() }
    }

    /// True if games are left that were not begun because of winding down.
    fn was_left(&self) -> bool {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        WINDING_DOWN.load(SeqCst) && games.as_mut().is_some_and(|games| games.next().is_some())
    }

    fn close(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

struct Worker<'p> {
    plan: &'p Plan,
    /// Two players of each engine would be needed only if an engine met itself; it never does.
    players: Vec<Box<dyn Player>>,
    /// Those that have played, the least recent first; at most [`KEPT`].
    recent: Vec<usize>,
    /// The identities of engines that are not of this program, as they were last found.
    known: Vec<Option<Identity>>,
}

impl<'p> Worker<'p> {
    fn new(plan: &'p Plan, engines: &[EngineConfig]) -> Result<Worker<'p>, PlayerError> {
        let players = engines.iter().map(player).collect::<Result<_, _>>()?;
        let known = engines.iter().map(|engine| {
            let known = plan.identities.get(&engine.name).filter(|_| Identity::is_foreign(engine));
            known.cloned()
        });
        Ok(Worker { plan, players, recent: Vec::new(), known: known.collect() })
    }

    fn work<I>(&mut self, queue: &Queue<I>, events: &EventSender)
    where
        I: Iterator<Item = ScheduledGame>,
    {
        while let Some(place) = queue.take() {
            if events.send(Ok(Event::Started(place))).is_err() {
                return;
            }
            let played = self.play_fairly(place, events);
            // Programs are killed when the process ends: their failures then do not count.
            if interrupted() {
                return;
            }
            let event = played.map(|record| Event::Finished(Box::new(record)));
            if events.send(event).is_err() {
                return;
            }
        }
    }

    /// Plays a game, and replays it if an engine lost it on time that the machine had taken: at most `AGAIN` times.
    /// In a strict run it stands, and ends the run with its failure.
    fn play_fairly(&mut self, place: ScheduledGame, events: &EventSender) -> Result<GameRecord, RunError> {
        let mut again = 0;
        loop {
            let PlayedGame { record, by_machine, mut remarks } = self.play(place)?;
            // Programs are killed when the process ends.
            let is_replaced = !interrupted() && self.is_replaced(&record)?;
            let is_void = (by_machine || is_replaced) && !self.plan.config.run.strict && !interrupted();
            let failure = record.failure.as_ref().map_or_else(String::new, ToString::to_string);
            if is_void && again < AGAIN {
                let why = if is_replaced {
                    "a file was written while it played"
                } else {
                    "the machine and no engine decided it"
                };
                remarks.push(format!("played again, because {why}: {failure}"));
            } else if is_void {
                remarks.push(format!(
                    "counts, though the machine decided it {} times: {failure}; play fewer games at a time, or leave the machine \
                     to them",
                    AGAIN + 1
                ));
            }
            for remark in remarks {
                // The receiver is gone: the next event detects that.
                let _ = events.send(Ok(Event::Remark(place.index, remark)));
            }
            if !is_void || again == AGAIN {
                return Ok(record);
            }
            again += 1;
        }
    }

    /// Checks that the engines of a game are what they were, if one failed or a file of it was touched; true if the one
    /// that failed was written anew and is the same.
    fn is_replaced(&mut self, game: &GameRecord) -> Result<bool, RunError> {
        let mut is_replaced = false;
        for engine in [game.white, game.black] {
            let Some(known) = &self.known[engine] else { continue };
            let is_touched = known.is_touched(&self.plan.config.engines[engine]);
            let has_failed = game.failed() == Some(engine);
            if is_touched || has_failed {
                self.known[engine] = self.plan.unchanged(engine)?;
                is_replaced |= is_touched && has_failed;
            }
        }
        Ok(is_replaced)
    }

    /// Lets those rest that have not played for long, to make place for these two.
    fn make_place(&mut self, engines: [usize; 2]) {
        self.recent.retain(|recent| !engines.contains(recent));
        self.recent.extend(engines);
        while self.recent.len() > KEPT {
            let idle = self.recent.remove(0);
            self.players[idle].rest();
        }
    }

    fn play(&mut self, place: ScheduledGame) -> Result<PlayedGame, RunError> {
        let opening = self.plan.openings.opening(&place)?;
        self.make_place([place.white, place.black]);
        for engine in [place.white, place.black] {
            if !self.players[engine].is_started() {
                self.known[engine] = self.plan.unchanged(engine)?;
            }
            start(&mut *self.players[engine], &self.plan.config.engines[engine].name)?;
        }
        let talk = GameTalk::begin(self.plan, place)?;
        let config = &self.plan.config;
        let pair = self.players.get_disjoint_mut([place.white, place.black]);
        let [white, black] = pair.expect("a game has two different engines of the configuration");
        if let Some(talk) = &talk {
            white.log_to(Some(talk.with(place.white)));
            black.log_to(Some(talk.with(place.black)));
        }
        let side = |player, engine: usize| Participant {
            player,
            limit: config.limit(place.time_control, engine),
            margin: config.margin(place.time_control, engine),
            lines: config.pgn.pv,
        };
        let sides = ByColor { white: side(white.as_mut(), place.white), black: side(black.as_mut(), place.black) };
        let tables = self.plan.tablebase.as_ref();
        let played = game::play(place, &opening, sides, &config.adjudication, tables, &self.plan.in_play);
        if let Some(talk) = talk {
            white.log_to(None);
            black.log_to(None);
            talk.end(&played.record)?;
        }
        Ok(played)
    }
}

/// The log of one game.
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
