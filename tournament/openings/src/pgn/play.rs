//! The main line of a game, played, and the scores in its comments.

use shakmaty::{Chess, Color, Position};

use super::words::{Word, Words};
use super::{RawGame, Tags, UnusableGame};
use crate::moves::{self, MoveFault};
use crate::opening::{Opening, Variant};
use crate::{Fault, epd};

/// The moves of a game and what stands beside them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MainLine {
    pub(crate) opening: Opening,
    /// The result with which the moves end, as the standard writes it.
    pub(crate) ending: Option<&'static str>,
    /// The scores in comments, from the position before the first move to the one after the last.
    pub(crate) scores: Vec<Option<GivenScore>>,
}

/// An error in a game, with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GameFault {
    pub(crate) line: usize,
    pub(crate) fault: Fault,
}

impl From<GameFault> for UnusableGame {
    fn from(GameFault { line, fault }: GameFault) -> Self {
        Self { line, reason: fault.to_string() }
    }
}

/// Reads a game of `variant` (`None`: of the one in its tags), at most `plies` half-moves of it; it may be over
/// then. The rest is not checked.
pub(crate) fn main_line(
    game: &RawGame,
    plies: Option<u32>,
    variant: Option<Variant>,
) -> Result<MainLine, GameFault> {
    let at_game = |fault| GameFault { line: game.line(), fault };
    let opening = beginning(&game.tags, variant).map_err(at_game)?;
    if game.movetext.is_empty() {
        return Err(at_game(Fault::NoMovetext));
    }
    let mut builder = LineBuilder {
        position: opening.start.clone(),
        line: MainLine { opening, ending: None, scores: vec![None] },
    };
    let most = plies.map_or(usize::MAX, |plies| plies as usize);
    for (at, word) in Words::new(&game.movetext) {
        if builder.line.opening.moves.len() >= most {
            break;
        }
        builder.take(word).map_err(|fault| GameFault {
            line: game.movetext_line + game.movetext[..at].matches('\n').count(),
            fault,
        })?;
    }
    Ok(builder.line)
}

/// The start position of a game, and its name for the opening.
fn beginning(tags: &Tags, variant: Option<Variant>) -> Result<Opening, Fault> {
    if let Some(broken) = tags.broken() {
        return Err(Fault::Tag(broken.to_owned()));
    }
    let own = match tags.get("Variant") {
        None => Variant::Standard,
        Some(name) => match Variant::of_tag(name) {
            // A position of chess is one of Chess960, and not the other way round.
            Some(Variant::Chess960) if variant == Some(Variant::Standard) => {
                return Err(Fault::Variant(name.to_owned()));
            }
            Some(own) => own,
            None => return Err(Fault::Variant(name.to_owned())),
        },
    };
    let variant = variant.unwrap_or(own);
    let start = match tags.known("FEN") {
        None => Chess::default(),
        Some(fen) => epd::position(fen, variant)?,
    };
    Ok(Opening {
        name: match (tags.known("Opening"), tags.known("Variation")) {
            (Some(opening), Some(variation)) => format!("{opening}, {variation}"),
            (Some(opening), None) => opening.to_owned(),
            (None, _) => String::new(),
        },
        eco: tags.known("ECO").unwrap_or_default().to_owned(),
        start,
        moves: Vec::new(),
        variant,
    })
}

struct LineBuilder {
    position: Chess,
    line: MainLine,
}

impl LineBuilder {
    fn take(&mut self, word: Word<'_>) -> Result<(), Fault> {
        match word {
            Word::Move(_) | Word::NullMove(_) if self.line.ending.is_some() => {
                Err(Fault::AfterResult)
            }
            Word::Move(text) => self.play(text),
            Word::NullMove(text) => {
                Err(Fault::NullMove { plies: self.line.opening.moves.len(), text: text.to_owned() })
            }
            Word::Result(standard) => {
                self.line.ending = Some(standard);
                Ok(())
            }
            Word::Comment(text) => {
                self.note(text);
                Ok(())
            }
            Word::OpenVariation => Err(Fault::OpenVariation),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), Fault> {
        let plies = self.line.opening.moves.len();
        let mv = moves::read(text, &self.position).map_err(|fault| match fault {
            MoveFault::Unreadable(text) => Fault::NotAMove(text),
            MoveFault::Illegal { text, .. } => {
                Fault::Move { plies, san: text, reason: "not legal".to_owned() }
            }
            MoveFault::Ambiguous { text, could_be } => Fault::Move {
                plies,
                san: text,
                reason: format!("ambiguous: {}", could_be.join(" or ")),
            },
        })?;
        self.line.opening.moves.push(mv);
        self.line.scores.push(None);
        self.position.play_unchecked(mv);
        Ok(())
    }

    fn note(&mut self, comment: &str) {
        let plies = self.line.opening.moves.len();
        let mover = !self.position.turn();
        let Some((about, score)) = score_in(comment, mover).filter(|_| plies > 0) else {
            return;
        };
        let place = match about {
            About::Before => plies - 1,
            About::After => plies,
        };
        self.line.scores[place].get_or_insert(score);
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

/// The position that a comment after a move is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// The one before the move: the result of the mover's search.
    Before,
    /// The one after it.
    After,
}

/// The score in a comment after a move of `mover`: `[%eval 0.35]` and `[%eval #-3,20]` are lichess's, White's view of
/// the position after the move; `+0.35/12 0.1s` and `-M5/20` are match tools', supposed to be the mover's
/// view before it, as is `+0.35/12 0.1s 5000` with the nodes; `wv=0.35` is TCEC's, White's view before it.
pub(super) fn score_in(comment: &str, mover: Color) -> Option<(About, GivenScore)> {
    if let Some((_, after)) = comment.split_once("[%eval") {
        let (text, _) = after.split_once(']')?;
        let (value, depth) = match text.split_once(',') {
            Some((value, depth)) => (value, depth.trim().parse().ok()),
            None => (text, None),
        };
        let white = self::value(value.trim())?;
        // The other side is to move.
        let value = mover.fold_wb(white.negated(), white);
        return Some((
            About::After,
            GivenScore { value, depth, nodes: None, side_supposed: false },
        ));
    }
    let parts = || comment.split(',').map(str::trim);
    if let Some(white) = parts().find_map(|part| part.strip_prefix("wv=")) {
        let white = value(white.trim())?;
        let depth = parts().find_map(|part| part.strip_prefix("d=")?.trim().parse().ok());
        let value = mover.fold_wb(white, white.negated());
        return Some((
            About::Before,
            GivenScore { value, depth, nodes: None, side_supposed: false },
        ));
    }
    let mut words = comment.split_whitespace();
    let (value, depth) = words.find_map(|word| {
        let (score, depth) = word.split_once('/')?;
        let depth = depth.split('/').next()?.trim_end_matches(',').parse().ok()?;
        Some((value(score)?, Some(depth)))
    })?;
    let is_time = words.next().is_some_and(|word| word.ends_with('s'));
    let nodes = words.next().filter(|_| is_time);
    let nodes = nodes.and_then(|word| word.parse().ok());
    let score = GivenScore { value, depth, nodes, side_supposed: true };
    Some((About::Before, score))
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
