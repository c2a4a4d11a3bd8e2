//! Games to open, and the contents of a text: a position, or games.

use std::io::BufRead;

use engine_core::game::Game;
use engine_core::notation::{fen_of, uci_move};
use openings::pgn::{Games, RawGame};
use openings::{UnusableGame, moves_of};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Refusal;

/// The most games that are kept.
const MAX_GAMES: usize = 20_000;
/// The longest name that is kept, in characters.
const MAX_NAME: usize = 100;

/// Games that can be opened.
#[derive(Debug, Default, Serialize)]
pub struct Collection {
    games: Vec<ListedGame>,
    /// The games that cannot be used, with their reasons.
    unusable: Vec<String>,
    /// Games beyond those that are kept.
    omitted: usize,
}

#[derive(Debug, Serialize)]
struct ListedGame {
    white: String,
    black: String,
    result: String,
    date: String,
    event: String,
    plies: usize,
    start: String,
    /// In UCI, with blanks between them.
    moves: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct TextQuestion {
    text: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct GameQuestion {
    /// Its number from 0.
    game: usize,
}

impl Collection {
    /// Adds the games of a text in PGN; `place` comes before the line of one that cannot be used. Fails if the text
    /// cannot be read.
    pub fn add(&mut self, text: impl BufRead, place: &str) -> std::io::Result<()> {
        let mut games = Games::new(text);
        while let Some(game) = games.next_game()? {
            if self.games.len() >= MAX_GAMES {
                self.omitted += 1;
                continue;
            }
            match listed(&game) {
                Ok(game) => self.games.push(game),
                Err(UnusableGame { line, reason }) => {
                    self.unusable.push(format!("{place}{line}: {reason}"));
                }
            }
        }
        Ok(())
    }

    /// The list; the moves of a game are another question.
    pub(crate) fn list(&self) -> Value {
        let mut list = json!(self);
        let games = list["games"].as_array_mut().into_iter().flatten();
        for game in games.filter_map(Value::as_object_mut) {
            game.retain(|key, _| !matches!(key.as_str(), "start" | "moves"));
        }
        list
    }

    pub(crate) fn game(&self, question: &GameQuestion) -> Result<Value, Refusal> {
        let game = self.games.get(question.game);
        let game = game.ok_or_else(|| Refusal::Unknown("there is no such game".to_owned()))?;
        Ok(json!({ "start": game.start, "moves": game.moves }))
    }
}

fn listed(game: &RawGame) -> Result<ListedGame, UnusableGame> {
    let opening = moves_of(game)?;
    let moves: Vec<String> = opening.moves.iter().map(|&mv| uci_move(mv)).collect();
    let tag = |name: &str| -> String { game.tags.known(name).unwrap_or_default().chars().take(MAX_NAME).collect() };
    Ok(ListedGame {
        white: tag("White"),
        black: tag("Black"),
        result: tag("Result"),
        date: tag("Date"),
        event: tag("Event"),
        plies: moves.len(),
        start: fen_of(&opening.start),
        moves: moves.join(" "),
    })
}

/// The contents of a text: a position as the command line reads it, or games in PGN with their moves.
pub(crate) fn read(question: &TextQuestion) -> Result<Value, Refusal> {
    let text = question.text.trim();
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_tag = first == "[FEN" && text.lines().count() == 1;
    if is_tag || matches!(first, "" | "startpos" | "fen" | "position") || first.contains('/') {
        let (game, assumed) = Game::pasted(text)?;
        let moves: Vec<String> = game.moves().iter().map(|&mv| uci_move(mv)).collect();
        return Ok(json!({ "start": fen_of(game.start()), "moves": moves.join(" "), "assumed": assumed }));
    }
    let mut found = Collection::default();
    found.add(text.as_bytes(), "line ")?;
    if found.games.is_empty() {
        let reason = found.unusable.first().map(String::as_str);
        let reason = reason.unwrap_or("there are no moves in it");
        return Err(Refusal::Invalid(format!("this is neither a FEN nor a game in PGN: {reason}")));
    }
    Ok(json!(found))
}
