//! `results.json`: a run in numbers.
//!
//! Games count for points and for wins, draws and losses as soon as they are finished. Elo and its intervals count
//! pairs, so a pair of which only one game is finished is left out of them; their number is `half_pairs`.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::time::Duration;

use match_stats::goodness_of_fit::expected_score;
use match_stats::ratings::Advantage;
use match_stats::{Interval, Meeting, Ratings, SequentialMatch, rate};
use openings::Variant;
use serde::Serialize;

use super::given_elo::GivenElo;
use super::match_summary::MatchSummary;
use super::node_scaling::NodeScaling;
use super::numbers::percent;
use super::provenance::Provenance;
use super::summaries::{EngineResult, PairingSummary};
use super::tally::{EngineTally, HalfPair, PairingTally};
use super::verdicts::{DifferenceSummary, RatingFit, Verdicts};
use crate::interval_fields::WhiteAdvantage;
use config::{AnchorConfig, Config};
use players::record::{GameRecord, Termination};

/// A run in numbers. Unbounded or unknown numbers are `None`, in JSON null.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Results {
    /// The origin of the results; `None` while games are played, and on time controls.
    #[serde(flatten)]
    pub provenance: Option<Provenance>,
    /// The run's name.
    pub name: String,
    /// The time control of these games; `None` for all games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_control: Option<String>,
    /// Games finished.
    pub games: u64,
    /// Games in the schedule.
    pub planned_games: u64,
    /// True if all of them are finished.
    pub finished: bool,
    /// Seed of everything random.
    pub seed: u64,
    /// The chess variant; omitted for standard chess.
    #[serde(skip_serializing_if = "Variant::is_standard")]
    pub variant: Variant,
    /// The limit of the engines, in words.
    pub limits: String,
    /// The engine whose rating is given, if there is just one; without anchors the mean of all is 0.
    pub anchor: Option<String>,
    /// All given ratings.
    pub anchors: Vec<GivenElo>,
    /// Pairs of which both games are finished: the sample for Elo.
    pub pairs: u64,
    /// Pairs of which one game is finished: not in Elo yet.
    pub half_pairs: u64,
    /// White's advantage in Elo, the same for all, from the pairs; `None` if they do not determine it.
    #[serde(flatten, with = "WhiteAdvantage")]
    pub white_advantage: Interval<Option<f64>>,
    /// True if the pairs do not determine White's advantage, and ratings assume 0; see [`match_stats::ratings`].
    pub white_advantage_untold: bool,
    /// Share of draws between equals, White's advantage taken off, 0 to 1.
    pub draw_rate_at_equal_strength: Option<f64>,
    /// Pools of engines connected by games, if there are several: ratings of different pools cannot be compared.
    pub pools: Vec<Vec<String>>,
    /// The match, if there are two engines and a finished pair: its numbers are the ones that are displayed.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub of_two: Option<MatchSummary>,
    /// The engines, in the order of the configuration.
    pub engines: Vec<EngineResult>,
    /// The pairings, in the order of their first games.
    pub pairings: Vec<PairingSummary>,
    /// All engines with a finished pair against one another, by their ratings, the strongest first.
    pub differences: Vec<DifferenceSummary>,
    /// The fit of one rating per engine to the results; `None` if there are too few pairings for a test.
    pub rating_fit: Option<RatingFit>,
    /// The number of games with each termination.
    pub terminations: BTreeMap<Termination, u64>,
    /// Time between the moves in which no engine was thinking, in milliseconds a move: the arena's own.
    pub overhead_ms: Option<f64>,
    /// That time as a share of the games' whole time, 0 to 1.
    pub overhead_share: Option<f64>,
    /// The results of each time control alone. The fields above are then of all of them together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub time_controls: Vec<Results>,
    /// Elo by nodes a move, if the time controls are node limits of different sizes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_scaling: Option<NodeScaling>,
    /// The meaning of the measurements of evaluations, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<String>,
}

impl Results {
    /// An engine's rating; `None` if it has none, or is not there.
    pub(crate) fn rating_of(&self, name: &str) -> Option<f64> {
        self.engines.iter().find(|engine| engine.name == name)?.elo.value
    }

    /// A note on the games that decided a match early, and on the others; `None` if all games count.
    #[must_use]
    pub fn uncounted(&self) -> Option<String> {
        let of_two = self.of_two.as_ref().filter(|of_two| of_two.is_decided())?;
        let counted = of_two.figures.games;
        let more = self.games.checked_sub(counted).filter(|&more| more > 0)?;
        let points = self.engines.first()?.points - of_two.figures.score * counted as f64;
        let [score, others] =
            [of_two.figures.score, points / more as f64].map(|s| percent(Some(s)));
        Some(format!(
            "Decided by the first {counted} games in the order of pairs (score {score}); the other {more} ({others}) \
             were played beside or after them and count for points alone"
        ))
    }

    /// True if it is a list of evaluations: of several within several time controls, with their years.
    #[must_use]
    pub fn is_list(&self) -> bool {
        let dated = |engine: &&EngineResult| engine.evaluation.year.is_some();
        self.time_controls.len() > 1
            && !self.is_match()
            && self.engines.iter().filter(dated).count() > 1
    }

    /// True if two engines play: the answer is then `of_two`, and not the ratings.
    #[must_use]
    pub fn is_match(&self) -> bool {
        self.engines.len() == 2
    }
}

/// Collects games into [`Results`]. Memory does not grow with the number of games, if they come in
/// the order of the schedule.
#[derive(Debug)]
pub struct ResultsBuilder {
    config: Config,
    planned_games: u64,
    engines: Vec<EngineTally>,
    pairings: BTreeMap<(usize, usize), PairingTally>,
    /// Games of pairs whose other game is not known.
    open_pairs: HashMap<usize, HalfPair>,
    terminations: BTreeMap<Termination, u64>,
    versions: BTreeMap<String, String>,
    /// The match, if it has a stopping rule.
    counted: Option<SequentialMatch>,
    /// The arena's own time between moves.
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

    /// The ratings of all on one scale.
    fn rated(&self, met: &[Meeting]) -> Ratings {
        let anchors = self.config.run.anchor.as_ref();
        let anchors = anchors.map(AnchorConfig::anchors).unwrap_or_default();
        rate(self.config.engines.len(), met, anchors, Advantage::Estimated)
    }

    /// The ratings so far, by engine index; `None` without a finished pair.
    pub(crate) fn elo_by_engine(&self) -> Vec<Option<Interval>> {
        let met = self.met();
        let rated = self.rated(&met);
        let players = rated.players.iter().enumerate();
        let in_a_pair = |engine: usize| met.iter().any(|m| m.a == engine || m.b == engine);
        players.map(|(index, rating)| Some(rating.elo).filter(|_| in_a_pair(index))).collect()
    }

    /// The ratings that are given.
    fn anchors(&self) -> Vec<GivenElo> {
        let given = self.config.run.anchor.iter().flat_map(AnchorConfig::ratings);
        let named = given.map(|given| GivenElo {
            name: self.config.engines[given.engine].name.clone(),
            elo: given.elo,
            error: given.error,
        });
        named.collect()
    }

    /// The match of two engines.
    pub(crate) fn of_two(&self) -> Option<MatchSummary> {
        let [first, second] = &self.config.engines[..] else {
            return None;
        };
        let pairs = match &self.counted {
            Some(counted) => counted.pairs(),
            None => self.pairings.get(&(0, 1))?.meeting.penta(),
        };
        MatchSummary::new([&first.name, &second.name], pairs, self.config.run.stop)
    }

    /// The pairings with a complete pair of games.
    fn met(&self) -> Vec<Meeting> {
        let meetings = self.pairings.values().map(|pairing| pairing.meeting);
        meetings.filter(|m| m.penta().pairs() > 0).collect()
    }

    /// The arena's time between moves: milliseconds a move, and its share of all time.
    fn overhead(&self) -> (Option<f64>, Option<f64>) {
        let moves: u64 = self.engines.iter().map(EngineTally::moves).sum();
        let times = self.engines.iter().map(EngineTally::time);
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

/// Writes `results.json`.
///
/// # Errors
/// If it cannot be written.
pub fn write_json(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *to, results)?;
    writeln!(to)
}

#[cfg(test)]
pub(crate) mod tests;
