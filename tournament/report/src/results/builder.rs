//! Counting the games of a run: by engine, by pairing, and by time control.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use config::{AnchorConfig, Config, EngineConfig, Format, LimitKind, SharedLimit};
use match_stats::goodness_of_fit::expected_score;
use match_stats::ratings::Advantage;
use match_stats::{Meeting, Ratings, Sample, SequentialMatch, rate};
use players::record::{GameRecord, Termination};
use runner::arena::Plan;
use runner::run::Run;
use runner::schedule::Schedule;
use runner::store::{Store, StoreError};

use super::counts::{HalfPair, PairingTally};
use super::swiss::SwissTally;
use super::{EngineResult, ListPlace, NodeScaling, Results};
use crate::r#match::Match;
use crate::numbers::GivenElo;
use crate::provenance::{EvaluationFacts, Measurements, Provenance};
use crate::verdicts::Verdicts;

/// Collects games into [`Results`]; memory does not grow with their number, if they come in the order of the schedule.
#[derive(Debug)]
pub struct ResultsBuilder {
    config: Config,
    planned_games: u64,
    engines: Vec<EngineResult>,
    pairings: BTreeMap<(usize, usize), PairingTally>,
    open_pairs: HashMap<usize, HalfPair>,
    terminations: BTreeMap<Termination, u64>,
    counted: Option<SequentialMatch>,
    /// Of a Swiss tournament of more than two.
    swiss: Option<SwissTally>,
    overhead: Duration,
    /// The start of the first of the games counted so far, in milliseconds since 1970 UTC.
    begun: Option<u64>,
    /// One for each time control of a run.
    time_controls: Vec<ResultsBuilder>,
    /// What was measured of the evaluations.
    measured: Option<String>,
}

impl ResultsBuilder {
    /// A builder without games; `planned_games` is the length of the schedule.
    pub fn new(config: &Config, planned_games: usize) -> Self {
        let is_swiss = matches!(config.run.format, Format::Swiss { .. }) && config.engines.len() > 2;
        let named = |engine: &EngineConfig| EngineResult { name: engine.name.clone(), ..EngineResult::default() };
        Self {
            config: config.clone(),
            planned_games: planned_games as u64,
            engines: config.engines.iter().map(named).collect(),
            pairings: BTreeMap::new(),
            open_pairs: HashMap::new(),
            terminations: BTreeMap::new(),
            counted: config.run.stop.map(SequentialMatch::new),
            swiss: is_swiss.then(|| SwissTally::new(Schedule::new(config))),
            overhead: Duration::ZERO,
            begun: None,
            time_controls: Vec::new(),
            measured: None,
        }
    }

    /// A builder for `run`, without games, with those of its time controls.
    pub(crate) fn of(run: &Run) -> Self {
        let measurements = Measurements::read(&run.folder);
        Self::of_plan(&run.config, &run.schedule, &run.store, measurements.as_ref())
    }

    fn of_plan(config: &Config, schedule: &Schedule, store: &Store, measurements: Option<&Measurements>) -> Self {
        let versions = &store.info.versions;
        let builder = |config: &Config, games: usize| {
            let mut builder = Self::new(config, games);
            for engine in &mut builder.engines {
                engine.version = versions.get(&engine.name).cloned();
            }
            builder
        };
        let alone = (0..config.time_controls.len()).map(|index| config.at_time_control(index));
        let alone = alone.map(|alone| builder(&alone, schedule.games_per_time_control()));
        let mut whole = Self { time_controls: alone.collect(), ..builder(config, schedule.len()) };
        for (result, engine) in whole.engines.iter_mut().zip(&config.engines) {
            result.evaluation = EvaluationFacts::of(engine, measurements);
        }
        whole.measured = measurements.map(Measurements::text);
        whole
    }

    /// The games of `plan` that are in `store`, counted without their moves: the mean depth is not known. Fails if the
    /// store cannot be read.
    pub fn begun(plan: &Plan, store: &Store) -> Result<Self, StoreError> {
        let mut builder = Self::of_plan(&plan.config, &plan.schedule, store, None);
        store.visit_without_moves(|game| {
            builder.add(&game);
            Ok::<(), StoreError>(())
        })?;
        Ok(builder)
    }

    /// Counts a game. Panics if it names an engine that is not in the configuration.
    pub fn add(&mut self, game: &GameRecord) {
        *self.terminations.entry(game.termination).or_default() += 1;
        self.overhead = self.overhead.saturating_add(game.overhead);
        self.begun = Some(self.begun.map_or(game.started, |begun| game.started.min(begun)));
        let white = game.outcome.white_half_points();
        self.engines[game.white].add(white, game.white_stats, game.termination);
        self.engines[game.black].add(2 - white, game.black_stats, game.termination);
        if let Some(failed) = game.failed() {
            *self.engines[failed].failures.entry(game.termination).or_default() += 1;
        }
        for (ply, record) in game.moves.iter().enumerate() {
            self.engines[game.mover(ply)].depth += u64::from(record.depth);
        }
        if let Some(counted) = &mut self.counted {
            counted.add(game.index, game.half_points_of(0));
        }
        if let Some(swiss) = &mut self.swiss {
            swiss.add(game);
        }

        let both = (game.white.min(game.black), game.white.max(game.black));
        let pairing = self.pairings.entry(both);
        let pairing = pairing.or_insert_with(|| PairingTally::new(&self.config, both));
        if let Some(half) = pairing.add(game, self.open_pairs.remove(&game.pair)) {
            self.open_pairs.insert(game.pair, half);
        }
        let games_each = self.time_controls.first().map_or(0, |own| own.planned_games as usize);
        let time_control = game.index.checked_div(games_each);
        if let Some(own) = time_control.and_then(|at| self.time_controls.get_mut(at)) {
            own.add(game);
        }
    }

    /// The results of each time control, and the ratings by nodes if these are their limits.
    fn parts(&self) -> (Vec<Results>, Option<NodeScaling>) {
        let all = self.config.time_controls.iter().zip(&self.time_controls);
        let parts = all.map(|(time_control, own)| Results {
            time_control: Some(time_control.name.clone()),
            limits: time_control.limit.to_string(),
            ..own.results()
        });
        let parts: Vec<Results> = parts.collect();
        let nodes = self.config.time_controls.iter().map(|time_control| match time_control.limit {
            SharedLimit::Same(LimitKind::Nodes(nodes)) => Some(nodes),
            _ => None,
        });
        let at_nodes = nodes.zip(&parts).map(|(nodes, part)| Some((nodes?, part)));
        let scaling = at_nodes.collect::<Option<Vec<_>>>().and_then(NodeScaling::new);
        (parts, scaling)
    }

    /// The results of the games counted so far, which are those of `run`.
    pub(crate) fn results_of(&self, run: &Run) -> Result<Results, StoreError> {
        let configuration = run.config.canonical();
        let provenance = Provenance::new(&run.store, &configuration, self.begun)?;
        Ok(Results { provenance: Some(provenance), ..self.results() })
    }

    /// The results of the games counted so far.
    pub fn results(&self) -> Results {
        let config = &self.config;
        let name = |engine: usize| config.engines[engine].name.as_str();
        let met = self.met();
        let (rated, widening) = self.rated(&met);
        // With several time controls each has its own rounds.
        let swiss = self.swiss.as_ref().filter(|_| self.time_controls.is_empty());
        let mut standings = swiss.map(|swiss| swiss.standings(config.engines.len())).unwrap_or_default().into_iter();
        let anchors = config.run.anchor.iter().flat_map(AnchorConfig::ratings);
        let anchors =
            anchors.map(|given| GivenElo { name: name(given.engine).to_owned(), elo: given.elo, error: given.error });
        let anchors: Vec<GivenElo> = anchors.collect();
        let in_a_pair = |engine: &usize| met.iter().any(|m| m.a == *engine || m.b == *engine);
        let field: Vec<usize> = (0..config.engines.len()).filter(in_a_pair).collect();
        let white = rated.white_advantage.map_or(0.0, |w| w.value);
        let verdicts = Verdicts::new(&rated, field, &met, white);
        let engines = self.engines.iter().enumerate().map(|(index, tally)| EngineResult {
            groups: verdicts.groups_of(index),
            swiss: standings.next(),
            ..tally.counted(Some(rated.players[index]).filter(|_| in_a_pair(&index)))
        });
        let summary = |pairing: &PairingTally| pairing.summary(expected_score(&rated, &pairing.meeting, white));
        let named = |pool: &Vec<usize>| pool.iter().map(|&engine| name(engine).to_owned()).collect();
        let pools = rated.groups.iter().filter(|pool| pool.len() > 1);
        let pools: Vec<Vec<String>> = pools.map(named).collect();
        let games = self.terminations.values().sum();
        let (overhead_ms, overhead_share) = self.overhead();
        let (time_controls, node_scaling) = self.parts();
        let engines: Vec<EngineResult> = engines.collect();
        let pairings: Vec<_> = self.pairings.values().map(summary).collect();
        Results {
            provenance: None,
            name: config.run.name.clone(),
            time_control: None,
            games,
            planned_games: self.planned_games,
            finished: games == self.planned_games,
            seed: config.run.seed,
            variant: config.openings.variant,
            limits: config.limits_text(),
            anchor: anchors.first().filter(|_| anchors.len() == 1).map(|one| one.name.clone()),
            list_place: ListPlace::of(&engines, &anchors, &pairings),
            anchors,
            pairs: met.iter().map(|m| m.penta().pairs()).sum(),
            half_pairs: self.open_pairs.len() as u64,
            white_advantage: rated.white_advantage.into(),
            white_advantage_untold: rated.advantage_confounded,
            draw_rate_at_equal_strength: rated.draw_rate,
            pools: if pools.len() > 1 { pools } else { Vec::new() },
            of_two: self.of_two(),
            engines,
            pairings,
            differences: verdicts.summaries(name),
            rating_fit: verdicts.rating_fit(name),
            widening,
            terminations: self.terminations.clone(),
            overhead_ms,
            overhead_share,
            time_controls,
            node_scaling,
            evaluations: self.measured.clone(),
        }
    }

    /// The ratings by the games counted so far, by the engines' places in the configuration.
    pub fn ratings(&self) -> Ratings {
        self.rated(&self.met()).0
    }

    /// The ratings, and the factor of their intervals in a Swiss tournament.
    fn rated(&self, met: &[Meeting]) -> (Ratings, Option<f64>) {
        let anchors = self.config.run.anchor.as_ref();
        let anchors = anchors.map(AnchorConfig::anchors).unwrap_or_default();
        let rated = rate(self.config.engines.len(), met, &anchors, Advantage::Estimated);
        match self.swiss.as_ref().map(|swiss| swiss.widening(met)) {
            Some(factor) => (rated.widened(factor), Some(factor)),
            None => (rated, None),
        }
    }

    fn of_two(&self) -> Option<Match> {
        let pairs = match &self.counted {
            _ if self.config.engines.len() != 2 => return None,
            Some(counted) => counted.pairs(),
            None => self.pairings.get(&(0, 1))?.meeting.penta(),
        };
        Match::new(&Sample::Pairs(pairs), self.config.run.stop)
    }

    /// The pairings with a finished pair.
    fn met(&self) -> Vec<Meeting> {
        let meetings = self.pairings.values().map(|pairing| pairing.meeting);
        meetings.filter(|m| m.penta().pairs() > 0).collect()
    }

    /// The arena's time between moves: milliseconds a move, and its share of all time.
    fn overhead(&self) -> (Option<f64>, Option<f64>) {
        let moves: u64 = self.engines.iter().map(|engine| engine.moves).sum();
        let times = self.engines.iter().map(|engine| engine.time);
        let thought = times.fold(Duration::ZERO, Duration::saturating_add);
        let overhead = self.overhead.as_secs_f64();
        let share = overhead / (overhead + thought.as_secs_f64());
        let a_move = (moves > 0).then(|| 1000.0 * overhead / moves as f64);
        (a_move, Some(share).filter(|share| share.is_finite()))
    }
}
