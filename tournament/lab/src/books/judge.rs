//! A judge's scores of openings, and their summary.

use engine_core::game::Game;
use engine_core::notation::fen_of;
use serde::Serialize;
use shakmaty::{Chess, Color, Position};

use super::error::JudgeError;
use config::EngineConfig;
use players::player::Judgement;
use players::pool::Pool;

/// A position is decided if a side is expected to score more than this share of the point.
const DECIDED: f64 = 0.9;

/// The judgements of a book, summed up from White's side.
#[derive(Debug, Clone, Serialize)]
pub struct Judged {
    /// Openings that were judged.
    pub sample: usize,
    /// The mean score in centipawns.
    pub mean: f64,
    /// The standard deviation of the scores, in centipawns.
    pub deviation: f64,
    /// The largest score of either side, in centipawns.
    pub largest: i32,
    /// Openings in which a side is expected to score more than 0.9.
    pub decided: usize,
    /// The source of expected scores: `wdl`, the judge's own wins, draws and losses, or `logistic`, 1 / (1 +
    /// 10^(-score/400)), which takes a centipawn for an Elo.
    pub decided_by: &'static str,
}

/// Has `engine` judge positions at `nodes` nodes each, on `threads` workers; `done` is called after each.
///
/// # Errors
/// If the engine cannot be set up, or fails.
pub fn judge(
    positions: &[Chess],
    engine: &EngineConfig,
    nodes: u64,
    threads: usize,
    mut done: impl FnMut(),
) -> Result<Option<Judged>, JudgeError> {
    let pool = Pool::new(std::slice::from_ref(engine), threads)?;
    let judgements = pool.each(
        positions.len(),
        |_| 0,
        |player, job| {
            let position = &positions[job];
            let game = Game::new(position.clone());
            if game.legal_moves().is_empty() {
                return Ok::<_, JudgeError>(None);
            }
            let judgement = player.judge(&game, nodes);
            let judgement = judgement.map_err(|failure| JudgeError::Engine {
                engine: engine.name.clone(),
                fen: fen_of(position),
                failure,
            })?;
            Ok(Some(match position.turn() {
                Color::White => judgement,
                Color::Black => judgement.reversed(),
            }))
        },
        |_, _| done(),
    )?;
    let judgements: Vec<Judgement> = judgements.into_iter().flatten().collect();
    Ok(Judged::of(&judgements))
}

impl Judged {
    /// The summary of judgements from White's side; `None` if there are none.
    #[must_use]
    pub fn of(judgements: &[Judgement]) -> Option<Judged> {
        let largest = judgements.iter().map(|judgement| judgement.score.abs()).max()?;
        let scores = judgements.iter().map(|judgement| f64::from(judgement.score));
        let count = judgements.len() as f64;
        let mean = scores.clone().sum::<f64>() / count;
        let squares: f64 = scores.map(|score| (score - mean).powi(2)).sum();
        let all_expected = judgements.iter().all(|judgement| judgement.expected.is_some());
        let decided = judgements.iter().filter(|judgement| {
            let expected_score = judgement.expected.filter(|_| all_expected);
            let expected = expected_score.unwrap_or_else(|| logistic(judgement.score));
            expected.max(1.0 - expected) > DECIDED
        });
        Some(Judged {
            sample: judgements.len(),
            mean,
            deviation: (squares / (count - 1.0).max(1.0)).sqrt(),
            largest,
            decided: decided.count(),
            decided_by: if all_expected { "wdl" } else { "logistic" },
        })
    }
}

fn logistic(score: i32) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-f64::from(score) / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(scores: &[(i32, Option<f64>)]) -> Judged {
        let judgements = scores.iter().map(|&(score, expected)| Judgement { score, expected });
        Judged::of(&judgements.collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn scores_add_up() {
        let scores = [(10, None), (-30, None), (381, None), (382, None), (-400, None)];
        let found = judged(&scores);
        assert!((found.mean - 68.6).abs() < 1e-9);
        // By the statistics module of Python.
        assert!((found.deviation - 327.321).abs() < 0.01, "{}", found.deviation);
        assert_eq!((found.sample, found.largest), (5, 400));
        assert_eq!((found.decided, found.decided_by), (2, "logistic"));
        let expected_score = judged(&[(10, Some(0.95)), (400, Some(0.7)), (5, Some(0.05))]);
        assert_eq!((expected_score.decided, expected_score.decided_by), (2, "wdl"));
        assert!(Judged::of(&[]).is_none());
    }
}
