//! Results of games, as ratings need them, and whole games with their results.
//!
//! A file of openings stops at its first bad game, because what is played must be what is meant. A
//! collection of games is used as far as possible: unusable games are reported and left out.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader};

use flate2::read::MultiGzDecoder;

use super::play::{GivenScore, main_line};
use super::words::{self, Word, Words};
use super::{Games, RawGame, Repairs};
use crate::opening::{Opening, Variant};
use crate::{Fault, OpeningError};

/// A game that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnusableGame {
    /// The line of the fault, from 1; for a result the line on which the game begins.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

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

/// The results of a text, one after the other.
pub struct Results<R>(Games<R>);

impl<R: BufRead> Results<R> {
    /// Those of all games that `reader` has.
    pub fn new(reader: R) -> Self {
        Self(Games::new(reader))
    }

    /// The next game, or the reason that it cannot be counted; `None` at the end. Fails if the text cannot be read.
    pub fn next_game(&mut self) -> io::Result<Option<Result<PgnResult, UnusableGame>>> {
        let game = self.0.next_game()?;
        Ok(game.map(|game| {
            counted(&game).map_err(|reason| UnusableGame { line: game.line(), reason })
        }))
    }

    /// Repairs so far.
    pub fn repairs(&self) -> Repairs {
        self.0.repairs()
    }
}

fn counted(game: &RawGame) -> Result<PgnResult, String> {
    if let Some(broken) = game.tags.broken() {
        return Err(Fault::Tag(broken.to_owned()).to_string());
    }
    if let Some(variant) = game.tags.get("Variant")
        && Variant::of_tag(variant).is_none()
    {
        return Err(Fault::Variant(variant.to_owned()).to_string());
    }
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
    let name = || game.tags.known("Opening").map(str::to_owned);
    let opening = match fen {
        Some(fen) => Some(PgnOpening::Position(fen.to_owned())),
        None => name().map(PgnOpening::Name),
    };
    let mut hasher = DefaultHasher::new();
    (white, black, fen).hash(&mut hasher);
    let (mut ending, mut any) = (None, false);
    for (_, word) in Words::new(&game.movetext) {
        match word {
            Word::Result(standard) => ending = Some(standard),
            Word::Move(_) | Word::NullMove(_) if ending.is_some() => {
                return Err(Fault::AfterResult.to_string());
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
        round: game.tags.known("Round").map(stem),
        opening,
        key: any.then(|| hasher.finish()),
    })
}

/// White's half points in a game whose moves end with `ending`, or the reason that there are none: tag and moves must
/// agree.
pub(crate) fn half_points(game: &RawGame, ending: Option<&'static str>) -> Result<u8, String> {
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

fn stem(round: &str) -> String {
    let stem = round.rsplit_once('.').map(|(stem, _)| stem);
    stem.unwrap_or(round).to_owned()
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
    for repair in games.repairs().messages() {
        visit(GameEvent::Repair(repair))?;
    }
    let none = || E::from(OpeningError::NoGames { file: name.to_owned() });
    any.then_some(()).ok_or_else(none)
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
    let white_half_points = half_points(game, line.ending)
        .map_err(|reason| UnusableGame { line: game.line(), reason })?;
    Ok(WholeGame { opening: line.opening, white_half_points, scores: line.scores })
}
