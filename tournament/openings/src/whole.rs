//! Whole games with their results, one after the other.
//!
//! A file of openings stops at its first bad game, because what is played must be what is meant. A
//! collection of games is used as far as possible: unusable games are reported and left out.

use std::io::{BufRead, BufReader};

use flate2::read::MultiGzDecoder;

use super::error::OpeningError;
use super::opening::Opening;
use super::pgn::play::main_line;
use super::pgn::{Games, GivenScore, RawGame, UnusableGame, half_points};

/// A game from its first move to its last.
#[derive(Debug, Clone, PartialEq)]
pub struct WholeGame {
    /// The start position and the moves.
    pub opening: Opening,
    /// 0, 1 or 2.
    pub white_half_points: u8,
    /// The score in the file for each position, from before the first move to after the last.
    pub scores: Vec<Option<GivenScore>>,
}

/// Events while reading a file of games.
#[derive(Debug, Clone, PartialEq)]
pub enum GameEvent {
    /// A game.
    Game(Box<WholeGame>),
    /// A game that cannot be used.
    Unusable(UnusableGame),
    /// Repairs made while reading.
    Repair(String),
}

/// Hands every game of a text to `visit`, and at last the repairs, until it returns an error; `name` is for
/// messages.
///
/// # Errors
/// If the text cannot be read, or has no games in it; or the error of `visit`.
pub fn games_of<E: From<OpeningError>>(
    name: &str,
    text: impl BufRead,
    mut visit: impl FnMut(GameEvent) -> Result<(), E>,
) -> Result<(), E> {
    let unreadable = |source| OpeningError::Read { file: name.to_owned(), source };
    let mut games = Games::new(text);
    let mut any = false;
    while let Some(game) = games.next_game().map_err(unreadable)? {
        any = true;
        visit(
            whole(&game).map_or_else(GameEvent::Unusable, |game| GameEvent::Game(Box::new(game))),
        )?;
    }
    for repair in games.repairs().messages() {
        visit(GameEvent::Repair(repair))?;
    }
    if any {
        Ok(())
    } else {
        let file = name.to_owned();
        Err(OpeningError::NoGames { file }.into())
    }
}

/// The games of a gzipped PGN file in memory, without repairs.
///
/// # Errors
/// As [`games_of`].
pub fn games_gz(
    name: &str,
    bytes: &[u8],
    mut visit: impl FnMut(Result<WholeGame, UnusableGame>),
) -> Result<(), OpeningError> {
    let unpacked = BufReader::new(MultiGzDecoder::new(bytes));
    games_of(name, unpacked, |event| {
        match event {
            GameEvent::Game(game) => visit(Ok(*game)),
            GameEvent::Unusable(unusable) => visit(Err(unusable)),
            GameEvent::Repair(_) => {}
        }
        Ok(())
    })
}

/// The moves of a game, whether or not it has a result.
///
/// # Errors
/// If it cannot be played.
pub fn moves_of(game: &RawGame) -> Result<Opening, UnusableGame> {
    let line = main_line(game, None, None)
        .map_err(|fault| UnusableGame { line: fault.line, reason: fault.fault.to_string() })?;
    Ok(line.opening)
}

fn whole(game: &RawGame) -> Result<WholeGame, UnusableGame> {
    let unusable = |line, reason| UnusableGame { line, reason };
    let line = main_line(game, None, None)
        .map_err(|fault| unusable(fault.line, fault.fault.to_string()))?;
    let white_half_points =
        half_points(game, line.ending).map_err(|reason| unusable(game.line(), reason))?;
    Ok(WholeGame { opening: line.opening, white_half_points, scores: line.scores })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Result<WholeGame, UnusableGame>>, String> {
        let mut all = Vec::new();
        games_of("a.pgn", text.as_bytes(), |event| {
            match event {
                GameEvent::Game(game) => all.push(Ok(*game)),
                GameEvent::Unusable(unusable) => all.push(Err(unusable)),
                GameEvent::Repair(_) => {}
            }
            Ok::<(), OpeningError>(())
        })
        .map_err(|error| error.to_string())?;
        Ok(all)
    }

    #[test]
    fn games_with_results_and_games_without() {
        let text = "[White \"A\"]\n[Black \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n\
                    [Result \"*\"]\n\n1. d4 *\n\n1. c4 oops 0-1\n\n\
                    [Result \"0-1\"]\n\n1. f3 {1-0} e5 2. g4 Qh4# 0-1\n\n";
        let games = read(text).unwrap();
        let played = games.iter().flatten();
        let played: Vec<_> =
            played.map(|game| (game.white_half_points, game.opening.moves.len())).collect();
        assert_eq!((games.len(), &played[..]), (4, &[(2, 2), (0, 4)][..]));
        for (index, line, reason) in [(1, 7, "no result"), (2, 11, "\"oops\" is not a move")] {
            let unusable = games[index].as_ref().unwrap_err();
            assert_eq!(unusable.line, line);
            assert!(unusable.reason.contains(reason), "{unusable:?}");
        }
    }

    #[test]
    fn a_text_without_games_is_refused() {
        let error = read("").unwrap_err();
        assert!(error.contains("a.pgn: there are no games"), "{error}");
    }
}
