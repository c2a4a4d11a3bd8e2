//! The terms of the evaluators of a run in positions of its games.

use engine_core::evaluation::Evaluation;
use engine_core::game::Game;

use super::PageError;
use super::explained::explained;
use super::replay::{play, start};
use config::Config;
use players::record::GameRecord;

/// A term's value for each side, in centipawns: name, White, Black.
pub type TermValue = (&'static str, f64, f64);

/// An engine's evaluation: its index, the total from White's side, its terms.
pub type EngineTerms = (usize, i32, Vec<TermValue>);

/// The evaluations of the position after this many moves of a game by the engines of `config` that are evaluators.
pub(super) fn engine_terms(
    config: &Config,
    game: &GameRecord,
    moves: usize,
) -> Result<Vec<EngineTerms>, PageError> {
    let positions = [position(game, moves)?];
    let mut all = Vec::new();
    for (index, engine) in config.engines.iter().enumerate() {
        for evaluation in explained(engine, &positions)?.into_iter().flatten() {
            all.push((index, evaluation.total, values(&evaluation)));
        }
    }
    Ok(all)
}

/// The position after this many moves of a game, including book moves.
pub(super) fn position(game: &GameRecord, moves: usize) -> Result<Game, PageError> {
    let mut at = start(game)?;
    let played = game.moves.iter().map(|record| &record.uci);
    for uci in game.book_moves.iter().chain(played).take(moves) {
        play(&mut at, game, uci)?;
    }
    Ok(at)
}

/// The nonzero terms of an evaluation, the largest difference first.
pub(super) fn values(evaluation: &Evaluation) -> Vec<TermValue> {
    let terms = evaluation.breakdown.terms().iter();
    let mut terms: Vec<_> = terms.filter(|t| (t.white, t.black) != (0, 0)).collect();
    terms.sort_by_key(|term| -(term.white - term.black).abs());
    let centipawns = |tenths: i32| f64::from(tenths) / 10.0;
    let terms = terms.into_iter();
    terms.map(|term| (term.rule.name, centipawns(term.white), centipawns(term.black))).collect()
}
