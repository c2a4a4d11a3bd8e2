//! The ridge, loosened until games that were held back are foretold no better.

use super::Step;
use super::linear::{BEFORE, Linear};
use crate::fit::data::Data;
use crate::fit::logistic::{Pull, Wishes, fit, log_loss};

/// The strengths, the strongest first: standard deviations of the numbers around the document's from a hundredth
/// of their size to thirty times.
const STRENGTHS: [f64; 15] = [
    10_000.0, 3_000.0, 1_000.0, 300.0, 100.0, 30.0, 10.0, 3.0, 1.0, 0.3, 0.1, 0.03, 0.01, 0.003,
    0.001,
];

/// How strongly the scale is pulled towards that of the document's numbers, a standard deviation of a tenth of it. Where
/// every number is fitted, results say nothing of how large all of them are together: this does.
const SCALE: f64 = 100.0;

/// The best ridge and what it leads to.
#[derive(Debug)]
pub(super) struct Found {
    /// Its strength.
    pub(super) ridge: f64,
    pub(super) wishes: Wishes,
    /// The coefficients of the games that are fitted on.
    pub(super) fitted: Vec<f64>,
}

/// Loosens the ridge from step to step, until that gains nothing or it is `stopped`.
pub(super) fn loosened(linear: &Linear, tell: impl Fn(Step), stopped: impl Fn() -> bool) -> Found {
    let columns = linear.fitted_on.columns();
    let unpulled = scale(&linear.fitted_on);
    let mut best: Option<(f64, Found)> = None;
    for ridge in STRENGTHS {
        let mut wishes = Wishes::none(columns);
        // Strengths are meant for numbers, which are coefficients relative to the value's.
        let unit = unpulled[0] * unpulled[0];
        wishes.pulls[BEFORE..].fill(ridge / unit);
        wishes.first = Some(Pull {
            strength: SCALE / unit,
            towards: unpulled[0],
        });
        let start = best.as_ref().map_or(&unpulled, |(_, found)| &found.fitted);
        let fitted = fit(&linear.fitted_on, &wishes, start);
        let loss = loss(&linear.held_back, &fitted);
        tell(Step::Ridge(ridge, loss));
        if best.as_ref().is_some_and(|(least, _)| loss >= *least) {
            break;
        }
        let found = Found {
            ridge,
            wishes,
            fitted,
        };
        best = Some((loss, found));
        if stopped() {
            break;
        }
    }
    best.map_or_else(
        || Found {
            ridge: STRENGTHS[0],
            wishes: Wishes::none(columns),
            fitted: unpulled,
        },
        |(_, found)| found,
    )
}

/// The coefficients with all numbers at the document's.
fn scale(data: &Data) -> Vec<f64> {
    let mut base = Data::new(BEFORE);
    for at in 0..data.len() {
        base.push(
            &data.row(at)[..BEFORE],
            data.results()[at],
            data.games()[at],
        );
    }
    let mut b = fit(&base, &Wishes::none(BEFORE), &[0.0; BEFORE]);
    b.resize(data.columns(), 0.0);
    b
}

fn loss(data: &Data, b: &[f64]) -> f64 {
    let said = data.predictions(b).into_iter().zip(data.results());
    let sum: f64 = said.map(|(said, result)| log_loss(said, *result)).sum();
    sum / data.len().max(1) as f64
}
