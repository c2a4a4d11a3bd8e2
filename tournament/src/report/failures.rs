//! `failures.log`: what engines did wrong, and the last lines exchanged with them.

use std::io::{self, Write};

use crate::config::Config;
use crate::record::GameRecord;

/// Writes how a game was lost by a failure; nothing if it was not.
///
/// # Errors
/// If it cannot be written.
pub fn write_failure(
    config: &Config,
    game: &GameRecord,
    to: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let Some(failure) = &game.failure else {
        return Ok(());
    };
    let name = |engine: usize| &config.engines[engine].name;
    let loser = game.loser().map_or("nobody", |loser| name(loser));
    writeln!(
        to,
        "game {}, {} against {}: {loser} lost by {failure}",
        game.index + 1,
        name(game.white),
        name(game.black),
    )?;
    for line in &failure.log {
        writeln!(to, "  {line}")?;
    }
    writeln!(to)
}
