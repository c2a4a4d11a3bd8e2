//! Calibration: the scales of an evaluator's numbers, for the search and in results, measured beside Michniewski's.
//!
//! [`margins`] measures how much a search changes static values (the margin scale); [`measure`] also measures the
//! centipawns of an expected score of 73 %, for a new evaluator, and [`measured`] keeps both in a file.

pub mod margins;
pub mod measured;

use config::{EngineConfig, EngineKind, EvaluatorConfig};
use engine_core::game::Game;
use serde::Serialize;

use crate::error::LabError;
use crate::fit::accuracy::{ScaleEstimate, scaled};
use crate::fit::{is_fitted_on, rounded};
use crate::positions;
use measured::{Measurement, values};
use players::player::configured;

const UNIT: &str = "michniewski";

/// The result.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MeasuredScale {
    /// Its name.
    pub evaluator: &'static str,
    /// The margin scale: the distance of a search's score from its static values, relative to Michniewski's.
    pub margin_scale: f64,
    /// Positions on which that was measured.
    pub margin_scale_positions: usize,
    /// K: this many of its centipawns make an expected score of 73 %.
    pub eval_scale: f64,
    /// Its standard error, by games.
    pub eval_scale_error: f64,
    /// K over that of Michniewski's evaluator on the same positions.
    pub ratio: f64,
    /// The standard error of that.
    pub ratio_error: f64,
    /// Games to whose positions K was fitted.
    pub games: usize,
    /// The number of positions for the evaluation scale.
    pub eval_scale_positions: usize,
    /// A key of the evaluator's values of some positions.
    pub values: String,
}

/// Measures the evaluator of `config`, without its parameters: its margin scale on `games`, as [`margins::positions`]
/// has them, its evaluation scale on the [built-in positions](positions::builtin). Fails if its values mean nothing.
pub fn measure(config: &EvaluatorConfig, games: &[Game]) -> Result<MeasuredScale, LabError> {
    let own = configured(&config.evaluator, &config.unchanged())?;
    let evaluator = own.info().name;
    let (margin_scale, margin_scale_positions) = margins::margin_scale(&*own, games)?;
    if margin_scale <= 0.0 {
        return Err(LabError::Message(format!(
            "{evaluator}: a search does not change its values; look at its terms with `evalarena explain`"
        )));
    }
    let positions = positions::builtin()?;
    let mut engines = [UNIT; 2].map(|name| EngineConfig::of_evaluator(name, 1));
    engines[0].kind = EngineKind::Evaluator(config.unchanged());
    let ScaleEstimate { eval_scale, ratio } = scaled(&engines, &positions)?;
    let fitted = positions.iter().map(|position| position.number);
    let mut games: Vec<usize> = fitted.filter(|&game| is_fitted_on(game)).collect();
    let eval_scale_positions = games.len();
    games.dedup();
    Ok(MeasuredScale {
        evaluator,
        margin_scale: rounded(margin_scale, 100.0),
        margin_scale_positions,
        eval_scale: rounded(eval_scale.value, 10.0),
        eval_scale_error: rounded(eval_scale.error, 10.0),
        ratio: rounded(ratio.value, 1000.0),
        ratio_error: rounded(ratio.error, 1000.0),
        games: games.len(),
        eval_scale_positions,
        values: values(&*own)?,
    })
}

impl MeasuredScale {
    /// The measurement as it is stored.
    pub fn measurement(&self, date: &str) -> Measurement {
        Measurement {
            margin_scale: self.margin_scale,
            eval_scale: self.eval_scale,
            measured: format!(
                "{date}, on {} positions of {} built-in games",
                self.eval_scale_positions, self.games
            ),
            values: self.values.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs::File;

    use tempfile::tempdir;

    use super::*;
    use crate::fit::accuracy;
    use crate::positions::{Format, builtin, read, write};
    use evaluators::registry;

    /// The built-in numbers are reproduced by a user's way: `evalarena positions` and `evalarena accuracy`.
    #[test]
    fn the_scale_is_that_of_the_fit_on_the_houses_positions() {
        let positions = builtin().unwrap();
        assert_eq!(positions.len(), 15_097);
        let numbers: BTreeSet<usize> = positions.iter().map(|position| position.number).collect();
        assert_eq!((numbers.len(), numbers.last()), (2_519, Some(&2_519)));
        let folder = tempdir().unwrap();
        let path = folder.path().join("positions.epd");
        let mut file = File::create(&path).unwrap();
        for position in &positions {
            write(position, Format::Epd, &mut file).unwrap();
        }
        let read = read(&path, |_| {}).unwrap();
        let engines = ["material", "chessbin"].map(|name| EngineConfig::of_evaluator(name, 1));
        let games = margins::positions(2, || ()).unwrap();
        let report = accuracy::compare(&engines, &read, false, || ()).unwrap();
        for name in ["material", "chessbin"] {
            let found = measure(&EvaluatorConfig::of(name), &games).unwrap();
            let of_report = report.engines.iter().find(|of| of.name == name).unwrap();
            let tenths = |number: f64| (10.0 * number).round();
            assert_eq!(tenths(found.eval_scale), tenths(of_report.eval_scale), "{name}");
            assert_eq!(tenths(found.eval_scale_error), tenths(of_report.eval_scale_error));
            // The number in the source is from an earlier run of the same seven players.
            let source = registry::info(name).unwrap().eval_scale.centipawns;
            assert!((found.eval_scale - source).abs() < found.eval_scale_error, "{found:?}");
            assert_eq!(found.games, 1_259);
        }
    }

    #[test]
    fn the_same_evaluator_has_the_same_numbers() {
        let games = margins::positions(2, || ()).unwrap();
        let found = || measure(&EvaluatorConfig::of("michniewski"), &games).unwrap();
        let first = found();
        assert_eq!(first, found());
        // It is the unit, with an error of 0.
        assert_eq!((first.margin_scale, first.ratio, first.ratio_error), (1.0, 1.0, 0.0));
    }
}
