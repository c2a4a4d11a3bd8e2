//! The results of a run that may have several time controls.

use super::provenance::Provenance;
use super::results::{Results, ResultsBuilder};
use config::Config;
use players::record::GameRecord;
use runner::arena::Plan;
use runner::run::Run;
use runner::schedule::Schedule;
use runner::store::{Store, StoreError};

/// Counts the games of a run, and those of each time control. Memory does not grow with their number.
#[derive(Debug)]
pub struct RunBuilder {
    whole: ResultsBuilder,
    /// The time controls by name; none if the run has none.
    time_controls: Vec<(String, ResultsBuilder)>,
    games_per_time_control: usize,
}

impl RunBuilder {
    /// A builder for `run`, without games.
    pub(crate) fn of(run: &Run) -> Self {
        Self::new(&run.config, &run.schedule, &run.store)
    }

    fn new(config: &Config, schedule: &Schedule, store: &Store) -> Self {
        let games_per_time_control = schedule.games_per_time_control();
        let builder = |config: &Config, games| {
            ResultsBuilder::new(config, games).with_versions(&store.info().versions)
        };
        let time_control = |(index, time_control): (usize, &config::TimeControl)| {
            let alone = config.at_time_control(index);
            (
                time_control.name.clone(),
                builder(&alone, games_per_time_control),
            )
        };
        Self {
            whole: builder(config, schedule.len()),
            time_controls: config
                .time_controls
                .iter()
                .enumerate()
                .map(time_control)
                .collect(),
            games_per_time_control,
        }
    }

    /// The games of `plan` that are in `store`, counted without their moves: the mean depth is not known.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn begun(plan: &Plan, store: &Store) -> Result<Self, StoreError> {
        let mut builder = Self::new(&plan.config, &plan.schedule, store);
        store.visit_without_moves(|game| {
            builder.add(&game);
            Ok::<(), StoreError>(())
        })?;
        Ok(builder)
    }

    /// Counts a game.
    ///
    /// # Panics
    /// If it names an engine that is not in the configuration.
    pub fn add(&mut self, game: &GameRecord) {
        self.whole.add(game);
        let time_control = game.index.checked_div(self.games_per_time_control);
        if let Some((_, builder)) =
            time_control.and_then(|time_control| self.time_controls.get_mut(time_control))
        {
            builder.add(game);
        }
    }

    /// The results of the games counted so far.
    #[must_use]
    pub fn results(&self) -> Results {
        let time_control = |(name, builder): &(String, ResultsBuilder)| Results {
            time_control: Some(name.clone()),
            ..builder.results()
        };
        Results {
            time_controls: self.time_controls.iter().map(time_control).collect(),
            ..self.whole.results()
        }
    }

    /// The results of the games counted so far, which are those of `run`.
    pub(crate) fn results_of(&self, run: &Run) -> Result<Results, StoreError> {
        let configuration = run.config.canonical();
        let provenance = Provenance::new(&run.store, &configuration, self.whole.begun())?;
        Ok(Results {
            provenance: Some(provenance),
            ..self.results()
        })
    }
}
