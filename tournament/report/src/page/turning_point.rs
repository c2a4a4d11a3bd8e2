//! The turning point of a game: the largest distance of the engines' expectations from its result; and the game of a run
//! with the biggest turnaround.

use players::record::{GameRecord, GameResult, MoveScore};
use shakmaty::{Board, Color, Position, Square};

use super::PageError;
use super::replay::Score;
use super::terms::position;

/// The position at which a game was furthest from its result.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Turn {
    /// The index of the engines' move from this position, from 0.
    pub(super) ply: usize,
    /// The distance between the expected score of both engines and the result, 0 to 1.
    pub(super) points: f64,
}

impl Turn {
    /// The turning point of a game. Expectations are means over two consecutive moves, one of each engine, so that a
    /// mistake of only one of them counts half. Without scores the distance is 0.
    pub(super) fn of(game: &GameRecord) -> Self {
        let result = match game.outcome {
            GameResult::WhiteWins => 1.0,
            GameResult::Draw => 0.5,
            GameResult::BlackWins => 0.0,
        };
        let mut turn = Self::default();
        for (ply, both) in game.moves.windows(2).enumerate() {
            let [Some(first), Some(second)] = [both[0].score, both[1].score] else {
                continue;
            };
            let expected = f64::midpoint(expected(first), expected(second));
            let points = (result - expected).abs();
            if points > turn.points {
                turn = Self { ply: ply + 1, points };
            }
        }
        turn
    }
}

/// White's expected score, 0 to 1: the logistic curve of Elo with a pawn as 100, which is near enough for every
/// evaluation to distinguish a lost game from a won one.
fn expected(score: MoveScore) -> f64 {
    match score {
        MoveScore::Mate { mate } if mate < 0 => 0.0,
        MoveScore::Mate { .. } => 1.0,
        MoveScore::Cp(cp) => 1.0 / (1.0 + 10.0_f64.powf(f64::from(-cp) / 400.0)),
    }
}

/// A position of a game, with what its engines thought of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Highlight {
    pub(super) game: usize,
    /// Moves before the position, those of the book among them.
    pub(super) ply: usize,
    pub(super) board: Board,
    pub(super) turn: Color,
    pub(super) last: Option<[Square; 2]>,
    pub(super) engines: [usize; 2],
    /// Scores of the last move and of the next one, from White's side.
    pub(super) scores: [Option<MoveScore>; 2],
    pub(super) outcome: GameResult,
    points: f64,
}

impl Highlight {
    pub(super) fn further(
        best: Option<Highlight>,
        game: &GameRecord,
        turn: Turn,
    ) -> Result<Option<Highlight>, PageError> {
        if turn.points <= best.as_ref().map_or(0.0, |best| best.points) {
            return Ok(best);
        }
        let ply = game.book_moves.len() + turn.ply;
        let at = position(game, ply)?;
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

pub(super) fn score_text(score: Option<MoveScore>) -> String {
    match Score::of(score) {
        Score::None => "no score".to_owned(),
        Score::Centipawns(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::Mate(mate) => format!("#{}", mate.replace('M', "")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use runner::sample;

    fn game(outcome: GameResult, scores: &[i32]) -> GameRecord {
        let mut game = sample::game(&sample::config(), 0, outcome);
        let one = game.moves[0].clone();
        game.moves = scores
            .iter()
            .map(|&cp| {
                let mut record = one.clone();
                record.score = Some(MoveScore::Cp(cp));
                record
            })
            .collect();
        game
    }

    #[test]
    fn a_game_that_was_lost_and_won_turned_where_it_was_most_lost() {
        let turn = Turn::of(&game(GameResult::WhiteWins, &[0, -400, -400, 200, 900]));
        assert_eq!(turn.ply, 2);
        assert!((turn.points - 10.0 / 11.0).abs() < 1e-9, "{turn:?}");
        let drawn = Turn::of(&game(GameResult::Draw, &[0, 0, -400, -400]));
        assert_eq!(drawn.ply, 3);
    }

    #[test]
    fn what_one_of_them_alone_believed_counts_half() {
        let turn = Turn::of(&game(GameResult::BlackWins, &[0, 400, 0]));
        assert!((turn.points - (0.5 + 10.0 / 11.0) / 2.0).abs() < 1e-9, "{turn:?}");
        let mut silent = game(GameResult::WhiteWins, &[0, 0]);
        silent.moves[1].score = None;
        assert_eq!(Turn::of(&silent), Turn::default());
    }
}
