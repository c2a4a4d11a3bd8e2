//! `evalarena run`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use config::Config;
use evaluators::registry;

use super::playing::{ArrayArguments, Playing};

/// The default configuration, built in so that it runs from any folder.
const DEFAULT: (&str, &str) =
    ("configs/round-robin.toml", include_str!("../../../configs/round-robin.toml"));

/// Play a tournament, or resume one
#[derive(Args, Default)]
#[command(
    long_about = "Plays the tournament in CONFIG (without CONFIG: a round robin of the built-in evaluators) \
        and prints the ranking.\n\n\
        The run has its own folder, runs/NAME. Every game is stored as it ends: stop the run in any way, start it \
        again, and it resumes and ends with the same games. games.pgn, results.json and report.html, a page for the \
        browser, are written at the end.\n\n\
        An engine is a built-in evaluator, an evaluation in any language (docs/own-evaluation.md) or any UCI engine. A UCI engine that fails loses the game (or draws it, if \
        its opponent cannot mate with any sequence of moves) and is restarted; failures.log has the details. With \
        run.strict = true the run stops instead. If an engine fails in all of its games, the table begins with a \
        warning and the exit status is 4.\n\n\
        Programs can follow a run with --events ndjson: run_started, game_started, game_finished, standings, warning \
        and run_finished, one JSON object a line with its name under \"event\". Colours are for terminals only; \
        NO_COLOR switches them off.",
    after_help = "Examples:\n  \
        evalarena run\n  \
        evalarena run configs/match.toml --set run.pairs=200\n  \
        evalarena run configs/external.toml --threads 1\n  \
        evalarena run --set limits.nodes=20000 --set run.name=slow\n  \
        evalarena run --quiet --events ndjson\n  \
        evalarena run my.toml --array-script slurm --tasks 40"
)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    what: Configured,

    #[command(flatten)]
    playing: Playing,

    #[command(flatten)]
    array: ArrayArguments,
}

/// The tournament.
#[derive(Args, Default)]
pub(crate) struct Configured {
    /// The tournament: a TOML file
    config: Option<PathBuf>,

    /// Override a key of the configuration, such as limits.nodes=20000 (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// Plays or resumes; the exit status is 4 if an engine failed in all of its games.
pub(crate) fn run(arguments: &RunArgs) -> anyhow::Result<ExitCode> {
    let config = arguments.what.configuration()?;
    if let Some(scheduler) = arguments.array.array_script {
        arguments.playing.print_array_script(&config, scheduler, &arguments.array)?;
        return Ok(ExitCode::SUCCESS);
    }
    arguments.playing.play(config)
}

impl Configured {
    /// The configuration, with the measured numbers of its evaluators.
    pub(crate) fn configuration(&self) -> anyhow::Result<Config> {
        let mut config = match &self.config {
            Some(path) => Config::load(path, &self.set, registry::NAMES)?,
            None => Config::parse(DEFAULT.0, DEFAULT.1, &self.set, registry::NAMES)?,
        };
        super::measured::give_measured(&mut config.engines)?;
        Ok(config)
    }
}
