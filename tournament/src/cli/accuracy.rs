//! `tournament accuracy`.

use std::path::PathBuf;

use clap::Args;
use tournament::config::Selection;
use tournament::fit::{FitError, accuracy};
use tournament::positions;
use tournament::registry;
use tournament::report::progress::Progress;

/// Measure how well static values foretell the results of games
#[derive(Args)]
#[command(
    long_about = "Reads static values as expected scores and says how well they foretell the results \
        of the games that the positions are from. The expected score is 1 / (1 + exp(-(v + t) / K)), \
        with v the value from White's side, t a bonus for the side to move, and K what a value is \
        worth: the evaluator's scale, by which the arena compares scores of different evaluators. K and t are fitted to each evaluator on the games with even numbers; the log loss is \
        measured on those with odd numbers, so that no game is on both sides. Less is better: \
        guessing is 0.69, and knowing everything would be 0, but for draws.\n\n\
        Standard errors count games, not positions. What an evaluator is behind the best is \
        measured position by position, and surer than either of the two.\n\n\
        An engine is an evaluator of ours by its name; --config takes evaluators with params from \
        the [[engine]] tables of a configuration. Without any, all evaluators are measured.",
    after_help = "Examples:\n  \
        tournament accuracy positions.epd.gz\n  \
        tournament accuracy positions.epd.gz --engine otter --config my.toml --json"
)]
pub(crate) struct Arguments {
    /// The positions: what `tournament positions` writes
    file: PathBuf,

    /// An evaluator (may be repeated)
    #[arg(long = "engine", value_name = "NAME")]
    engines: Vec<String>,

    /// The TOML file whose [[engine]] tables are measured too
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Measures and shows.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let all: Vec<String>;
    let mut words = &arguments.engines;
    if words.is_empty() && arguments.config.is_none() {
        all = registry::NAMES
            .iter()
            .map(|&name| name.to_owned())
            .collect();
        words = &all;
    }
    let selection = Selection {
        words,
        file: arguments.config.as_deref(),
        limit: None,
        // Nothing is searched.
        nodes: 1,
        table: super::engines::TABLE,
    };
    let engines = selection.engines(registry::NAMES).map_err(FitError::from)?;
    let positions = positions::read(&arguments.file)?;
    let mut progress = Progress::new(engines.len(), 0, "evaluators");
    let report = accuracy::compare(&engines, &positions, || {
        progress.advance(1, |_| String::new());
    });
    progress.finish();
    let report = report?;
    if arguments.json {
        return super::print(&(serde_json::to_string(&report)? + "\n"));
    }
    super::show(&report.text(super::line_width())?)
}
