//! Tuning by games: simultaneous perturbation stochastic approximation (SPSA).
//!
//! All numbers are moved at once, each at random up or down; the engine with the moved numbers plays the engine with
//! the opposite ones, and all numbers go a little towards the side that did better. So it takes two games to learn
//! something of any count of numbers. Several engines may play: a number that helps one and harms another goes nowhere.
//!
//! [`SpsaConfig`] is the file, `Optimizer` the method, [`Tuning`] what is played and stored: the
//! values after each batch of games, so that a tuning resumes where it was stopped, with the same games on any number
//! of threads. Source: J. C. Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic
//! Optimization", IEEE Transactions on Aerospace and Electronic Systems 34 (1998), 817-823; with the gains written as
//! c_end and r_end, those of the last iteration, as fishtest and OpenBench do.

mod tuning;

use anyhow::anyhow;
use engine_core::key::mixed;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use toml::Value;

use config::{Decay, EngineConfig, EngineKind, OF_SEARCH, ParameterConfig, SpsaConfig};
use match_stats::Z95;
use players::player::{player, probe};
use runner::RunError;
use runner::arena::{self, Event, Plan};
use runner::schedule::ScheduledGame;
pub use tuning::{LIST, PARAMETERS, TunedValue, Tuning};

/// The method alone, for a fixed number of iterations: points to try, and steps from their results.
#[derive(Debug)]
struct Optimizer {
    parameters: Vec<ParameterConfig>,
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

/// A number on its way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Course {
    value: f64,
    /// The value after half of the iterations.
    middle: f64,
    /// The sum of the squares of its moves since then.
    moves: f64,
}

impl Course {
    fn from(start: f64) -> Self {
        Self { value: start, middle: start, moves: 0.0 }
    }

    /// What the chance of games alone may have moved it by since the middle, at 95 %, if nothing held it: as much as the values
    /// of other seeds scatter by, or more.
    fn chance(&self) -> f64 {
        Z95 * self.moves.sqrt()
    }
}

impl Optimizer {
    /// The perturbation of `values` in an iteration (from 0).
    fn perturbation(&self, values: &[Course], iteration: u32) -> Perturbation {
        let mut random = Pcg64Mcg::seed_from_u64(mixed(self.seed ^ mixed(u64::from(iteration))));
        let mut tried = Perturbation { plus: Vec::new(), minus: Vec::new(), signs: Vec::new() };
        for (parameter, Course { value, .. }) in self.parameters.iter().zip(values) {
            let sign = if random.next_u64() >> 63 == 0 { 1.0 } else { -1.0 };
            // The probability of rounding a whole number up is its fraction, with one draw for both sides.
            let luck = random.next_u64() as f64 / u64::MAX as f64;
            let moved = sign * self.c(parameter, iteration);
            let place = |at: f64| {
                let at = if parameter.whole { (at + luck).floor() } else { at };
                at.clamp(parameter.min, parameter.max)
            };
            tried.plus.push(place(value + moved));
            tried.minus.push(place(value - moved));
            tried.signs.push(sign);
        }
        tried
    }

    /// Moves `values` by the result of an iteration: games won by the first side less those that it lost.
    fn learn(&self, values: &mut [Course], iteration: u32, tried: &Perturbation, surplus: f64) {
        let numbers = values.iter_mut().zip(&self.parameters).zip(&tried.signs);
        for ((at, parameter), sign) in numbers {
            let gain = self.r(parameter, iteration) * self.c(parameter, iteration);
            at.value = (at.value + gain * sign * surplus).clamp(parameter.min, parameter.max);
            if iteration < self.iterations / 2 {
                *at = Course::from(at.value);
            } else {
                at.moves += (gain * surplus).powi(2);
            }
        }
    }

    /// The distance of both sides from the value.
    fn c(&self, parameter: &ParameterConfig, iteration: u32) -> f64 {
        let share = f64::from(self.iterations) / f64::from(iteration + 1);
        parameter.c_end * share.powf(self.decay.gamma)
    }

    /// The number of such distances by which a won game moves the value: Spall's gain over the square of the distance.
    fn r(&self, parameter: &ParameterConfig, iteration: u32) -> f64 {
        let held_back = self.decay.a_ratio * f64::from(self.iterations);
        let share = (held_back + f64::from(self.iterations)) / (held_back + f64::from(iteration + 1));
        let c = self.c(parameter, iteration) / parameter.c_end;
        parameter.r_end * share.powf(self.decay.alpha) / (c * c)
    }
}

/// The games of some iterations that start from the same values, and the engines with these.
struct Games<'c>(&'c SpsaConfig);

impl Games<'_> {
    fn games_per_iteration(&self) -> usize {
        2 * self.0.pairs as usize * self.0.base.engines.len()
    }

    /// Plays what is `tried` in the iterations from `first` on, and returns for each the games that its first side
    /// won less those that it lost. `plan` has the openings and everything else that stays the same;
    /// `notify` receives each game that has ended.
    fn play(
        &self,
        plan: &mut Plan,
        first: u32,
        tried: &[Perturbation],
        threads: usize,
        mut notify: impl FnMut() + Send,
    ) -> anyhow::Result<Vec<f64>> {
        let SpsaConfig { base, parameters, .. } = self.0;
        // Both sides of every engine in every iteration: those of an engine are neighbours.
        plan.config.engines.clear();
        for (point, engine) in tried.iter().flat_map(|point| base.engines.iter().map(move |of| (point, of))) {
            for values in [&point.plus, &point.minus] {
                plan.config.engines.push(with(engine, parameters, values));
            }
        }
        let mut surplus = vec![0.0; tried.len()];
        let all = 0..tried.len() * self.games_per_iteration();
        let games: Vec<ScheduledGame> = all.map(|index| self.game(plan, first, index)).collect();
        let threads = threads.min(games.len());
        let played = arena::play(plan, games.into_iter(), threads, |event| {
            if let Event::Finished(game) = event {
                let plus = game.white.min(game.black);
                surplus[game.index / self.games_per_iteration()] += f64::from(game.half_points_of(plus)) - 1.0;
                notify();
            }
            Ok(())
        });
        played.map_err(|error| self.failed(plan, error))?;
        Ok(surplus)
    }

    /// The game of this place among those of all iterations from `first` on.
    fn game(&self, plan: &Plan, first: u32, index: usize) -> ScheduledGame {
        let (pair, pairs) = (index / 2, self.0.pairs as usize);
        let (plus, black) = (2 * (pair / pairs), index % 2 == 1);
        let iteration = first as usize + index / self.games_per_iteration();
        ScheduledGame {
            index,
            white: plus + usize::from(black),
            black: plus + usize::from(!black),
            pair,
            opening: (iteration * pairs + pair % pairs) % plan.openings.needed(),
            time_control: 0,
        }
    }

    /// An engine that failed did so with numbers from which nothing should be learnt.
    fn failed(&self, plan: &Plan, error: RunError) -> anyhow::Error {
        let RunError::Strict { game, engine, failure } = error else {
            return error.into();
        };
        let sides = self.game(plan, 0, game);
        let [white, black] = [sides.white, sides.black]
            .map(|side| serde_json::to_string(&plan.config.engines[side].kind).unwrap_or_default());
        anyhow!(
            "engine \"{engine}\" failed ({failure}) with one of {white} and {black}\nThe batch does not count; mend the \
             engine or its limits, or narrow the range of the number that makes it fail"
        )
    }
}

/// `engine` with these numbers, one for each of `parameters`.
fn with(engine: &EngineConfig, parameters: &[ParameterConfig], values: &[f64]) -> EngineConfig {
    let mut engine = engine.clone();
    parameters.iter().zip(values).for_each(|(parameter, value)| set(&mut engine, parameter, *value));
    engine
}

fn as_toml(parameter: &ParameterConfig, value: f64) -> Value {
    if parameter.whole { Value::Integer(value as i64) } else { Value::Float(value) }
}

fn set(engine: &mut EngineConfig, parameter: &ParameterConfig, value: f64) {
    let (name, as_toml) = (parameter.name.clone(), as_toml(parameter, value));
    match &mut engine.kind {
        EngineKind::Program(program) => program.options.extend([(name, as_toml)]),
        EngineKind::Evaluator(evaluator) => match name.strip_prefix(OF_SEARCH) {
            Some(name) => evaluator.search.extend([(name.to_owned(), value)]),
            None => evaluator.params.extend([(name, as_toml)]),
        },
    }
}

/// Tries every number of every engine at the ends of its range, and every program as it begins:
/// invalid settings are found before a game is played.
fn check(config: &SpsaConfig) -> anyhow::Result<()> {
    let parameters = &config.parameters;
    let start: Vec<f64> = parameters.iter().map(|parameter| parameter.start).collect();
    for engine in &config.base.engines {
        for parameter in parameters {
            let ParameterConfig { min, max, whole, name, .. } = parameter;
            // Where a number may have no decimals, or few, the last one shows it.
            let values = [*min, *max, min + (max - min) / 3.0_f64.sqrt()];
            for value in values.into_iter().take(if *whole { 2 } else { 3 }) {
                let mut engine = engine.clone();
                set(&mut engine, parameter, value);
                player(&engine).map_err(|error| anyhow!("{name} = {value}: {error}"))?;
            }
        }
        probe(&with(engine, parameters, &start), true)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECAY: Decay = Decay { alpha: 0.602, gamma: 0.101, a_ratio: 0.1 };

    fn wide() -> ParameterConfig {
        let name = "x".to_owned();
        ParameterConfig { name, whole: false, start: 0.0, min: -1000.0, max: 1000.0, c_end: 10.0, r_end: 0.02 }
    }

    fn optimizer(parameters: Vec<ParameterConfig>, iterations: u32) -> Optimizer {
        Optimizer { parameters, decay: DECAY, iterations, seed: 1 }
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
        let optimizer = optimizer(vec![wide(); 3], 20_000);
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let mut values = [Course::from(0.0); 3];
        for iteration in 0..20_000 {
            let tried = optimizer.perturbation(&values, iteration);
            let surplus = play(&tried, &best, &mut random);
            optimizer.learn(&mut values, iteration, &tried, surplus);
        }
        for (at, best) in values.iter().zip(best) {
            let error = (at.value - best).abs();
            assert!(error < 15.0 && error < at.chance() && at.chance() < 70.0, "{values:?}");
            assert!((at.value - at.middle).abs() < at.chance());
        }
    }

    #[test]
    fn gains_end_as_they_are_written() {
        let optimizer = optimizer(vec![wide()], 1000);
        let last = 999;
        assert!((optimizer.c(&wide(), last) - 10.0).abs() < 1e-9);
        assert!((optimizer.r(&wide(), last) - 0.02).abs() < 1e-9);
        // By hand: 10 * 1000^0.101, and 0.02 * (1100/101)^0.602 / 1000^0.202.
        assert!((optimizer.c(&wide(), 0) - 20.0909).abs() < 1e-3);
        assert!((optimizer.r(&wide(), 0) - 0.020_858).abs() < 1e-5);
        let mut values = [Course::from(5.0)];
        let tried = optimizer.perturbation(&values, last);
        assert!((tried.plus[0] - 5.0).abs() > 9.9 && tried.plus[0] + tried.minus[0] == 10.0);
        optimizer.learn(&mut values, last, &tried, 2.0);
        assert!((values[0].value - 5.0 - 0.4 * (tried.plus[0] - 5.0).signum()).abs() < 1e-9);
    }

    #[test]
    fn whole_numbers_are_tried_whole_and_right_on_average() {
        let whole = ParameterConfig { whole: true, c_end: 0.6, ..wide() };
        let optimizer = optimizer(vec![whole], 4000);
        let mut sum = 0.0;
        for iteration in 0..4000 {
            let tried = optimizer.perturbation(&[Course::from(7.25)], iteration);
            assert_eq!(tried.plus[0].fract() + tried.minus[0].fract(), 0.0);
            sum += tried.plus[0] + tried.minus[0];
        }
        assert!((sum / 8000.0 - 7.25).abs() < 0.05, "{}", sum / 8000.0);
    }

    #[test]
    fn nothing_leaves_its_range_and_each_iteration_is_the_same_again() {
        let narrow = ParameterConfig { min: 0.0, max: 12.0, ..wide() };
        let at = |values: [f64; 2]| values.map(Course::from);
        let optimizer = optimizer(vec![narrow; 2], 100);
        for iteration in 0..100 {
            let tried = optimizer.perturbation(&at([1.0, 11.0]), iteration);
            let all = tried.plus.iter().chain(&tried.minus);
            assert!(all.copied().all(|value| (0.0..=12.0).contains(&value)));
            assert_eq!(optimizer.perturbation(&at([1.0, 11.0]), iteration), tried);
            let mut values = at([1.0, 11.0]);
            optimizer.learn(&mut values, iteration, &tried, 1e6);
            assert!(values.iter().all(|at| (0.0..=12.0).contains(&at.value)));
        }
        let signs = |iteration| optimizer.perturbation(&at([6.0; 2]), iteration).signs;
        assert!((0..100).any(|iteration| signs(iteration) != signs(iteration + 100)));
    }
}
