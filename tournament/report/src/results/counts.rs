//! The results of an engine and of a pairing, and the counts that they are made from.

use std::collections::BTreeMap;
use std::time::Duration;

use config::Config;
use match_stats::{Interval, Meeting, Rating, WithForfeits};
use players::record::{FailureKind, GameRecord, SideStats, Termination};
use serde::Serialize;

use crate::numbers::Elo;
use crate::provenance::EvaluationFacts;
use crate::results::SwissStanding;

/// The results of an engine.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct EngineResult {
    pub name: String,
    pub version: Option<String>,
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub points: f64,
    pub score: Option<f64>,
    pub draw_rate: Option<f64>,
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
    pub rating_from_prior: bool,
    /// `None` without a finished pair or with more than 52 groups.
    pub groups: Option<String>,
    pub swiss: Option<SwissStanding>,
    pub time_forfeits: u64,
    pub illegal_moves: u64,
    pub failures: BTreeMap<Termination, u64>,
    pub tainted: u64,
    pub adjudicated: u64,
    pub nps: Option<f64>,
    pub mean_depth: Option<f64>,
    pub nodes: u64,
    pub seconds: f64,
    pub moves: u64,
    /// Of a time control alone nothing.
    #[serde(flatten)]
    pub evaluation: EvaluationFacts,
    #[serde(skip)]
    pub(crate) time: Duration,
    #[serde(skip)]
    pub(crate) timed_nodes: u64,
    #[serde(skip)]
    pub(crate) depth: u64,
}

impl EngineResult {
    /// True if its own failures ended every one of its games, and not all of them were time forfeits (the machine may
    /// be too slow for any engine): it has not shown that it plays chess.
    pub fn always_failed(&self) -> bool {
        let failures = self.failures.values().sum::<u64>();
        self.time_forfeits < self.games && failures == self.games
    }

    pub(super) fn add(&mut self, half_points: u8, stats: SideStats, termination: Termination) {
        self.games += 1;
        *[&mut self.losses, &mut self.draws, &mut self.wins][usize::from(half_points)] += 1;
        self.points += f64::from(half_points) / 2.0;
        // An external program may report any number of nodes.
        self.nodes = self.nodes.saturating_add(stats.nodes);
        self.time = self.time.saturating_add(stats.time);
        // Where the time is unknown, it is zero.
        if !stats.time.is_zero() {
            self.timed_nodes = self.timed_nodes.saturating_add(stats.nodes);
        }
        self.moves += u64::from(stats.moves);
        self.adjudicated += u64::from(termination.is_adjudicated());
        self.tainted += u64::from(termination.is_failure());
    }

    pub(super) fn counted(&self, rating: Option<Rating>) -> Self {
        let ratio = |a: f64, b: f64| (b > 0.0).then(|| a / b);
        let lost_by = |kind| self.failures.get(&Termination::Failure(kind)).copied().unwrap_or_default();
        let seconds = self.time.as_secs_f64();
        Self {
            score: ratio(self.points, self.games as f64),
            draw_rate: ratio(self.draws as f64, self.games as f64),
            elo: rating.map(|r| r.elo).into(),
            rating_from_prior: rating.is_some_and(|r| r.prior),
            time_forfeits: lost_by(FailureKind::TimeForfeit),
            illegal_moves: lost_by(FailureKind::IllegalMove),
            nps: ratio(self.timed_nodes as f64, seconds),
            mean_depth: ratio(self.depth as f64, self.moves as f64),
            seconds,
            ..self.clone()
        }
    }
}

/// The results of two engines against each other, from the side of `a`, the first in the configuration.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct PairingSummary {
    pub a: String,
    pub b: String,
    /// Their places in the configuration.
    #[serde(skip)]
    pub indices: (usize, usize),
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub penta: [u64; 5],
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
    pub los: Option<f64>,
    pub expected_score: Option<f64>,
    pub tainted: u64,
    pub adjudicated: u64,
    pub hangs_on_forfeits: bool,
    pub hangs_on_adjudications: bool,
    pub won_by_forfeits_alone: bool,
    /// The number of results that, each wrong by half a point in favour of the stronger engine, would make the
    /// difference insignificant; `None` if it is insignificant already.
    pub results_to_undo: Option<u64>,
}

/// A game of a pairing from the side of the engine with the lower index, in half points.
#[derive(Debug, Clone, Copy)]
pub(super) struct HalfPair {
    is_white: bool,
    played: u8,
    tainted: bool,
    adjudicated: bool,
}

impl HalfPair {
    fn new(game: &GameRecord) -> Self {
        Self {
            is_white: game.white < game.black,
            played: game.half_points_of(game.white.min(game.black)),
            tainted: game.termination.is_failure(),
            adjudicated: game.termination.is_adjudicated(),
        }
    }

    fn white_half_points(self) -> u8 {
        if self.is_white { self.played } else { 2 - self.played }
    }

    /// Its half points if a game that was not decided by chess had brought this many.
    fn count_failure_as(self, half_points: u8) -> u8 {
        if self.tainted { half_points } else { self.played }
    }
}

/// The counts of two engines, and those that go into the summary when they are wanted.
#[derive(Debug, Clone)]
pub(super) struct PairingTally {
    counts: PairingSummary,
    pub(super) meeting: Meeting,
    forfeits: WithForfeits,
    won_by_chess: u64,
}

impl PairingTally {
    pub(super) fn new(config: &Config, indices: (usize, usize)) -> Self {
        let [a, b] = <[usize; 2]>::from(indices).map(|index| config.engines[index].name.clone());
        Self {
            counts: PairingSummary { a, b, indices, ..PairingSummary::default() },
            meeting: Meeting::new(indices.0, indices.1),
            forfeits: WithForfeits::default(),
            won_by_chess: 0,
        }
    }

    /// Counts a game, and its pair if the other game is known; otherwise returns the half to keep.
    pub(super) fn add(&mut self, game: &GameRecord, other: Option<HalfPair>) -> Option<HalfPair> {
        let this = HalfPair::new(game);
        let PairingSummary { games, wins, draws, losses, tainted, adjudicated, .. } = &mut self.counts;
        *games += 1;
        *[losses, draws, wins][usize::from(this.played)] += 1;
        *tainted += u64::from(this.tainted);
        *adjudicated += u64::from(this.adjudicated);
        self.won_by_chess += u64::from(this.played != 1 && !this.tainted);
        let Some(other) = other else {
            return Some(this);
        };
        let (first, second) = if this.is_white { (this, other) } else { (other, this) };
        self.meeting.add_pair(first.white_half_points(), second.white_half_points());
        let forfeits = &mut self.forfeits;
        forfeits.as_played.add(this.played, other.played);
        forfeits.best.add(this.count_failure_as(2), other.count_failure_as(2));
        forfeits.worst.add(this.count_failure_as(0), other.count_failure_as(0));
        forfeits.adjudicated += u64::from(this.adjudicated) + u64::from(other.adjudicated);
        None
    }

    pub(super) fn summary(&self, expected_score: Option<f64>) -> PairingSummary {
        let (counts, penta) = (&self.counts, self.meeting.penta());
        let estimate = penta.estimate();
        PairingSummary {
            penta: penta.0,
            elo: estimate.map_or(Interval::UNKNOWN, |e| e.elo),
            los: estimate.map(|e| e.los),
            expected_score,
            hangs_on_forfeits: self.forfeits.hangs_on_forfeits(),
            hangs_on_adjudications: self.forfeits.hangs_on_adjudications(),
            won_by_forfeits_alone: self.won_by_chess == 0 && counts.wins + counts.losses > 0,
            results_to_undo: self.forfeits.results_to_undo(),
            ..counts.clone()
        }
    }
}
