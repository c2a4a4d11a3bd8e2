//! Prediction of results by static values, and tuning of the numbers behind them.
//!
//! The model is the logistic one: White's expected score in a position is
//! `1 / (1 + exp(-(v + t) / K))`, where v is the static value from White's side, t a bonus for the side
//! to move, and K what a value is worth: with K centipawns more than nothing the expected score is
//! 73 %. K and t are fitted to each evaluator, so that none gains by the size of its pawn. (The
//! method is known as Texel's tuning, <https://www.chessprogramming.org/Texel%27s_Tuning_Method>; the
//! loss is the logarithm of the likelihood, which the fit maximises.)
//!
//! Games, not positions, are independent: every position of a game has its one result. So a game is
//! fitted on or measured on, never both, and every standard error counts games as clusters
//! (the sandwich, Huber 1967).
//!
//! * [`data`] is what is fitted, [`logistic`] fits, [`loss`] measures;
//! * [`bootstrap`] resamples games, to give numbers their errors;
//! * [`accuracy`] compares evaluators, [`multipliers`] their terms;
//! * [`price`] measures what evaluations cost beside what they predict;
//! * [`tune`] fits the numbers that are options.

pub mod accuracy;
pub mod bootstrap;
pub mod data;
pub mod logistic;
pub mod loss;
pub mod multipliers;
pub mod price;
#[cfg(test)]
mod simulated;
mod table;
pub mod tune;

use crate::positions::Position;
use config::ConfigError;
use evaluators::EvaluationError;
use players::player::PlayerError;

/// The reason that nothing was fitted.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum FitError {
    #[error(
        "the positions are from {found} games, and at least {needed} are needed; draw from more \
         games"
    )]
    TooFew { found: usize, needed: usize },
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("engine \"{engine}\" is a program, which has no static value; name an evaluator")]
    Program { engine: String },
    #[error(
        "the values of \"{engine}\" say nothing of the results: no scale fits them; are the results \
         White's?"
    )]
    NoScale { engine: String },
}

/// Games are halved by their numbers: the even ones are fitted on, the odd ones measured on.
#[must_use]
pub fn is_fitted_on(game: usize) -> bool {
    game.is_multiple_of(2)
}

/// `number` rounded to multiples of 1 / `parts`: no more digits than are significant.
pub(crate) fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

fn check_halves(positions: &[&Position]) -> Result<(), FitError> {
    let games = |fitted_on: bool| {
        let numbers = positions.iter().map(|position| position.number);
        let mut numbers: Vec<usize> = numbers.filter(|&n| is_fitted_on(n) == fitted_on).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.len()
    };
    let found = games(true).min(games(false));
    if found < FEWEST_GAMES {
        return Err(FitError::TooFew {
            found: games(true) + games(false),
            needed: 2 * FEWEST_GAMES,
        });
    }
    Ok(())
}

const FEWEST_GAMES: usize = 20;
