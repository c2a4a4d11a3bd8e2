//! Both numbers of one evaluator, measured beside Michniewski's.

use config::EngineConfig;
use openings::OpeningError;
use serde::Serialize;

use super::{Measurement, positions, values};
use runner::drawn::builtin_openings;

use crate::fit::accuracy::{Scaled, scaled};
use crate::fit::{FitError, is_fitted_on};
use crate::swing;

/// Whose numbers are the measure.
const UNIT: &str = "michniewski";

/// What was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Found {
    /// The evaluator.
    pub evaluator: &'static str,
    /// How far a search moves its values, relative to Michniewski's.
    pub swing: f64,
    /// Positions on which that was measured.
    pub swing_positions: usize,
    /// K: so many of its centipawns make an expected score of 73 %.
    pub scale: f64,
    /// Its standard error, by games.
    pub scale_error: f64,
    /// K over that of Michniewski's evaluator on the same positions.
    pub ratio: f64,
    /// The standard error of that.
    pub ratio_error: f64,
    /// Games to whose positions K was fitted.
    pub games: usize,
    /// How many positions that are.
    pub scale_positions: usize,
    /// What the evaluator says of some positions, as a key.
    pub values: String,
}

/// Why nothing was found.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum MeasureError {
    /// The openings.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The fit.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// A search does not change its values.
    #[error(
        "{evaluator}: a search does not change its values; look at its terms with `tournament explain`"
    )]
    NoSwing { evaluator: &'static str },
}

/// Measures the evaluator called `evaluator`, which is registered: first its swing, on positions from games that
/// begin with the first `swing_games` built-in openings, of each of which `progress` is told; then its scale, on
/// [`positions`], where the same evaluator always has the same.
///
/// # Errors
/// If its values mean nothing.
pub fn measure(
    evaluator: &'static str,
    swing_games: u32,
    progress: impl Fn() + Sync,
) -> Result<Found, MeasureError> {
    let openings = builtin_openings(None)?;
    let openings = &openings[..openings.len().min(swing_games as usize)];
    let measured = swing::measure(&[evaluator], &swing::positions(openings, progress));
    let swing = measured.first().filter(|of| of.ratio > 0.0);
    let swing = swing.ok_or(MeasureError::NoSwing { evaluator })?;
    let positions = positions()?;
    let engines = [evaluator, UNIT].map(|name| EngineConfig::of_evaluator(name, 1));
    let Scaled { scale, ratio } = scaled(&engines, &positions)?;
    let fitted = positions.iter().map(|position| position.number);
    let mut games: Vec<usize> = fitted.filter(|&game| is_fitted_on(game)).collect();
    let scale_positions = games.len();
    games.dedup();
    Ok(Found {
        evaluator,
        swing: rounded(swing.ratio, 100.0),
        swing_positions: swing.positions,
        scale: rounded(scale.value, 10.0),
        scale_error: rounded(scale.error, 10.0),
        ratio: rounded(ratio.value, 1000.0),
        ratio_error: rounded(ratio.error, 1000.0),
        games: games.len(),
        scale_positions,
        values: values(evaluator)?.unwrap_or_default(),
    })
}

/// What is kept has no more digits than mean something, so that it can be typed.
fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

impl Found {
    /// As it is kept.
    #[must_use]
    pub fn measurement(&self, date: &str) -> Measurement {
        Measurement {
            swing: self.swing,
            scale: self.scale,
            measured: format!(
                "{date}, on {} positions of {} games of the house",
                self.scale_positions, self.games
            ),
            values: self.values.clone(),
        }
    }
}
