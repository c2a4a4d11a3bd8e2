//! `evalarena calibrate levels`.

use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;
use clap::builder::PossibleValuesParser;
use evaluators::registry;
use lab::calibration::levels::{Calibration, levels};
use regression::versions::git::today;
use report::results_of;
use runner::run::Planned;

use crate::cli::playing::Playing;
use crate::cli::print;

/// Measure the Elo of an evaluator's levels of limited strength
#[derive(Args)]
#[command(
    long_about = "Measures the table behind UCI_LimitStrength and UCI_Elo of an evaluator's engine: its Elo \
        at nine levels, each a number of nodes a move and an error in static values. They play in a run that is kept in \
        runs/calibrate-NAME; the same command resumes it.\n\n\
        The levels of michniewski play each other, and its 1,000 nodes a move are 1800 by definition; those of others \
        play the levels in michniewski's source. The table printed at the end goes into the source of the evaluator \
        (Evaluator::levels).",
    after_help = "Examples:\n  \
        evalarena calibrate levels michniewski\n  \
        evalarena calibrate levels chessbin --most 10000"
)]
pub(crate) struct CalibrateLevelsArgs {
    /// The evaluator
    #[arg(value_parser = PossibleValuesParser::new(registry::NAMES))]
    evaluator: String,

    /// Leave out levels of more nodes a move
    #[arg(long, value_name = "NODES", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1_000..))]
    most: u64,

    /// Openings of each pairing, each played with both colours
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=2_000))]
    pairs: u32,

    /// The seed by which openings are drawn
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: u64,

    #[command(flatten)]
    playing: Playing,
}

/// Plays the games and prints the table.
pub(super) fn run(arguments: &CalibrateLevelsArgs) -> anyhow::Result<ExitCode> {
    let evaluator = arguments.evaluator.as_str();
    let calibration = Calibration {
        evaluator,
        most: arguments.most,
        pairs: arguments.pairs,
        seed: arguments.seed,
    };
    let config = calibration.config();
    let status = arguments.playing.play(config.clone())?;
    let folder = arguments.playing.folder(&config);
    let results = results_of(&Planned::new(config)?.reopen(&folder)?.close())?;
    let mut text = format!("\nFor the source of {evaluator}, measured {}:\n", today());
    for level in levels(&results) {
        // Writing into a text cannot fail.
        writeln!(text, "    Level::new({:?}, {}, {}),", level.elo, level.nodes, level.noise).ok();
    }
    print(&text)?;
    Ok(status)
}
