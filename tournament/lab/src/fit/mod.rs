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
//! [`accuracy`] compares evaluators, their terms and what their values cost, and [`tune`] fits the numbers that are options.

pub mod accuracy;
pub(crate) mod data;
mod logistic;
pub(crate) mod multipliers;
mod prediction;
mod table;
pub mod tune;

use std::collections::BTreeSet;

use report::plural;

use crate::error::{LabError, message};
use crate::positions::Position;

fn no_scale(engine: &str) -> LabError {
    message!(
        "the values of \"{engine}\" say nothing of the results: no scale fits them; are the results White's?"
    )
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

fn check_halves(positions: &[Position]) -> Result<(), LabError> {
    const MIN_GAMES: usize = 20;
    let games: BTreeSet<usize> = positions.iter().map(|position| position.number).collect();
    let fitted_on = games.iter().filter(|game| is_fitted_on(**game)).count();
    if fitted_on.min(games.len() - fitted_on) < MIN_GAMES {
        return Err(message!(
            "the positions are from {}, and at least {} are needed; draw from more games",
            plural(games.len(), "game"),
            2 * MIN_GAMES
        ));
    }
    Ok(())
}
