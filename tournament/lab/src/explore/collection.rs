//! Games to open: those of files, and those of a text that is pasted.

use std::io::BufRead;
use std::path::Path;

use engine_core::game::Game;
use engine_core::notation::{fen_of, uci_move};
use openings::files::{self, FileError, FileFilter};
use openings::pgn::{Games, RawGame};
use openings::{UnusableGame, moves_of};
use report::serve::Refusal;
use serde::{Deserialize, Serialize};

/// The most games that are kept.
const MOST: usize = 20_000;
/// The longest name that is kept, in characters.
const NAME: usize = 100;

/// Games that can be opened.
#[derive(Debug, Default)]
pub struct Collection {
    games: Vec<StoredGame>,
    unusable: Vec<String>,
    /// Games beyond those that are kept.
    omitted: usize,
}

/// A file that cannot be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum CollectionError {
    /// The file.
    #[error(transparent)]
    File(#[from] FileError),
    /// Its text.
    #[error("{file}: {source}")]
    Text { file: String, source: std::io::Error },
}

/// A game.
#[derive(Debug, Clone, Serialize)]
pub(super) struct StoredGame {
    #[serde(flatten)]
    about: About,
    #[serde(flatten)]
    line: GameLine,
}

/// A game in the list.
#[derive(Debug, Clone, Serialize)]
pub(super) struct About {
    white: String,
    black: String,
    result: String,
    date: String,
    event: String,
    plies: usize,
}

/// The moves of a game.
#[derive(Debug, Clone, Serialize)]
pub(super) struct GameLine {
    start: String,
    /// In UCI, with blanks between them.
    moves: String,
}

/// A list of games.
#[derive(Debug, Serialize)]
pub(super) struct GameList<G> {
    games: Vec<G>,
    /// The games that cannot be used, with their reasons.
    unusable: Vec<String>,
    omitted: usize,
}

/// A text that was pasted.
#[derive(Debug, Deserialize)]
pub(super) struct Pasted {
    pub(super) text: String,
}

/// A question for a game, by its number from 0.
#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    pub(super) game: usize,
}

/// The contents of a text.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Contents {
    /// A position, and moves from it.
    Position(GameLine),
    /// Games.
    Games(GameList<StoredGame>),
}

impl Collection {
    /// Adds the games of a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn add(&mut self, path: &Path) -> Result<(), CollectionError> {
        files::visit(path, FileFilter::GAMES, None, |text| {
            let file = text.name;
            let place = format!("{file}:");
            let read = self.add_text(text.text, &place);
            read.map_err(|source| CollectionError::Text { file, source })
        })
    }

    fn add_text(&mut self, text: impl BufRead, place: &str) -> std::io::Result<()> {
        let mut games = Games::new(text);
        while let Some(game) = games.next_game()? {
            if self.games.len() >= MOST {
                self.omitted += 1;
                continue;
            }
            match stored(&game) {
                Ok(game) => self.games.push(game),
                Err(UnusableGame { line, reason }) => {
                    self.unusable.push(format!("{place}{line}: {reason}"));
                }
            }
        }
        Ok(())
    }

    pub(super) fn list(&self) -> GameList<&About> {
        GameList {
            games: self.games.iter().map(|game| &game.about).collect(),
            unusable: self.unusable.clone(),
            omitted: self.omitted,
        }
    }

    pub(super) fn game(&self, number: usize) -> Result<&GameLine, Refusal> {
        let game = self.games.get(number);
        let game = game.ok_or_else(|| Refusal::unknown("there is no such game"))?;
        Ok(&game.line)
    }
}

fn stored(game: &RawGame) -> Result<StoredGame, UnusableGame> {
    let opening = moves_of(game)?;
    let moves: Vec<String> = opening.moves.iter().map(|&mv| uci_move(mv)).collect();
    let tag = |name: &str| -> String {
        let value = game.tags.known(name).unwrap_or_default();
        value.chars().take(NAME).collect()
    };
    Ok(StoredGame {
        about: About {
            white: tag("White"),
            black: tag("Black"),
            result: tag("Result"),
            date: tag("Date"),
            event: tag("Event"),
            plies: moves.len(),
        },
        line: GameLine { start: fen_of(&opening.start), moves: moves.join(" ") },
    })
}

/// The contents of a text: a position as the command line reads it, or games in PGN.
pub(super) fn read(text: &str) -> Result<Contents, Refusal> {
    let text = text.trim();
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_position = matches!(first, "" | "startpos" | "fen") || first.contains('/');
    if is_position {
        let game = Game::parse(text).map_err(Refusal::invalid)?;
        let moves: Vec<String> = game.moves().iter().map(|&mv| uci_move(mv)).collect();
        return Ok(Contents::Position(GameLine {
            start: fen_of(game.start()),
            moves: moves.join(" "),
        }));
    }
    let mut found = Collection::default();
    found.add_text(text.as_bytes(), "line ").map_err(Refusal::invalid)?;
    if found.games.is_empty() {
        let reason = found.unusable.first().map(String::as_str);
        let reason = reason.unwrap_or("there are no moves in it");
        return Err(Refusal::invalid(format!("this is neither a FEN nor a game in PGN: {reason}")));
    }
    Ok(Contents::Games(GameList {
        games: found.games,
        unusable: found.unusable,
        omitted: found.omitted,
    }))
}
