//! Slopes as rows that can be fitted.

use std::collections::HashSet;

use super::numbers::Number;
use super::slopes::Slopes;
use super::{Tuned, is_held_back};
use crate::fit::data::{Data, turn};
use crate::fit::logistic::{LogisticFit, Ridge, fit_with_prior};
use crate::positions::Position;

/// A number that makes a difference in fewer games is not fitted.
const FEWEST_GAMES: usize = 20;
/// Columns before those of the numbers: the value with the document's numbers, and whose move it is.
pub(super) const BEFORE: usize = 2;

/// The value as a linear function of the numbers' distances from the document's, each in units of the number's size.
pub(super) struct Linear {
    all: Data,
    /// Those that are not held back.
    pub(super) fitted_on: Data,
    /// The number of each column.
    columns: Vec<usize>,
    /// The share of positions in which each of these fires.
    fires: Vec<f64>,
}

impl Linear {
    /// Of slopes that were taken around `at`.
    pub(super) fn of(
        taken: &[Slopes],
        numbers: &[Number],
        at: &[f64],
        positions: &[Position],
    ) -> Linear {
        let mut games = vec![HashSet::new(); numbers.len()];
        let mut fired = vec![0_usize; numbers.len()];
        for (slopes, position) in taken.iter().zip(positions) {
            for &(number, _) in &slopes.slopes {
                games[number].insert(position.number);
                fired[number] += 1;
            }
        }
        let counted = (0..numbers.len()).filter(|&number| games[number].len() >= FEWEST_GAMES);
        let columns: Vec<usize> = counted.collect();
        let mut places = vec![None; numbers.len()];
        for (place, &number) in columns.iter().enumerate() {
            places[number] = Some(BEFORE + place);
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
        Linear {
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

    /// The numbers fitted to all games with `ridge`, and the options that are not fitted; `start` is near it.
    pub(super) fn tuned(
        &self,
        numbers: &[Number],
        at: &[f64],
        ridge: &Ridge,
        start: &[f64],
    ) -> (Vec<Tuned>, Vec<&'static str>) {
        let fitted = fit_with_prior(&self.all, ridge, start);
        let set = self.set(numbers, at, &fitted.coefficients);
        let tuned = self.columns.iter().enumerate().map(|(place, &number)| {
            let own = &numbers[number];
            let (moved, error) = ratio(&fitted, BEFORE + place);
            Tuned {
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

/// A coefficient relative to the value's, with its standard error (the delta method).
fn ratio(fitted: &LogisticFit, column: usize) -> (f64, f64) {
    let (b, covariance) = (&fitted.coefficients, &fitted.covariance);
    let ratio = b[column] / b[0];
    let variance = covariance[column][column] - 2.0 * ratio * covariance[column][0]
        + ratio * ratio * covariance[0][0];
    (ratio, variance.max(0.0).sqrt() / b[0].abs())
}
