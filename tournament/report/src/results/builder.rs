//! Counting the games of a run: by engine, by pairing, and by time control.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use config::{AnchorConfig, Config, LimitKind, SharedLimit};
use match_stats::goodness_of_fit::expected_score;
use match_stats::ratings::Advantage;
use match_stats::{Meeting, Ratings, Sample, SequentialMatch, rate};
use players::record::{GameRecord, Termination};
use runner::arena::Plan;
use runner::run::Run;
use runner::schedule::Schedule;
use runner::store::{Store, StoreError};

use super::counts::{EngineTally, HalfPair, PairingTally};
use super::{EngineResult, NodeScaling, PairingSummary, Results};
use crate::r#match::Match;
use crate::numbers::GivenElo;
use crate::provenance::Provenance;
use crate::provenance::{EvaluationFacts, Measurements};
use crate::verdicts::Verdicts;

/// Collects games into [`Results`]; memory does not grow with their number, if they come in the order of the schedule.
#[derive(Debug)]
pub struct ResultsBuilder {
    config: Config,
    planned_games: u64,
    engines: Vec<EngineTally>,
    pairings: BTreeMap<(usize, usize), PairingTally>,
    open_pairs: HashMap<usize, HalfPair>,
    terminations: BTreeMap<Termination, u64>,
    versions: BTreeMap<String, String>,
    counted: Option<SequentialMatch>,
    overhead: Duration,
    /// The start of the first of the games counted so far, in milliseconds since 1970 UTC.
    begun: Option<u64>,
}

impl ResultsBuilder {
    /// A builder without games; `planned_games` is the length of the schedule.
    pub fn new(config: &Config, planned_games: usize) -> Self {
        Self {
            config: config.clone(),
            planned_games: planned_games as u64,
            engines: vec![EngineTally::default(); config.engines.len()],
            pairings: BTreeMap::new(),
            open_pairs: HashMap::new(),
            terminations: BTreeMap::new(),
            versions: BTreeMap::new(),
            counted: config.run.stop.map(SequentialMatch::new),
            overhead: Duration::ZERO,
            begun: None,
        }
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

        let (a, b) = (game.white.min(game.black), game.white.max(game.black));
        let pairing = self.pairings.entry((a, b)).or_insert_with(|| PairingTally::new(a, b));
        if let Some(half) = pairing.add(game, self.open_pairs.remove(&game.pair)) {
            self.open_pairs.insert(game.pair, half);
        }
    }

    /// The results of the games counted so far.
    pub fn results(&self) -> Results {
        let config = &self.config;
        let name = |engine: usize| config.engines[engine].name.as_str();
        let met = self.met();
        let rated = self.rated(&met);
        let anchors = config.run.anchor.iter().flat_map(AnchorConfig::ratings);
        let anchors = anchors.map(|given| GivenElo {
            name: name(given.engine).to_owned(),
            elo: given.elo,
            error: given.error,
        });
        let anchors: Vec<GivenElo> = anchors.collect();
        let in_a_pair = |engine: &usize| met.iter().any(|m| m.a == *engine || m.b == *engine);
        let field: Vec<usize> = (0..config.engines.len()).filter(in_a_pair).collect();
        let white = rated.white_advantage.map_or(0.0, |w| w.value);
        let verdicts = Verdicts::new(&rated, field, &met, white);
        let engines = self.engines.iter().enumerate().map(|(index, tally)| EngineResult {
            version: self.versions.get(name(index)).cloned(),
            groups: verdicts.groups_of(index),
            ..tally.result(name(index), Some(rated.players[index]).filter(|_| in_a_pair(&index)))
        });
        let pairings = self.pairings.iter().map(|(&(a, b), tally)| PairingSummary {
            expected_score: expected_score(&rated, &tally.meeting, white),
            ..tally.summary(name(a), name(b))
        });
        let named =
            |pool: &Vec<usize>| pool.iter().map(|&engine| name(engine).to_owned()).collect();
        let pools = rated.groups.iter().filter(|pool| pool.len() > 1);
        let pools: Vec<Vec<String>> = pools.map(named).collect();
        let games = self.terminations.values().sum();
        let (overhead_ms, overhead_share) = self.overhead();
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
            anchors,
            pairs: met.iter().map(|m| m.penta().pairs()).sum(),
            half_pairs: self.open_pairs.len() as u64,
            white_advantage: rated.white_advantage.into(),
            white_advantage_untold: rated.advantage_confounded,
            draw_rate_at_equal_strength: rated.draw_rate,
            pools: if pools.len() > 1 { pools } else { Vec::new() },
            of_two: self.of_two(),
            engines: engines.collect(),
            pairings: pairings.collect(),
            differences: verdicts.summaries(name),
            rating_fit: verdicts.rating_fit(name),
            terminations: self.terminations.clone(),
            overhead_ms,
            overhead_share,
            time_controls: Vec::new(),
            node_scaling: None,
            evaluations: None,
        }
    }

    /// The ratings by the games counted so far, by the engines' places in the configuration.
    pub fn ratings(&self) -> Ratings {
        self.rated(&self.met())
    }

    fn rated(&self, met: &[Meeting]) -> Ratings {
        let anchors = self.config.run.anchor.as_ref();
        let anchors = anchors.map(AnchorConfig::anchors).unwrap_or_default();
        rate(self.config.engines.len(), met, &anchors, Advantage::Estimated)
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

/// Counts the games of a run, and those of each time control. Memory does not grow with their number.
#[derive(Debug)]
pub struct RunBuilder {
    whole: ResultsBuilder,
    /// One for each time control; none if the run has none.
    time_controls: Vec<ResultsBuilder>,
    games_per_time_control: usize,
    /// The evaluations of the engines, in the order of the configuration.
    evaluations: Vec<EvaluationFacts>,
    measured: Option<String>,
}

impl RunBuilder {
    /// A builder for `run`, without games.
    pub(crate) fn of(run: &Run) -> Self {
        let measurements = Measurements::read(&run.folder);
        Self::new(&run.config, &run.schedule, &run.store, measurements.as_ref())
    }

    fn new(
        config: &Config,
        schedule: &Schedule,
        store: &Store,
        measurements: Option<&Measurements>,
    ) -> Self {
        let games_per_time_control = schedule.games_per_time_control();
        let builder = |config: &Config, games| ResultsBuilder {
            versions: store.info().versions.clone(),
            ..ResultsBuilder::new(config, games)
        };
        let alone = (0..config.time_controls.len()).map(|index| config.at_time_control(index));
        let engines = config.engines.iter();
        Self {
            whole: builder(config, schedule.len()),
            time_controls: alone.map(|alone| builder(&alone, games_per_time_control)).collect(),
            games_per_time_control,
            evaluations: engines.map(|e| EvaluationFacts::of(e, measurements)).collect(),
            measured: measurements.map(Measurements::text),
        }
    }

    /// The games of `plan` that are in `store`, counted without their moves: the mean depth is not known. Fails if the
    /// store cannot be read.
    pub fn begun(plan: &Plan, store: &Store) -> Result<Self, StoreError> {
        let mut builder = Self::new(&plan.config, &plan.schedule, store, None);
        store.visit_without_moves(|game| {
            builder.add(&game);
            Ok::<(), StoreError>(())
        })?;
        Ok(builder)
    }

    /// Counts a game. Panics if it names an engine that is not in the configuration.
    pub fn add(&mut self, game: &GameRecord) {
        self.whole.add(game);
        let time_control = game.index.checked_div(self.games_per_time_control);
        if let Some(alone) = time_control.and_then(|at| self.time_controls.get_mut(at)) {
            alone.add(game);
        }
    }

    /// The results of the games counted so far.
    pub fn results(&self) -> Results {
        let config = &self.whole.config;
        let parts = config.time_controls.iter().zip(&self.time_controls);
        let parts = parts.map(|(time_control, alone)| Results {
            time_control: Some(time_control.name.clone()),
            limits: time_control.limit.to_string(),
            ..alone.results()
        });
        let parts: Vec<Results> = parts.collect();
        let nodes = config.time_controls.iter().map(|time_control| match time_control.limit {
            SharedLimit::Same(LimitKind::Nodes(nodes)) => Some(nodes),
            _ => None,
        });
        let at_nodes = nodes.zip(&parts).map(|(nodes, part)| Some((nodes?, part)));
        let node_scaling = at_nodes.collect::<Option<Vec<_>>>().and_then(NodeScaling::new);
        let whole = self.whole.results();
        let engines = whole.engines.into_iter().zip(self.evaluations.clone());
        let engines = engines.map(|(engine, evaluation)| EngineResult { evaluation, ..engine });
        Results {
            node_scaling,
            time_controls: parts,
            engines: engines.collect(),
            evaluations: self.measured.clone(),
            ..whole
        }
    }

    /// The results of the games counted so far, which are those of `run`.
    pub(crate) fn results_of(&self, run: &Run) -> Result<Results, StoreError> {
        let configuration = run.config.canonical();
        let provenance = Provenance::new(&run.store, &configuration, self.whole.begun)?;
        Ok(Results { provenance: Some(provenance), ..self.results() })
    }
}
