//! Stored games, played again, and where they turned.

use engine_core::game::Game;
use players::record::{GameRecord, MoveScore};
use runner::store::numbered;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move};

use crate::ReportError;

fn impossible(game: &GameRecord, what: &str) -> ReportError {
    let game = numbered(game.index as i64);
    ReportError::Message(format!(
        "{game}: {what:?} cannot be played; the store is damaged, and `evalarena run` with --repair plays this game again"
    ))
}

/// The position before the first move.
pub(crate) fn start(game: &GameRecord) -> Result<Game, ReportError> {
    let Some(fen) = &game.start_fen else {
        return Ok(Game::default());
    };
    Game::parse(fen).map_err(|_| impossible(game, fen))
}

/// Plays a move; returns the position before it, and the move.
pub(crate) fn play(at: &mut Game, game: &GameRecord, uci: &str) -> Result<(Chess, Move), ReportError> {
    let before = at.position().clone();
    let mv = uci.parse::<UciMove>().ok().and_then(|uci| uci.to_move(&before).ok());
    let mv = mv.ok_or_else(|| impossible(game, uci))?;
    at.play(mv);
    Ok((before, mv))
}

/// The moves of the book and of the engines.
pub(crate) fn all_moves(game: &GameRecord) -> impl Iterator<Item = &String> {
    game.book_moves.iter().chain(game.moves.iter().map(|record| &record.uci))
}

/// The position after this many moves, including book moves.
pub(crate) fn position(game: &GameRecord, moves: usize) -> Result<Game, ReportError> {
    let mut at = start(game)?;
    for uci in all_moves(game).take(moves) {
        play(&mut at, game, uci)?;
    }
    Ok(at)
}

/// The position at which a game was furthest from its result.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Turn {
    /// The index of the engines' move from this position, from 0.
    pub(crate) ply: usize,
    /// The distance between the expected score of both engines and the result, 0 to 1.
    pub(crate) points: f64,
}

impl Turn {
    /// The turning point of a game. Expectations are means over two consecutive moves, one of each engine, so that a
    /// mistake of only one of them counts half. Without scores the distance is 0.
    pub(crate) fn of(game: &GameRecord) -> Self {
        let result = f64::from(game.outcome.white_half_points()) / 2.0;
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
    use players::record::{GameResult, MoveRecord};
    use runner::sample;

    fn scored(outcome: GameResult, scores: &[Option<i32>]) -> GameRecord {
        let mut game = sample::game(&sample::config(), 0, outcome);
        let one = game.moves[0].clone();
        let record = |&cp: &Option<i32>| MoveRecord { score: cp.map(MoveScore::Cp), ..one.clone() };
        game.moves = scores.iter().map(record).collect();
        game
    }

    #[test]
    fn a_game_turned_where_its_engines_were_furthest_from_the_result() {
        let lost = [0, -400, -400, 200, 900].map(Some);
        let turn = Turn::of(&scored(GameResult::WhiteWins, &lost));
        assert_eq!(turn.ply, 2);
        assert!((turn.points - 10.0 / 11.0).abs() < 1e-9, "{turn:?}");
        let drawn = [0, 0, -400, -400].map(Some);
        assert_eq!(Turn::of(&scored(GameResult::Draw, &drawn)).ply, 3);
        // What one of them alone believed counts half.
        let turn = Turn::of(&scored(GameResult::BlackWins, &[0, 400, 0].map(Some)));
        assert!((turn.points - (0.5 + 10.0 / 11.0) / 2.0).abs() < 1e-9, "{turn:?}");
        let silent = scored(GameResult::WhiteWins, &[Some(0), None]);
        assert_eq!(Turn::of(&silent), Turn::default());
    }
}
