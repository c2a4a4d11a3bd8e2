//! Slopes as rows that can be fitted, and the ridge, loosened until the prediction of held-out games no longer improves.

use std::collections::HashSet;

use super::numbers::{Number, Slopes};
use super::{Step, TunedNumber, average, is_held_back};
use crate::error::LabError;
use crate::fit::data::{Data, turn};
use crate::fit::logistic::{Ridge, fit, fit_freely, fit_with_errors};
use crate::positions::Position;

/// A number that makes a difference in fewer games is not fitted.
const MIN_GAMES: usize = 20;
/// Columns before those of the numbers: the value with the document's numbers, and whose move it is.
const BEFORE: usize = 2;

/// The value as a linear function of the numbers' distances from the document's, each in units of the number's size.
pub(super) struct LinearModel {
    all: Data,
    pub(super) fitted_on: Data,
    columns: Vec<usize>,
    /// The share of positions in which each of these fires.
    fires: Vec<f64>,
}

impl LinearModel {
    pub(super) fn of(
        taken: &[Slopes],
        numbers: &[Number],
        at: &[f64],
        positions: &[Position],
    ) -> LinearModel {
        let mut games = vec![HashSet::new(); numbers.len()];
        let mut fired = vec![0_usize; numbers.len()];
        for (slopes, position) in taken.iter().zip(positions) {
            for &(number, _) in &slopes.slopes {
                games[number].insert(position.number);
                fired[number] += 1;
            }
        }
        let mut places = vec![None; numbers.len()];
        let mut columns = Vec::new();
        for number in (0..numbers.len()).filter(|&number| games[number].len() >= MIN_GAMES) {
            places[number] = Some(BEFORE + columns.len());
            columns.push(number);
        }
        let mut all = Data::new(BEFORE + columns.len());
        let mut row = vec![0.0; BEFORE + columns.len()];
        for (slopes, position) in taken.iter().zip(positions) {
            row.fill(0.0);
            let mut base = slopes.value;
            for &(number, slope) in &slopes.slopes {
                if let Some(place) = places[number] {
                    base -= slope * (at[number] - numbers[number].document);
                    row[place] = slope * numbers[number].size() / 100.0;
                }
            }
            (row[0], row[1]) = (base / 100.0, turn(position));
            all.push_position(&row, position);
        }
        let count = taken.len().max(1) as f64;
        LinearModel {
            fitted_on: all.part(|game| !is_held_back(game)),
            all,
            fires: columns.iter().map(|&number| fired[number] as f64 / count).collect(),
            columns,
        }
    }

    /// The numbers of these coefficients, as options take them; the others stay as they are `at`.
    pub(super) fn set(&self, numbers: &[Number], at: &[f64], b: &[f64]) -> Vec<f64> {
        let mut set = at.to_vec();
        for (place, &number) in self.columns.iter().enumerate() {
            let moved = numbers[number].size() * b[BEFORE + place] / b[0];
            set[number] = numbers[number].settled(numbers[number].document + moved);
        }
        set
    }

    /// The numbers fitted to all games with the best ridge, and the options that are not fitted.
    pub(super) fn tuned(
        &self,
        numbers: &[Number],
        at: &[f64],
        best: &BestRidge,
    ) -> (Vec<TunedNumber>, Vec<&'static str>) {
        let fitted = fit_with_errors(&self.all, &best.ridge, &best.fitted);
        let set = self.set(numbers, at, &fitted.coefficients);
        let tuned = self.columns.iter().enumerate().map(|(place, &number)| {
            let own = &numbers[number];
            let (moved, error) = fitted.ratio(BEFORE + place, fitted.covariance[BEFORE + place][0]);
            TunedNumber {
                option: own.option,
                document: own.document,
                tuned: own.document + own.size() * moved,
                error: own.size() * error,
                set: set[number],
                fires: self.fires[place],
            }
        });
        let silent = (0..numbers.len()).filter(|number| !self.columns.contains(number));
        let silent = silent.map(|number| numbers[number].option);
        (tuned.collect(), silent.collect())
    }
}

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

pub(super) struct BestRidge {
    pub(super) strength: f64,
    ridge: Ridge,
    /// The coefficients of the games that are fitted on.
    pub(super) fitted: Vec<f64>,
    pub(super) losses: Vec<f64>,
}

/// Loosens the ridge from step to step, until predictions get worse or it is `stopped`. `measure` returns the losses of
/// the evaluator itself in the held-out games, with the numbers of some coefficients: it is not linear, and how
/// far the slopes can be trusted shows there alone.
pub(super) fn loosened(
    linear: &LinearModel,
    measure: impl Fn(&[f64]) -> Result<Vec<f64>, LabError>,
    notify: impl Fn(Step),
    stopped: impl Fn() -> bool,
) -> Result<Option<BestRidge>, LabError> {
    let columns = linear.fitted_on.columns;
    let unpulled = scale(&linear.fitted_on);
    let unit = unpulled[0] * unpulled[0];
    let mut start = unpulled.clone();
    let mut best: Option<BestRidge> = None;
    let (mut least, mut worse) = (f64::INFINITY, 0);
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
        if best.is_some() && loss >= least {
            worse += u32::from(loss > least);
        } else {
            (least, worse) = (loss, 0);
            best = Some(BestRidge { strength, ridge, fitted, losses });
        }
        if worse >= WORSE || stopped() {
            break;
        }
    }
    Ok(best)
}

/// The coefficients with all numbers at the document's.
fn scale(data: &Data) -> Vec<f64> {
    let mut base = Data::new(BEFORE);
    for at in 0..data.results.len() {
        base.push(&data.row(at)[..BEFORE], data.results[at], data.games[at]);
    }
    let mut b = fit_freely(&base);
    b.resize(data.columns, 0.0);
    b
}
