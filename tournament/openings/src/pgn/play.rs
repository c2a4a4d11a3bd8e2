//! The main line of a game, played, and the scores in its comments.

use shakmaty::{Chess, Color, Position};

use super::tags::{Tags, other_rules};
use super::words::{Word, Words};
use super::{AFTER_RESULT, RawGame, UnusableGame};
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

/// Reads a game of `variant` (`None`: of the one in its tags), at most `plies` half-moves of it; it may be over
/// then. The rest is not checked.
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
    let variant = variant.unwrap_or(own);
    Ok(Opening {
        name: match (tags.known("Opening"), tags.known("Variation")) {
            (Some(opening), Some(variation)) => format!("{opening}, {variation}"),
            (opening, _) => opening.unwrap_or_default().to_owned(),
        },
        eco: tags.known("ECO").unwrap_or_default().to_owned(),
        start: tags.known("FEN").map_or(Ok(Chess::default()), |fen| epd::position(fen, variant))?,
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
/// tools', supposed to be the mover's view before it, as is `+0.35/12 0.1s 5000` with the nodes; `wv=0.35` is TCEC's,
/// White's view before it.
fn score_in(comment: &str, mover: Color) -> Option<(usize, GivenScore)> {
    let white = |value, depth| GivenScore { value, depth, nodes: None, side_supposed: false };
    if let Some((_, after)) = comment.split_once("[%eval") {
        let (text, _) = after.split_once(']')?;
        let (text, depth) = text.split_once(',').unwrap_or((text, ""));
        let value = value(text.trim())?;
        // The other side is to move.
        let value = mover.fold_wb(value.negated(), value);
        return Some((0, white(value, depth.trim().parse().ok())));
    }
    let mut parts = comment.split(',').map(str::trim);
    if let Some(value) = parts.clone().find_map(|part| part.strip_prefix("wv=")) {
        let value = self::value(value.trim())?;
        let depth = parts.find_map(|part| part.strip_prefix("d=")?.trim().parse().ok());
        return Some((1, white(mover.fold_wb(value, value.negated()), depth)));
    }
    let mut words = comment.split_whitespace();
    let (value, depth) = words.find_map(|word| {
        let (score, depth) = word.split_once('/')?;
        let depth = depth.split('/').next()?.trim_end_matches(',').parse().ok()?;
        Some((value(score)?, Some(depth)))
    })?;
    let is_time = words.next().is_some_and(|word| word.ends_with('s'));
    let nodes = words.next().filter(|_| is_time).and_then(|word| word.parse().ok());
    Some((1, GivenScore { value, depth, nodes, side_supposed: true }))
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
