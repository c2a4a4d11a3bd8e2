//! The results of a run that may have several ladders.

use super::provenance::Provenance;
use super::results::{Results, ResultsBuilder};
use config::Config;
use players::record::GameRecord;
use runner::arena::Plan;
use runner::run::Run;
use runner::schedule::Schedule;
use runner::store::{Store, StoreError};

/// Counts the games of a run, and those of each ladder. Memory does not grow with their number.
#[derive(Debug)]
pub struct RunBuilder {
    whole: ResultsBuilder,
    /// The ladders by name; none if the run has none.
    ladders: Vec<(String, ResultsBuilder)>,
    games_a_ladder: usize,
}

impl RunBuilder {
    /// A builder for `run`, without games.
    pub(crate) fn of(run: &Run) -> Self {
        Self::new(&run.config, &run.schedule, &run.store)
    }

    fn new(config: &Config, schedule: &Schedule, store: &Store) -> Self {
        let games_a_ladder = schedule.games_a_ladder();
        let builder = |config: &Config, games| {
            ResultsBuilder::new(config, games).with_versions(&store.info().versions)
        };
        let ladder = |(index, ladder): (usize, &config::Ladder)| {
            let alone = config.on_ladder(index);
            (ladder.name.clone(), builder(&alone, games_a_ladder))
        };
        Self {
            whole: builder(config, schedule.len()),
            ladders: config.ladders.iter().enumerate().map(ladder).collect(),
            games_a_ladder,
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
        let ladder = game.index.checked_div(self.games_a_ladder);
        if let Some((_, builder)) = ladder.and_then(|ladder| self.ladders.get_mut(ladder)) {
            builder.add(game);
        }
    }

    /// The results of the games counted so far.
    #[must_use]
    pub fn results(&self) -> Results {
        let ladder = |(name, builder): &(String, ResultsBuilder)| Results {
            ladder: Some(name.clone()),
            ..builder.results()
        };
        Results {
            ladders: self.ladders.iter().map(ladder).collect(),
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
