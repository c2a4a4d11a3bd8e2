//! The results of an engine and of a pairing, and the counts that they are made from.

use std::collections::BTreeMap;
use std::time::Duration;

use match_stats::{Interval, Meeting, Rating, Sample, Wdl, WithForfeits};
use players::record::{FailureKind, GameRecord, SideStats, Termination};
use serde::Serialize;

use crate::numbers::Elo;
use crate::provenance::EvaluationFacts;

/// The results of an engine.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
}

impl EngineResult {
    /// True if its own failures ended every one of its games, and not all of them were time forfeits (the machine may
    /// be too slow for any engine): it has not shown that it plays chess.
    pub fn always_failed(&self) -> bool {
        let failures = self.failures.values().sum::<u64>();
        self.time_forfeits < self.games && failures == self.games
    }
}

/// The results of two engines against each other, from the side of `a`, the first in the configuration.
#[derive(Debug, Clone, PartialEq, Serialize)]
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

#[derive(Debug, Clone, Default)]
pub(super) struct EngineTally {
    wdl: Wdl,
    nodes: u64,
    pub(super) time: Duration,
    pub(super) moves: u64,
    pub(super) depth: u64,
    pub(super) failures: BTreeMap<Termination, u64>,
    tainted: u64,
    adjudicated: u64,
}

impl EngineTally {
    pub(super) fn add(&mut self, half_points: u8, stats: SideStats, termination: Termination) {
        self.wdl.add(half_points);
        // An external program may report any number of nodes.
        self.nodes = self.nodes.saturating_add(stats.nodes);
        self.time = self.time.saturating_add(stats.time);
        self.moves += u64::from(stats.moves);
        self.adjudicated += u64::from(termination.is_adjudicated());
        self.tainted += u64::from(termination.is_failure());
    }

    pub(super) fn result(&self, name: &str, rating: Option<Rating>) -> EngineResult {
        let ratio = |a: f64, b: f64| (b > 0.0).then(|| a / b);
        let games = self.wdl.games();
        let seconds = self.time.as_secs_f64();
        let lost_by =
            |kind| self.failures.get(&Termination::Failure(kind)).copied().unwrap_or_default();
        EngineResult {
            name: name.to_owned(),
            version: None,
            games,
            wins: self.wdl.wins,
            draws: self.wdl.draws,
            losses: self.wdl.losses,
            points: self.wdl.points(),
            score: ratio(self.wdl.points(), games as f64),
            draw_rate: Sample::Games(self.wdl).draw_ratio(),
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
pub(super) struct PairingTally {
    wdl: Wdl,
    pub(super) meeting: Meeting,
    forfeits: WithForfeits,
    tainted: u64,
    won: u64,
    adjudicated: u64,
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
        let is_white = game.white < game.black;
        let white = game.outcome.white_half_points();
        Self {
            is_white,
            played: if is_white { white } else { 2 - white },
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

impl PairingTally {
    pub(super) fn new(a: usize, b: usize) -> Self {
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
    pub(super) fn add(&mut self, game: &GameRecord, other: Option<HalfPair>) -> Option<HalfPair> {
        let this = HalfPair::new(game);
        self.wdl.add(this.played);
        self.tainted += u64::from(this.tainted);
        self.won += u64::from(this.played != 1 && !this.tainted);
        self.adjudicated += u64::from(this.adjudicated);
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

    pub(super) fn summary(&self, a: &str, b: &str) -> PairingSummary {
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
