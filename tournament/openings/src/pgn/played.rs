//! A game, played: its main line with the scores in its comments, its result as ratings need it, or all of it.
//!
//! A file of openings stops at its first bad game, because what is played must be what is meant. A
//! collection of games is used as far as possible: unusable games are reported and left out.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader};

use flate2::read::MultiGzDecoder;
use shakmaty::{Chess, Color, Position};

use super::notation::{self, Tags, Word, Words, other_rules};
use super::{AFTER_RESULT, Games, RawGame, UnusableGame};
use crate::moves::{self, MoveFault};
use crate::opening::{Opening, Variant};
use crate::{Fault, OpeningError, opening};

/// The moves of a game and what stands beside them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MainLine {
    pub(crate) opening: Opening,
    /// The result with which the moves end, as the standard writes it.
    pub(crate) ending: Option<&'static str>,
    /// The scores in comments, from the position before the first move to the one after the last.
    pub(crate) scores: Vec<Option<GivenScore>>,
}

/// Reads at most `plies` half-moves of a game of `variant` (`None`: of the one in its tags, or that its castling rights
/// show); the rest is not checked.
pub(crate) fn main_line(
    game: &RawGame,
    plies: Option<u32>,
    variant: Option<Variant>,
) -> Result<MainLine, UnusableGame> {
    let opening = beginning(&game.tags, variant).map_err(|fault| game.unusable(&fault.0))?;
    if game.movetext.is_empty() {
        return Err(game.unusable("it has no moves and no result"));
    }
    let mut position = opening.start.clone();
    let mut line = MainLine { opening, ending: None, scores: vec![None] };
    let most = plies.map_or(usize::MAX, |plies| plies as usize);
    for (at, word) in Words::new(&game.movetext) {
        if line.opening.moves.len() >= most {
            break;
        }
        line.take(word, &mut position).map_err(|reason| UnusableGame {
            line: game.movetext_line + game.movetext[..at].matches('\n').count(),
            reason,
        })?;
    }
    Ok(line)
}

/// The start position of a game, and its name for the opening.
fn beginning(tags: &Tags, variant: Option<Variant>) -> Result<Opening, Fault> {
    let own = tags.variant()?;
    // A position of chess is one of Chess960, and not the other way round.
    if own == Variant::Chess960 && variant == Some(Variant::Standard) {
        return Err(other_rules(tags.get("Variant").unwrap_or_default()));
    }
    // Servers and arenas often leave the tag out.
    let is_chess960 = || own.is_standard() && tags.known("FEN").is_some_and(opening::is_chess960);
    let variant = variant.unwrap_or_else(|| if is_chess960() { Variant::Chess960 } else { own });
    Ok(Opening {
        name: match (tags.known("Opening"), tags.known("Variation")) {
            (Some(opening), Some(variation)) => format!("{opening}, {variation}"),
            (opening, _) => opening.unwrap_or_default().to_owned(),
        },
        eco: tags.known("ECO").unwrap_or_default().to_owned(),
        start: tags.known("FEN").map_or(Ok(Chess::default()), |fen| opening::position_of_fen(fen, variant))?,
        moves: Vec::new(),
        variant,
    })
}

impl MainLine {
    /// Takes in the next word of the moves, which have led to `position`; the error is the reason that it cannot be.
    fn take(&mut self, word: Word<'_>, position: &mut Chess) -> Result<(), String> {
        let moves = &mut self.opening.moves;
        let plies = moves.len();
        match word {
            Word::Move(_) | Word::NullMove(_) if self.ending.is_some() => {
                return Err(AFTER_RESULT.to_owned());
            }
            Word::Move(text) => {
                let mv = moves::read(text, position).map_err(|fault| match fault {
                    MoveFault::Unreadable(text) => format!("{text:?} is not a move"),
                    MoveFault::Illegal { text, .. } => {
                        format!("after {plies} half-moves {text} is not legal")
                    }
                    MoveFault::Ambiguous { text, could_be } => {
                        let could_be = could_be.join(" or ");
                        format!("after {plies} half-moves {text} is ambiguous: {could_be}")
                    }
                })?;
                moves.push(mv);
                self.scores.push(None);
                position.play_unchecked(mv);
            }
            Word::NullMove(text) => {
                return Err(format!(
                    "after {plies} half-moves there is a null move, {text}, which engines cannot play"
                ));
            }
            Word::Result(standard) => self.ending = Some(standard),
            Word::Comment(text) if plies > 0 => {
                if let Some((back, score)) = score_in(text, !position.turn()) {
                    self.scores[plies - back].get_or_insert(score);
                }
            }
            Word::Comment(_) => {}
            Word::OpenVariation => {
                return Err("a variation that begins here is not closed".to_owned());
            }
        }
        Ok(())
    }
}

/// A score in a comment, from the side to move of its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GivenScore {
    /// The score.
    pub value: GivenValue,
    /// The depth of the search in plies, if the comment has it.
    pub depth: Option<u32>,
    /// The nodes of the search, if the comment has them.
    pub nodes: Option<u64>,
    /// True if the comment does not state its point of view and the mover's was assumed.
    pub side_supposed: bool,
}

/// The score of a position in a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GivenValue {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves, negative if the side to move is mated.
    Mate(i32),
}

impl GivenValue {
    /// The same from the other side.
    pub fn negated(self) -> Self {
        match self {
            Self::Centipawns(cp) => Self::Centipawns(-cp),
            Self::Mate(moves) => Self::Mate(-moves),
        }
    }
}

/// The score in a comment after a move of `mover`, and how many plies back its position is: `[%eval 0.35]` and
/// `[%eval #-3,20]` are lichess's, White's view of the position after the move; `+0.35/12 0.1s` and `-M5/20` are match
/// tools', supposed to be the mover's view before it, as is `+0.35/12 0.1s 5000` with nodes; `wv=0.35` and, in its first
/// seasons, `ev=0.35` are TCEC's, White's. Where a match tool's score is also in `[%eval]`, that one says whose it is.
fn score_in(comment: &str, mover: Color) -> Option<(usize, GivenScore)> {
    let white = |value, depth| GivenScore { value, depth, nodes: None, side_supposed: false };
    let of_search = searched(comment);
    if let Some((_, after)) = comment.split_once("[%eval") {
        let (text, _) = after.split_once(']')?;
        let (text, depth) = text.split_once([',', '/']).unwrap_or((text, ""));
        let value = value(text.trim())?;
        // The other side is to move.
        let value = mover.fold_wb(value.negated(), value);
        return Some(match of_search.and_then(|score| score.sided(value.negated())) {
            Some(score) => (1, score),
            None => (0, white(value, depth.trim().parse().ok())),
        });
    }
    let mut parts = comment.split(',').map(str::trim);
    // Where there is a wv, ev is the mover's.
    let value_of = |name| parts.clone().find_map(|part| part.strip_prefix(name));
    if let Some(value) = value_of("wv=").or(value_of("ev=")) {
        let value = self::value(value.trim())?;
        let depth = parts.find_map(|part| part.strip_prefix("d=")?.trim().parse().ok());
        return Some((1, white(mover.fold_wb(value, value.negated()), depth)));
    }
    Some((1, of_search?))
}

/// The score of a match tool in a comment.
fn searched(comment: &str) -> Option<GivenScore> {
    let mut words = comment.split_whitespace().map(|word| word.trim_end_matches(','));
    let (value, depth) = words.find_map(|word| {
        let (score, depth) = word.split_once('/')?;
        let depth = depth.split('/').next()?.parse().ok()?;
        Some((value(score)?, Some(depth)))
    })?;
    let is_time = words.next().is_some_and(|word| word.ends_with('s'));
    let nodes = words.clone().find_map(|word| word.strip_prefix("n=")).or(words.next().filter(|_| is_time));
    Some(GivenScore { value, depth, nodes: nodes.and_then(|nodes| nodes.parse().ok()), side_supposed: true })
}

impl GivenScore {
    /// This score of a search, from its mover's side, if `after` is the same, from the mover's side after the move: mate
    /// in five moves is then mate in four.
    fn sided(self, after: GivenValue) -> Option<Self> {
        let value = [self.value, self.value.negated()].into_iter().find(|&value| match value {
            GivenValue::Mate(moves) if moves > 0 => [moves, moves - 1].map(GivenValue::Mate).contains(&after),
            value => value == after,
        })?;
        Some(Self { value, side_supposed: false, ..self })
    }
}

/// `+0.35`, `#-3` or `-M5`.
fn value(text: &str) -> Option<GivenValue> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(moves) = rest.strip_prefix(['#', 'M']) {
        let moves: i32 = moves.parse().ok().filter(|moves: &i32| moves.abs() < 10_000)?;
        return Some(GivenValue::Mate(sign * moves));
    }
    // Pawns have a point: 1/2 is not a score.
    let is_pawns = rest.contains('.') && rest.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let pawns: f64 = rest.parse().ok().filter(|pawns: &f64| is_pawns && *pawns < 1_000.0)?;
    Some(GivenValue::Centipawns(sign * (100.0 * pawns).round() as i32))
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
    /// What tells it from other games of the same players and result.
    pub mark: GameMark,
    /// A hash of the players, the start position and the result, and of the moves or else the tags about place and time.
    pub key: u64,
}

/// What tells a game from others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum GameMark {
    /// Its moves.
    Moves,
    /// Without moves, its Round.
    Round,
    /// Without these, its date: several games may have been played on it.
    Date,
    /// Nothing.
    #[default]
    None,
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
    let [round, date] = ["Round", "Date"].map(|tag| game.tags.known(tag));
    let mark = match (any, round, date) {
        (true, _, _) => GameMark::Moves,
        (_, Some(_), _) => GameMark::Round,
        (_, _, Some(_)) => GameMark::Date,
        _ => GameMark::None,
    };
    if !any {
        ["Event", "Site", "Date", "Round", "UTCTime"].map(|tag| game.tags.known(tag)).hash(&mut hasher);
    }
    Ok(PgnResult {
        line: game.line(),
        white: white.to_owned(),
        black: black.to_owned(),
        white_half_points,
        round: round.map(|round| {
            let stem = round.rsplit_once('.').map_or(round, |(stem, _)| stem);
            stem.to_owned()
        }),
        opening,
        mark,
        key: hasher.finish(),
    })
}

/// White's half points, or the reason that there are none: the tag and the `ending` of the moves must agree.
fn half_points(game: &RawGame, ending: Option<&'static str>) -> Result<u8, String> {
    let tag = game.tags.get("Result");
    let (result, half_points) = match tag.map(|tag| (tag, notation::result(tag))) {
        Some((_, Some(known))) => known,
        Some((tag, None)) => {
            return Err(format!("{tag:?} is not a result; use 1-0, 0-1 or 1/2-1/2"));
        }
        None => ending.and_then(notation::result).unwrap_or(("*", None)),
    };
    let half_points = half_points.ok_or("it has no result")?;
    match ending {
        Some(ending) if ending != result => Err(format!("the Result tag is {result} and the moves end with {ending}")),
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

/// Hands every game of a text to `visit` until it returns an error; the repairs made while reading. `name` is for messages.
/// Fails if the text cannot be read, or has no games in it; or the error of `visit`.
pub fn games_of<E: From<OpeningError>>(
    name: &str,
    text: impl BufRead,
    mut visit: impl FnMut(Result<WholeGame, UnusableGame>) -> Result<(), E>,
) -> Result<Vec<String>, E> {
    let mut games = Games::new(text);
    let mut any = false;
    while let Some(game) = games.next_game().map_err(OpeningError::reading(name))? {
        any = true;
        visit(whole(&game))?;
    }
    let none = "there are no games in it; name a file of games, .pgn, .pgn.gz, .pgn.zst or .zip";
    any.then(|| games.repairs()).ok_or_else(|| OpeningError::Unusable(format!("{name}: {none}")).into())
}

/// The games of a gzipped PGN file in memory, without repairs. Fails as [`games_of`].
pub fn games_gz(
    name: &str,
    bytes: &[u8],
    mut visit: impl FnMut(Result<WholeGame, UnusableGame>),
) -> Result<(), OpeningError> {
    let unpacked = BufReader::new(MultiGzDecoder::new(bytes));
    games_of(name, unpacked, |game| {
        visit(game);
        Ok(())
    })
    .map(drop)
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
