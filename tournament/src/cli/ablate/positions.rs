//! The positions on which rules are evaluated.

use std::path::Path;

use engine_core::game::Game;
use lab::positions::{Position, builtin, read};
use players::known_positions::of_all_kinds;

/// Positions on which rules are evaluated.
pub(super) struct Positions {
    /// For firing rates.
    pub(super) all: Vec<Game>,
    /// For the accuracy of predictions.
    pub(super) quiet: Vec<Position>,
}

/// The built-in positions, or those of a file.
pub(super) fn positions(file: Option<&Path>) -> anyhow::Result<Positions> {
    let Some(path) = file else {
        return Ok(Positions { all: of_all_kinds()?, quiet: builtin()? });
    };
    let quiet = read(path, |repair| {
        super::super::remark(&format!("warning: {repair}"));
    })?;
    let all = quiet.iter().map(|position| position.game.clone()).collect();
    Ok(Positions { all, quiet })
}
