//! Differences of ratings, and contrasts.
//!
//! A contrast is relative to the mean of some players, so that it can be subtracted from that of another tournament,
//! whose ratings have another zero. Its variance is that of the sum with the weights 1 - 1/n for the player and -1/n
//! for the others, from the joint covariance; it does not follow from the interval of a rating.

use super::covariance::Spread;
use super::{ELO, Interval, Ratings};
use crate::differences::Difference;

/// Terms of all sums that the differences of a field may take: some ten seconds.
const MAX_TERMS: u64 = 10_000_000_000;

/// A player's rating less the mean of some players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contrast {
    /// Elo above that mean.
    pub elo: Interval,
    spread: Spread,
}

/// The change of a contrast between two tournaments that share no games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContrastChange {
    /// Elo more than in the first one, with the interval of this difference alone.
    pub elo: Interval,
    /// The two-sided p-value of this difference alone, 0 to 1.
    pub p: f64,
}

impl Ratings {
    /// True if intervals were computed; without them each reaches from minus infinity to infinity.
    #[must_use]
    pub fn has_intervals(&self) -> bool {
        self.covariance.is_some()
    }

    /// The probability, 0 to 1, that `a` is stronger than `b`; `None` if they are one, or of
    /// different groups, or there are no intervals.
    #[must_use]
    pub fn los(&self, a: usize, b: usize) -> Option<f64> {
        self.above(a, b).map(|difference| difference.los)
    }

    /// Elo of `a` above `b` with the interval of this difference alone, from the covariance of
    /// the two ratings: what they share, such as the anchor's uncertainty, cancels. `None` if they
    /// are one, or of different groups, or there are no intervals.
    #[must_use]
    pub fn difference(&self, a: usize, b: usize) -> Option<Interval> {
        self.above(a, b).map(|difference| difference.elo)
    }

    fn above(&self, a: usize, b: usize) -> Option<Difference> {
        let are_comparable = a != b && self.are_comparable(a, b);
        self.differences_of(are_comparable.then_some((a, b)).as_slice())?.pop()
    }

    pub(crate) fn are_comparable(&self, a: usize, b: usize) -> bool {
        self.players[a].group == self.players[b].group
    }

    /// True if the differences of `players` players are feasible in time and memory.
    pub(crate) fn can_compare(&self, players: usize) -> bool {
        let Some(covariance) = &self.covariance else {
            return false;
        };
        let pairs = (players * players.saturating_sub(1) / 2) as u64;
        let terms = covariance.clusters().max(players) as u64;
        terms.saturating_mul(pairs) <= MAX_TERMS
    }

    /// Of each of these pairs of players, who must be comparable, each judged alone; `None` without intervals.
    pub(crate) fn differences_of(&self, pairs: &[(usize, usize)]) -> Option<Vec<Difference>> {
        let spreads = self.covariance.as_ref()?.between(pairs);
        let difference = |(&(a, b), spread): (&(usize, usize), Spread)| {
            let elo = self.players[a].elo.value - self.players[b].elo.value;
            Difference {
                a,
                b,
                elo: spread.about(elo),
                los: spread.above_zero(elo / ELO),
                los_of_b: spread.above_zero(-elo / ELO),
                p_adjusted: 1.0,
            }
        };
        Some(pairs.iter().zip(spreads).map(difference).collect())
    }

    /// Each of these players above the mean of all of them, in their order; `None` if they are not all of one group,
    /// or there are no intervals.
    ///
    /// # Panics
    /// If a player is out of range.
    #[must_use]
    pub fn above_mean_of(&self, players: &[usize]) -> Option<Vec<Contrast>> {
        let (&first, share) = (players.first()?, 1.0 / players.len() as f64);
        if !players.iter().all(|&e| self.are_comparable(first, e)) {
            return None;
        }
        let mean = players.iter().map(|&e| self.players[e].elo.value * share);
        let mean: f64 = mean.sum();
        let weights: Vec<(usize, f64)> = players.iter().map(|&e| (e, share)).collect();
        let spreads = self.covariance.as_ref()?.above(&weights, players);
        let contrast = |(&player, spread): (&usize, Spread)| Contrast {
            elo: spread.about(self.players[player].elo.value - mean),
            spread,
        };
        Some(players.iter().zip(spreads).map(contrast).collect())
    }
}

impl Contrast {
    /// The change from `before`, a contrast of another tournament with the same reference.
    #[must_use]
    pub fn change_from(&self, before: &Self) -> ContrastChange {
        let value = self.elo.value - before.elo.value;
        let spread = self.spread.with(&before.spread);
        ContrastChange { elo: spread.about(value), p: spread.p(value) }
    }
}

#[cfg(test)]
mod tests {
    use crate::ratings::{Advantage, Anchor, Meeting, meeting, rate};

    /// Three players, all of whom met.
    fn meetings(more: u64) -> Vec<Meeting> {
        vec![
            meeting(0, 1, [[1, 2, 3], [4, 9 + more, 2], [8, 7, 5]]),
            meeting(0, 2, [[2, 2, 1], [3, 6, 4], [9, 5, 2]]),
            meeting(1, 2, [[3, 1, 2], [2, 7, 3], [6, 4 + more, 3]]),
        ]
    }

    #[test]
    fn of_all_players_it_is_the_rating_about_their_mean() {
        let rated = rate(3, &meetings(0), None, Advantage::Estimated);
        let anchor = Some(Anchor::certain(2, 2800.0));
        let anchored = rate(3, &meetings(0), anchor, Advantage::Estimated);
        for ratings in [&rated, &anchored] {
            let contrasts = ratings.above_mean_of(&[0, 1, 2]).unwrap();
            for (contrast, rating) in contrasts.iter().zip(&rated.players) {
                assert!((contrast.elo.value - rating.elo.value).abs() < 1e-6);
                assert!((contrast.elo.high - rating.elo.high).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn a_change_is_as_uncertain_as_both() {
        let [before, after] = [0, 5].map(|more| {
            let rated = rate(3, &meetings(more), None, Advantage::Estimated);
            rated.above_mean_of(&[0, 1, 2]).unwrap()[0]
        });
        let change = after.change_from(&before);
        let value = after.elo.value - before.elo.value;
        assert!((change.elo.value - value).abs() < 1e-9);
        let both = before.elo.standard_error().hypot(after.elo.standard_error());
        let ratio = change.elo.standard_error() / both;
        // Student's quantile is a little smaller, with more pairs.
        assert!((0.97..1.0).contains(&ratio), "{ratio}");
        let nothing = after.change_from(&after);
        assert!((nothing.p - 1.0).abs() < 1e-9 && nothing.elo.value == 0.0);
        let back = before.change_from(&after);
        assert!((back.p - change.p).abs() < 1e-12 && (back.elo.low + change.elo.high).abs() < 1e-9);
    }

    #[test]
    fn p_and_interval_agree() {
        let far = |wins: u64| {
            let met = [meeting(0, 1, [[1, 1, 0], [2, 9, 1], [wins, 4, 1]])];
            rate(2, &met, None, Advantage::Estimated).above_mean_of(&[0, 1]).unwrap()[0]
        };
        let before = far(1);
        for wins in 2..40 {
            let change = far(wins).change_from(&before);
            assert_eq!(change.p < 0.05, change.elo.low > 0.0, "{wins}: {change:?}");
        }
    }

    #[test]
    fn players_that_never_met_have_no_mean() {
        let rated = rate(4, &[meetings(0)[0]], None, Advantage::Estimated);
        assert_eq!(rated.above_mean_of(&[0, 2]), None);
        assert_eq!(rated.above_mean_of(&[]), None);
        let without = rate(3, &meetings(0), None, Advantage::Estimated);
        assert!(without.above_mean_of(&[1]).unwrap()[0].elo.value.abs() < 1e-9);
    }
}
