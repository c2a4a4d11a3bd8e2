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
//! step and rate at the end, as chess engines do (<https://www.chessprogramming.org/SPSA>).

mod tuning;

use anyhow::{anyhow, bail};
use engine_core::key::mixed;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use toml::Value;

use config::{Decay, Dimension, EngineConfig, EngineKind, ParameterConfig, SpsaConfig};
use players::player::{player, probe};
use runner::RunError;
use runner::arena::{self, Event, Plan};
use runner::schedule::ScheduledGame;
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

    /// Moves `values` by the result of an iteration: games won by the first side less those that it lost.
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
        let share = (held_back + f64::from(self.iterations)) / (held_back + f64::from(iteration + 1));
        let step = self.step(dimension, iteration) / dimension.step;
        dimension.rate * share.powf(self.decay.alpha) / (step * step)
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
                plan.config.engines.push(with(engine, parameters, values)?);
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

/// `engine` with these numbers, one for each of `parameters`; an error if it is of another kind.
fn with(engine: &EngineConfig, parameters: &[ParameterConfig], values: &[f64]) -> anyhow::Result<EngineConfig> {
    let mut engine = engine.clone();
    let mut both = parameters.iter().zip(values);
    both.try_for_each(|(parameter, value)| set(&mut engine, parameter, *value))?;
    Ok(engine)
}

fn as_toml(parameter: &ParameterConfig, value: f64) -> Value {
    if parameter.dimension.whole { Value::Integer(value as i64) } else { Value::Float(value) }
}

fn set(engine: &mut EngineConfig, parameter: &ParameterConfig, value: f64) -> anyhow::Result<()> {
    let (table, name) = parameter.set.split_once('.').unwrap_or_default();
    let name = name.to_owned();
    let as_toml = as_toml(parameter, value);
    match (&mut engine.kind, table) {
        (EngineKind::Evaluator(evaluator), "search") => {
            evaluator.search.insert(name, value);
        }
        (EngineKind::Evaluator(evaluator), "params") => {
            evaluator.params.insert(name, as_toml);
        }
        (EngineKind::Program(program), "options") => {
            program.options.insert(name, as_toml);
        }
        (kind, _) => {
            let takes = match kind {
                EngineKind::Evaluator(_) => "search.NAME and params.NAME",
                EngineKind::Program(_) => "options.NAME",
            };
            bail!("{}: engine \"{}\" has {takes}; tune those, or another engine", parameter.set, engine.name);
        }
    }
    Ok(())
}

/// Tries every number of every engine at the ends of its range, and every program as it begins:
/// invalid settings are found before a game is played.
fn check(config: &SpsaConfig) -> anyhow::Result<()> {
    let parameters = &config.parameters;
    let start: Vec<f64> = parameters.iter().map(|parameter| parameter.start).collect();
    for engine in &config.base.engines {
        for parameter in parameters {
            let dimension = &parameter.dimension;
            let mut values = vec![dimension.min, dimension.max];
            if !dimension.whole {
                // Where a number may have no decimals, or few, this one shows it.
                values.push(dimension.min + (dimension.max - dimension.min) / 3.0_f64.sqrt());
            }
            for value in values {
                let mut engine = engine.clone();
                set(&mut engine, parameter, value)?;
                player(&engine).map_err(|error| anyhow!("{} = {value}: {error}", parameter.set))?;
            }
        }
        probe(&with(engine, parameters, &start)?, true)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECAY: Decay = Decay { alpha: 0.602, gamma: 0.101, stability: 0.1 };

    const WIDE: Dimension = Dimension { min: -1000.0, max: 1000.0, step: 10.0, rate: 0.02, whole: false };

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
