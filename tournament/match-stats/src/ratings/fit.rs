//! Maximum likelihood by Newton's method, on the natural logistic scale, and the draw rate that goes with it.
//!
//! The parameters are the players' ratings and, after them, White's advantage.

use super::meetings::Encounter;
use crate::functions::bisect;
use crate::matrix::{Matrix, zeros};

/// Steps are at most this long, in natural units (350 Elo): a first step from far away must not
/// leave the region in which the curvature is meaningful.
const MAX_STEP: f64 = 2.0;
/// Shorter than any rating is printed: 2e-9 Elo.
const TOLERANCE: f64 = 1e-11;
const MAX_ITERATIONS: usize = 200;
/// Changes of the likelihood smaller than this share of it are rounding.
const ROUNDING: f64 = 1e-12;
/// Conjugate gradients end at this share of the right side: Newton's next step finds the rest.
const RESIDUAL: f64 = 1e-4;
/// The limit of their steps for each row: a long ladder takes one or two.
const MAX_GRADIENTS: usize = 10;

/// Encounters, and the free parameters. If they have a prior, it is a normal distribution of each.
pub(super) struct Fit {
    pub(super) encounters: Vec<Encounter>,
    free: Vec<usize>,
    /// The means of the priors, if there are any.
    centres: Vec<f64>,
    /// One over the variance of the priors, or 0.
    precision: f64,
    /// The places of all parameters among the free ones.
    pub(super) places: Vec<Option<usize>>,
}

/// White's expected points per game: 1 / (1 + e^-(white - black + advantage)).
pub(super) fn expected(theta: &[f64], white: usize, black: usize) -> f64 {
    1.0 / (1.0 + (-difference(theta, white, black)).exp())
}

fn difference(theta: &[f64], white: usize, black: usize) -> f64 {
    theta[white] - theta[black] + theta[theta.len() - 1]
}

/// The curvature of an encounter's likelihood in the difference of the two.
pub(super) fn information(theta: &[f64], e: &Encounter) -> f64 {
    let p = expected(theta, e.white, e.black);
    e.games * p * (1.0 - p)
}

impl Fit {
    /// `parameters` are the players and the advantage.
    pub(super) fn new(
        parameters: usize,
        encounters: Vec<Encounter>,
        free: Vec<usize>,
        (centres, precision): (Vec<f64>, f64),
    ) -> Self {
        let mut places = vec![None; parameters];
        for (place, &parameter) in free.iter().enumerate() {
            places[parameter] = Some(place);
        }
        Self { encounters, free, centres, precision, places }
    }

    /// Moves the free parameters to the maximum, the others staying where they are.
    pub(super) fn maximise(&self, theta: &mut [f64]) {
        for _ in 0..MAX_ITERATIONS {
            let mut step = self.step(theta);
            let longest = step.iter().fold(0.0_f64, |max, s| max.max(s.abs()));
            let scale = f64::min(1.0, MAX_STEP / longest.max(TOLERANCE));
            step.iter_mut().for_each(|s| *s *= scale);
            self.advance(theta, &step);
            if longest < TOLERANCE || longest.is_nan() {
                return;
            }
        }
    }

    fn step(&self, theta: &[f64]) -> Vec<f64> {
        let gradient = self.gradient(theta);
        let weights: Vec<f64> = self.encounters.iter().map(|e| information(theta, e)).collect();
        let mut diagonal = vec![self.precision; gradient.len()];
        for (e, weight) in self.encounters.iter().zip(&weights) {
            self.form(e).for_each(|(place, _)| diagonal[place] += weight);
        }
        conjugate_gradients(&diagonal, &gradient, |x| self.curvature_times(&weights, x))
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

    /// White, Black and the advantage by their places, as far as they are free, with their signs in the difference
    /// that the expected points depend on.
    fn form(&self, e: &Encounter) -> impl Iterator<Item = (usize, f64)> + '_ {
        let form = e.form(self.places.len());
        form.into_iter().filter_map(|(parameter, sign)| Some((self.places[parameter]?, sign)))
    }

    /// Of each free parameter with a prior, what it is above the prior's centre.
    fn above_centres(&self, theta: &[f64]) -> impl Iterator<Item = f64> {
        self.free.iter().zip(&self.centres).map(|(&parameter, centre)| theta[parameter] - centre)
    }

    fn objective(&self, theta: &[f64]) -> f64 {
        // ln p = -ln(1 + e^-d) and ln (1 - p) = -ln(1 + e^d), without overflow.
        let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
        let likelihood = self.encounters.iter().map(|e| {
            let d = difference(theta, e.white, e.black);
            -e.points * softplus(-d) - (e.games - e.points) * softplus(d)
        });
        let squares: f64 = self.above_centres(theta).map(|above| above * above).sum();
        likelihood.sum::<f64>() - self.precision * squares / 2.0
    }

    /// The sums of what each encounter adds to White's rating and the advantage, and takes from Black's, as far as they are
    /// free.
    fn sums(&self, of_each: impl Iterator<Item = f64>) -> Vec<f64> {
        let mut sums = vec![0.0; self.free.len()];
        for (e, more) in self.encounters.iter().zip(of_each) {
            self.form(e).for_each(|(place, sign)| sums[place] += sign * more);
        }
        sums
    }

    fn gradient(&self, theta: &[f64]) -> Vec<f64> {
        let surplus = |e: &Encounter| e.points - e.games * expected(theta, e.white, e.black);
        let mut gradient = self.sums(self.encounters.iter().map(surplus));
        for (slope, above) in gradient.iter_mut().zip(self.above_centres(theta)) {
            *slope -= self.precision * above;
        }
        gradient
    }

    /// The negative second derivative of the (penalised) likelihood in the free parameters.
    pub(super) fn curvature(&self, theta: &[f64]) -> Matrix {
        let mut curvature = zeros(self.free.len(), self.free.len());
        for e in &self.encounters {
            let weight = information(theta, e);
            for (i, sign) in self.form(e) {
                self.form(e).for_each(|(j, other)| curvature[i][j] += weight * sign * other);
            }
        }
        for (place, row) in curvature.iter_mut().enumerate() {
            row[place] += self.precision;
        }
        curvature
    }

    /// The product of the curvature with x, without the matrix; `weights` are the encounters' information.
    fn curvature_times(&self, weights: &[f64], x: &[f64]) -> Vec<f64> {
        let along = |e: &Encounter| self.form(e).map(|(place, sign)| sign * x[place]).sum::<f64>();
        let both = self.encounters.iter().zip(weights);
        let mut image = self.sums(both.map(|(e, weight)| weight * along(e)));
        image.iter_mut().zip(x).for_each(|(image, x)| *image += self.precision * x);
        image
    }

    /// The draw rate at equal strength that gives the draws seen; `None` without games.
    pub(super) fn draw_rate(&self, theta: &[f64]) -> Option<f64> {
        let games: f64 = self.encounters.iter().map(|e| e.games).sum();
        let draws: f64 = self.encounters.iter().map(|e| e.draws).sum();
        if games == 0.0 {
            return None;
        }
        if draws == 0.0 || draws == games {
            return Some(draws / games);
        }
        bisect(f64::MIN_POSITIVE.sqrt(), 1.0, |even| {
            let of = |e: &Encounter| e.games * draw_rate(expected(theta, e.white, e.black), even);
            Some(self.encounters.iter().map(of).sum::<f64>() - draws)
        })
    }
}

/// The x for which a positive definite matrix with this diagonal times x is `right`, or nearly so: see [`RESIDUAL`].
/// (Hestenes and Stiefel 1952, with Jacobi's preconditioner.)
fn conjugate_gradients(diagonal: &[f64], right: &[f64], times: impl Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let scaled = |rest: &[f64]| rest.iter().zip(diagonal).map(|(r, d)| r / d).collect::<Vec<f64>>();
    let mut x = vec![0.0; right.len()];
    let mut rest = right.to_vec();
    let mut direction = scaled(&rest);
    let mut length = dot(&rest, &direction);
    let enough = RESIDUAL * RESIDUAL * length;
    for _ in 0..MAX_GRADIENTS * right.len() {
        let image = times(&direction);
        let along = dot(&direction, &image);
        // A matrix with NaN ends here.
        if length <= enough || along.is_nan() || along <= 0.0 {
            break;
        }
        let step = length / along;
        for ((x, rest), (d, i)) in x.iter_mut().zip(&mut rest).zip(direction.iter().zip(&image)) {
            *x += step * d;
            *rest -= step * i;
        }
        let better = scaled(&rest);
        let next = dot(&rest, &better);
        for (d, better) in direction.iter_mut().zip(&better) {
            *d = better + next / length * *d;
        }
        length = next;
    }
    x
}

/// The share of draws where White's expected score is p and equals draw at the rate `even`, all
/// between 0 and 1, by Davidson's model (1970), which is Ordo's too: the share of draws is a constant times the
/// geometric mean of the shares of wins and of losses.
pub fn draw_rate(p: f64, even: f64) -> f64 {
    // Wins times losses is (ratio * draws)^2, and wins are p - draws/2: a quadratic equation.
    let ratio = (1.0 - even) / (2.0 * even);
    let spread = 4.0 * p * (1.0 - p);
    spread / (1.0 + (1.0 + (4.0 * ratio * ratio - 1.0) * spread).sqrt())
}
