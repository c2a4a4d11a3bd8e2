//! The games of some iterations that start from the same values.

use std::convert::Infallible;

use super::engines::with;
use super::error::SpsaError;
use super::optimizer::Perturbation;
use config::{EngineConfig, ParameterConfig};
use runner::arena::{self, ArenaError, Event, Plan};
use runner::schedule::ScheduledGame;

/// The games of each iteration.
pub(super) struct Games<'c> {
    pub(super) engines: &'c [EngineConfig],
    pub(super) parameters: &'c [ParameterConfig],
    /// Openings for each engine.
    pub(super) pairs: usize,
}

impl Games<'_> {
    /// The number of games in an iteration.
    pub(super) fn in_an_iteration(&self) -> usize {
        2 * self.pairs * self.engines.len()
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
    ) -> Result<Vec<f64>, SpsaError> {
        plan.config.engines = self.sides(tried)?;
        let mut surplus = vec![0.0; tried.len()];
        let games =
            (0..tried.len() * self.in_an_iteration()).map(|index| self.game(plan, first, index));
        let games: Vec<ScheduledGame> = games.collect();
        let threads = threads.min(games.len());
        let played = arena::play(plan, games.into_iter(), threads, |event| {
            if let Event::Finished(game) = event {
                let plus = game.white.min(game.black);
                surplus[game.index / self.in_an_iteration()] +=
                    f64::from(game.half_points_of(plus)) - 1.0;
                notify();
            }
            Ok::<(), Infallible>(())
        });
        played.map_err(|error| self.failed(plan, error))?;
        Ok(surplus)
    }

    /// Both sides of every engine in every iteration: those of an engine are neighbours.
    fn sides(&self, tried: &[Perturbation]) -> Result<Vec<EngineConfig>, SpsaError> {
        let mut sides = Vec::with_capacity(2 * tried.len() * self.engines.len());
        for point in tried {
            for engine in self.engines {
                sides.push(with(engine, self.parameters, &point.plus)?);
                sides.push(with(engine, self.parameters, &point.minus)?);
            }
        }
        Ok(sides)
    }

    /// The game of this place among those of all iterations from `first` on.
    fn game(&self, plan: &Plan, first: u32, index: usize) -> ScheduledGame {
        let pair = index / 2;
        let (plus, black) = (2 * (pair / self.pairs), index % 2 == 1);
        let iteration = first as usize + index / self.in_an_iteration();
        ScheduledGame {
            index,
            white: plus + usize::from(black),
            black: plus + usize::from(!black),
            pair,
            opening: (iteration * self.pairs + pair % self.pairs) % plan.openings.needed(),
            time_control: 0,
        }
    }

    /// An engine that failed did so with numbers from which nothing should be learnt.
    fn failed(&self, plan: &Plan, error: ArenaError<Infallible>) -> SpsaError {
        let ArenaError::Strict { game, engine, failure } = error else {
            return error.into();
        };
        let sides = self.game(plan, 0, game);
        let numbers = [sides.white, sides.black].map(|side| {
            let kind = &plan.config.engines[side].kind;
            serde_json::to_string(kind).unwrap_or_default()
        });
        SpsaError::Failed {
            engine,
            failure: failure.to_string(),
            values: format!("one of {} and {}", numbers[0], numbers[1]),
        }
    }
}
