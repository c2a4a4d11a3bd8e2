//! `tournament run`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use config::{Config, SyzygyRule};
use players::registry;

use super::playing::Playing;

/// The configuration that is played without a CONFIG, built in so that it runs from any folder.
const DEFAULT: (&str, &str) = (
    "configs/round-robin.toml",
    include_str!("../../../configs/round-robin.toml"),
);

/// Play a tournament, or go on with one
#[derive(Args, Default)]
#[command(
    long_about = "Plays the tournament that CONFIG describes (without CONFIG: all evaluators \
        against each other) and prints who is stronger and by how much.\n\n\
        The run is kept in a folder, runs/NAME: every game is stored as it ends, so a run that is \
        stopped, in whatever way, goes on where it was when it is started again, and ends with \
        the same games. games.pgn, results.json and report.html, the page for people, are made from the store at the end.\n\n\
        An engine is an evaluator of ours or any UCI program. A program that fails loses its game \
        (or draws it, if its opponent has not the material to mate at all), is started again, and \
        failures.log tells what it did; with run.strict = true the run stops instead. If an engine \
        failed in every one of its games, the table says so first and the exit status is 4.\n\n\
        A program that wants to follow a run reads the lines of --events ndjson: run_started, \
        game_started, game_finished, standings (with --standings N), warning and run_finished, \
        each a JSON object with that name under \"event\". Colours appear on terminals only, and not \
        if NO_COLOR is set.",
    after_help = "Examples:\n  \
        tournament run\n  \
        tournament run configs/match.toml --set run.pairs=200\n  \
        tournament run configs/external.toml --threads 1\n  \
        tournament run --set limits.nodes=20000 --set run.name=slow\n  \
        tournament run --quiet --events ndjson --standings 100"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    what: Configured,

    #[command(flatten)]
    playing: Playing,
}

/// What is played.
#[derive(Args, Default)]
pub(crate) struct Configured {
    /// The TOML file that says who plays whom, and how
    config: Option<PathBuf>,

    /// The seed of everything random, instead of the configuration's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,

    /// Change a key of the configuration, such as limits.nodes=20000 (may be repeated)
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// Folders of Syzygy tablebases, divided as in PATH, that say how games end
    #[arg(long, value_name = "PATHS")]
    syzygy: Option<String>,
}

/// Plays or goes on; the exit status tells whether every engine has shown that it plays.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let quiet = arguments.playing.quiet;
    arguments.playing.play(arguments.what.configuration(quiet)?)
}

impl Configured {
    /// The configuration, with what was measured of its evaluators.
    pub(crate) fn configuration(&self, quiet: bool) -> anyhow::Result<Config> {
        let mut overrides = self.set.clone();
        overrides.extend(self.seed.map(|seed| format!("run.seed={seed}")));
        let mut config = match &self.config {
            Some(path) => Config::load(path, &overrides, registry::NAMES)?,
            None => Config::parse(DEFAULT.0, DEFAULT.1, &overrides, registry::NAMES)?,
        };
        if let Some(paths) = &self.syzygy {
            config.adjudication.syzygy = Some(SyzygyRule::of(paths));
        }
        super::measured::give_measured(&mut config.engines, quiet)?;
        Ok(config)
    }
}
