//! `evalarena calibrate scale`.

use std::path::Path;

use clap::Args;
use engine_core::evaluator::EvaluatorInfo;
use lab::calibration::measured::{FILE, Measurements};
use lab::calibration::scale::{MeasuredScale, measure};
use players::player::configured;
use regression::versions::git::today;
use report::Document;

use super::margins;
use crate::cli::evaluator_name::evaluator;
use crate::cli::{print_json, show};

/// Measure evaluation scale and margin scale of a new evaluator
#[derive(Args)]
#[command(
    long_about = "Measures both and writes them to measured.toml in the current folder, where all commands that play \
        or compare read them; nothing has to be rebuilt.\n\n\
        The evaluation scale (`eval_scale`): how many of its centipawns make an expected score of 73 %, by which its \
        scores are compared with those of others. It is K of `evalarena accuracy` (one standard error by game) on built-in \
        positions, from 2,520 games between the built-in evaluators (configs/lab/scale.toml). The margin scale \
        (`margin_scale`): by how much a search changes its values; the margins of its search are multiplied by it. `calibrate margins` measures that \
        alone, for all evaluators. The numbers are the same on any number of cores.\n\n\
        Of an evaluator that has numbers in its source nothing is written: they are shown beside the measured ones.",
    after_help = "Example:\n  evalarena calibrate scale my-idea"
)]
pub(crate) struct CalibrateScaleArgs {
    /// The evaluator, built in or from outside, such as ./mine.so
    evaluator: String,

    /// Games from whose positions the margin scale is measured
    #[arg(long, alias = "swing-games", value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    margin_games: u32,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &CalibrateScaleArgs) -> anyhow::Result<()> {
    let (name, config) = evaluator(&arguments.evaluator)?;
    let info = configured(&name, &config.unchanged())?.info();
    // An unusable file is refused before anything is measured.
    let measurements = Measurements::read(Path::new(FILE))?;
    let found = measure(&config, &margins::positions(arguments.margin_games)?)?;
    if !is_own(&info) {
        let measurement = found.measurement(&today());
        measurements.with(info.name, measurement).write(Path::new(FILE))?;
    }
    if arguments.json {
        return print_json(&found);
    }
    show(document(&info, config.external.is_some(), &found))
}

/// The result, for people; `is_external` if the evaluation is from outside.
fn document(info: &EvaluatorInfo, is_external: bool, found: &MeasuredScale) -> Document {
    let mut document = Document::from(format!(
        "{}\n\
         margin scale {:>7.2}          {} positions\n\
         eval scale   {:>7.1} ± {:<6.1} {} positions of {} games\n\
         ratio        {:>7.3} ± {:<6.3} the same\n\n\
         Margin scale: how far a search moves its values, relative to Michniewski's. Eval scale: the centipawns \
         that make an expected score of 73 %. Ratio: of the evaluation scale to that of Michniewski's evaluator on \
         these positions. ± is one standard error, by game.\n",
        info.name,
        found.margin_scale,
        found.margin_scale_positions,
        found.eval_scale,
        found.eval_scale_error,
        found.eval_scale_positions,
        found.games,
        found.ratio,
        found.ratio_error,
    ));
    document.blank();
    if is_own(info) {
        document.sentence(format!(
            "its source has margin scale {} and evaluation scale {}, which are used; nothing is written",
            info.margin_scale.ratio, info.eval_scale.centipawns
        ));
        return document;
    }
    let (margin_scale, eval_scale, date) = (found.margin_scale, found.eval_scale, today());
    if is_external {
        document.sentence(format!(
            "written: {FILE}, which is read in this folder; elsewhere, in an [[engine]] of a configuration:"
        ));
        document.row(format!("    margin_scale = {margin_scale:?}"));
        document.row(format!("    eval_scale = {eval_scale:?}"));
        return document;
    }
    document.sentence(format!(
        "written: {FILE}, which is read in this folder; to keep the numbers in the source of the evaluator:"
    ));
    document.row(format!(
        "    margin_scale: MarginScale {{ ratio: {margin_scale:?}, measured: \"{date}\" }},"
    ));
    document.row(format!(
        "    eval_scale: EvalScale {{ centipawns: {eval_scale:?}, measured: \"{date}\" }},"
    ));
    document
}

/// True if the evaluator has both numbers in its source.
fn is_own(info: &EvaluatorInfo) -> bool {
    info.margin_scale.is_measured() && info.eval_scale.is_measured()
}
