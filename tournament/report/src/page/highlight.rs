//! The game of a run that turned furthest, at its turning point.

use shakmaty::{Board, Color, Position, Square};

use super::PageError;
use super::replay::{Score, play, start};
use super::turning_point::Turn;
use players::record::{GameRecord, GameResult};

/// A position of a game, with what its engines thought of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Highlight {
    /// The game's number in the schedule, from 1.
    pub(super) game: usize,
    /// Moves before the position, those of the book among them.
    pub(super) ply: usize,
    pub(super) board: Board,
    pub(super) turn: Color,
    /// The squares of the last move.
    pub(super) last: Option<[Square; 2]>,
    /// The engines, as indices: White, Black.
    pub(super) engines: [usize; 2],
    /// Scores of the last move and of the next one, from White's side.
    pub(super) scores: [Option<players::record::MoveScore>; 2],
    pub(super) outcome: GameResult,
    points: f64,
}

impl Highlight {
    /// The one of the two that turned further.
    pub(super) fn further(
        best: Option<Highlight>,
        game: &GameRecord,
        turn: Turn,
    ) -> Result<Option<Highlight>, PageError> {
        if turn.points <= best.as_ref().map_or(0.0, |best| best.points) {
            return Ok(best);
        }
        let ply = game.book_moves.len() + turn.ply;
        let mut at = start(game)?;
        let all = game.book_moves.iter();
        for uci in all.chain(game.moves.iter().map(|record| &record.uci)).take(ply) {
            play(&mut at, game, uci)?;
        }
        let last = at.moves().last().and_then(|mv| Some([mv.from()?, mv.to()]));
        let score = |index: Option<usize>| index.and_then(|i| game.moves.get(i)?.score);
        Ok(Some(Highlight {
            game: game.index + 1,
            ply,
            board: at.position().board().clone(),
            turn: at.position().turn(),
            last,
            engines: [game.white, game.black],
            scores: [score(turn.ply.checked_sub(1)), score(Some(turn.ply))],
            outcome: game.outcome,
            points: turn.points,
        }))
    }
}

/// A score in words.
pub(super) fn score_text(score: Option<players::record::MoveScore>) -> String {
    match Score::of(score) {
        Score::None => "no score".to_owned(),
        Score::Centipawns(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::Mate(mate) => format!("#{}", mate.replace('M', "")),
    }
}
