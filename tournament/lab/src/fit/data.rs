//! The data of a fit: a row a position.

use shakmaty::{Color, Position as _};

use crate::positions::Position;

/// Rows of numbers, each with the result that it is to predict.
#[derive(Debug, Clone, Default)]
pub struct Data {
    columns: usize,
    rows: Vec<f64>,
    results: Vec<f64>,
    games: Vec<usize>,
}

impl Data {
    /// No rows yet, with `columns` numbers in each.
    #[must_use]
    pub fn new(columns: usize) -> Data {
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
    ///
    /// # Panics
    /// If there are not as many numbers as columns.
    pub fn push(&mut self, row: &[f64], result: f64, game: usize) {
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

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// True if there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
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

    /// The rows of the games for which `wanted` is true.
    #[must_use]
    pub fn part(&self, wanted: impl Fn(usize) -> bool) -> Data {
        let mut part = Data::new(self.columns);
        for (index, &game) in self.games.iter().enumerate() {
            if wanted(game) {
                part.push(self.row(index), self.results[index], game);
            }
        }
        part
    }

    /// The prediction of `coefficients` for each row, in logistic units.
    #[must_use]
    pub fn predictions(&self, coefficients: &[f64]) -> Vec<f64> {
        let rows = self.rows.chunks_exact(self.columns.max(1));
        rows.map(|row| dot(row, coefficients)).collect()
    }
}

pub(super) fn result(position: &Position) -> f64 {
    f64::from(position.white_half_points) / 2.0
}

/// 1 if White is to move, else -1.
pub(super) fn turn(position: &Position) -> f64 {
    match position.game.position().turn() {
        Color::White => 1.0,
        Color::Black => -1.0,
    }
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
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
        assert!(data.part(|_| false).is_empty());
    }
}
