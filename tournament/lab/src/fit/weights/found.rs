//! The fit itself: base, move and parts.

use super::one_factor::{BEFORE, one_factor};
use super::{Tried, ridge};
use crate::fit::data::{Data, turn};
use crate::fit::features::Parts;
use crate::fit::logistic::{Fitted, fit, fit_with_errors};
use crate::fit::loss::Mean;
use crate::fit::{FitError, is_fitted_on};
use crate::positions::Position;

/// A row a position: the base and the parts in pawns, and whose move it is.
pub(super) fn rows(positions: &[&Position], parts: &[&Parts], weights: usize) -> Data {
    let mut data = Data::new(BEFORE + weights);
    for (position, parts) in positions.iter().zip(parts) {
        let mut row = vec![parts.base / 100.0, turn(position)];
        row.extend(parts.parts.iter().map(|part| part / 100.0));
        data.push_position(&row, position);
    }
    data
}

/// A coefficient relative to that of the base, in percent, with its error by the delta method.
pub(super) fn percent(fitted: &Fitted, column: usize) -> Mean {
    let (base, v) = (fitted.coefficients[0], &fitted.covariance);
    let ratio = fitted.coefficients[column] / base;
    let variance = v[column][column] - 2.0 * ratio * v[column][0] + ratio * ratio * v[0][0];
    Mean {
        value: 100.0 * ratio,
        error: 100.0 * variance.max(0.0).sqrt() / base,
    }
}

/// What was fitted to all games.
pub(super) struct Found {
    pub(super) factor: Mean,
    pub(super) ridge: f64,
    pub(super) tried: Vec<Tried>,
    pub(super) fitted: Fitted,
}

/// What was fitted to the even games, in percent.
pub(super) struct Half {
    pub(super) factor: f64,
    pub(super) percent: Vec<f64>,
}

impl Found {
    pub(super) fn of(data: &Data, ridge: Option<f64>, name: &str) -> Result<Found, FitError> {
        let one = one_factor(data);
        if one.coefficients[0] <= 0.0 {
            let engine = name.to_owned();
            return Err(FitError::NoScale { engine });
        }
        let tried = match ridge {
            Some(_) => Vec::new(),
            None => ridge::tried(&data.part(is_fitted_on)),
        };
        let best = tried
            .iter()
            .min_by(|a, b| a.log_loss.total_cmp(&b.log_loss));
        let ridge = ridge.or(best.map(|best| best.ridge)).unwrap_or(0.0);
        let (wishes, start) = ridge::pulled(data, &one, ridge);
        Ok(Found {
            factor: percent(&one, BEFORE),
            fitted: fit_with_errors(data, &wishes, &start),
            ridge,
            tried,
        })
    }

    /// The same, had only the even games been played.
    pub(super) fn on_half(&self, data: &Data) -> Half {
        let half = data.part(is_fitted_on);
        let one = one_factor(&half);
        let (wishes, start) = ridge::pulled(&half, &one, self.ridge);
        let b = fit(&half, &wishes, &start);
        Half {
            factor: percent(&one, BEFORE).value,
            percent: b[BEFORE..].iter().map(|b_j| 100.0 * b_j / b[0]).collect(),
        }
    }
}
