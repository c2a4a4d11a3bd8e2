//! A worker: it plays games of the queue, one after the other, with its own players.

use std::sync::atomic::Ordering::SeqCst;
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, PoisonError};

use config::EngineConfig;
use players::player::{Player, PlayerError, interrupted, player, start};
use players::record::GameRecord;
use shakmaty::ByColor;

use super::{Event, GameTalk, Plan, WINDING_DOWN};
use crate::error::RunError;
use crate::game::{self, Participant, PlayedGame};
use crate::schedule::ScheduledGame;

/// The number of times that a game decided by the machine is replayed.
const AGAIN: usize = 3;
/// Programs that a worker keeps running between games: each takes memory, and to start one takes time.
pub(super) const KEPT: usize = 16;

type EventSender = SyncSender<Result<Event, RunError>>;

/// The games left to play; `None` once it is closed.
pub(super) struct Queue<I>(Mutex<Option<I>>);

impl<I: Iterator<Item = ScheduledGame>> Queue<I> {
    pub(super) fn of(games: I) -> Self {
        Self(Mutex::new(Some(games)))
    }

    pub(super) fn take(&self) -> Option<ScheduledGame> {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if WINDING_DOWN.load(SeqCst) { None } else { games.as_mut()?.next() }
    }

    /// True if games are left that were not begun because of winding down.
    pub(super) fn was_left(&self) -> bool {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        WINDING_DOWN.load(SeqCst) && games.as_mut().is_some_and(|games| games.next().is_some())
    }

    pub(super) fn close(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

pub(super) struct Worker<'p> {
    plan: &'p Plan,
    /// Two players of each engine would be needed only if an engine met itself; it never does.
    players: Vec<Box<dyn Player>>,
    /// Those that have played, the least recent first; at most [`KEPT`].
    recent: Vec<usize>,
}

impl<'p> Worker<'p> {
    pub(super) fn new(plan: &'p Plan, engines: &[EngineConfig]) -> Result<Worker<'p>, PlayerError> {
        let players = engines.iter().map(player).collect::<Result<_, _>>()?;
        Ok(Worker { plan, players, recent: Vec::new() })
    }

    pub(super) fn work<I>(&mut self, queue: &Queue<I>, events: &EventSender)
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
    fn play_fairly(
        &mut self,
        place: ScheduledGame,
        events: &EventSender,
    ) -> Result<GameRecord, RunError> {
        let mut again = 0;
        loop {
            let PlayedGame { record, by_machine, mut remarks } = self.play(place)?;
            let is_void = by_machine && !self.plan.config.run.strict && !interrupted();
            let failure = record.failure.as_ref().map_or_else(String::new, ToString::to_string);
            if is_void && again < AGAIN {
                remarks.push(format!(
                    "played again, because the machine and no engine decided it: {failure}"
                ));
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
                self.plan.check_unchanged(engine)?;
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
        let sides = ByColor {
            white: side(white.as_mut(), place.white),
            black: side(black.as_mut(), place.black),
        };
        let tables = self.plan.tablebase.as_ref();
        let played = game::play(place, &opening, sides, &config.adjudication, tables);
        if let Some(talk) = talk {
            white.log_to(None);
            black.log_to(None);
            talk.end(&played.record)?;
        }
        Ok(played)
    }
}
