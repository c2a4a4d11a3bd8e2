//! Which weights an evaluator's parts should have, by the results of games.
//!
//! The model is linear in them: a position's value is the base plus the sum of its parts, each times
//! its weight, and `(value + bonus for the move) / K` is the expected score in logistic units. The base
//! has the weight 1, K and the bonus are fitted too. No weight is less than 0.
//!
//! First one common factor is fitted to all parts. The weights are then pulled towards it by a ridge of
//! strength X, which is a prior: each weight is the factor with a standard deviation of `1 / sqrt(X)`
//! (X = 100: ten percent). X is chosen by cross-validation, fold by fold of games. A part that speaks in
//! fewer than one of a hundred positions is held at the factor.
//!
//! What the weights are good for is measured with the evaluator itself, its options set to whole
//! percents: fitted on the even games, measured on the odd ones. The weights that are reported are
//! fitted to all games.

mod found;
mod one_factor;
mod ridge;

use engine_core::evaluator::Evaluator;
use engine_core::options::{Configure, OptionError};
use rayon::prelude::*;
use serde::Serialize;

use super::accuracy::{calibrate, losses_of_nothing, measured_games, values_by};
use super::features::{self, Parts, Verdicts, take_apart, weighted};
use super::logistic::Fitted;
use super::loss::{Mean, difference, mean};
use super::{FitError, check_halves};
use crate::positions::Position;
use found::{Found, Half, percent, rows};
use one_factor::BEFORE;
use players::player::PlayerError;
use players::registry::{self, Visitor};
pub use ridge::HEARD;

/// What was found.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The evaluator.
    pub evaluator: String,
    /// How many positions there are.
    pub positions: usize,
    /// How many of them were left out, because a verdict speaks there.
    pub left_out: usize,
    /// The mean distance of base and parts from the whole, in centipawns.
    pub gap: f64,
    /// The one factor for all that fits best, in percent.
    pub factor: Mean,
    /// The strength of the ridge.
    pub ridge: f64,
    /// The log loss of the strengths that were tried, if it was chosen.
    pub tried: Vec<Tried>,
    /// K: so many centipawns, with the weights, make an expected score of 73 %.
    pub scale: f64,
    /// What it is worth to be on the move, in the same centipawns.
    pub move_bonus: f64,
    /// How well the results of the odd games are foretold: by nothing, as printed, with one factor,
    /// with the weights.
    pub losses: Vec<Loss>,
    /// The weights, in the order of the options.
    pub weights: Vec<Weight>,
}

/// What came of a strength of the ridge.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Tried {
    /// The strength.
    pub ridge: f64,
    /// The mean log loss of games that were not fitted on.
    pub log_loss: f64,
}

/// How well results are foretold.
#[derive(Debug, Clone, Serialize)]
pub struct Loss {
    /// By what.
    pub of: &'static str,
    /// The log loss of a position.
    pub log_loss: Mean,
    /// How much more that is than with the weights.
    pub worse: Mean,
    /// Its K, in its centipawns; `None` for nothing.
    pub scale: Option<f64>,
}

/// A weight.
#[derive(Debug, Clone, Serialize)]
pub struct Weight {
    /// The option.
    pub option: &'static str,
    /// Percent, as fitted.
    pub percent: f64,
    /// Its standard error; `None` if it is held at 0.
    pub error: Option<f64>,
    /// Whole percents within what the option takes.
    pub set: i32,
    /// The share of the positions in which the part is not 0.
    pub speaks: f64,
    /// The mean size of the part at 100 percent over all positions, in centipawns.
    pub size: f64,
}

/// How weights are fitted.
#[derive(Debug, Clone, Copy)]
pub struct Recipe {
    /// The strength of the ridge; `None`: chosen.
    pub ridge: Option<f64>,
    /// Which verdicts the positions may have.
    pub verdicts: Verdicts,
}

/// Fits the weights of the evaluator of this name. `progress` is told of each position that is taken apart.
///
/// # Errors
/// If there is no such evaluator, it has no weights, or there are too few games.
pub fn find(
    evaluator: &str,
    positions: &[Position],
    recipe: Recipe,
    progress: impl Fn() + Sync,
) -> Result<Report, FitError> {
    let finder = Finder {
        name: evaluator,
        positions,
        recipe,
        progress,
    };
    let missing = || PlayerError::Evaluator {
        engine: evaluator.to_owned(),
        evaluator: evaluator.to_owned(),
    };
    registry::with(evaluator, finder).ok_or_else(missing)?
}

struct Finder<'a, P> {
    name: &'a str,
    positions: &'a [Position],
    recipe: Recipe,
    progress: P,
}

impl<P: Fn() + Sync> Visitor for Finder<'_, P> {
    type Output = Result<Report, FitError>;

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Self::Output {
        let options = features::weights(&evaluator);
        if options.is_empty() {
            let evaluator = self.name.to_owned();
            return Err(FitError::NoWeights { evaluator });
        }
        let same = |a: usize| options[..a].iter().any(|b| b.option == options[a].option);
        if let Some(twice) = (0..options.len()).find(|&index| same(index)) {
            let option = options[twice].option;
            return Err(FitError::SameName { option });
        }
        let refused = |source| PlayerError::Param {
            engine: self.name.to_owned(),
            source,
        };
        let verdicts = self.recipe.verdicts;
        let taken = take_apart(
            &evaluator,
            &options,
            self.positions,
            verdicts,
            &self.progress,
        );
        let taken = taken.map_err(refused)?;
        let kept = self.positions.iter().zip(&taken);
        let (kept, parts): (Vec<&Position>, Vec<&Parts>) = kept
            .filter_map(|(position, parts)| Some((position, parts.as_ref()?)))
            .unzip();
        check_halves(&kept)?;
        let data = rows(&kept, &parts, options.len());
        let found = Found::of(&data, self.recipe.ridge, self.name)?;
        let values = values(&evaluator, &options, &found.on_half(&data), &kept).map_err(refused)?;
        let [base, turn] = [0, 1].map(|column| found.fitted.coefficients[column]);
        Ok(Report {
            evaluator: self.name.to_owned(),
            positions: self.positions.len(),
            left_out: self.positions.len() - kept.len(),
            gap: parts.iter().map(|parts| parts.gap()).sum::<f64>() / parts.len() as f64,
            losses: losses(self.name, &values, &kept)?,
            weights: shown(&found.fitted, &options, &parts),
            factor: found.factor,
            ridge: found.ridge,
            tried: found.tried,
            scale: 100.0 / base,
            move_bonus: 100.0 * turn / base,
        })
    }
}

/// The values of the evaluator itself: as printed, with the factor and with the weights of `half`.
fn values<E: Evaluator + Configure + Clone>(
    evaluator: &E,
    options: &[features::Weight],
    half: &Half,
    positions: &[&Position],
) -> Result<Vec<(&'static str, Vec<f64>)>, OptionError> {
    let values = |of, percent: Vec<f64>| -> Result<_, OptionError> {
        let weighted = weighted(evaluator, options, |index| percent[index].round() as i32)?;
        Ok((of, values_by(&weighted, positions.par_iter().copied())))
    };
    let all = |percent| vec![percent; options.len()];
    Ok(vec![
        values("as printed", all(100.0))?,
        values("with one factor", all(half.factor))?,
        values("with the weights", half.percent.clone())?,
    ])
}

/// The weights with what there is to tell of each.
fn shown(fitted: &Fitted, options: &[features::Weight], parts: &[&Parts]) -> Vec<Weight> {
    let count = parts.len() as f64;
    let weights = options.iter().enumerate().map(|(index, option)| {
        let Mean { value, error } = percent(fitted, BEFORE + index);
        let of_parts = parts.iter().map(|parts| parts.parts[index]);
        let speaking = of_parts.clone().filter(|part| *part != 0.0).count();
        Weight {
            option: option.option,
            percent: value,
            error: (fitted.coefficients[BEFORE + index] > 0.0).then_some(error),
            set: (value.round() as i32).clamp(option.least, option.most),
            speaks: speaking as f64 / count,
            size: of_parts.map(f64::abs).sum::<f64>() / count,
        }
    });
    weights.collect()
}

/// What is left of the results of the odd games, by each list of values; the last is what the others
/// are compared with.
fn losses(
    name: &str,
    values: &[(&'static str, Vec<f64>)],
    positions: &[&Position],
) -> Result<Vec<Loss>, FitError> {
    let games = measured_games(positions);
    let mut all = vec![("by nothing", losses_of_nothing(positions), None)];
    for (of, values) in values {
        let calibrated = calibrate(name, values, positions)?;
        all.push((of, calibrated.losses, Some(calibrated.scale)));
    }
    let last = all.last().map(|(_, last, _)| last.clone());
    let last = last.unwrap_or_default();
    let losses = all.into_iter().map(|(of, own, scale)| Loss {
        of,
        log_loss: mean(&own, &games),
        worse: difference(&own, &last, &games),
        scale,
    });
    Ok(losses.collect())
}

#[cfg(test)]
mod tests;
