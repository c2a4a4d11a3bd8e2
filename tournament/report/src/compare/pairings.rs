//! The results of two engines against each other in several runs, and the differences.

use match_stats::Interval;
use serde::Serialize;

use super::read::ReadRun;
use crate::PairingSummary;
use crate::interval_fields::Elo;

/// Two engines with games against each other in every run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairingRow {
    /// The one that is first in the first run; everything is from its side.
    pub a: String,
    /// The other.
    pub b: String,
    /// Their result in each of the runs, in their order.
    pub runs: Vec<PairingInRun>,
}

/// The result of two engines against each other in a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairingInRun {
    /// The run.
    pub run: String,
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
    /// Elo of `a` over `b` from these pairs alone.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
    /// That Elo less the one in the first run, with the interval of this difference alone; `None` there.
    pub difference: Option<PairingChange>,
}

/// Elo of a pairing less the one in the first run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairingChange {
    /// Elo.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
}

/// The pairings of `common` that have a finished pair in every run, in the order of the first one.
pub(super) fn rows(runs: &[ReadRun<'_>], common: &[String]) -> Vec<PairingRow> {
    let first = runs.iter().take(1).flat_map(|run| &run.results.pairings);
    let is_common = |p: &&PairingSummary| common.contains(&p.a) && common.contains(&p.b);
    let row = |p: &PairingSummary| {
        let found = runs.iter().map(|run| in_run(run, &p.a, &p.b));
        let mut found = found.collect::<Option<Vec<PairingInRun>>>()?;
        let before = found.first()?.elo;
        for run in found.iter_mut().skip(1) {
            run.difference = Some(PairingChange { elo: run.elo.less(before) });
        }
        Some(PairingRow { a: p.a.clone(), b: p.b.clone(), runs: found })
    };
    first.filter(is_common).filter_map(row).collect()
}

/// The result of `a` against `b` in a run, in either order there; `None` without a finished pair.
fn in_run(run: &ReadRun<'_>, a: &str, b: &str) -> Option<PairingInRun> {
    let pairings = &run.results.pairings;
    let met = |a: &str, b: &str| pairings.iter().find(|p| p.a == a && p.b == b);
    let found = |p: &PairingSummary| PairingInRun {
        run: run.label.clone(),
        games: p.games,
        wins: p.wins,
        draws: p.draws,
        losses: p.losses,
        penta: p.penta,
        elo: p.elo,
        difference: None,
    };
    let turned = |p: &PairingSummary| {
        let mut penta = p.penta;
        penta.reverse();
        PairingInRun { wins: p.losses, losses: p.wins, penta, elo: p.elo.turned(), ..found(p) }
    };
    let pairing = met(a, b).map(found).or_else(|| met(b, a).map(turned));
    pairing.filter(|pairing| pairing.penta.iter().sum::<u64>() > 0)
}

impl PairingInRun {
    /// Points of `a` per game, 0 to 1; `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.games > 0).then(|| points / self.games as f64)
    }

    /// Share of the games that were drawn, 0 to 1; `None` without games.
    #[must_use]
    pub fn draw_rate(&self) -> Option<f64> {
        (self.games > 0).then(|| self.draws as f64 / self.games as f64)
    }
}
