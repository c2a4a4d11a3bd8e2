//! A UCI program as a player.

use uci_client::check::Finding;
use uci_client::{CHESS960, Executable, FixedLimit, Launch, NotReady, OptionFault, ProbeReport};

use super::{PlayerError, Probe};
use crate::record::FailureKind;
use config::{EngineConfig, LimitKind, ProgramConfig};

/// Starts the program of an engine once and lets it end again, to know that it can play before it has to.
/// Fails if it cannot be started, ends at once, never answers `uci`, does not take its options, or takes a
/// fixed limit for none. A program that is not ready in time is not an error, but a warning.
pub(super) fn probe(engine: &EngineConfig, program: &ProgramConfig) -> Result<Probe, PlayerError> {
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
pub(super) fn check(
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

pub(super) fn launch(config: &ProgramConfig) -> Launch {
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
