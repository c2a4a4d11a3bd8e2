//! The data of a fit, a row a position; losses and their means, with standard errors by game; and games drawn again.

use std::collections::BTreeMap;

use match_stats::random::below;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::Position as _;

use crate::positions::Position;

/// Rows of numbers, each with the result that it is to predict.
#[derive(Debug, Clone, Default)]
pub(super) struct Data {
    columns: usize,
    rows: Vec<f64>,
    results: Vec<f64>,
    games: Vec<usize>,
}

impl Data {
    pub(super) fn new(columns: usize) -> Data {
        Data { columns, ..Data::default() }
    }

    /// Values (centipawns from White's side) in pawns, and whose move it is, a row a position.
    pub(super) fn of_values<'p>(
        values: &[f64],
        positions: impl IntoIterator<Item = &'p Position>,
    ) -> Data {
        let mut data = Data::new(2);
        for (value, position) in values.iter().zip(positions) {
            data.push_position(&[value / 100.0, turn(position)], position);
        }
        data
    }

    /// Adds a row: its numbers, the result (White's points, 0 to 1), and the game that it is from.
    pub(super) fn push(&mut self, row: &[f64], result: f64, game: usize) {
        assert_eq!(row.len(), self.columns);
        self.rows.extend_from_slice(row);
        self.results.push(result);
        self.games.push(game);
    }

    pub(super) fn push_position(&mut self, row: &[f64], position: &Position) {
        self.push(row, result(position), position.number);
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    pub(super) fn len(&self) -> usize {
        self.results.len()
    }

    pub(super) fn row(&self, index: usize) -> &[f64] {
        &self.rows[index * self.columns..(index + 1) * self.columns]
    }

    pub(super) fn results(&self) -> &[f64] {
        &self.results
    }

    pub(super) fn games(&self) -> &[usize] {
        &self.games
    }

    pub(super) fn part(&self, wanted: impl Fn(usize) -> bool) -> Data {
        let mut part = Data::new(self.columns);
        for (index, &game) in self.games.iter().enumerate() {
            if wanted(game) {
                part.push(self.row(index), self.results[index], game);
            }
        }
        part
    }

    /// The prediction of `coefficients` for each row, in logistic units.
    pub(super) fn predictions(&self, coefficients: &[f64]) -> Vec<f64> {
        let rows = self.rows.chunks_exact(self.columns.max(1));
        rows.map(|row| dot(row, coefficients)).collect()
    }
}

pub(super) fn result(position: &Position) -> f64 {
    f64::from(position.white_half_points) / 2.0
}

pub(super) fn turn(position: &Position) -> f64 {
    position.game.position().turn().fold_wb(1.0, -1.0)
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Mean {
    pub(crate) value: f64,
    /// Its standard error, with the game as the cluster.
    pub(crate) error: f64,
}

/// The mean of `values`, one a position, which are from `games`. Games have different numbers of
/// positions, so this is a ratio of two sums, and its error that of a ratio.
pub(super) fn mean(values: &[f64], games: &[usize]) -> Mean {
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

pub(super) fn difference(a: &[f64], b: &[f64], games: &[usize]) -> Mean {
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    mean(&differences, games)
}

pub(super) fn deviation(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    (values.map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

const DRAWS: usize = 1_000;
const SEED: u64 = 1;
/// A number that fewer resamples than this have is not reported.
const MIN_DRAWS: usize = DRAWS / 2;

/// A number with its standard error and its 95 % interval, both by drawing games again.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The bootstrap over games: sums over all games, and over those of each draw.
///
/// The bootstrap (Efron 1979) with the game as the unit: as many games as there are, drawn with replacement,
/// each with all its positions; a number is computed from the sums over what was drawn, a thousand times. Its
/// standard error is the standard deviation of these, its 95 % interval goes from the 25th to the 975th. Every
/// number of every engine sees the same games drawn.
#[derive(Debug, Clone)]
pub(super) struct Bootstrap {
    all: Vec<f64>,
    draws: Vec<Vec<f64>>,
}

impl Bootstrap {
    /// From rows, each of the game beside it: `width` numbers that are added up.
    pub(super) fn of<'r>(
        width: usize,
        rows: impl Iterator<Item = (usize, &'r [f64])>,
    ) -> Bootstrap {
        let mut of_games: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for (game, row) in rows {
            let sums = of_games.entry(game);
            add(sums.or_insert_with(|| vec![0.0; width]), row);
        }
        let games: Vec<Vec<f64>> = of_games.into_values().collect();
        let sum = |chosen: &mut dyn Iterator<Item = usize>| {
            let mut sums = vec![0.0; width];
            chosen.for_each(|game| add(&mut sums, &games[game]));
            sums
        };
        let draws = (0..DRAWS).into_par_iter().map(|draw| {
            let mut random = Pcg64Mcg::seed_from_u64(SEED + draw as u64);
            let chosen = |_| below(&mut random, games.len() as u64) as usize;
            sum(&mut (0..games.len()).map(chosen))
        });
        Bootstrap { draws: draws.collect(), all: sum(&mut (0..games.len())) }
    }

    /// The number that `statistic` makes of the sums; `None` if it makes none of all games, or of too few draws.
    pub(super) fn estimate(&self, statistic: impl Fn(&[f64]) -> Option<f64>) -> Option<Estimate> {
        let finite = |sums: &[f64]| statistic(sums).filter(|value| value.is_finite());
        let value = finite(&self.all)?;
        let mut drawn: Vec<f64> = self.draws.iter().filter_map(|sums| finite(sums)).collect();
        if drawn.len() < MIN_DRAWS {
            return None;
        }
        drawn.sort_unstable_by(f64::total_cmp);
        let place = |share: f64| drawn[(share * (drawn.len() - 1) as f64).round() as usize];
        Some(Estimate {
            value,
            error: deviation(drawn.iter().copied()),
            low: place(0.025),
            high: place(0.975),
        })
    }
}

fn add(sums: &mut [f64], row: &[f64]) {
    sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_whole_games() {
        let mut data = Data::new(2);
        for index in 0..10 {
            data.push(&[f64::from(index), 1.0], 0.5, index as usize / 3);
        }
        let part = data.part(|game| game % 2 == 1);
        assert_eq!(part.games(), [1, 1, 1, 3]);
        assert_eq!((part.row(3), part.len()), (&[9.0, 1.0][..], 4));
        assert_eq!(part.predictions(&[2.0, 1.0]), [7.0, 9.0, 11.0, 19.0]);
        assert_eq!(data.part(|_| false).len(), 0);
    }

    #[test]
    fn the_error_counts_games_and_not_positions() {
        let (values, games) = ([1.0, 2.0, 3.0, 6.0], [1, 2, 3, 4]);
        let apart = mean(&values, &games);
        assert_eq!(apart.value, 3.0);
        // The textbook's: s / sqrt(n).
        assert!((apart.error - (14.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        // Each position ten times is no more than once.
        let often = |of: &[f64]| of.iter().flat_map(|&x| [x; 10]).collect::<Vec<f64>>();
        let games: Vec<usize> = games.iter().flat_map(|&game| [game; 10]).collect();
        let together = mean(&often(&values), &games);
        assert!((together.error - apart.error).abs() < 1e-12);
        assert_eq!(difference(&values, &values, &games[..4]).error, 0.0);
    }

    #[test]
    fn deviation_of_two() {
        assert_eq!(deviation([3.0, 5.0].into_iter()), 1.0);
    }

    fn mean_of(values: &[(usize, f64)]) -> Estimate {
        let rows: Vec<(usize, [f64; 2])> = values.iter().map(|&(g, x)| (g, [x, 1.0])).collect();
        let redrawn = Bootstrap::of(2, rows.iter().map(|(game, row)| (*game, &row[..])));
        redrawn.estimate(|sums| Some(sums[0] / sums[1])).unwrap()
    }

    #[test]
    fn the_error_of_a_mean_is_the_textbooks_and_counts_games() {
        let apart: Vec<(usize, f64)> = (0..400).map(|game| (game, (game % 20) as f64)).collect();
        let found = mean_of(&apart);
        // s / sqrt(n), with the variance (20^2 - 1) / 12 of the numbers from 0 to 19.
        let error = (399.0_f64 / 12.0 / 400.0).sqrt();
        assert_eq!(found.value, 9.5);
        assert!((found.error / error - 1.0).abs() < 0.1, "{found:?}");
        let reach = 1.96 * error;
        for end in [9.5 - found.low, found.high - 9.5] {
            assert!((end / reach - 1.0).abs() < 0.15, "{found:?}");
        }
        // Each position five times is no more than once, and the seed is always the same.
        let often: Vec<(usize, f64)> = apart.iter().flat_map(|&row| [row; 5]).collect();
        let again = mean_of(&often);
        assert!((again.error - found.error).abs() < 1e-9);
    }

    #[test]
    fn what_few_draws_have_is_not_told() {
        let rows: Vec<(usize, [f64; 1])> =
            (0..200).map(|game| (game, [f64::from(u8::from(game == 7))])).collect();
        let redrawn = Bootstrap::of(1, rows.iter().map(|(game, row)| (*game, &row[..])));
        let found = redrawn.estimate(|sums| (sums[0] > 2.0).then_some(1.0));
        assert_eq!(found, None);
    }
}
