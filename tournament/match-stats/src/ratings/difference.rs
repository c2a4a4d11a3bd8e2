//! Differences of ratings.

use super::spread::Spread;
use super::{ELO, Interval, Ratings};

/// Terms of all sums that the differences of a field may take: some ten seconds.
const MOST_TERMS: u64 = 10_000_000_000;

/// A player above another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Above {
    /// The difference in Elo.
    pub(crate) elo: Interval,
    /// The probability, 0 to 1, that it is the stronger one.
    pub(crate) los: f64,
    /// The probability that it is the weaker one.
    pub(crate) below: f64,
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
        self.above(a, b).map(|above| above.los)
    }

    /// Elo of `a` above `b` with the interval of this difference alone, from the covariance of
    /// the two ratings: what they share, such as the anchor's uncertainty, cancels. `None` if they
    /// are one, or of different groups, or there are no intervals.
    #[must_use]
    pub fn difference(&self, a: usize, b: usize) -> Option<Interval> {
        self.above(a, b).map(|above| above.elo)
    }

    fn above(&self, a: usize, b: usize) -> Option<Above> {
        let all = self.all_above(&[a, b], &[(0, 1)])?;
        all.into_iter().next().filter(|_| a != b && self.are_comparable(a, b))
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
        terms.saturating_mul(pairs) <= MOST_TERMS
    }

    /// The first above the second of all these pairs of places in `field`, which must be comparable; `None`
    /// without intervals.
    pub(crate) fn all_above(
        &self,
        field: &[usize],
        pairs: &[(usize, usize)],
    ) -> Option<Vec<Above>> {
        let spreads = self.covariance.as_ref()?.between(field, pairs);
        let above = |(&(a, b), spread): (&(usize, usize), Spread)| {
            let elo = |place: usize| self.players[field[place]].elo.value;
            let elo = elo(a) - elo(b);
            Above {
                elo: spread.about(elo),
                los: spread.above_zero(elo / ELO),
                below: spread.above_zero(-elo / ELO),
            }
        };
        Some(pairs.iter().zip(spreads).map(above).collect())
    }
}
