//! The standard error of an evaluation scale, and its ratio to another one.

use super::{Values, calibrate, values};
use crate::fit::bootstrap::Redrawn;
use crate::fit::data::{Data, dot};
use crate::fit::logistic::{Ridge, expected, fit};
use crate::fit::loss::Mean;
use crate::fit::{FitError, check_halves, is_fitted_on};
use crate::positions::Position;
use config::EngineConfig;

/// The evaluation scale of an engine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scaled {
    /// K, as [`super::compare`] finds it.
    pub eval_scale: Mean,
    /// The number of its centipawns that are worth one of another engine's.
    pub ratio: Mean,
}

/// The evaluation scale of the first engine and its ratio to that of the second, both fitted on the even games. Errors of the
/// two have much in common, and that of the ratio is found by leaving out games, a tenth at a time (the
/// jackknife; Quenouille 1956, Tukey 1958).
///
/// # Errors
/// As [`super::compare`].
pub fn scaled(engines: &[EngineConfig; 2], positions: &[Position]) -> Result<Scaled, FitError> {
    const PARTS: usize = 10;
    let all: Vec<&Position> = positions.iter().collect();
    check_halves(&all)?;
    let mut ratios = [1.0; PARTS];
    let mut calibrated = Vec::new();
    for (engine, power) in engines.iter().zip([1, -1]) {
        let Values { values, .. } = values(engine, positions, false)?;
        calibrated.push(calibrate(&engine.name, &values, &all)?);
        let data = Data::of_values(&values, positions).part(is_fitted_on);
        for (left_out, ratio) in ratios.iter_mut().enumerate() {
            let part = data.part(|game| game / 2 % PARTS != left_out);
            let slope = fit(&part, &Ridge::none(2), &[0.0; 2])[0];
            if slope <= 0.0 {
                let engine = engine.name.clone();
                return Err(FitError::NoScale { engine });
            }
            *ratio *= (100.0 / slope).powi(power);
        }
    }
    let mean = ratios.iter().sum::<f64>() / PARTS as f64;
    let spread: f64 = ratios.iter().map(|ratio| (ratio - mean).powi(2)).sum();
    Ok(Scaled {
        eval_scale: Mean { value: calibrated[0].eval_scale, error: calibrated[0].eval_scale_error },
        ratio: Mean {
            value: calibrated[0].eval_scale / calibrated[1].eval_scale,
            error: (spread * (PARTS - 1) as f64 / PARTS as f64).sqrt(),
        },
    })
}

/// The 95 % interval of K, in centipawns, of coefficients that were fitted to `data`: value in pawns and whose
/// move it is. For each draw Newton's method takes one step from the coefficients of all games, which is as exact as
/// the bootstrap is (the one-step bootstrap; Davison and Hinkley 1997, section 2.7).
pub(super) fn interval(data: &Data, b: [f64; 2]) -> Option<[f64; 2]> {
    let rows = (0..data.len()).map(|at| {
        let row = data.row(at);
        let score = expected(dot(row, &b));
        let (error, weight) = (score - data.results()[at], score * (1.0 - score));
        let [x, y] = [row[0], row[1]];
        let of_it = [error * x, error * y, weight * x * x, weight * x * y, weight * y * y];
        (data.games()[at], of_it)
    });
    let rows: Vec<(usize, [f64; 5])> = rows.collect();
    let redrawn = Redrawn::of(5, rows.iter().map(|(game, row)| (*game, &row[..])));
    let scale = redrawn.estimate(|sums| {
        let [slope_x, slope_y, xx, xy, yy] = *sums else {
            return None;
        };
        let step = (yy * slope_x - xy * slope_y) / (xx * yy - xy * xy);
        let slope = b[0] - step;
        (slope > 0.0).then(|| 100.0 / slope)
    });
    scale.map(|scale| [scale.low, scale.high])
}
