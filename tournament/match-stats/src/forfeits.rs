//! Games that were not decided by chess, and whether they could have decided a match.
//!
//! A loss on time or by an illegal move is no evidence of playing strength. The verdict of a match
//! follows from its 95 % interval: one engine is stronger, or it is open. If the verdict changes when
//! all such games are given to the one side, or all to the other, it depends on them.
//!
//! Adjudicated games are decided by chess, but by a rule that may be wrong now and then. A verdict
//! depends on them if it would be undone by as few of them, each wrong by half a point, as a rule may
//! get wrong.

use std::cmp::Ordering;

use super::Pentanomial;
use super::elo::score_from_elo;

/// The share of adjudications assumed to be wrong at worst, by half a point. A guess on the safe
/// side: rules that require a winning score for several consecutive moves err far less often.
const WRONG_ADJUDICATIONS: f64 = 0.05;

/// Pairs of a match, as they were and as they could have been, from the first engine's side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WithForfeits {
    /// As they were.
    pub as_played: Pentanomial,
    /// With every game that was not decided by chess given to the first engine.
    pub best: Pentanomial,
    /// With every such game given to the second engine.
    pub worst: Pentanomial,
    /// Games of these pairs that were adjudicated.
    pub adjudicated: u64,
}

impl WithForfeits {
    /// True if time losses and failures could have decided the verdict.
    #[must_use]
    pub fn hangs_on_forfeits(&self) -> bool {
        let verdicts = [self.as_played, self.best, self.worst].map(verdict);
        verdicts.iter().any(|verdict| *verdict != verdicts[0])
    }

    /// True if a few wrong adjudications could have decided the verdict.
    #[must_use]
    pub fn hangs_on_adjudications(&self) -> bool {
        let few = WRONG_ADJUDICATIONS * self.adjudicated as f64;
        self.results_to_undo().is_some_and(|games| games as f64 <= few)
    }

    /// The number of games, each wrong by half a point in favour of the stronger engine, that would
    /// leave the verdict open; `None` if it is open. The width of the interval is assumed constant.
    #[must_use]
    pub fn results_to_undo(&self) -> Option<u64> {
        let estimate = self.as_played.estimate()?;
        let near_end = match verdict(self.as_played) {
            Ordering::Greater => estimate.elo.low,
            Ordering::Less => estimate.elo.high,
            Ordering::Equal => None,
        };
        // How far the interval is from one half, in points; half a point is the error of a game.
        let clear = (score_from_elo(near_end?) - 0.5).abs();
        let points = clear * (2 * self.as_played.pairs()) as f64;
        Some((2.0 * points).ceil() as u64)
    }
}

/// The verdict by the interval; `Equal` if it is open.
fn verdict(pairs: Pentanomial) -> Ordering {
    match pairs.estimate() {
        Some(e) if e.elo.low.is_some_and(|low| low > 0.0) => Ordering::Greater,
        Some(e) if e.elo.high.is_some_and(|high| high < 0.0) => Ordering::Less,
        _ => Ordering::Equal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forfeits_that_matter_and_forfeits_that_do_not() {
        let clear = WithForfeits {
            as_played: Pentanomial([5, 10, 40, 60, 50]),
            best: Pentanomial([5, 10, 39, 61, 50]),
            worst: Pentanomial([6, 12, 41, 58, 48]),
            adjudicated: 40,
        };
        assert!(!clear.hangs_on_forfeits() && !clear.hangs_on_adjudications());
        let close = WithForfeits {
            as_played: Pentanomial([9, 20, 40, 34, 16]),
            worst: Pentanomial([14, 20, 40, 34, 11]),
            best: Pentanomial([9, 20, 40, 34, 16]),
            adjudicated: 100,
        };
        assert!(close.hangs_on_forfeits(), "{:?}", close.as_played.estimate());
        assert!(close.hangs_on_adjudications());
        // An open verdict that the forfeits would have closed.
        let open = WithForfeits {
            as_played: Pentanomial([10, 20, 40, 20, 10]),
            best: Pentanomial([4, 20, 40, 20, 16]),
            worst: Pentanomial([10, 20, 40, 20, 10]),
            adjudicated: 100,
        };
        assert!(open.hangs_on_forfeits() && !open.hangs_on_adjudications());
        assert!(!WithForfeits::default().hangs_on_forfeits());
        assert_eq!(open.results_to_undo(), None);
        assert_eq!(WithForfeits::default().results_to_undo(), None);
    }

    /// 40 pairs, 47.5 points of 80: a score of 0.59375 with a standard error of sqrt(1.4609375) / 40,
    /// so that the interval begins 0.034525 above one half, which is 2.76 points of 80.
    #[test]
    fn a_verdict_hangs_on_few_wrong_results() {
        let counts = Pentanomial([0, 3, 23, 10, 4]);
        let match_of = |as_played, adjudicated| WithForfeits {
            as_played,
            adjudicated,
            ..WithForfeits::default()
        };
        assert_eq!(match_of(counts, 0).results_to_undo(), Some(6));
        assert_eq!(match_of(counts.reversed(), 0).results_to_undo(), Some(6));
        // 6 are 5 % of 120.
        assert!(match_of(counts, 120).hangs_on_adjudications());
        assert!(!match_of(counts, 119).hangs_on_adjudications());
    }
}
