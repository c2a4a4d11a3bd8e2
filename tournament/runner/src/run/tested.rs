//! The sequential test that ends a match.

use match_stats::sequential::SequentialMatch;

use crate::store::{Store, StoreError};
use config::Config;
use players::record::GameRecord;

/// The sequential test of a match after the stored games; `None` if the match has none.
///
/// # Errors
/// If the store cannot be read.
pub fn tested(config: &Config, store: &Store) -> Result<Option<SequentialMatch>, StoreError> {
    let Some(mut test) = config.run.test() else {
        return Ok(None);
    };
    store.visit_without_moves(|game| {
        count(&mut test, &game);
        Ok::<_, StoreError>(())
    })?;
    Ok(Some(test))
}

/// Counts a game, from the side of the engine that is first in the configuration.
pub(super) fn count(test: &mut SequentialMatch, game: &GameRecord) {
    test.add(game.index, game.half_points_of(0));
}
