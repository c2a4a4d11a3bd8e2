//! How far apart two players are.

use super::{Interval, Ratings};

impl Ratings {
    /// Elo of `a` above `b` with the interval of this difference alone, from the covariance of
    /// the two ratings: what they share, such as the anchor's uncertainty, falls out. `None` if they
    /// are one, or of different groups.
    #[must_use]
    pub fn difference(&self, a: usize, b: usize) -> Option<Interval> {
        let (one, other) = (&self.players[a], &self.players[b]);
        if a == b || one.group != other.group {
            return None;
        }
        let mut weights = vec![0.0; self.players.len()];
        (weights[a], weights[b]) = (1.0, -1.0);
        let spread = self.covariance.spread(&weights);
        Some(spread.about(one.elo.value - other.elo.value))
    }
}
