//! `evalarena check` of an evaluation: its laws, and the scales of its values.

use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use config::EvaluatorConfig;
use engine_core::evaluator::EvaluatorInfo;
use lab::calibration::measured::{FILE, Measurements};
use lab::calibration::scale::{MeasuredScale, measure};
use lab::laws;
use players::known_positions::of_all_kinds;
use players::player::{configured, from_outside};
use regression::git::today;
use report::Document;

use super::Report;
use crate::cli::measured::margin_positions;
use crate::cli::show;

/// Checks the laws of an evaluation from outside, and measures the scales of any on positions from `games` games.
pub(super) fn check(
    report: &Report<'_>,
    config: &EvaluatorConfig,
    games: u32,
) -> anyhow::Result<ExitCode> {
    if config.external.is_none() && games == 0 {
        bail!("{}: the laws of a built-in evaluator are tests; leave --games 0 out", report.engine);
    }
    let findings = match &config.external {
        None => Vec::new(),
        Some(external) => {
            let evaluation = from_outside(report.engine, config, external)?;
            let positions = of_all_kinds()?;
            report
                .print_each(laws::laws(), |found| Ok(laws::check(&evaluation, &positions, found)))?
        }
    };
    // Values that break the laws have no scale.
    if games == 0 || super::is_failed(&findings) {
        return report.summarize(&findings, None);
    }
    let info = configured(report.engine, &config.unchanged())?.info();
    // An unusable file is refused before anything is measured.
    let measurements = Measurements::read(Path::new(FILE))?;
    let scale = measure(config, &margin_positions(games)?)?;
    if !is_own(&info) {
        let measurement = scale.measurement(&today());
        measurements.with(info.name, measurement).write(Path::new(FILE))?;
    }
    if !report.json {
        show(scales(&info, config.external.is_some(), &scale))?;
    }
    report.summarize(&findings, Some(&scale))
}

/// The scales, for people; `is_external` if the evaluation is from outside.
fn scales(info: &EvaluatorInfo, is_external: bool, found: &MeasuredScale) -> Document {
    let mut document = Document::from(format!(
        "scales\n\
         margin scale {:>7.2}          {} positions\n\
         eval scale   {:>7.1} ± {:<6.1} {} positions of {} games\n\
         ratio        {:>7.3} ± {:<6.3} the same\n\n\
         Margin scale: how far a search moves its values, relative to Michniewski's. Eval scale: the centipawns \
         that make an expected score of 73 %. Ratio: of the evaluation scale to that of Michniewski's evaluator on \
         these positions. ± is one standard error, by game.\n",
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
            "its source has margin scale {} ({}) and evaluation scale {}, which are used; nothing is written",
            info.margin_scale.ratio, info.margin_scale.measured, info.eval_scale.centipawns
        ));
        return document;
    }
    let (margin_scale, eval_scale, date) = (found.margin_scale, found.eval_scale, today());
    let [place, margin_scale, eval_scale] = if is_external {
        [
            "elsewhere, in an [[engine]] of a configuration".to_owned(),
            format!("margin_scale = {margin_scale:?}"),
            format!("eval_scale = {eval_scale:?}"),
        ]
    } else {
        [
            "to keep the numbers in the source of the evaluator".to_owned(),
            format!(
                "margin_scale: MarginScale {{ ratio: {margin_scale:?}, measured: \"{date}\" }},"
            ),
            format!(
                "eval_scale: EvalScale {{ centipawns: {eval_scale:?}, measured: \"{date}\" }},"
            ),
        ]
    };
    document.sentence(format!("written: {FILE}, which is read in this folder; {place}:"));
    document.row(format!("    {margin_scale}"));
    document.row(format!("    {eval_scale}"));
    document
}

/// True if the evaluator has both numbers in its source.
fn is_own(info: &EvaluatorInfo) -> bool {
    info.margin_scale.is_measured() && info.eval_scale.is_measured()
}
