//! Tuning by games: simultaneous perturbation stochastic approximation (SPSA).
//!
//! All numbers are moved at once, each at random up or down; the engine with the moved numbers plays
//! the engine with the opposite ones, and all numbers go a little towards the side that did better.
//! So it takes two games to learn something of any count of numbers. Several engines may play: a
//! number that helps one and harms another goes nowhere.
//!
//! [`SpsaConfig`](config::SpsaConfig) is the file, `Optimizer` the method, [`Tuning`] what is played and stored: the
//! values after each batch of games, so that a tuning resumes where it was stopped, with the same games on any number
//! of threads.
//! Source: J. C. Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic
//! Optimization", IEEE Transactions on Aerospace and Electronic Systems 34 (1998), 817-823; with the
//! gains written as step and rate at the end, as chess engines do
//! (<https://www.chessprogramming.org/SPSA>).

mod games;
mod tuning;

use engine_core::key::mixed;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

use config::{Decay, Dimension};
pub use tuning::{PARAMETERS, Tuning};

/// The method alone, for a fixed number of iterations: points to try, and steps from their results.
#[derive(Debug)]
struct Optimizer {
    dimensions: Vec<Dimension>,
    decay: Decay,
    iterations: u32,
    seed: u64,
}

#[derive(Debug, Clone, PartialEq)]
struct Perturbation {
    plus: Vec<f64>,
    minus: Vec<f64>,
    /// The direction of the first side for each number: 1 or -1.
    signs: Vec<f64>,
}

impl Optimizer {
    /// The perturbation of `values` in an iteration (from 0).
    fn perturbation(&self, values: &[f64], iteration: u32) -> Perturbation {
        let mut random = Pcg64Mcg::seed_from_u64(mixed(self.seed ^ mixed(u64::from(iteration))));
        let mut tried = Perturbation { plus: Vec::new(), minus: Vec::new(), signs: Vec::new() };
        for (dimension, value) in self.dimensions.iter().zip(values) {
            let sign = if random.next_u64() >> 63 == 0 { 1.0 } else { -1.0 };
            // The probability of rounding a whole number up is its fraction, with one draw for both sides.
            let luck = random.next_u64() as f64 / u64::MAX as f64;
            let moved = sign * self.step(dimension, iteration);
            let place = |at: f64| {
                let at = if dimension.whole { (at + luck).floor() } else { at };
                at.clamp(dimension.min, dimension.max)
            };
            tried.plus.push(place(value + moved));
            tried.minus.push(place(value - moved));
            tried.signs.push(sign);
        }
        tried
    }

    /// Moves `values` by the result of an iteration: games won by the first side less
    /// those that it lost.
    fn learn(&self, values: &mut [f64], iteration: u32, tried: &Perturbation, surplus: f64) {
        let numbers = values.iter_mut().zip(&self.dimensions).zip(&tried.signs);
        for ((value, dimension), sign) in numbers {
            let gain = self.rate(dimension, iteration) * self.step(dimension, iteration);
            *value = (*value + gain * sign * surplus).clamp(dimension.min, dimension.max);
        }
    }

    /// The distance of both sides from the value; the dimension's step in the last iteration.
    fn step(&self, dimension: &Dimension, iteration: u32) -> f64 {
        let share = f64::from(self.iterations) / f64::from(iteration + 1);
        dimension.step * share.powf(self.decay.gamma)
    }

    /// The number of steps by which a won game moves the value; the dimension's rate in the last iteration. It is
    /// Spall's gain over the square of the step.
    fn rate(&self, dimension: &Dimension, iteration: u32) -> f64 {
        let held_back = self.decay.stability * f64::from(self.iterations);
        let share =
            (held_back + f64::from(self.iterations)) / (held_back + f64::from(iteration + 1));
        let step = self.step(dimension, iteration) / dimension.step;
        dimension.rate * share.powf(self.decay.alpha) / (step * step)
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    const DECAY: Decay = Decay { alpha: 0.602, gamma: 0.101, stability: 0.1 };

    const WIDE: Dimension =
        Dimension { min: -1000.0, max: 1000.0, step: 10.0, rate: 0.02, whole: false };

    fn optimizer(dimensions: Vec<Dimension>, iterations: u32) -> Optimizer {
        Optimizer { dimensions, decay: DECAY, iterations, seed: 1 }
    }

    /// Games won less games lost of two, where strength falls with the square of the distance from
    /// `best`; in Elo a difference of 100 squared units is worth 1.
    fn play(tried: &Perturbation, best: &[f64], random: &mut Pcg64Mcg) -> f64 {
        let strength = |side: &[f64]| -> f64 {
            let squares = side.iter().zip(best).map(|(value, best)| (value - best).powi(2));
            -squares.sum::<f64>() / 100.0
        };
        let elo = strength(&tried.plus) - strength(&tried.minus);
        let win = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let mut game = || {
            let luck = random.next_u64() as f64 / u64::MAX as f64;
            if luck < win { 1.0 } else { -1.0 }
        };
        game() + game()
    }

    #[test]
    fn a_known_best_is_found_through_noise() {
        let best = [120.0, -80.0, 40.0];
        let optimizer = optimizer(vec![WIDE; 3], 20_000);
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let mut values = [0.0; 3];
        for iteration in 0..20_000 {
            let tried = optimizer.perturbation(&values, iteration);
            let surplus = play(&tried, &best, &mut random);
            optimizer.learn(&mut values, iteration, &tried, surplus);
        }
        for (value, best) in values.iter().zip(best) {
            assert!((value - best).abs() < 15.0, "{values:?}");
        }
    }

    #[test]
    fn gains_end_as_they_are_written() {
        let optimizer = optimizer(vec![WIDE], 1000);
        let last = 999;
        assert!((optimizer.step(&WIDE, last) - 10.0).abs() < 1e-9);
        assert!((optimizer.rate(&WIDE, last) - 0.02).abs() < 1e-9);
        // By hand: 10 * 1000^0.101, and 0.02 * (1100/101)^0.602 / 1000^0.202.
        assert!((optimizer.step(&WIDE, 0) - 20.0909).abs() < 1e-3);
        assert!((optimizer.rate(&WIDE, 0) - 0.020_858).abs() < 1e-5);
        let tried = optimizer.perturbation(&[5.0], last);
        assert!((tried.plus[0] - 5.0).abs() > 9.9 && tried.plus[0] + tried.minus[0] == 10.0);
        let mut values = [5.0];
        optimizer.learn(&mut values, last, &tried, 2.0);
        assert!((values[0] - 5.0 - 0.4 * (tried.plus[0] - 5.0).signum()).abs() < 1e-9);
    }

    #[test]
    fn whole_numbers_are_tried_whole_and_right_on_average() {
        let whole = Dimension { whole: true, step: 0.6, ..WIDE };
        let optimizer = optimizer(vec![whole], 4000);
        let mut sum = 0.0;
        for iteration in 0..4000 {
            let tried = optimizer.perturbation(&[7.25], iteration);
            assert_eq!(tried.plus[0].fract() + tried.minus[0].fract(), 0.0);
            sum += tried.plus[0] + tried.minus[0];
        }
        assert!((sum / 8000.0 - 7.25).abs() < 0.05, "{}", sum / 8000.0);
    }

    #[test]
    fn nothing_leaves_its_range_and_each_iteration_is_the_same_again() {
        let narrow = Dimension { min: 0.0, max: 12.0, ..WIDE };
        let optimizer = optimizer(vec![narrow; 2], 100);
        for iteration in 0..100 {
            let tried = optimizer.perturbation(&[1.0, 11.0], iteration);
            let all = tried.plus.iter().chain(&tried.minus);
            assert!(all.copied().all(|value| (0.0..=12.0).contains(&value)));
            assert_eq!(optimizer.perturbation(&[1.0, 11.0], iteration), tried);
            let mut values = [1.0, 11.0];
            optimizer.learn(&mut values, iteration, &tried, 1e6);
            assert!(values.iter().all(|value| (0.0..=12.0).contains(value)));
        }
        let signs = |iteration| optimizer.perturbation(&[6.0; 2], iteration).signs;
        assert!((0..100).any(|iteration| signs(iteration) != signs(iteration + 100)));
    }
}
