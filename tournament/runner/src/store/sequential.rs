//! Matches with a stopping rule.

use match_stats::{SequentialMatch, StopRule};

use super::{Store, StoreError};

impl Store {
    /// The match after the stored games, from the side of the engine that is first in the configuration.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn sequential(&self, rule: StopRule) -> Result<SequentialMatch, StoreError> {
        let mut counted = SequentialMatch::new(rule);
        self.visit_without_moves(|game| {
            counted.add(game.index, game.half_points_of(0));
            Ok::<_, StoreError>(())
        })?;
        Ok(counted)
    }

    /// True if `rule` stops the match after the stored games.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn is_decided(&self, rule: Option<StopRule>) -> Result<bool, StoreError> {
        let counted = rule.map(|rule| self.sequential(rule)).transpose()?;
        Ok(counted.is_some_and(|counted| counted.is_decided()))
    }
}
