//! The results of a run that may have several time controls.

use super::evaluations::{EvaluationFacts, Measurements};
use super::node_scaling::{AtNodes, NodeScaling};
use super::provenance::Provenance;
use super::results::{Results, ResultsBuilder};
use super::summaries::EngineResult;
use config::{Config, LimitKind, SharedLimit};
use players::record::GameRecord;
use runner::arena::Plan;
use runner::run::Run;
use runner::schedule::Schedule;
use runner::store::{Store, StoreError};

/// Counts the games of a run, and those of each time control. Memory does not grow with their number.
#[derive(Debug)]
pub struct RunBuilder {
    whole: ResultsBuilder,
    /// The time controls; none if the run has none.
    time_controls: Vec<AtTimeControl>,
    games_per_time_control: usize,
    /// The evaluations of the engines, in the order of the configuration.
    evaluations: Vec<EvaluationFacts>,
    /// The meaning of their measurements, if there are any.
    measured: Option<String>,
}

/// The games of a time control.
#[derive(Debug)]
struct AtTimeControl {
    name: String,
    limit: SharedLimit,
    builder: ResultsBuilder,
}

impl RunBuilder {
    /// A builder for `run`, without games.
    pub(crate) fn of(run: &Run) -> Self {
        let measurements = Measurements::read(&run.folder);
        let engines = run.config.engines.iter();
        let facts = engines.map(|engine| EvaluationFacts::of(engine, measurements.as_ref()));
        Self {
            evaluations: facts.collect(),
            measured: measurements.as_ref().map(Measurements::text),
            ..Self::new(&run.config, &run.schedule, &run.store)
        }
    }

    fn new(config: &Config, schedule: &Schedule, store: &Store) -> Self {
        let games_per_time_control = schedule.games_per_time_control();
        let builder = |config: &Config, games| {
            ResultsBuilder::new(config, games).with_versions(&store.info().versions)
        };
        let time_control = |(index, time_control): (usize, &config::TimeControl)| {
            let alone = config.at_time_control(index);
            AtTimeControl {
                name: time_control.name.clone(),
                limit: time_control.limit,
                builder: builder(&alone, games_per_time_control),
            }
        };
        Self {
            whole: builder(config, schedule.len()),
            time_controls: config.time_controls.iter().enumerate().map(time_control).collect(),
            games_per_time_control,
            evaluations: config
                .engines
                .iter()
                .map(|engine| EvaluationFacts::of(engine, None))
                .collect(),
            measured: None,
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
        if let Some(own) =
            time_control.and_then(|time_control| self.time_controls.get_mut(time_control))
        {
            own.builder.add(game);
        }
    }

    /// The results of the games counted so far.
    #[must_use]
    pub fn results(&self) -> Results {
        let time_control = |own: &AtTimeControl| Results {
            time_control: Some(own.name.clone()),
            limits: own.limit.to_string(),
            ..own.builder.results()
        };
        let time_controls: Vec<Results> = self.time_controls.iter().map(time_control).collect();
        let at_nodes = self.time_controls.iter().zip(&time_controls);
        let at_nodes = at_nodes.map(|(own, results)| {
            Some(AtNodes {
                nodes: nodes(own.limit)?,
                engines: &results.engines,
                differences: &results.differences,
            })
        });
        let at_nodes: Option<Vec<AtNodes<'_>>> = at_nodes.collect();
        let whole = self.whole.results();
        let engines = whole.engines.into_iter().zip(&self.evaluations);
        let engines = engines
            .map(|(engine, evaluation)| EngineResult { evaluation: evaluation.clone(), ..engine });
        Results {
            node_scaling: at_nodes.and_then(NodeScaling::new),
            time_controls,
            engines: engines.collect(),
            evaluations: self.measured.clone(),
            ..whole
        }
    }

    /// The results of the games counted so far, which are those of `run`.
    pub(crate) fn results_of(&self, run: &Run) -> Result<Results, StoreError> {
        let configuration = run.config.canonical();
        let provenance = Provenance::new(&run.store, &configuration, self.whole.begun())?;
        Ok(Results { provenance: Some(provenance), ..self.results() })
    }
}

/// The nodes a move of a time control.
fn nodes(limit: SharedLimit) -> Option<u64> {
    match limit {
        SharedLimit::Same(LimitKind::Nodes(nodes)) => Some(nodes),
        _ => None,
    }
}
