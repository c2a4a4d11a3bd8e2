//! `evalarena accuracy`.

use std::path::PathBuf;

use clap::Args;
use config::{ConfigError, EngineConfig, EngineKind};
use lab::fit::accuracy;
use lab::positions;
use report::progress::Progress;

use super::engines::selected;

/// Measure how well static values predict game results
#[derive(Args)]
#[command(
    long_about = "Converts static values to expected scores and measures how well they predict the results of the \
        games that the positions are from. The expected score is 1 / (1 + exp(-(v + t) / K)), with v the \
        value from White's point of view, t a bonus for the side to move, and K the evaluation scale, by \
        which scores of different evaluators are compared. K and t are fitted for each evaluator on the \
        games with even numbers; everything else is measured on the games with odd numbers.\n\n\
        \"Explained\" is the share of the variance of results that the expected scores explain. For the log \
        loss lower is better: guessing is 0.69, and perfect knowledge would be 0, but for draws. Both are \
        shown beside material alone and no evaluation, which knows only the side to move. By stage: opening, \
        middlegame and endgame, by the pieces on the board. By value: the score in positions with similar \
        values; a calibrated evaluator scores what its scale predicts.\n\n\
        --terms shows for each term how often it fires, how far it moves the value, and its multiplier: the \
        factor on it that predicts the results of all games best, with all other terms unchanged. 1 is \
        right, 0 means no information, a negative factor means that it misleads.\n\n\
        Errors and intervals count games, not positions: games are resampled a thousand times, the same for \
        all evaluators. The distance to the best evaluator is measured position by position, and has a \
        smaller error than either value.\n\n\
        --engine names evaluators, built in or from outside (./mine.so); --config adds evaluators with parameters from the [[engine]] \
        tables of a configuration. The default is all built-in evaluators.",
    after_help = "Examples:\n  \
        evalarena accuracy positions.epd.gz\n  \
        evalarena accuracy positions.epd.gz --engine slate-atkin --terms\n  \
        evalarena accuracy positions.epd.gz --engine otter --config my.toml --json"
)]
pub(crate) struct AccuracyArgs {
    /// The positions, as written by `evalarena positions`
    file: PathBuf,

    /// An evaluator (repeatable)
    #[arg(long = "engine", value_name = "NAME")]
    engines: Vec<String>,

    /// A configuration whose [[engine]] tables are measured too
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Firing rate, size and multiplier of each term
    #[arg(long)]
    terms: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &AccuracyArgs) -> anyhow::Result<()> {
    let mut engines = selected(&arguments.engines, arguments.config.as_deref(), None)?;
    let asked_for = engines.len();
    if !engines.iter().any(is_material) {
        engines.extend(material(&engines)?);
    }
    let positions = positions::read(&arguments.file, super::warn)?;
    let progress = Progress::new(engines.len(), 0, "evaluators");
    let report = accuracy::compare(&engines, &positions, arguments.terms, || progress.tick());
    progress.finish();
    let mut report = report?;
    for engine in &mut report.engines {
        if engines[asked_for..].iter().any(|added| added.name == engine.name) {
            engine.terms = None;
        }
    }
    if arguments.json {
        return super::print_json(&report);
    }
    super::show(report.document(super::line_width()))
}

/// The evaluator that others are compared with.
const MATERIAL: &str = "material";

fn is_material(engine: &EngineConfig) -> bool {
    matches!(&engine.kind, EngineKind::Evaluator(config) if config.evaluator == MATERIAL)
}

/// Material alone, under a name that none of `engines` has.
fn material(engines: &[EngineConfig]) -> Result<Vec<EngineConfig>, ConfigError> {
    let mut material = selected(&[MATERIAL.to_owned()], None, None)?;
    for own in &mut material {
        while engines.iter().any(|other| other.name == own.name) {
            own.name.push_str(" alone");
        }
    }
    Ok(material)
}
