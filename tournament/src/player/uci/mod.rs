//! UCI programs as players.
//!
//! From the bottom to the top: `live` knows which programs run, `process` has one with its pipes,
//! `buffer` cuts bytes into lines, `transcript` remembers the last of them, `connection` puts these
//! together; on it stand `handshake` with `options`, and `think` with `position` and `info`; above them
//! `best_moves` asks for several moves at once.
//!
//! Nothing is waited for without a limit of time, and nothing that a program says takes memory
//! without a bound. A program that fails is killed, and started again for its next game.

mod best_moves;
mod buffer;
mod connection;
mod handshake;
mod info;
mod live;
mod options;
mod position;
mod process;
mod think;
mod transcript;

pub use live::{interrupted, kill_all};
pub use options::OptionFault;

use connection::Connection;
use engine_core::game::Game;
use handshake::{NotReady, Ready};
use options::Offers;
use position::PositionText;
use think::BestSoFar;

use super::{Choice, Info, Player, PlayerError, Probe, Reply, Request};
use crate::config::ProgramConfig;
use crate::record::{Failure, Termination};

/// A program that plays. It runs from its first game on.
pub(super) struct Program {
    config: ProgramConfig,
    /// While it runs.
    connection: Option<Connection>,
    /// The options of the program that runs.
    offers: Offers,
    /// How many best moves the program that runs tells of; 0 before it was told.
    lines: usize,
    position: PositionText,
}

impl Program {
    /// The player that `program` describes; it is not started yet.
    pub(super) fn new(program: &ProgramConfig) -> Program {
        Program {
            config: program.clone(),
            connection: None,
            offers: Offers::default(),
            lines: 0,
            position: PositionText::default(),
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

impl Player for Program {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.position.clear();
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let ready = started(&self.config)?;
                (self.offers, self.lines) = (ready.offers, 0);
                ready.connection
            }
        };
        handshake::new_game(&mut connection, &self.config.timeouts)?;
        self.connection = Some(connection);
        Ok(())
    }

    fn think(&mut self, task: &Request<'_>) -> Result<Reply, Failure> {
        self.think_aloud(task, &mut |_| {})
    }

    fn think_aloud(
        &mut self,
        task: &Request<'_>,
        observer: &mut dyn FnMut(&Info),
    ) -> Result<Reply, Failure> {
        let Some(connection) = &mut self.connection else {
            // Not reached: a game without a new game before it.
            return Err(Failure {
                kind: Termination::FailedStart,
                detail: "it is not running".to_owned(),
                log: Vec::new(),
            });
        };
        let (position, timeouts) = (&mut self.position, &self.config.timeouts);
        let thought = think::think(
            connection,
            position,
            task,
            timeouts,
            &mut BestSoFar(observer),
        );
        self.guard(thought)
    }

    fn best_moves(
        &mut self,
        game: &Game,
        nodes: u64,
        count: usize,
    ) -> Result<Vec<Choice>, Failure> {
        let choices = best_moves::best_moves(self, game, nodes, count);
        self.guard(choices)
    }

    fn scale(&self) -> f64 {
        // Nothing is known of its scores but that they are centipawns.
        1.0
    }

    fn transcript(&self) -> Vec<String> {
        let connection = self.connection.as_ref();
        connection.map(Connection::transcript).unwrap_or_default()
    }

    fn rest(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.quit(self.config.timeouts.quit);
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.rest();
    }
}

/// The program, started for a game.
fn started(config: &ProgramConfig) -> Result<Ready, Failure> {
    match handshake::start(config) {
        Ok(ready) => Ok(ready),
        Err(NotReady::Failed(failure)) => Err(failure),
        Err(NotReady::Option(fault)) => Err(Failure {
            kind: Termination::FailedStart,
            detail: format!("option {fault}"),
            log: Vec::new(),
        }),
    }
}

/// Starts the program once and lets it end again, to know that it can play before it has to.
///
/// # Errors
/// If it cannot be started, ends at once, or does not take its options. A program that runs but
/// does not say what it should in time is no error, but a warning.
pub(super) fn probe(engine: &str, config: &ProgramConfig) -> Result<Probe, PlayerError> {
    let failed = |failure: &Failure| PlayerError::Start {
        engine: engine.to_owned(),
        command: config.command.clone(),
        detail: failure.to_string(),
    };
    match handshake::start(config) {
        Ok(ready) => {
            ready.connection.quit(config.timeouts.quit);
            Ok(Probe {
                version: ready.id_name,
                warning: None,
            })
        }
        Err(NotReady::Option(source)) => Err(PlayerError::Option {
            engine: engine.to_owned(),
            command: config.command.clone(),
            source,
        }),
        Err(NotReady::Failed(failure)) => match failure.kind {
            Termination::NoUciok | Termination::NoReadyok => Ok(Probe {
                version: None,
                warning: Some(failure),
            }),
            _ => Err(failed(&failure)),
        },
    }
}
