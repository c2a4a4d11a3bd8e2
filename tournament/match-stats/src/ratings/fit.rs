//! Maximum likelihood by Newton's method, on the natural logistic scale.
//!
//! The parameters are the players' ratings and, after them, White's advantage.

use std::sync::Arc;

use super::curvature::{Curvature, Pattern};
use super::meeting::Encounter;

/// Steps are at most this long, in natural units (350 Elo): a first step from far away must not
/// leave the region in which the curvature is meaningful.
const MAX_STEP: f64 = 2.0;
/// Shorter than any rating is printed: 2e-9 Elo.
const TOLERANCE: f64 = 1e-11;
const MAX_ITERATIONS: usize = 200;
/// Changes of the likelihood smaller than this share of it are rounding.
const ROUNDING: f64 = 1e-12;

/// A normal distribution of a rating.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prior {
    pub(super) centre: f64,
    /// One over the variance.
    pub(super) precision: f64,
}

/// Encounters, the free parameters, and their priors.
#[derive(Debug)]
pub(super) struct Fit {
    encounters: Vec<Encounter>,
    /// The parameters that may move.
    free: Vec<usize>,
    /// For each of these.
    priors: Vec<Option<Prior>>,
    /// The places of all parameters among the free ones.
    places: Vec<Option<usize>>,
    pattern: Arc<Pattern>,
}

/// White's expected points per game: 1 / (1 + e^-(white - black + advantage)).
pub(super) fn expected(theta: &[f64], white: usize, black: usize) -> f64 {
    1.0 / (1.0 + (-difference(theta, white, black)).exp())
}

fn difference(theta: &[f64], white: usize, black: usize) -> f64 {
    theta[white] - theta[black] + theta[theta.len() - 1]
}

impl Fit {
    /// `parameters` are the players and the advantage.
    pub(super) fn new(
        parameters: usize,
        encounters: Vec<Encounter>,
        free: Vec<usize>,
        priors: Vec<Option<Prior>>,
    ) -> Self {
        let mut places = vec![None; parameters];
        for (place, &parameter) in free.iter().enumerate() {
            places[parameter] = Some(place);
        }
        let entries = entries(&encounters, &places);
        Self {
            pattern: Arc::new(Pattern::new(free.len(), &entries)),
            encounters,
            free,
            priors,
            places,
        }
    }

    pub(super) fn encounters(&self) -> &[Encounter] {
        &self.encounters
    }

    /// The places of all parameters among those that may move.
    pub(super) fn places(&self) -> &[Option<usize>] {
        &self.places
    }

    /// The sparsity pattern of the curvature.
    pub(super) fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Moves the free parameters to the maximum, the others staying where they are.
    pub(super) fn maximise(&self, theta: &mut [f64]) {
        for _ in 0..MAX_ITERATIONS {
            let mut step = self.curvature(theta).solve(&self.gradient(theta));
            let longest = step.iter().fold(0.0_f64, |max, s| max.max(s.abs()));
            let scale = f64::min(1.0, MAX_STEP / longest.max(TOLERANCE));
            step.iter_mut().for_each(|s| *s *= scale);
            self.advance(theta, &step);
            if longest < TOLERANCE || longest.is_nan() {
                return;
            }
        }
    }

    /// Takes the step, or the half, or the quarter: the first that does not lose likelihood.
    fn advance(&self, theta: &mut [f64], step: &[f64]) {
        let start = theta.to_vec();
        let before = self.objective(&start);
        let mut part = 1.0;
        while part > TOLERANCE {
            for (&parameter, s) in self.free.iter().zip(step) {
                theta[parameter] = start[parameter] + part * s;
            }
            // Near the maximum the change is below the rounding of the sum.
            if self.objective(theta) >= before - ROUNDING * before.abs() {
                return;
            }
            part /= 2.0;
        }
        theta.copy_from_slice(&start);
    }

    fn known(&self) -> impl Iterator<Item = (usize, Prior)> + '_ {
        let priors = self.priors.iter().enumerate();
        priors.filter_map(|(place, prior)| prior.map(|prior| (place, prior)))
    }

    fn objective(&self, theta: &[f64]) -> f64 {
        // ln p = -ln(1 + e^-d) and ln (1 - p) = -ln(1 + e^d), without overflow.
        let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
        let likelihood = self.encounters.iter().map(|e| {
            let d = difference(theta, e.white, e.black);
            -e.points * softplus(-d) - (e.games - e.points) * softplus(d)
        });
        let penalty = self.known().map(|(place, prior)| {
            prior.precision * (theta[self.free[place]] - prior.centre).powi(2) / 2.0
        });
        likelihood.sum::<f64>() - penalty.sum::<f64>()
    }

    fn gradient(&self, theta: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.free.len()];
        for e in &self.encounters {
            let surplus = e.points - e.games * expected(theta, e.white, e.black);
            for (parameter, sign) in e.form(theta.len()) {
                if let Some(place) = self.places[parameter] {
                    gradient[place] += sign * surplus;
                }
            }
        }
        for (place, prior) in self.known() {
            gradient[place] += prior.precision * (prior.centre - theta[self.free[place]]);
        }
        gradient
    }

    /// The negative second derivative of the (penalised) likelihood in the free parameters.
    pub(super) fn curvature(&self, theta: &[f64]) -> Curvature {
        let advantage = self.places[self.places.len() - 1];
        let mut diagonal = vec![0.0; self.free.len()];
        let mut last = vec![0.0; self.free.len()];
        let mut numbers = Vec::new();
        for e in &self.encounters {
            let information = information(theta, e);
            let [white, black] = [e.white, e.black].map(|player| self.places[player]);
            for (place, sign) in [(white, 1.0), (black, -1.0), (advantage, 0.0)] {
                if let Some(place) = place {
                    diagonal[place] += information;
                    last[place] += sign * information;
                }
            }
            if white.is_some() && black.is_some() {
                numbers.extend([-information; 2]);
            }
        }
        for (place, prior) in self.known() {
            diagonal[place] += prior.precision;
        }
        numbers.extend(diagonal);
        if advantage.is_some() {
            numbers.extend(last.into_iter().flat_map(|number| [number; 2]));
        }
        self.pattern.with(&numbers)
    }
}

/// The places of the curvature's entries, in the order in which they are computed.
fn entries(encounters: &[Encounter], places: &[Option<usize>]) -> Vec<(usize, usize)> {
    let free = places.iter().flatten().count();
    let both = encounters.iter().filter_map(|e| places[e.white].zip(places[e.black]));
    let mut entries: Vec<_> = both.flat_map(|(i, j)| [(i, j), (j, i)]).collect();
    entries.extend((0..free).map(|place| (place, place)));
    if let Some(advantage) = places[places.len() - 1] {
        entries.extend((0..free).flat_map(|place| [(place, advantage), (advantage, place)]));
    }
    entries
}

/// The curvature of an encounter's likelihood in the difference of the two.
pub(super) fn information(theta: &[f64], e: &Encounter) -> f64 {
    let p = expected(theta, e.white, e.black);
    e.games * p * (1.0 - p)
}
