//! The reason that a part is not one of a run: another tournament, or another game in a place that is taken.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::MergeError;
use crate::store::Part;
use config::Config;
use players::record::{GameRecord, GameResult};

/// The error of a part in `folder` that has the game `there` where the run has `here`.
pub(super) fn different(
    config: &Config,
    merged: &HashMap<String, String>,
    (folder, there): (&Path, &GameRecord),
    here: &GameRecord,
) -> MergeError {
    let mut folders: Vec<&String> = merged.keys().collect();
    folders.sort();
    let has = |folder: &&&String| {
        let part = Part::open(Path::new(folder));
        part.is_ok_and(|part| matches!(part.store().game(here.index), Ok(Some(_))))
    };
    MergeError::Different {
        game: here.index,
        here: words(config, here),
        there: words(config, there),
        part: folder.to_owned(),
        from: folders.iter().find(has).map(PathBuf::from),
    }
}

/// A game in words.
fn words(config: &Config, game: &GameRecord) -> String {
    let name = |engine: usize| config.engines[engine].name.as_str();
    let result = match game.outcome {
        GameResult::WhiteWins => "1-0",
        GameResult::BlackWins => "0-1",
        GameResult::Draw => "1/2-1/2",
    };
    let nodes = game.white_stats.nodes.saturating_add(game.black_stats.nodes);
    format!(
        "{} - {} {result} by {} after {} moves and {nodes} nodes",
        name(game.white),
        name(game.black),
        game.termination.name(),
        game.moves.len(),
    )
}
