//! Players, which answer requests for moves: programs, and evaluators in this process.

mod in_process;
mod program;

use std::borrow::Cow;
use std::fmt::Display;
use std::io;

use config::{EngineConfig, EngineKind, EvaluatorConfig, ProgramConfig};
pub use evaluators::AnyEvaluator;
use evaluators::EvaluationError;

use crate::record::Failure;
use crate::{external, scale};
use in_process::InProcess;
pub use in_process::{configured, confirmed, from_outside, processor_time};
pub(crate) use in_process::{params, searcher};
pub use uci_client::check::{Finding, Outcome, checks};
pub use uci_client::{
    DESCRIPTORS, EngineLog, GameLog, GivenScore, Info, Judgement, Player, Reply, Request, WaitTimes, become_program,
    descriptor_limit, interrupted, kill_all, launch_through_self, raise_descriptor_limit, watch,
};
use uci_client::{Launch, Program};

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

    /// Of an engine for which the machine has no room.
    pub fn shortage(engine: &str, source: &io::Error) -> Self {
        let what = format!(
            " cannot be started: {source}; the machine is out of resources, \
             which is not the engine's fault, and no game is lost: allow more open files (`ulimit -n`) or processes \
             (`ulimit -u`), or play fewer games at a time"
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
        Ok(program) => {
            let scale = scale::of_engine(config);
            Box::new(Program::new(Launch { scale, ..program::launch(&program) }))
        }
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
        EngineKind::Program(program) => !config.limit.is_deterministic() && program::launch(program).ponders(),
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
pub fn check(config: &EngineConfig, notify: impl FnMut(&Finding)) -> Result<Vec<Finding>, PlayerError> {
    match &config.kind {
        EngineKind::Program(program) => program::check(config, program, notify),
        EngineKind::Evaluator(_) => Ok(Vec::new()),
    }
}
