//! The numbers of evaluators that have none in their source.

use std::path::Path;

use config::EngineConfig;
use engine_core::game::Game;
use lab::calibration::margins;
use lab::calibration::measured::{FILE, Measurements};
use report::progress::Progress;

/// The measurements stored in the current folder.
pub(crate) fn measurements() -> anyhow::Result<Measurements> {
    Ok(Measurements::read(Path::new(FILE))?)
}

/// Gives the evaluators among `engines` their measured numbers, and warns of missing or old ones.
pub(crate) fn give_measured(engines: &mut [EngineConfig]) -> anyhow::Result<()> {
    let warnings = measurements()?.give_all(engines)?;
    for warning in &warnings {
        super::note(warning);
    }
    Ok(())
}

/// The positions of `games` games on which margin scales are measured, with a progress bar while they are played.
pub(crate) fn margin_positions(games: u32) -> anyhow::Result<Vec<Game>> {
    let games = games as usize;
    let progress = Progress::new(games, 0, "games");
    let positions = margins::positions(games, || progress.tick());
    progress.finish();
    Ok(positions?)
}
