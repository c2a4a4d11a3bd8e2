//! Losses of positions and their means, with standard errors by game.

use std::collections::BTreeMap;

use serde::Serialize;

/// A mean and its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Its standard error, with the game as the cluster.
    pub error: f64,
}

/// The mean of `values`, one a position, which are from `games`. Games have different numbers of
/// positions, so this is a ratio of two sums, and its error that of a ratio.
#[must_use]
pub fn mean(values: &[f64], games: &[usize]) -> Mean {
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

/// The mean of `a` - `b`, position by position.
#[must_use]
pub fn difference(a: &[f64], b: &[f64], games: &[usize]) -> Mean {
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    mean(&differences, games)
}

/// The standard deviation of `values`.
#[must_use]
pub fn deviation(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    (values.map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
