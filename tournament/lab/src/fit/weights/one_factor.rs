//! The fit of one factor for all parts.

use crate::fit::data::Data;
use crate::fit::logistic::{Fitted, Wishes, fit_with_errors};

/// Columns before those of the parts: the base and the move.
pub(super) const BEFORE: usize = 2;

/// The common factor: the fit to base, move and the sum of all parts.
pub(super) fn one_factor(data: &Data) -> Fitted {
    let mut sums = Data::new(BEFORE + 1);
    for index in 0..data.len() {
        let row = data.row(index);
        let sum: f64 = row[BEFORE..].iter().sum();
        let (result, game) = (data.results()[index], data.games()[index]);
        sums.push(&[row[0], row[1], sum], result, game);
    }
    let mut wishes = Wishes::none(BEFORE + 1);
    wishes.least[BEFORE] = Some(0.0);
    fit_with_errors(&sums, &wishes, &[0.0; BEFORE + 1])
}
