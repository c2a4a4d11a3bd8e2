//! The games of some iterations that start from the same values, and the engines with these.

use toml::Value;

use super::Perturbation;
use crate::error::{LabError, message};
use config::{EngineConfig, EngineKind, ParameterConfig, SpsaConfig};
use players::player::{player, probe};
use runner::RunError;
use runner::arena::{self, Event, Plan};
use runner::schedule::ScheduledGame;

pub(super) struct Games<'c>(pub(super) &'c SpsaConfig);

impl Games<'_> {
    pub(super) fn games_per_iteration(&self) -> usize {
        2 * self.0.pairs as usize * self.0.base.engines.len()
    }

    /// Plays what is `tried` in the iterations from `first` on, and returns for each the games that its first side
    /// won less those that it lost. `plan` has the openings and everything else that stays the same;
    /// `notify` receives each game that has ended.
    pub(super) fn play(
        &self,
        plan: &mut Plan,
        first: u32,
        tried: &[Perturbation],
        threads: usize,
        mut notify: impl FnMut() + Send,
    ) -> Result<Vec<f64>, LabError> {
        plan.config.engines = self.sides(tried)?;
        let mut surplus = vec![0.0; tried.len()];
        let all = 0..tried.len() * self.games_per_iteration();
        let games: Vec<ScheduledGame> = all.map(|index| self.game(plan, first, index)).collect();
        let threads = threads.min(games.len());
        let played = arena::play(plan, games.into_iter(), threads, |event| {
            if let Event::Finished(game) = event {
                let plus = game.white.min(game.black);
                surplus[game.index / self.games_per_iteration()] +=
                    f64::from(game.half_points_of(plus)) - 1.0;
                notify();
            }
            Ok(())
        });
        played.map_err(|error| self.failed(plan, error))?;
        Ok(surplus)
    }

    /// Both sides of every engine in every iteration: those of an engine are neighbours.
    fn sides(&self, tried: &[Perturbation]) -> Result<Vec<EngineConfig>, LabError> {
        let SpsaConfig { base, parameters, .. } = self.0;
        let mut sides = Vec::new();
        for point in tried {
            for engine in &base.engines {
                sides.push(with(engine, parameters, &point.plus)?);
                sides.push(with(engine, parameters, &point.minus)?);
            }
        }
        Ok(sides)
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
    fn failed(&self, plan: &Plan, error: RunError) -> LabError {
        let RunError::Strict { game, engine, failure } = error else {
            return error.into();
        };
        let sides = self.game(plan, 0, game);
        let [white, black] = [sides.white, sides.black]
            .map(|side| serde_json::to_string(&plan.config.engines[side].kind).unwrap_or_default());
        message!(
            "engine \"{engine}\" failed ({failure}) with one of {white} and {black}\nThe batch does not count; mend the \
             engine or its limits, or narrow the range of the number that makes it fail"
        )
    }
}

/// `engine` with these numbers, one for each of `parameters`; an error if it is of another kind.
fn with(
    engine: &EngineConfig,
    parameters: &[ParameterConfig],
    values: &[f64],
) -> Result<EngineConfig, LabError> {
    let mut engine = engine.clone();
    let mut both = parameters.iter().zip(values);
    both.try_for_each(|(parameter, value)| set(&mut engine, parameter, *value))?;
    Ok(engine)
}

pub(super) fn as_toml(parameter: &ParameterConfig, value: f64) -> Value {
    if parameter.dimension.whole { Value::Integer(value as i64) } else { Value::Float(value) }
}

fn set(engine: &mut EngineConfig, parameter: &ParameterConfig, value: f64) -> Result<(), LabError> {
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
            return Err(message!(
                "{}: engine \"{}\" has {takes}; tune those, or another engine",
                parameter.set,
                engine.name
            ));
        }
    }
    Ok(())
}

/// Tries every number of every engine at the ends of its range, and every program as it begins:
/// invalid settings are found before a game is played.
pub(super) fn check(config: &SpsaConfig) -> Result<(), LabError> {
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
                player(&engine)
                    .map_err(|error| message!("{} = {value}: {error}", parameter.set))?;
            }
        }
        probe(&with(engine, parameters, &start)?, true)?;
    }
    Ok(())
}
