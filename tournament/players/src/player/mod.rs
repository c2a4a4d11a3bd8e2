//! Players, which answer requests for moves: programs, and evaluators in this process.

mod in_process;

use std::borrow::Cow;
use std::fmt::Display;
use std::io;

use config::{EngineConfig, EngineKind, EvaluatorConfig, LimitKind, ProgramConfig};
pub use evaluators::AnyEvaluator;
use evaluators::EvaluationError;

use crate::record::{Failure, FailureKind};
use crate::{external, scale};
use in_process::InProcess;
pub use in_process::{configured, confirmed, from_outside, processor_time};
pub(crate) use in_process::{params, searcher};
pub use uci_client::check::{Finding, Outcome, checks};
use uci_client::{CHESS960, Executable, FixedLimit, Launch, NODESTIME, NotReady, OptionFault, ProbeReport, Program};
pub use uci_client::{
    DESCRIPTORS, EngineLog, GameLog, GivenScore, Info, Judgement, Player, Reply, Request, WaitTimes, become_program,
    descriptor_limit, interrupted, kill_all, launch_through_self, raise_descriptor_limit, watch,
};

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
    Ok(match program_of(config) {
        Ok(program) => {
            let scale = scale::of_engine(config);
            Box::new(Program::new(Launch { scale, ..launch(&program) }))
        }
        Err(own) => Box::new(InProcess::new(&config.name, own)?),
    })
}

/// The program that plays, or the evaluator that plays in this process.
fn program_of(config: &EngineConfig) -> Result<Cow<'_, ProgramConfig>, &EvaluatorConfig> {
    let mut program = match &config.kind {
        EngineKind::Program(program) => Cow::Borrowed(&**program),
        EngineKind::Evaluator(own) => match &own.external {
            Some(external) => Cow::Owned(external::as_program(own, external)),
            None => return Err(own),
        },
    };
    if let Some(nodes) = config.limit.clock_nodes() {
        program.to_mut().options.insert(NODESTIME.to_owned(), i64::from(nodes.get()).into());
    }
    Ok(program)
}

/// True if it ponders: a program on a clock whose option `Ponder` is set.
pub fn ponders(config: &EngineConfig) -> bool {
    match &config.kind {
        EngineKind::Program(program) => !config.limit.is_deterministic() && launch(program).ponders(),
        _ => false,
    }
}

/// Finds out whether an engine can play within its limit: a program is started once and ends again.
/// Fails if it cannot; with `strict`, also if it does not answer as it should.
pub fn probe(config: &EngineConfig, strict: bool) -> Result<Probe, PlayerError> {
    let Ok(program) = program_of(config) else {
        return player(config).map(|_| Probe::default());
    };
    let probe = probe_program(config, &program)?;
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
        EngineKind::Program(program) => check_program(config, program, notify),
        EngineKind::Evaluator(_) => Ok(Vec::new()),
    }
}

/// Starts the program of an engine once and lets it end again, to know that it can play before it has to.
/// Fails if it cannot be started, ends at once, never answers `uci`, does not take its options, or takes a
/// fixed limit for none. A program that is not ready in time is not an error, but a warning.
fn probe_program(engine: &EngineConfig, program: &ProgramConfig) -> Result<Probe, PlayerError> {
    let limit = match engine.limit {
        LimitKind::Nodes(nodes) => Some(FixedLimit::Nodes(nodes)),
        LimitKind::Depth(depth) => Some(FixedLimit::Depth(depth)),
        LimitKind::MoveTime(_) | LimitKind::Clock { .. } => None,
    };
    match uci_client::probe(&launch(program), limit) {
        Ok(ProbeReport { unkept: Some(go), .. }) => {
            let what = format!(
                ", command \"{}\": it ignores this limit: it answered `{go}` only after `stop`; set another limit, such as \
                 a time for each move (limits.movetime = 50) or a clock (limits.tc = \"10+0.1\"); --movetime 50 and \
                 --tc 10+0.1 of `evalarena match`",
                program.command
            );
            Err(PlayerError::of(&engine.name, what))
        }
        Ok(ProbeReport { id_name, doubt, .. }) => Ok(Probe { version: id_name, warning: None, doubt }),
        Err(NotReady::Failed(failure)) if failure.kind == FailureKind::NoReadyok => {
            Ok(Probe { version: None, warning: Some(failure), doubt: None })
        }
        Err(fault) => Err(not_ready(engine, program, fault)),
    }
}

/// Checks the program for UCI compliance; `notify` receives each finding.
fn check_program(
    engine: &EngineConfig,
    program: &ProgramConfig,
    notify: impl FnMut(&Finding),
) -> Result<Vec<Finding>, PlayerError> {
    let findings = uci_client::check::check(&launch(program), notify);
    findings.map_err(|fault| not_ready(engine, program, fault))
}

fn not_ready(engine: &EngineConfig, program: &ProgramConfig, fault: NotReady) -> PlayerError {
    let command = &program.command;
    let what = match fault {
        NotReady::Shortage(source) => return PlayerError::shortage(&engine.name, &source),
        NotReady::Option(source) => match *source {
            OptionFault::Unknown { ref given, .. } if given == CHESS960 => format!(
                ", command \"{command}\": it does not play Chess960, for it has no option UCI_Chess960; leave it out, or \
                 play chess (openings.variant)"
            ),
            OptionFault::Unknown { ref given, .. } if given == NODESTIME => format!(
                ", command \"{command}\": it cannot count nodes as time, for it has no option nodestime; leave it out, or \
                 let time be time (limits.clock_nodes)"
            ),
            _ => format!(", command \"{command}\", option {source}"),
        },
        NotReady::Failed(failure) => {
            let detail = match failure.last_words() {
                Some(words) => format!("{failure}; it wrote on standard error: {words}"),
                None => failure.to_string(),
            };
            if engine.kind.is_program() {
                format!(
                    ", command \"{command}\": {detail}; check the command, its `args` and its `dir`, and whether it runs \
                     by itself and answers `uci`"
                )
            } else {
                format!(", evaluation {command}: {detail}")
            }
        }
    };
    PlayerError::of(&engine.name, what)
}

fn launch(config: &ProgramConfig) -> Launch {
    let executable = match &config.path {
        Some(path) => Executable::Path(path.clone()),
        None => Executable::Name(config.command.clone()),
    };
    Launch {
        executable,
        args: config.args.clone(),
        folder: config.folder.clone(),
        env: config.env.clone(),
        options: config.options.clone(),
        scores_from_white: config.scores_from_white,
        scale: 1.0,
        timeouts: config.timeouts,
    }
}
