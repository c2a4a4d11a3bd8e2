//! Whether what is stored are games of the schedule: a database can be whole and its rows nonsense.

use super::RunError;
use super::rounds::draw_round;
use crate::arena::Plan;
use crate::record::GameRecord;
use crate::store::{Store, StoreError};

/// Checks every stored game against the schedule, of which those rounds are drawn that follow from the
/// games before them.
pub(super) fn verify(plan: &mut Plan, store: &Store) -> Result<(), RunError> {
    let engines = plan.config.engines.len();
    let games = plan.schedule.len();
    // Whoever draws a round counts on this much.
    every(store, |game| {
        game.index < games && game.white < engines && game.black < engines
    })?;
    let finished = store.finished(games)?;
    for round in 0..plan.schedule.rounds() {
        let before = &finished[..plan.schedule.round(round).start];
        if plan.schedule.pairings(round).is_none() {
            if before.contains(&false) {
                break;
            }
            draw_round(plan, store)?;
        }
    }
    let schedule = &plan.schedule;
    every(store, |game| {
        schedule.game(game.index) == Some(schedule.place_of(game))
    })?;
    Ok(())
}

/// An error that names the first stored game that does not pass.
fn every(store: &Store, passes: impl Fn(&GameRecord) -> bool) -> Result<(), StoreError> {
    store.visit_without_moves(|game| match passes(&game) {
        true => Ok(()),
        false => Err(store.contradiction(&game)),
    })
}
