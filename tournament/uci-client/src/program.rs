//! A program that plays.

use std::io;
use std::mem::replace;
use std::time::Duration;

use engine_core::game::Game;
use toml::Value;

use crate::connection::{Connection, NotReady};
use crate::launch::Launch;
use crate::log::{EngineLog, Failure};
use crate::player::{Info, Judgement, Player, Reply, Request, judged};
use crate::system::{WaitTimes, busy_time};
use crate::think::{self, Pondered, Pondering};

/// A program that plays. It runs from its first game on, and ends when this is dropped.
#[derive(Debug)]
pub struct Program {
    launch: Launch,
    connection: Option<Connection>,
    /// While it ponders; the connection is there then.
    pondering: Option<Pondering>,
    log: Option<EngineLog>,
    /// Its processor time when it had made its last move, or was ready for a game.
    busy: Option<Duration>,
}

impl Program {
    /// The program that `launch` describes; it is not started yet.
    pub fn new(launch: Launch) -> Program {
        Program { launch, connection: None, pondering: None, log: None, busy: None }
    }

    /// Has it back from its thread, if it ponders.
    fn recall(&mut self) -> Option<Pondered> {
        let pondering = self.pondering.take()?;
        drop(pondering.release);
        let (connection, pondered) = pondering.listener.join().ok()??;
        self.connection.insert(connection).process.release_by(None);
        Some(pondered)
    }

    /// Keeps the connection only if all went well.
    fn guard<T>(&mut self, result: Result<T, Failure>) -> Result<T, Failure> {
        if result.is_err() {
            self.connection = None;
        }
        result
    }
}

impl Player for Program {
    /// Fails only on a machine without room for it: any other fault is reported when its game begins.
    fn start(&mut self) -> io::Result<()> {
        if !self.is_started() {
            match Connection::open(&self.launch) {
                Ok(connection) => self.connection = Some(connection),
                Err(NotReady::Shortage(error)) => return Err(error),
                Err(NotReady::Failed(_) | NotReady::Option(_)) => {}
            }
        }
        Ok(())
    }

    /// True if it has been started and has not ended since.
    fn is_started(&self) -> bool {
        self.connection.is_some() || self.pondering.is_some()
    }

    fn log_to(&mut self, log: Option<EngineLog>) {
        if let Some(connection) = self.connection.as_mut() {
            connection.transcript.log = log.clone();
        }
        self.log = log;
    }

    fn new_game(&mut self) -> Result<(), Failure> {
        self.stop_pondering();
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => Connection::open(&self.launch)?,
        };
        connection.transcript.log = self.log.clone();
        if !connection.is_greeted {
            connection.greet(&self.launch)?;
        }
        connection.await_ready("ucinewgame\n", self.launch.timeouts.newgame)?;
        self.busy = busy_time(connection.process.id());
        self.connection = Some(connection);
        Ok(())
    }

    /// Stops it when its time and margin are over.
    fn think_aloud(&mut self, task: &Request<'_>, observer: &mut dyn FnMut(&Info)) -> Result<Reply, Failure> {
        let pondered = self.recall();
        let Some(connection) = &mut self.connection else {
            // Not reached: a game without a new game before it.
            return Err(Failure::to_start("it is not running".to_owned()));
        };
        let found = think::think(connection, pondered, task, &self.launch, observer);
        let now = busy_time(connection.process.id());
        let before = replace(&mut self.busy, now);
        let processor_time = now.zip(before).map(|(now, before)| now.saturating_sub(before));
        self.guard(found.map(|reply| Reply { processor_time, ..reply }))
    }

    /// If that position is the next one that it has to search, it continues; else it is stopped before.
    fn ponder(&mut self, task: &Request<'_>) {
        if self.launch.ponders() {
            self.pondering = think::ponder(&mut self.connection, task, &self.launch);
        }
    }

    /// Its move is not wanted. One that does not stop gets no more commands.
    fn stop_pondering(&mut self) {
        if let (Some(pondered), Some(connection)) = (self.recall(), self.connection.as_mut()) {
            let stopped = think::stop_pondering(connection, &pondered, &self.launch.timeouts);
            // It is started again for the next game.
            self.guard(stopped).ok();
        }
    }

    fn judge(&mut self, game: &Game, nodes: u64) -> Result<Judgement, Failure> {
        self.new_game()?;
        if let Some(connection) = &mut self.connection
            && !connection.shows_wdl
            && let Ok(show) = connection.offers.command("UCI_ShowWDL", &Value::Boolean(true))
        {
            connection.shows_wdl = true;
            let set = connection.await_ready(&show, self.launch.timeouts.ready);
            self.guard(set)?;
        }
        judged(self, game, nodes)
    }

    fn scale(&self) -> f64 {
        self.launch.scale
    }

    fn transcript(&self) -> Vec<String> {
        let connection = self.connection.as_ref();
        connection.map(Connection::transcript).unwrap_or_default()
    }

    fn waited(&self) -> Option<WaitTimes> {
        let process = self.connection.as_ref().map(|connection| connection.process.id());
        WaitTimes::of_process(process.or(self.pondering.as_ref().map(|pondering| pondering.process))?)
    }

    fn rest(&mut self) {
        self.recall();
        if let Some(connection) = self.connection.take() {
            connection.quit(self.launch.timeouts.quit);
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.rest();
    }
}
