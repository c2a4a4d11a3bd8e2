//! The games left to play in a round, the pairings of the next one, and the check that the stored games are those of
//! the schedule: a database can be whole and its rows nonsense.

use std::ops::Range;

use crate::schedule::{Schedule, ScheduledGame};
use crate::store::{Store, StoreError};
use players::record::GameRecord;

/// The games of `round` that are not `finished`: those whose other game is finished come first, so
/// that a run which is stopped often has few half-played pairs.
pub(super) fn missing<'s>(
    schedule: &'s Schedule,
    round: Range<usize>,
    finished: &'s [bool],
) -> impl Iterator<Item = ScheduledGame> + Send + 's {
    // The games of a pair are neighbours, the first one at an even place.
    let half_played = |&game: &usize| finished[game ^ 1];
    let missing = move |game: &usize| !finished[*game];
    let first = round.clone().filter(missing).filter(half_played);
    let then = round.filter(missing).filter(move |game| !half_played(game));
    first.chain(then).filter_map(|game| schedule.game(game))
}

/// Draws the next round of a Swiss tournament from the stored games of the rounds before it.
pub(crate) fn draw_round(
    schedule: &mut Schedule,
    engines: usize,
    store: &Store,
) -> Result<(), StoreError> {
    let first = schedule.next_time_control() * schedule.games_per_time_control();
    let before = first..schedule.drawn_games();
    let mut half_points = vec![0; engines];
    store.visit_without_moves(|game| {
        if before.contains(&game.index) {
            let white = u64::from(game.outcome.white_half_points());
            half_points[game.white] += white;
            half_points[game.black] += 2 - white;
        }
        Ok::<_, StoreError>(())
    })?;
    schedule.draw(&half_points);
    Ok(())
}

/// Draws all rounds that follow from those that are complete in `store`.
pub(crate) fn draw_known(
    schedule: &mut Schedule,
    engines: usize,
    store: &Store,
) -> Result<(), StoreError> {
    if schedule.drawn_games() == schedule.len() {
        return Ok(());
    }
    let finished = store.finished(schedule.len())?;
    while schedule.drawn_games() < schedule.len()
        && !finished[..schedule.drawn_games()].contains(&false)
    {
        draw_round(schedule, engines, store)?;
    }
    Ok(())
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use config::Config;

    #[test]
    fn half_played_pairs_come_first() {
        let text = r#"
            run = { name = "x", format = "match", pairs = 4 }
            limits = { nodes = 1 }
            engine = [{ evaluator = "otter" }, { evaluator = "material" }]
        "#;
        let config = Config::parse("x.toml", text, &[], &["otter", "material"]).unwrap();
        let schedule = Schedule::new(&config);
        let mut finished = [false; 8];
        for game in [0, 1, 5, 6] {
            finished[game] = true;
        }
        let order: Vec<usize> =
            missing(&schedule, 0..8, &finished).map(|game| game.index).collect();
        assert_eq!(order, [4, 7, 2, 3]);
    }
}
