//! `tournament accuracy`.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use config::output::write_named;
use config::{EngineConfig, EngineKind, Selection};
use lab::fit::{FitError, accuracy, plot};
use lab::positions;
use players::registry;
use report::progress::Progress;

/// Measure how well static values foretell the results of games
#[derive(Args)]
#[command(
    long_about = "Reads static values as expected scores and says how well they foretell the results \
        of the games that the positions are from. The expected score is 1 / (1 + exp(-(v + t) / K)), \
        with v the value from White's side, t a bonus for the side to move, and K what a value is \
        worth: the evaluator's scale, by which the arena compares scores of different evaluators. K and t are fitted to each evaluator on the games with even numbers; everything else is \
        measured on those with odd numbers, so that no game is on both sides.\n\n\
        Explained is the share of the variance of results that the expected scores explain. Of the log \
        loss less is better: guessing is 0.69, and knowing everything would be 0, but for draws. Both \
        stand beside material alone and no evaluation, which knows whose move it is. By stage: opening, \
        middlegame and endgame, by the pieces that are left. By value: what was scored in positions that \
        are valued about the same; an evaluator that is right scores what the scale says.\n\n\
        --terms tells of each term how often it speaks, how far it moves the value, and its multiplier: \
        the factor on it that foretells the results of all games best, all other terms as they are. 1 \
        is right, 0 says nothing, below 0 misleads.\n\n\
        Errors and intervals are by games, not positions: games are drawn again, a thousand times, the same \
        for all. What an evaluator is behind the best is \
        measured position by position, and surer than either of the two.\n\n\
        An engine is an evaluator of ours by its name; --config takes evaluators with params from \
        the [[engine]] tables of a configuration. Without any, all evaluators are measured.",
    after_help = "Examples:\n  \
        tournament accuracy positions.epd.gz\n  \
        tournament accuracy positions.epd.gz --engine slate-atkin --terms\n  \
        tournament accuracy positions.epd.gz --plot calibration.svg\n  \
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

    /// How often each term speaks, how large, and its multiplier
    #[arg(long)]
    terms: bool,

    /// Draw the calibration: what values say, and what was scored
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

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
    let mut engines = selected(words, arguments.config.as_deref())?;
    let asked_for = engines.len();
    if !engines.iter().any(is_material) {
        engines.extend(material(&engines)?);
    }
    let positions = positions::read(&arguments.file, |repair| {
        super::remark(&format!("warning: {repair}"));
    })?;
    let mut progress = Progress::new(engines.len(), 0, "evaluators");
    let report = accuracy::compare(&engines, &positions, arguments.terms, || {
        progress.advance(1, |_| String::new());
    });
    progress.finish();
    let mut report = report?;
    for engine in &mut report.engines {
        if engines[asked_for..]
            .iter()
            .any(|added| added.name == engine.name)
        {
            engine.terms = None;
        }
    }
    if let Some(path) = &arguments.plot {
        save(&plot::calibration(&report)?, path)?;
    }
    if arguments.json {
        return super::print(&(serde_json::to_string(&report)? + "\n"));
    }
    super::show(&report.text(super::line_width())?)
}

fn save(svg: &str, path: &Path) -> anyhow::Result<()> {
    let saved = write_named(path, |file| file.write_all(svg.as_bytes()));
    if let Err(error) = saved {
        bail!(
            "{}: {error}; name a file that can be written",
            path.display()
        );
    }
    Ok(())
}

fn selected(words: &[String], file: Option<&Path>) -> Result<Vec<EngineConfig>, FitError> {
    let selection = Selection {
        words,
        file,
        limit: None,
        // Nothing is searched.
        nodes: 1,
        table: super::engines::TABLE,
    };
    Ok(selection.engines(registry::NAMES)?)
}

/// What others are to be better than.
const MATERIAL: &str = "material";

fn is_material(engine: &EngineConfig) -> bool {
    matches!(&engine.kind, EngineKind::Evaluator(config) if config.evaluator == MATERIAL)
}

/// Material alone, under a name that none of `engines` has.
fn material(engines: &[EngineConfig]) -> Result<Vec<EngineConfig>, FitError> {
    let mut material = selected(&[MATERIAL.to_owned()], None)?;
    for own in &mut material {
        while engines.iter().any(|other| other.name == own.name) {
            own.name.push_str(" alone");
        }
    }
    Ok(material)
}
