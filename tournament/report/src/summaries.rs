//! The results of each engine, and of each pairing, in a run.

use std::collections::BTreeMap;

use match_stats::Interval;
use serde::Serialize;

use crate::evaluations::EvaluationFacts;
use crate::interval_fields::Elo;
use players::record::Termination;

/// The results of an engine.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EngineResult {
    /// Its name.
    pub name: String,
    /// The name that it reports, if it is a program.
    pub version: Option<String>,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// A win is 1, a draw one half.
    pub points: f64,
    /// Points per game, 0 to 1.
    pub score: Option<f64>,
    /// Share of the games that were drawn, 0 to 1.
    pub draw_rate: Option<f64>,
    /// Rating in Elo, above the anchor or the mean of its pool; `None` without a finished pair.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
    /// True if the results alone give no finite rating; see [`match_stats::ratings`].
    pub rating_from_prior: bool,
    /// Its groups, a letter each: engines that share one are not significantly different (see
    /// [`match_stats::differences::field_groups`]). `None` without a finished pair or with more than 52 groups.
    pub groups: Option<String>,
    /// Games that it ended by a time forfeit: lost, or drawn if the opponent could not mate.
    pub time_forfeits: u64,
    /// Games that it ended by an illegal move.
    pub illegal_moves: u64,
    /// Games that it ended by a failure of any kind, those two included.
    pub failures: BTreeMap<Termination, u64>,
    /// Its games that a failure ended, its own or the opponent's: its rating counts them.
    pub tainted: u64,
    /// Its games that were adjudicated.
    pub adjudicated: u64,
    /// Nodes a second.
    pub nps: Option<f64>,
    /// Mean depth of its moves, in plies.
    pub mean_depth: Option<f64>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time thought, in seconds.
    pub seconds: f64,
    /// Moves made, without book moves.
    pub moves: u64,
    /// Its evaluation; of a time control alone nothing.
    #[serde(flatten)]
    pub evaluation: EvaluationFacts,
}

impl EngineResult {
    /// True if its own failures ended every one of its games, and not all of them were time forfeits (the machine may
    /// be too slow for any engine): it has not shown that it plays chess.
    #[must_use]
    pub fn always_failed(&self) -> bool {
        let failures = self.failures.values().sum::<u64>();
        self.time_forfeits < self.games && failures == self.games
    }
}

/// The results of two engines against each other, from the side of `a`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairingSummary {
    /// The engine that is first in the configuration.
    pub a: String,
    /// The other.
    pub b: String,
    /// Their places in the configuration.
    #[serde(skip)]
    pub indices: (usize, usize),
    /// Games played.
    pub games: u64,
    /// Games that `a` won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that `a` lost.
    pub losses: u64,
    /// Pairs by the points of `a`: 0, 1/2, 1, 3/2, 2.
    pub penta: [u64; 5],
    /// Elo of `a` over `b` from the pairs; `None` without a finished one, or if unbounded.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
    /// Probability that `a` is the stronger one; `None` without a finished pair.
    pub los: Option<f64>,
    /// Points per game, 0 to 1, that the ratings predict for `a` in these pairs; `None` without one.
    pub expected_score: Option<f64>,
    /// Games that a failure ended: a time forfeit, an illegal move, a crash.
    pub tainted: u64,
    /// Games that were adjudicated.
    pub adjudicated: u64,
    /// True if the tainted games could have decided who is stronger.
    pub hangs_on_forfeits: bool,
    /// True if a few wrong adjudications could have decided it; see [`match_stats::forfeits`].
    pub hangs_on_adjudications: bool,
    /// True if all decisive games were won by a failure of the opponent.
    pub won_by_forfeits_alone: bool,
    /// The number of results that, each wrong by half a point in favour of the stronger engine, would make the
    /// difference insignificant; `None` if it is insignificant already.
    pub results_to_undo: Option<u64>,
}
