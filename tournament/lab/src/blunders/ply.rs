//! A place in a game: before one of its moves, or after the last.

use std::path::Path;

use openings::{Opening, ReadOptions, Source, open};
use shakmaty::{Chess, Color, Move, Position};

use super::error::BlunderError;

/// A place in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MovePlace {
    /// After the last move.
    End,
    /// Before the half-move of this number, from 1.
    Ply(usize),
    /// Before a side's move of this number, as the game counts them.
    Move(u32, Color),
}

/// A position of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GamePosition {
    /// The position.
    pub position: Chess,
    /// The move played there; `None` at the end.
    pub played: Option<Move>,
    /// The number of the move, such as `23b`.
    pub number: String,
}

impl MovePlace {
    /// Reads `23`, `23w` (White's move 23) or `23b`; `None` if it is something else.
    #[must_use]
    pub fn of_move(text: &str) -> Option<MovePlace> {
        let (number, color) = match text.strip_suffix('b') {
            Some(number) => (number, Color::Black),
            None => (text.strip_suffix('w').unwrap_or(text), Color::White),
        };
        Some(MovePlace::Move(number.parse().ok()?, color))
    }

    /// The position of `game` there.
    ///
    /// # Errors
    /// If the game has no such place.
    pub fn find(self, game: &Opening) -> Result<GamePosition, BlunderError> {
        let mut position = game.start.clone();
        for (index, &mv) in game.moves.iter().enumerate() {
            let is_here = match self {
                MovePlace::End => false,
                MovePlace::Ply(ply) => ply == index + 1,
                MovePlace::Move(number, color) => {
                    (number, color) == (position.fullmoves().get(), position.turn())
                }
            };
            if is_here {
                return Ok(GamePosition { number: number(&position), position, played: Some(mv) });
            }
            position.play_unchecked(mv);
        }
        match self {
            MovePlace::End => {
                Ok(GamePosition { number: number(&position), position, played: None })
            }
            MovePlace::Ply(ply) => Err(BlunderError::NoPlace {
                place: format!("--ply {ply}"),
                first: "1".to_owned(),
                last: game.moves.len().to_string(),
            }),
            MovePlace::Move(wanted, color) => Err(BlunderError::NoPlace {
                place: format!("--move {wanted}{}", letter(color)),
                first: number(&game.start),
                last: number(&before_last(game)),
            }),
        }
    }
}

fn before_last(game: &Opening) -> Chess {
    let mut game = game.clone();
    game.moves.pop();
    game.position()
}

fn number(position: &Chess) -> String {
    format!("{}{}", position.fullmoves(), letter(position.turn()))
}

fn letter(color: Color) -> char {
    color.fold_wb('w', 'b')
}

/// The game of this number (from 1) in a PGN file; without a number the only one.
///
/// # Errors
/// If the file cannot be read, or has no such game.
pub fn game(path: &Path, number: Option<usize>) -> Result<Opening, BlunderError> {
    let which = |games| BlunderError::WhichGame { file: path.display().to_string(), games };
    let Source::Book(games) = open(path, &ReadOptions::default())? else {
        return Err(which(0));
    };
    let number = match number {
        None if games.len() == 1 => 1,
        Some(number) if (1..=games.len()).contains(&number) => number,
        _ => return Err(which(games.len())),
    };
    Ok(games.game(number - 1)?)
}
