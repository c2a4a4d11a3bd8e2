//! The ridge, loosened until the prediction of held-out games no longer improves.

use super::linear::{BEFORE, Linear};
use super::{Step, TuneError, average};
use crate::fit::data::Data;
use crate::fit::logistic::{Ridge, fit};

/// The strengths, the strongest first: standard deviations of the numbers around the document's from a hundredth
/// of their size to thirty times.
const STRENGTHS: [f64; 15] = [
    10_000.0, 3_000.0, 1_000.0, 300.0, 100.0, 30.0, 10.0, 3.0, 1.0, 0.3, 0.1, 0.03, 0.01, 0.003,
    0.001,
];

/// The strength of the pull on the scale towards that of the document's numbers, a standard deviation of a tenth of it:
/// if every number is fitted, results do not determine how large all of them are together, and this does.
const SCALE: f64 = 100.0;

/// The number of ridges in a row worse than the best that ends the path.
const WORSE: u32 = 2;

#[derive(Debug)]
pub(super) struct BestRidge {
    /// Its strength, for numbers.
    pub(super) strength: f64,
    /// The same for coefficients.
    pub(super) ridge: Ridge,
    /// The coefficients of the games that are fitted on.
    pub(super) fitted: Vec<f64>,
    /// The losses of the evaluator with these numbers in the held-out games.
    pub(super) losses: Vec<f64>,
}

/// Loosens the ridge from step to step, until predictions get worse or it is `stopped`. `measure` returns the losses of
/// the evaluator itself in the held-out games, with the numbers of some coefficients: it is not linear, and how
/// far the slopes can be trusted shows there alone.
pub(super) fn loosened(
    linear: &Linear,
    measure: impl Fn(&[f64]) -> Result<Vec<f64>, TuneError>,
    notify: impl Fn(Step),
    stopped: impl Fn() -> bool,
) -> Result<Option<BestRidge>, TuneError> {
    let columns = linear.fitted_on.columns();
    let unpulled = scale(&linear.fitted_on);
    let unit = unpulled[0] * unpulled[0];
    let mut start = unpulled.clone();
    let mut best: Option<(f64, BestRidge)> = None;
    let mut worse = 0;
    for strength in STRENGTHS {
        let mut ridge = Ridge::none(columns);
        // Strengths are meant for numbers, which are coefficients relative to the value's.
        ridge.pulls[BEFORE..].fill(strength / unit);
        (ridge.pulls[0], ridge.towards[0]) = (SCALE / unit, unpulled[0]);
        let fitted = fit(&linear.fitted_on, &ridge, &start);
        start.clone_from(&fitted);
        let losses = measure(&fitted)?;
        let loss = average(&losses);
        notify(Step::Ridge(strength, loss));
        match &best {
            Some((least, _)) if loss >= *least => worse += u32::from(loss > *least),
            _ => {
                worse = 0;
                let found = BestRidge { strength, ridge, fitted, losses };
                best = Some((loss, found));
            }
        }
        if worse >= WORSE || stopped() {
            break;
        }
    }
    Ok(best.map(|(_, found)| found))
}

/// The coefficients with all numbers at the document's.
fn scale(data: &Data) -> Vec<f64> {
    let mut base = Data::new(BEFORE);
    for at in 0..data.len() {
        base.push(&data.row(at)[..BEFORE], data.results()[at], data.games()[at]);
    }
    let mut b = fit(&base, &Ridge::none(BEFORE), &[0.0; BEFORE]);
    b.resize(data.columns(), 0.0);
    b
}
