//! Counting the games of a run: by engine, and by pairing.

use std::collections::BTreeMap;
use std::time::Duration;

use match_stats::forfeits::WithForfeits;
use match_stats::{Interval, Meeting, Rating, Wdl};

use super::evaluations::EvaluationFacts;
use super::summaries::{EngineResult, PairingSummary};
use players::record::{FailureKind, GameRecord, SideStats, Termination};

/// The counts of an engine.
#[derive(Debug, Clone, Default)]
pub(super) struct EngineTally {
    wdl: Wdl,
    nodes: u64,
    time: Duration,
    moves: u64,
    /// The sum of the depths of its moves.
    pub(super) depth: u64,
    /// Games that it ended by a failure.
    failures: BTreeMap<Termination, u64>,
    /// Games that a failure of either side ended.
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

    /// Counts a game that it ended by a failure.
    pub(super) fn add_failure(&mut self, kind: Termination) {
        *self.failures.entry(kind).or_default() += 1;
    }

    /// Its thinking time.
    pub(super) fn time(&self) -> Duration {
        self.time
    }

    /// The number of its moves.
    pub(super) fn moves(&self) -> u64 {
        self.moves
    }

    pub(super) fn result(&self, name: &str, rating: Option<Rating>) -> EngineResult {
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
pub(super) struct PairingTally {
    pub(super) wdl: Wdl,
    /// The finished pairs with their colours.
    pub(super) meeting: Meeting,
    forfeits: WithForfeits,
    tainted: u64,
    /// Decisive games, without those decided by a failure.
    won: u64,
    adjudicated: u64,
}

/// A game of a pairing from the side of the engine with the lower index, in half points.
#[derive(Debug, Clone, Copy)]
pub(super) struct HalfPair {
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
