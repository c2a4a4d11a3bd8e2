//! How far apart two players are.

use super::{Interval, Ratings, interval};

impl Ratings {
    /// Elo of `a` above `b` with the 95 % interval of this difference alone, from the covariance of
    /// the two ratings: what they share, such as the anchor's uncertainty, falls out. `None` if they
    /// are one, or of different groups.
    #[must_use]
    pub fn difference(&self, a: usize, b: usize) -> Option<Interval> {
        let (one, other) = (&self.players[a], &self.players[b]);
        if a == b || one.group != other.group {
            return None;
        }
        let c = &self.covariance;
        let variance = c[a][a] + c[b][b] - 2.0 * c[a][b];
        Some(interval(one.elo - other.elo, variance))
    }
}
