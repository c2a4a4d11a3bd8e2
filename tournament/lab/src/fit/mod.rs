//! Prediction of results by static values, and tuning of the numbers behind them.
//!
//! The model is the logistic one: White's expected score in a position is
//! `1 / (1 + exp(-(v + t) / K))`, where v is the static value from White's side, t a bonus for the side
//! to move, and K what a value is worth: with K centipawns more than nothing the expected score is
//! 73 %. K and t are fitted to each evaluator, so that none gains by the size of its pawn. (The
//! method is known as Texel's tuning, <https://www.chessprogramming.org/Texel%27s_Tuning_Method>; the
//! loss is the logarithm of the likelihood, which the fit maximises.)
//!
//! Games, not positions, are independent: every position of a game has its one result. So a game is fitted on or
//! measured on, never both, and every standard error counts games as clusters (the sandwich, Huber 1967).
//!
//! [`accuracy`] compares evaluators, their terms and what their values cost, and [`tune`] fits the numbers that are options.

pub mod accuracy;
mod logistic;
pub(crate) mod multipliers;
mod table;
pub mod tune;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{anyhow, bail};
use match_stats::random::below;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rayon::prelude::*;
use report::plural;
use serde::Serialize;
use shakmaty::Position as _;

use crate::positions::Position;
use evaluators::{AnyEvaluator, EvaluationError};

fn no_scale(engine: &str) -> anyhow::Error {
    anyhow!("the values of \"{engine}\" say nothing of the results: no scale fits them; are the results White's?")
}

/// Games are halved by their numbers: the even ones are fitted on, the odd ones measured on.
pub(crate) fn is_fitted_on(game: usize) -> bool {
    game.is_multiple_of(2)
}

fn is_measured_on(game: usize) -> bool {
    !is_fitted_on(game)
}

/// `number` rounded to multiples of 1 / `parts`: no more digits than are significant.
pub(crate) fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

fn check_halves(positions: &[Position]) -> anyhow::Result<()> {
    const MIN_GAMES: usize = 20;
    let games: BTreeSet<usize> = positions.iter().map(|position| position.number).collect();
    let fitted_on = games.iter().filter(|game| is_fitted_on(**game)).count();
    if fitted_on.min(games.len() - fitted_on) < MIN_GAMES {
        bail!(
            "the positions are from {}, and at least {} are needed; draw from more games",
            plural(games.len(), "game"),
            2 * MIN_GAMES
        );
    }
    Ok(())
}

/// Rows of numbers, each with the result that it is to predict and the game that it is from.
#[derive(Debug, Clone, Default)]
struct Data {
    columns: usize,
    rows: Vec<f64>,
    /// White's points, 0 to 1.
    results: Vec<f64>,
    games: Vec<usize>,
}

impl Data {
    fn new(columns: usize) -> Data {
        Data { columns, ..Data::default() }
    }

    /// Values (centipawns from White's side) in pawns, and whose move it is.
    fn of_values(values: &[f64], positions: &[Position]) -> Data {
        let mut data = Data::new(2);
        for (value, position) in values.iter().zip(positions) {
            data.push_position(&[value / 100.0, turn(position)], position);
        }
        data
    }

    fn of_evaluator(evaluator: &dyn AnyEvaluator, positions: &[Position]) -> Result<Data, EvaluationError> {
        Ok(Data::of_values(&values_by(evaluator, positions)?, positions))
    }

    fn push(&mut self, row: &[f64], result: f64, game: usize) {
        assert_eq!(row.len(), self.columns);
        self.rows.extend_from_slice(row);
        self.results.push(result);
        self.games.push(game);
    }

    fn push_position(&mut self, row: &[f64], position: &Position) {
        self.push(row, result(position), position.number);
    }

    fn row(&self, index: usize) -> &[f64] {
        &self.rows[index * self.columns..(index + 1) * self.columns]
    }

    fn part(&self, wanted: impl Fn(usize) -> bool) -> Data {
        let mut part = Data::new(self.columns);
        for (index, &game) in self.games.iter().enumerate() {
            if wanted(game) {
                part.push(self.row(index), self.results[index], game);
            }
        }
        part
    }

    /// The prediction of coefficients for each row, in logistic units.
    fn predictions(&self, b: &[f64]) -> Vec<f64> {
        self.rows.chunks_exact(self.columns.max(1)).map(|row| dot(row, b)).collect()
    }

    fn losses(&self, b: &[f64]) -> Vec<f64> {
        let both = self.predictions(b).into_iter().zip(&self.results);
        both.map(|(prediction, result)| log_loss(prediction, *result)).collect()
    }
}

fn result(position: &Position) -> f64 {
    // Files without results are refused.
    position.white_half_points.map_or(0.5, |points| f64::from(points) / 2.0)
}

fn turn(position: &Position) -> f64 {
    position.game.position().turn().fold_wb(1.0, -1.0)
}

/// Static values in centipawns from White's side.
fn values_by(evaluator: &dyn AnyEvaluator, positions: &[Position]) -> Result<Vec<f64>, EvaluationError> {
    let tenths = positions.par_iter().map(|position| evaluator.tenths(&position.game));
    tenths.map(|tenths| Ok(f64::from(tenths?) / 10.0)).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The loss of a result (White's points) where a prediction was made in logistic units: the negative
/// logarithm of the likelihood.
fn log_loss(prediction: f64, result: f64) -> f64 {
    // ln(1 + e^x) without overflow.
    let soft = prediction.max(0.0) + (-prediction.abs()).exp().ln_1p();
    soft - result * prediction
}

/// The expected score of a prediction in logistic units.
fn expected(prediction: f64) -> f64 {
    1.0 / (1.0 + (-prediction).exp())
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub(crate) struct Mean {
    pub(crate) value: f64,
    /// Its standard error, with the game as the cluster.
    pub(crate) error: f64,
}

/// The mean of `values`, one a position, which are from `games`. Games have different numbers of
/// positions, so this is a ratio of two sums, and its error that of a ratio.
fn mean(values: &[f64], games: &[usize]) -> Mean {
    let count = values.len() as f64;
    let value = values.iter().sum::<f64>() / count;
    let mut of_games: BTreeMap<usize, f64> = BTreeMap::new();
    for (own, &game) in values.iter().zip(games) {
        *of_games.entry(game).or_default() += own - value;
    }
    let clusters = of_games.len() as f64;
    let squares: f64 = of_games.values().map(|sum| sum * sum).sum();
    let small = clusters / (clusters - 1.0).max(1.0);
    Mean { value, error: (small * squares).sqrt() / count }
}

fn difference(a: &[f64], b: &[f64], games: &[usize]) -> Mean {
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    mean(&differences, games)
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

const DRAWS: usize = 1_000;
const SEED: u64 = 1;
/// A number that fewer resamples than this have is not reported.
const MIN_DRAWS: usize = DRAWS / 2;

/// A number with its standard error and its 95 % interval, both by drawing games again.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names say what the fields are")]
pub struct Estimate {
    pub value: f64,
    pub error: f64,
    pub low: f64,
    pub high: f64,
}

/// The bootstrap over games: sums over all games, and over those of each draw.
///
/// The bootstrap (Efron 1979) with the game as the unit: as many games as there are, drawn with replacement,
/// each with all its positions; a number is computed from the sums over what was drawn, a thousand times. Its
/// standard error is the standard deviation of these, its 95 % interval goes from the 25th to the 975th. Every
/// number of every engine sees the same games drawn.
#[derive(Debug, Clone)]
struct Bootstrap<const N: usize> {
    all: [f64; N],
    draws: Vec<[f64; N]>,
}

impl<const N: usize> Bootstrap<N> {
    /// From rows of numbers that are added up, each with its game.
    fn of(rows: &[(usize, [f64; N])]) -> Bootstrap<N> {
        let mut of_games: BTreeMap<usize, [f64; N]> = BTreeMap::new();
        for (game, row) in rows {
            add(of_games.entry(*game).or_insert([0.0; N]), row);
        }
        let games: Vec<[f64; N]> = of_games.into_values().collect();
        let mut all = [0.0; N];
        games.iter().for_each(|game| add(&mut all, game));
        let draws = (0..DRAWS).into_par_iter().map(|draw| {
            let mut random = Pcg64Mcg::seed_from_u64(SEED + draw as u64);
            let mut sums = [0.0; N];
            for _ in 0..games.len() {
                add(&mut sums, &games[below(&mut random, games.len() as u64) as usize]);
            }
            sums
        });
        Bootstrap { draws: draws.collect(), all }
    }

    /// The number that `statistic` makes of the sums; `None` if it makes none of all games, or of too few draws.
    fn estimate(&self, statistic: impl Fn(&[f64; N]) -> Option<f64>) -> Option<Estimate> {
        let finite = |sums: &[f64; N]| statistic(sums).filter(|value| value.is_finite());
        let value = finite(&self.all)?;
        let mut drawn: Vec<f64> = self.draws.iter().filter_map(finite).collect();
        if drawn.len() < MIN_DRAWS {
            return None;
        }
        drawn.sort_unstable_by(f64::total_cmp);
        let place = |share: f64| drawn[(share * (drawn.len() - 1) as f64).round() as usize];
        Some(Estimate { value, error: deviation(&drawn), low: place(0.025), high: place(0.975) })
    }
}

fn add<const N: usize>(sums: &mut [f64; N], row: &[f64; N]) {
    sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each position `often`; by the formula and by games drawn again.
    fn means(often: usize) -> (Mean, Estimate) {
        let rows: Vec<(usize, [f64; 2])> =
            (0..400 * often).map(|at| (at / often, [(at / often % 20) as f64, 1.0])).collect();
        let (games, values): (Vec<usize>, Vec<f64>) = rows.iter().map(|(game, [value, _])| (*game, *value)).unzip();
        assert_eq!(difference(&values, &values, &games).error, 0.0);
        let drawn = Bootstrap::of(&rows).estimate(|sums| Some(sums[0] / sums[1]));
        (mean(&values, &games), drawn.unwrap())
    }

    #[test]
    fn the_error_of_a_mean_is_the_textbooks_and_counts_games_and_not_positions() {
        let (mean, drawn) = means(1);
        // s / sqrt(n), with the variance (20^2 - 1) / 12 of the numbers from 0 to 19.
        let error = (399.0_f64 / 12.0 / 400.0).sqrt();
        assert_eq!((mean.value, drawn.value), (9.5, 9.5));
        assert!((mean.error / error - (400.0_f64 / 399.0).sqrt()).abs() < 1e-12, "{mean:?}");
        assert!((drawn.error / error - 1.0).abs() < 0.1, "{drawn:?}");
        for end in [9.5 - drawn.low, drawn.high - 9.5] {
            assert!((end / (1.96 * error) - 1.0).abs() < 0.15, "{drawn:?}");
        }
        // Each position ten times is no more than once, and the seed is always the same.
        let (often, drawn_often) = means(10);
        assert!((often.error - mean.error).abs() < 1e-12);
        assert!((drawn_often.error - drawn.error).abs() < 1e-9);
    }

    #[test]
    fn what_few_draws_have_is_not_told() {
        let rows: Vec<(usize, [f64; 1])> = (0..200).map(|game| (game, [f64::from(u8::from(game == 7))])).collect();
        let drawn = Bootstrap::of(&rows);
        assert_eq!(drawn.estimate(|sums| (sums[0] > 2.0).then_some(1.0)), None);
        // Seven is drawn once or more in 632 of 1000, and twice in 264.
        assert_eq!(drawn.estimate(|sums| (sums[0] > 0.0).then_some(1.0)).unwrap().error, 0.0);
        assert_eq!(drawn.estimate(|sums| (sums[0] != 1.0).then_some(1.0)), None);
    }
}
