//! Counting the games of a run: by engine, by pairing, and by time control.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use config::{AnchorConfig, Config, LimitKind, SharedLimit};
use match_stats::WithForfeits;
use match_stats::goodness_of_fit::expected_score;
use match_stats::ratings::Advantage;
use match_stats::{Interval, Meeting, Rating, Ratings, Sample, SequentialMatch, Wdl, rate};
use players::record::{FailureKind, GameRecord, SideStats, Termination};
use runner::arena::Plan;
use runner::run::Run;
use runner::schedule::Schedule;
use runner::store::{Store, StoreError};

use super::node_scaling::{AtNodes, NodeScaling};
use super::{EngineResult, PairingSummary, Results};
use crate::evaluations::{EvaluationFacts, Measurements};
use crate::given_elo::GivenElo;
use crate::r#match::Match;
use crate::provenance::Provenance;
use crate::verdicts::{DifferenceSummary, Verdicts};

/// Collects games into [`Results`]. Memory does not grow with the number of games, if they come in
/// the order of the schedule.
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
    /// The start of the first game, in milliseconds since 1970 UTC.
    begun: Option<u64>,
}

impl ResultsBuilder {
    /// A builder without games; `planned_games` is the length of the schedule.
    #[must_use]
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

    /// Adds the names that programs report, by the engines' names.
    #[must_use]
    pub fn with_versions(mut self, versions: &BTreeMap<String, String>) -> Self {
        self.versions.clone_from(versions);
        self
    }

    /// Counts a game.
    ///
    /// # Panics
    /// If it names an engine that is not in the configuration.
    pub fn add(&mut self, game: &GameRecord) {
        *self.terminations.entry(game.termination).or_default() += 1;
        self.overhead = self.overhead.saturating_add(game.overhead);
        self.begun = Some(self.begun.map_or(game.started, |begun| game.started.min(begun)));
        let white = game.outcome.white_half_points();
        self.engines[game.white].add(white, game.white_stats, game.termination);
        self.engines[game.black].add(2 - white, game.black_stats, game.termination);
        if let Some(failed) = game.failed() {
            self.engines[failed].add_failure(game.termination);
        }
        self.add_depths(game);
        if let Some(counted) = &mut self.counted {
            counted.add(game.index, game.half_points_of(0));
        }

        let (a, b) = (game.white.min(game.black), game.white.max(game.black));
        let pairing = self.pairings.entry((a, b));
        let pairing = pairing.or_insert_with(|| PairingTally::new(a, b));
        if let Some(half) = pairing.add(game, self.open_pairs.remove(&game.pair)) {
            self.open_pairs.insert(game.pair, half);
        }
    }

    fn add_depths(&mut self, game: &GameRecord) {
        for (ply, record) in game.moves.iter().enumerate() {
            self.engines[game.mover(ply)].depth += u64::from(record.depth);
        }
    }

    /// The results of the games counted so far.
    #[must_use]
    pub fn results(&self) -> Results {
        let config = &self.config;
        let name = |engine: usize| config.engines[engine].name.clone();
        let met = self.met();
        let rated = self.rated(&met);
        let anchors = self.anchors();
        let in_a_pair = |engine: usize| met.iter().any(|m| m.a == engine || m.b == engine);
        let field: Vec<usize> = (0..config.engines.len()).filter(|&e| in_a_pair(e)).collect();
        let white = rated.white_advantage.map_or(0.0, |w| w.value);
        let verdicts = Verdicts::new(&rated, field, &met, white);
        let text = |engine: usize| config.engines[engine].name.as_str();
        let differences = verdicts.differences.iter();
        let engines = self.engines.iter().enumerate().map(|(index, tally)| {
            let rating = Some(rated.players[index]).filter(|_| in_a_pair(index));
            let mut result = tally.result(&name(index), rating);
            result.groups = verdicts.groups_of(index);
            result.version = self.versions.get(&result.name).cloned();
            result
        });
        let named = |pool: &Vec<usize>| pool.iter().map(|&engine| name(engine)).collect();
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
            anchor: match &anchors[..] {
                [one] => Some(one.name.clone()),
                _ => None,
            },
            anchors,
            pairs: met.iter().map(|m| m.penta().pairs()).sum(),
            half_pairs: self.open_pairs.len() as u64,
            white_advantage: rated.white_advantage.into(),
            white_advantage_untold: rated.advantage_confounded,
            draw_rate_at_equal_strength: rated.draw_rate,
            pools: if pools.len() > 1 { pools } else { Vec::new() },
            of_two: self.of_two(),
            engines: engines.collect(),
            pairings: self.pairings(&rated, white),
            differences: differences.map(|d| DifferenceSummary::new(d, text)).collect(),
            rating_fit: verdicts.rating_fit(text),
            terminations: self.terminations.clone(),
            overhead_ms,
            overhead_share,
            time_controls: Vec::new(),
            node_scaling: None,
            evaluations: None,
        }
    }

    /// The start of the first of the games counted so far, in milliseconds since 1970 UTC; `None` without games.
    pub(crate) fn begun(&self) -> Option<u64> {
        self.begun
    }

    /// The ratings by the games counted so far, by the engines' places in the configuration.
    #[must_use]
    pub fn ratings(&self) -> Ratings {
        self.rated(&self.met())
    }

    fn rated(&self, met: &[Meeting]) -> Ratings {
        let anchors = self.config.run.anchor.as_ref();
        let anchors = anchors.map(AnchorConfig::anchors).unwrap_or_default();
        rate(self.config.engines.len(), met, anchors, Advantage::Estimated)
    }

    fn anchors(&self) -> Vec<GivenElo> {
        let given = self.config.run.anchor.iter().flat_map(AnchorConfig::ratings);
        let named = given.map(|given| GivenElo {
            name: self.config.engines[given.engine].name.clone(),
            elo: given.elo,
            error: given.error,
        });
        named.collect()
    }

    fn of_two(&self) -> Option<Match> {
        let pairs = match &self.counted {
            _ if self.config.engines.len() != 2 => return None,
            Some(counted) => counted.pairs(),
            None => self.pairings.get(&(0, 1))?.meeting.penta(),
        };
        Match::new(&Sample::Pairs(pairs), self.config.run.stop)
    }

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

    /// The pairings, with the scores predicted by the ratings and White's advantage in Elo.
    fn pairings(&self, rated: &Ratings, white: f64) -> Vec<PairingSummary> {
        let name = |engine: usize| self.config.engines[engine].name.as_str();
        let summary = |(&(a, b), tally): (&(usize, usize), &PairingTally)| PairingSummary {
            expected_score: expected_score(rated, &tally.meeting, white),
            ..tally.summary(name(a), name(b))
        };
        self.pairings.iter().map(summary).collect()
    }
}

#[derive(Debug, Clone, Default)]
struct EngineTally {
    wdl: Wdl,
    nodes: u64,
    time: Duration,
    moves: u64,
    depth: u64,
    failures: BTreeMap<Termination, u64>,
    tainted: u64,
    adjudicated: u64,
}

impl EngineTally {
    fn add(&mut self, half_points: u8, stats: SideStats, termination: Termination) {
        self.wdl.add(half_points);
        // An external program may report any number of nodes.
        self.nodes = self.nodes.saturating_add(stats.nodes);
        self.time = self.time.saturating_add(stats.time);
        self.moves += u64::from(stats.moves);
        self.adjudicated += u64::from(termination.is_adjudicated());
        self.tainted += u64::from(termination.is_failure());
    }

    fn add_failure(&mut self, kind: Termination) {
        *self.failures.entry(kind).or_default() += 1;
    }

    fn result(&self, name: &str, rating: Option<Rating>) -> EngineResult {
        let ratio = |a: f64, b: f64| (b > 0.0).then(|| a / b);
        let games = self.wdl.games();
        let seconds = self.time.as_secs_f64();
        let lost_by = |kind| {
            let termination = Termination::Failure(kind);
            self.failures.get(&termination).copied().unwrap_or(0)
        };
        EngineResult {
            name: name.to_owned(),
            version: None,
            games,
            wins: self.wdl.wins,
            draws: self.wdl.draws,
            losses: self.wdl.losses,
            points: self.wdl.points(),
            score: ratio(self.wdl.points(), games as f64),
            draw_rate: self.wdl.draw_ratio(),
            elo: rating.map(|r| r.elo).into(),
            rating_from_prior: rating.is_some_and(|r| r.prior),
            groups: None,
            time_forfeits: lost_by(FailureKind::TimeForfeit),
            illegal_moves: lost_by(FailureKind::IllegalMove),
            failures: self.failures.clone(),
            tainted: self.tainted,
            adjudicated: self.adjudicated,
            nps: ratio(self.nodes as f64, seconds),
            mean_depth: ratio(self.depth as f64, self.moves as f64),
            nodes: self.nodes,
            seconds,
            moves: self.moves,
            evaluation: EvaluationFacts::default(),
        }
    }
}

/// The counts of two engines against each other, from the side of the one with the lower index.
#[derive(Debug, Clone)]
struct PairingTally {
    wdl: Wdl,
    meeting: Meeting,
    forfeits: WithForfeits,
    tainted: u64,
    won: u64,
    adjudicated: u64,
}

/// A game of a pairing from the side of the engine with the lower index, in half points.
#[derive(Debug, Clone, Copy)]
struct HalfPair {
    is_white: bool,
    white: u8,
    played: u8,
    best: u8,
    worst: u8,
    adjudicated: bool,
}

impl HalfPair {
    fn new(game: &GameRecord) -> Self {
        let is_white = game.white < game.black;
        let white = game.outcome.white_half_points();
        let played = if is_white { white } else { 2 - white };
        let tainted = game.termination.is_failure();
        Self {
            is_white,
            white,
            played,
            best: if tainted { 2 } else { played },
            worst: if tainted { 0 } else { played },
            adjudicated: game.termination.is_adjudicated(),
        }
    }
}

impl PairingTally {
    fn new(a: usize, b: usize) -> Self {
        Self {
            wdl: Wdl::default(),
            meeting: Meeting::new(a, b),
            forfeits: WithForfeits::default(),
            tainted: 0,
            won: 0,
            adjudicated: 0,
        }
    }

    /// Counts a game, and its pair if the other game is known; otherwise returns the half to keep.
    fn add(&mut self, game: &GameRecord, other: Option<HalfPair>) -> Option<HalfPair> {
        let this = HalfPair::new(game);
        self.wdl.add(this.played);
        let (is_tainted, is_won) = (game.termination.is_failure(), this.played != 1);
        self.tainted += u64::from(is_tainted);
        self.won += u64::from(is_won && !is_tainted);
        self.adjudicated += u64::from(this.adjudicated);
        let Some(other) = other else {
            return Some(this);
        };
        let (first, second) = if this.is_white { (this, other) } else { (other, this) };
        self.meeting.add_pair(first.white, second.white);
        self.forfeits.as_played.add(this.played, other.played);
        self.forfeits.best.add(this.best, other.best);
        self.forfeits.worst.add(this.worst, other.worst);
        self.forfeits.adjudicated += u64::from(this.adjudicated) + u64::from(other.adjudicated);
        None
    }

    fn summary(&self, a: &str, b: &str) -> PairingSummary {
        let penta = self.meeting.penta();
        let estimate = penta.estimate();
        PairingSummary {
            a: a.to_owned(),
            b: b.to_owned(),
            indices: (self.meeting.a, self.meeting.b),
            games: self.wdl.games(),
            wins: self.wdl.wins,
            draws: self.wdl.draws,
            losses: self.wdl.losses,
            penta: penta.0,
            elo: estimate.map_or(Interval::UNKNOWN, |e| e.elo),
            los: estimate.map(|e| e.los),
            expected_score: None,
            tainted: self.tainted,
            adjudicated: self.adjudicated,
            hangs_on_forfeits: self.forfeits.hangs_on_forfeits(),
            hangs_on_adjudications: self.forfeits.hangs_on_adjudications(),
            won_by_forfeits_alone: self.won == 0 && self.wdl.wins + self.wdl.losses > 0,
            results_to_undo: self.forfeits.results_to_undo(),
        }
    }
}

/// Counts the games of a run, and those of each time control. Memory does not grow with their number.
#[derive(Debug)]
pub struct RunBuilder {
    whole: ResultsBuilder,
    /// The time controls; none if the run has none.
    time_controls: Vec<AtTimeControl>,
    games_per_time_control: usize,
    /// The evaluations of the engines, in the order of the configuration.
    evaluations: Vec<EvaluationFacts>,
    measured: Option<String>,
}

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

fn nodes(limit: SharedLimit) -> Option<u64> {
    match limit {
        SharedLimit::Same(LimitKind::Nodes(nodes)) => Some(nodes),
        _ => None,
    }
}
