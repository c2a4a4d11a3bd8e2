//! A program that plays.

use std::io;
use std::time::Duration;

use engine_core::game::Game;
use engine_core::limits::Limits;
use toml::Value;

use crate::connection::{Connection, NotReady};
use crate::launch::Launch;
use crate::log::EngineLog;
use crate::system::WaitTimes;
use crate::task::{Failure, FailureKind, Info, Judgement, Reply, Request};
use crate::think;

/// A program that plays. It runs from its first game on, and ends when this is dropped.
#[derive(Debug)]
pub struct Program {
    launch: Launch,
    connection: Option<Connection>,
    /// While it ponders: the command that set the position up.
    pondering: Option<String>,
    log: Option<EngineLog>,
}

impl Program {
    /// The program that `launch` describes; it is not started yet.
    pub fn new(launch: Launch) -> Program {
        Program { launch, connection: None, pondering: None, log: None }
    }

    /// Starts the program if it does not run, to distinguish a machine without room for it from a program
    /// that fails: any other fault of it is reported by [`Program::new_game`].
    /// Fails if the machine has no descriptor, no process or no memory for it.
    pub fn start(&mut self) -> io::Result<()> {
        if self.connection.is_none() {
            match Connection::open(&self.launch) {
                Ok(connection) => self.connection = Some(connection),
                Err(NotReady::Shortage(error)) => return Err(error),
                Err(NotReady::Failed(_) | NotReady::Option(_)) => {}
            }
        }
        Ok(())
    }

    /// True if it has been started and has not ended since.
    pub fn is_running(&self) -> bool {
        self.connection.is_some()
    }

    /// Copies all lines from now on to `log`, too, or nowhere.
    pub fn log_to(&mut self, log: Option<EngineLog>) {
        if let Some(connection) = self.connection.as_mut() {
            connection.transcript.log = log.clone();
        }
        self.log = log;
    }

    /// A new game begins. A program that does not run, because it never has, rests or failed, is started.
    pub fn new_game(&mut self) -> Result<(), Failure> {
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
        self.connection = Some(connection);
        Ok(())
    }

    /// Has it think about the position of `task`, and stops it when its time and margin are
    /// over. The caller decides if the answer came in time.
    pub fn think(&mut self, task: &Request<'_>) -> Result<Reply, Failure> {
        self.think_aloud(task, &mut |_| {})
    }

    /// As [`Program::think`], and passes `observer` the best line so far on the way, if the task wants its line.
    pub fn think_aloud(
        &mut self,
        task: &Request<'_>,
        observer: &mut dyn FnMut(&Info),
    ) -> Result<Reply, Failure> {
        self.search(task, observer).map(|(reply, _)| reply)
    }

    /// The reply, and the points that the program expects by its account of wins, draws and losses.
    fn search(
        &mut self,
        task: &Request<'_>,
        observer: &mut dyn FnMut(&Info),
    ) -> Result<(Reply, Option<f64>), Failure> {
        let Some(connection) = &mut self.connection else {
            // Not reached: a game without a new game before it.
            return Err(Failure::to_start("it is not running".to_owned()));
        };
        let pondering = self.pondering.take();
        let found = think::think(connection, pondering, task, &self.launch, observer);
        self.guard(found)
    }

    /// Has it think about the position of `task` while the other side does, if it ponders ([`Launch::ponders`]).
    /// If that position is the next one that it has to search, it continues; else it is stopped before.
    pub fn ponder(&mut self, task: &Request<'_>) {
        let Some(connection) = self.connection.as_mut().filter(|_| self.launch.ponders()) else {
            return;
        };
        self.pondering = think::ponder(connection, task, &self.launch);
    }

    /// Stops it if it ponders: its move is not wanted. One that does not stop gets no more commands.
    pub fn stop_pondering(&mut self) {
        if let (Some(_), Some(connection)) = (self.pondering.take(), self.connection.as_mut()) {
            let stopped = think::stop_pondering(connection, &self.launch.timeouts);
            // It is started again for the next game.
            self.guard(stopped).ok();
        }
    }

    /// The score of the position for the side to move, by a search of about `nodes` nodes that remembers nothing.
    pub fn judge(&mut self, game: &Game, nodes: u64) -> Result<Judgement, Failure> {
        self.new_game()?;
        if let Some(connection) = &mut self.connection
            && !connection.shows_wdl
            && let Ok(show) = connection.offers.command("UCI_ShowWDL", &Value::Boolean(true))
        {
            connection.shows_wdl = true;
            let set = connection.await_ready(&show, self.launch.timeouts.ready);
            self.guard(set)?;
        }
        let limits = Limits::nodes(nodes);
        let (reply, expected) =
            self.search(&Request::new(game, &limits, Duration::ZERO), &mut |_| {})?;
        reply.score.map(|score| Judgement::new(score, expected)).ok_or_else(|| Failure {
            kind: FailureKind::UnparsableMove,
            detail: "it gave no score; give it more nodes".to_owned(),
            log: self.transcript(),
        })
    }

    /// The last lines exchanged with it, oldest first; none if it does not run.
    pub fn transcript(&self) -> Vec<String> {
        let connection = self.connection.as_ref();
        connection.map(Connection::transcript).unwrap_or_default()
    }

    /// The time so far that its threads have waited for a processor; `None` if it does not run, or it is not known.
    pub fn waited(&self) -> Option<WaitTimes> {
        WaitTimes::of_process(self.connection.as_ref()?.process.id())
    }

    /// Lets it end, until the next game.
    pub fn rest(&mut self) {
        self.pondering = None;
        if let Some(connection) = self.connection.take() {
            connection.quit(self.launch.timeouts.quit);
        }
    }

    /// Keeps the connection only if all went well.
    fn guard<T>(&mut self, result: Result<T, Failure>) -> Result<T, Failure> {
        if result.is_err() {
            self.connection = None;
        }
        result
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.rest();
    }
}
