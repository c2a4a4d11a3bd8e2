//! The bootstrap over games: errors of numbers made of sums over games.
//!
//! The bootstrap (Efron 1979) with the game as the unit: as many games as there are, drawn with replacement,
//! each with all its positions; a number is computed from the sums over what was drawn, a thousand times. Its
//! standard error is the standard deviation of these, its 95 % interval goes from the 25th to the 975th. Every
//! number of every engine sees the same games drawn.

use std::collections::BTreeMap;

use match_stats::random::below;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rayon::prelude::*;
use serde::Serialize;

const DRAWS: usize = 1_000;
const SEED: u64 = 1;
/// A number that fewer resamples than this have is not reported.
const FEWEST: usize = DRAWS / 2;

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

/// Sums of a game, and of all games in each draw.
#[derive(Debug, Clone)]
pub(super) struct Redrawn {
    all: Vec<f64>,
    draws: Vec<Vec<f64>>,
}

impl Redrawn {
    /// From rows, each of the game beside it: `width` numbers that are added up.
    pub(super) fn of<'r>(width: usize, rows: impl Iterator<Item = (usize, &'r [f64])>) -> Redrawn {
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
        Redrawn { draws: draws.collect(), all: sum(&mut (0..games.len())) }
    }

    /// The number that `statistic` makes of the sums; `None` if it makes none of all games, or of too few draws.
    pub(super) fn estimate(&self, statistic: impl Fn(&[f64]) -> Option<f64>) -> Option<Estimate> {
        let finite = |sums: &[f64]| statistic(sums).filter(|value| value.is_finite());
        let value = finite(&self.all)?;
        let mut drawn: Vec<f64> = self.draws.iter().filter_map(|sums| finite(sums)).collect();
        if drawn.len() < FEWEST {
            return None;
        }
        drawn.sort_unstable_by(f64::total_cmp);
        let place = |share: f64| drawn[(share * (drawn.len() - 1) as f64).round() as usize];
        Some(Estimate {
            value,
            error: super::loss::deviation(drawn.iter().copied()),
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

    fn mean_of(values: &[(usize, f64)]) -> Estimate {
        let rows: Vec<(usize, [f64; 2])> = values.iter().map(|&(g, x)| (g, [x, 1.0])).collect();
        let redrawn = Redrawn::of(2, rows.iter().map(|(game, row)| (*game, &row[..])));
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
        let redrawn = Redrawn::of(1, rows.iter().map(|(game, row)| (*game, &row[..])));
        let found = redrawn.estimate(|sums| (sums[0] > 2.0).then_some(1.0));
        assert_eq!(found, None);
    }
}
