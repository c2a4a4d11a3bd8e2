//! The reason that a run cannot be played.

use std::io;
use std::path::PathBuf;

use engine_core::tablebase::TablebaseError;
use openings::OpeningError;

use crate::arena::ArenaError;
use crate::store::{BadGame, StoreError};
use players::player::PlayerError;

/// The reason that a run cannot be played.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum RunError {
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Openings(#[from] OpeningError),
    #[error(
        "there are {different} different openings and {needed} are needed; started over (openings.wrap), the book would \
         have \"{}\" and \"{}\" play the same games again, because both always answer a position with the same move; \
         play fewer games, name a larger file, or set a limit of time", pairing[0], pairing[1]
    )]
    SameGames { different: usize, needed: usize, pairing: [String; 2] },
    #[error("adjudication.syzygy: {0}")]
    Tablebase(#[from] TablebaseError),
    #[error(
        "{}: the run in this folder was begun differently:\n  {}\nstart again with --fresh \
         (the old folder is kept under another name), or choose another folder with --out",
        folder.display(), changes.join("\n  ")
    )]
    Changed { folder: PathBuf, changes: Vec<String> },
    #[error(
        "{}: the database is damaged: {}\ngive --repair to play {} again", folder.display(),
        listed(games), them(games)
    )]
    BadGames { folder: PathBuf, games: Vec<BadGame> },
    #[error("{}: cannot be renamed: {source}; rename it yourself, or choose another with --out", folder.display())]
    Rename { folder: PathBuf, source: io::Error },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Arena(#[from] ArenaError<StoreError>),
}

/// The message about games that cannot have been played, which lists the first ones.
pub(crate) fn listed(games: &[BadGame]) -> String {
    const LISTED: usize = 3;
    let mut listed: Vec<String> = games.iter().take(LISTED).map(ToString::to_string).collect();
    if let more @ 1.. = games.len().saturating_sub(LISTED) {
        listed.push(format!("and {more} more"));
    }
    listed.join("; ")
}

fn them(games: &[BadGame]) -> &'static str {
    match games.len() {
        1 => "it",
        _ => "them",
    }
}
