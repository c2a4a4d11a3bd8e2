//! Checks that the stored games are those of the schedule: a database can be whole and its rows nonsense.

use super::rounds::draw_known;
use crate::schedule::Schedule;
use crate::store::{Store, StoreError};
use players::record::GameRecord;

/// Checks every stored game against the schedule, of which those rounds are drawn that follow from the
/// games before them.
pub(crate) fn verify(
    schedule: &mut Schedule,
    engines: usize,
    store: &Store,
) -> Result<(), StoreError> {
    let games = schedule.len();
    // Drawing a round relies on this.
    every(schedule, store, |game| {
        game.index < games && game.white < engines && game.black < engines
    })?;
    draw_known(schedule, engines, store)?;
    every(schedule, store, |game| schedule.game(game.index) == Some(schedule.place_of(game)))
}

/// An error that names the first stored game that does not pass.
fn every(
    schedule: &Schedule,
    store: &Store,
    passes: impl Fn(&GameRecord) -> bool,
) -> Result<(), StoreError> {
    store.visit_without_moves(|game| {
        if passes(&game) { Ok(()) } else { Err(store.contradiction(schedule, &game)) }
    })
}
