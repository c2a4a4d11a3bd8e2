//! Players, which answer requests for moves. The only place where the arena uses `dyn`.

mod in_process;
mod program;

use std::borrow::Cow;
use std::fmt::Display;
use std::io;
use std::time::Duration;

use config::{EngineConfig, EngineKind, EvaluatorConfig, ProgramConfig};
use engine_core::game::Game;
use engine_core::limits::Limits;
use evaluators::EvaluationError;

use crate::record::{Failure, FailureKind};
use crate::{external, scale};
use in_process::InProcess;
pub use in_process::{configured, from_outside, processor_time};
pub(crate) use in_process::{params, searcher};
use program::ProgramPlayer;
pub use uci_client::check::{Finding, Outcome, checks};
pub use uci_client::{
    DESCRIPTORS, EngineLog, GameLog, GivenScore, Info, Judgement, Reply, Request, WaitTimes,
    become_program, descriptor_limit, interrupted, kill_all, launch_through_self,
    raise_descriptor_limit,
};

/// A player, which answers requests for moves.
pub trait Player: Send {
    /// Makes sure that it can be set up here: a program is started if it does not run.
    /// Fails if the machine has no room for another process, which is not a failure of the player's.
    fn start(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// True if [`Player::start`] has nothing to do.
    fn is_started(&self) -> bool {
        true
    }

    /// A new game begins: forget the last one. A player that failed in the last one is set up again.
    fn new_game(&mut self) -> Result<(), Failure>;

    /// Thinks about the position within the limits of `task`. Time forfeits are detected by the game.
    fn think(&mut self, task: &Request<'_>) -> Result<Reply, Failure> {
        self.think_aloud(task, &mut |_| {})
    }

    /// As [`Player::think`], and passes its findings on the way to `observer`, as far as it reports any: a
    /// program does so only if the task wants its line.
    fn think_aloud(
        &mut self,
        task: &Request<'_>,
        observer: &mut dyn FnMut(&Info),
    ) -> Result<Reply, Failure>;

    /// Thinks about the position of `task` while the other side does, if it is a player that ponders; the next call of
    /// [`Player::think`] shows if that was the position to come.
    fn ponder(&mut self, _task: &Request<'_>) {}

    /// Stops pondering, if it does.
    fn stop_pondering(&mut self) {}

    /// The score of the position, which must have a legal move, for the side to move, by a search of about `nodes`
    /// nodes with an empty table.
    fn judge(&mut self, game: &Game, nodes: u64) -> Result<Judgement, Failure> {
        self.new_game()?;
        let limits = Limits::nodes(nodes);
        let score = self.think(&Request::new(game, &limits, Duration::ZERO))?.score;
        score.map(|score| Judgement::new(score, None)).ok_or_else(|| Failure {
            kind: FailureKind::UnparsableMove,
            detail: "it gave no score; give it more nodes".to_owned(),
            log: self.transcript(),
        })
    }

    /// The number of this player's centipawns worth one of Michniewski's.
    fn scale(&self) -> f64;

    /// The time that it has waited for a processor so far; `None` if the system does not report it.
    fn waited(&self) -> Option<WaitTimes> {
        None
    }

    /// Releases resources that others may need, as it will not play for a while.
    fn rest(&mut self) {}

    /// Copies the exchange with it to `log` from now on, or nowhere; there is none with a player in this process.
    fn log_to(&mut self, _log: Option<EngineLog>) {}

    /// The last lines exchanged with it, oldest first, if it is one to exchange lines with.
    fn transcript(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The properties of an engine found before it plays.
#[derive(Debug, Default)]
pub struct Probe {
    /// The name it reports, with its version; `None` for a built-in evaluator, or if it reports none.
    pub version: Option<String>,
    /// It runs, but did not answer as it should: it will lose its games.
    pub warning: Option<Failure>,
    /// A doubt about its answer to a search with a fixed limit, in words that go on from its name.
    pub doubt: Option<String>,
}

/// The reason that an engine of the configuration cannot play, with its remedy.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
pub struct PlayerError(pub(crate) String);

impl PlayerError {
    /// Of an engine of this name; `what` goes on from it.
    pub(crate) fn of(engine: &str, what: impl Display) -> Self {
        Self(format!("engine \"{engine}\"{what}"))
    }

    /// Of a parameter that the engine does not take.
    pub fn param(engine: &str, fault: impl Display) -> Self {
        Self::of(engine, format_args!(", params: {fault}"))
    }

    fn shortage(engine: &str, source: &io::Error) -> Self {
        let what = format!(
            " cannot be started: {source}; the machine is out of resources, \
             which is not the engine's fault, and no game is lost: allow more open files (`ulimit -n`) or processes \
             (`ulimit -u`), or play with fewer --threads"
        );
        Self::of(engine, what)
    }
}

impl From<EvaluationError> for PlayerError {
    fn from(error: EvaluationError) -> Self {
        Self(error.to_string())
    }
}

/// Makes sure that the player of `engine` can be set up here; see [`Player::start`].
pub fn start(player: &mut dyn Player, engine: &str) -> Result<(), PlayerError> {
    player.start().map_err(|source| PlayerError::shortage(engine, &source))
}

/// The player that `config` describes. A program is not started before its first game.
pub fn player(config: &EngineConfig) -> Result<Box<dyn Player>, PlayerError> {
    Ok(match program_of(&config.kind) {
        Ok(program) => Box::new(ProgramPlayer::new(&program, scale::of_engine(config))),
        Err(own) => Box::new(InProcess::new(&config.name, own)?),
    })
}

/// The program that plays, or the evaluator that plays in this process.
fn program_of(kind: &EngineKind) -> Result<Cow<'_, ProgramConfig>, &EvaluatorConfig> {
    match kind {
        EngineKind::Program(program) => Ok(Cow::Borrowed(program)),
        EngineKind::Evaluator(own) => match &own.external {
            Some(external) => Ok(Cow::Owned(external::as_program(own, external))),
            None => Err(own),
        },
    }
}

/// True if it ponders: a program on a clock whose option `Ponder` is set.
pub fn ponders(config: &EngineConfig) -> bool {
    match &config.kind {
        EngineKind::Program(program) => {
            !config.limit.is_deterministic() && program::launch(program).ponders()
        }
        _ => false,
    }
}

/// Finds out whether an engine can play within its limit: a program is started once and ends again.
/// Fails if it cannot; with `strict`, also if it does not answer as it should.
pub fn probe(config: &EngineConfig, strict: bool) -> Result<Probe, PlayerError> {
    let Ok(program) = program_of(&config.kind) else {
        return player(config).map(|_| Probe::default());
    };
    let probe = program::probe(config, &program)?;
    match probe.warning {
        Some(failure) if strict => {
            let what = format!(
                ", command \"{}\": {failure}; give it more time ([timeouts]), or let it lose its games (run.strict = false)",
                program.command
            );
            Err(PlayerError::of(&config.name, what))
        }
        _ => Ok(probe),
    }
}

/// Checks a program for UCI compliance; `notify` receives each finding as it is made. A built-in evaluator
/// has no protocol and no findings.
pub fn check(
    config: &EngineConfig,
    notify: impl FnMut(&Finding),
) -> Result<Vec<Finding>, PlayerError> {
    match &config.kind {
        EngineKind::Program(program) => program::check(config, program, notify),
        EngineKind::Evaluator(_) => Ok(Vec::new()),
    }
}
