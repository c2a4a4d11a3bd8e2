//! How strongly the weights are pulled towards one factor.

use rayon::prelude::*;

use super::Tried;
use super::one_factor::{BEFORE, one_factor};
use crate::fit::data::Data;
use crate::fit::logistic::{Fitted, Wishes, fit, log_loss};

/// The strengths that are tried, the strongest first: standard deviations of the weights around the
/// factor from 1 percent to three times the value of the men.
const STRENGTHS: [f64; 10] = [
    10_000.0, 3_000.0, 1_000.0, 300.0, 100.0, 30.0, 10.0, 3.0, 1.0, 0.1,
];
/// A part that speaks in a smaller share of the positions than this is held at the factor: what its
/// few positions say is chance.
pub const HEARD: f64 = 0.01;
/// The strength that holds it there, within a percent.
const HELD: f64 = 10_000.0;
/// In how many parts the games are divided, of which each is foretold from the others.
const FOLDS: usize = 5;

/// What is asked of the coefficients of base, move and parts, and where to start: all weights at the
/// factor that `one` found.
pub(super) fn pulled(data: &Data, one: &Fitted, strength: f64) -> (Wishes, Vec<f64>) {
    let columns = data.columns();
    let [base, turn, parts] = [0, 1, BEFORE].map(|column| one.coefficients[column]);
    let mut wishes = Wishes::none(columns);
    for column in BEFORE..columns {
        wishes.least[column] = Some(0.0);
        let rows = (0..data.len()).map(|row| data.row(row)[column]);
        let speaking = rows.filter(|part| *part != 0.0).count();
        let heard = speaking as f64 >= HEARD * data.len() as f64;
        // Strengths are meant for weights, which are coefficients relative to the base's.
        wishes.pulls[column] = if heard { strength } else { strength.max(HELD) } / (base * base);
    }
    wishes.factor = parts / base;
    let mut start = vec![parts; columns];
    (start[0], start[1]) = (base, turn);
    (wishes, start)
}

/// The log loss of each strength, by cross-validation over the games of `data`.
pub(super) fn tried(data: &Data) -> Vec<Tried> {
    // Games of every second number are here: halves of them are all numbers.
    let fold = |game: usize| game / 2 % FOLDS;
    let losses: Vec<Vec<f64>> = (0..FOLDS)
        .into_par_iter()
        .map(|own| {
            let (rest, held_back) = (data.part(|g| fold(g) != own), data.part(|g| fold(g) == own));
            foretold(&rest, &held_back)
        })
        .collect();
    let tried = STRENGTHS.iter().enumerate().map(|(index, &ridge)| {
        let sum: f64 = losses.iter().map(|losses| losses[index]).sum();
        Tried {
            ridge,
            log_loss: sum / data.len() as f64,
        }
    });
    tried.collect()
}

/// The sum of the losses in `held_back` for each strength.
fn foretold(rest: &Data, held_back: &Data) -> Vec<f64> {
    let one = one_factor(rest);
    let (_, mut last) = pulled(rest, &one, 0.0);
    let losses = STRENGTHS.iter().map(|&strength| {
        let (wishes, _) = pulled(rest, &one, strength);
        last = fit(rest, &wishes, &last);
        let predictions = held_back.predictions(&last).into_iter();
        let losses = predictions.zip(held_back.results());
        losses
            .map(|(prediction, result)| log_loss(prediction, *result))
            .sum()
    });
    losses.collect()
}
