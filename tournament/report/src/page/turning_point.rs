//! The turning point of a game: the largest distance of the engines' expectations from its result.

use players::record::{GameRecord, GameResult, MoveScore};

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
