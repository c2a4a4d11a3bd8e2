//! Results of games, as ratings need them, and whole games with their results.
//!
//! A file of openings stops at its first bad game, because what is played must be what is meant. A
//! collection of games is used as far as possible: unusable games are reported and left out.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader};

use flate2::read::MultiGzDecoder;

use super::play::{GivenScore, main_line};
use super::words::{self, Word, Words};
use super::{AFTER_RESULT, Games, RawGame, UnusableGame};
use crate::OpeningError;
use crate::opening::Opening;

/// The opening according to the tags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PgnOpening {
    /// The start position.
    Position(String),
    /// The name of the opening, if no moves or FEN identify it.
    Name(String),
}

/// A game as ratings need it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PgnResult {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The player with the white pieces.
    pub white: String,
    /// The player with the black pieces.
    pub black: String,
    /// White's half points: 0, 1 or 2.
    pub white_half_points: u8,
    /// The Round tag up to its last dot.
    pub round: Option<String>,
    /// Its opening, as far as the tags have it.
    pub opening: Option<PgnOpening>,
    /// A hash of the players, the start position, the moves and the result; `None` if there are no moves.
    pub key: Option<u64>,
}

impl PgnResult {
    /// The result of a game, or the reason that it cannot be counted.
    pub fn of(game: &RawGame) -> Result<Self, UnusableGame> {
        counted(game).map_err(|reason| game.unusable(&reason))
    }
}

fn counted(game: &RawGame) -> Result<PgnResult, String> {
    game.tags.variant().map_err(|fault| fault.to_string())?;
    let player = |tag: &str| {
        let name = game.tags.get(tag);
        let name = name.filter(|name| !name.is_empty() && *name != "?");
        name.ok_or_else(|| format!("the {tag} tag has no name"))
    };
    let (white, black) = (player("White")?, player("Black")?);
    if white == black {
        return Err(format!("{white} plays both sides"));
    }
    let fen = game.tags.known("FEN");
    let name = || game.tags.known("Opening").map(|name| PgnOpening::Name(name.to_owned()));
    let opening = fen.map(|fen| PgnOpening::Position(fen.to_owned())).or_else(name);
    let mut hasher = DefaultHasher::new();
    (white, black, fen).hash(&mut hasher);
    let (mut ending, mut any) = (None, false);
    for (_, word) in Words::new(&game.movetext) {
        match word {
            Word::Result(standard) => ending = Some(standard),
            Word::Move(_) | Word::NullMove(_) if ending.is_some() => {
                return Err(AFTER_RESULT.to_owned());
            }
            Word::Move(word) => {
                any = true;
                word.trim_end_matches(['!', '?', '+', '#']).hash(&mut hasher);
            }
            Word::NullMove(_) | Word::Comment(_) | Word::OpenVariation => {}
        }
    }
    let white_half_points = half_points(game, ending)?;
    white_half_points.hash(&mut hasher);
    Ok(PgnResult {
        line: game.line(),
        white: white.to_owned(),
        black: black.to_owned(),
        white_half_points,
        round: game.tags.known("Round").map(|round| {
            let stem = round.rsplit_once('.').map_or(round, |(stem, _)| stem);
            stem.to_owned()
        }),
        opening,
        key: any.then(|| hasher.finish()),
    })
}

/// White's half points in a game whose moves end with `ending`, or the reason that there are none: tag and moves must
/// agree.
fn half_points(game: &RawGame, ending: Option<&'static str>) -> Result<u8, String> {
    let tag = game.tags.get("Result");
    let (result, half_points) = match tag.map(|tag| (tag, words::result(tag))) {
        Some((_, Some(known))) => known,
        Some((tag, None)) => {
            return Err(format!("{tag:?} is not a result; use 1-0, 0-1 or 1/2-1/2"));
        }
        None => ending.and_then(words::result).unwrap_or(("*", None)),
    };
    let half_points = half_points.ok_or("it has no result")?;
    match ending {
        Some(ending) if ending != result => {
            Err(format!("the Result tag is {result} and the moves end with {ending}"))
        }
        _ => Ok(half_points),
    }
}

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

/// Hands every game of a text to `visit`, and at last the repairs, until it returns an error; `name` is for messages.
/// Fails if the text cannot be read, or has no games in it; or the error of `visit`.
pub fn games_of<E: From<OpeningError>>(
    name: &str,
    text: impl BufRead,
    mut visit: impl FnMut(GameEvent) -> Result<(), E>,
) -> Result<(), E> {
    let mut games = Games::new(text);
    let mut any = false;
    while let Some(game) = games.next_game().map_err(OpeningError::reading(name))? {
        any = true;
        let whole = whole(&game).map(Box::new);
        visit(whole.map_or_else(GameEvent::Unusable, GameEvent::Game))?;
    }
    for repair in games.repairs() {
        visit(GameEvent::Repair(repair))?;
    }
    let none = "there are no games in it; name a file of games, .pgn, .pgn.gz, .pgn.zst or .zip";
    any.then_some(()).ok_or_else(|| OpeningError::Unusable(format!("{name}: {none}")).into())
}

/// The games of a gzipped PGN file in memory, without repairs. Fails as [`games_of`].
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

/// The moves of a game, whether or not it has a result. Fails if it cannot be played.
pub fn moves_of(game: &RawGame) -> Result<Opening, UnusableGame> {
    Ok(main_line(game, None, None)?.opening)
}

fn whole(game: &RawGame) -> Result<WholeGame, UnusableGame> {
    let line = main_line(game, None, None)?;
    let result = half_points(game, line.ending);
    let white_half_points = result.map_err(|reason| game.unusable(&reason))?;
    Ok(WholeGame { opening: line.opening, white_half_points, scores: line.scores })
}
