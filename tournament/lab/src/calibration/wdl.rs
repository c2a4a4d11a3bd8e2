//! Expected results of scores: the model behind `UCI_ShowWDL`, fitted to games.
//!
//! The model is [`engine_uci::wdl`]'s: logistic in the score, in units of the evaluator's scale, and in the material
//! that is gone. A win and a loss are fitted together, each as an event of its own, which keeps the two sides
//! symmetric. Standard errors count games as clusters, as in [`fit`](crate::fit).

use std::path::PathBuf;

use engine_core::game::Game;
use engine_uci::wdl::{Model, emptiness};
use serde::Serialize;

use crate::fit::data::Data;
use crate::fit::logistic::{Ridge, fit_with_errors};
use config::{Config, EngineKind};
use evaluators::registry;
use players::record::{GameRecord, GameResult, MoveScore};
use runner::run::Run;
use runner::store::StoreError;

/// With fewer games nothing is fitted.
const FEWEST_GAMES: usize = 100;

/// Scores beyond this many units of the scale are left out: the few of these games that are not won, for lack of
/// technique, would flatten the slope where the chances change.
const DECIDED: f64 = 2.0;

/// Reasons that nothing was fitted.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum WdlError {
    /// A run.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game that cannot be played again.
    #[error("{}, game {}: {reason}; the store is damaged", folder.display(), game + 1)]
    Game { folder: PathBuf, game: usize, reason: String },
    /// Too few games of evaluators.
    #[error(
        "the runs have {found} games with scores of evaluators, and {FEWEST_GAMES} are needed; name more of them"
    )]
    TooFew { found: usize },
}

/// The result.
#[derive(Debug, Clone, Serialize)]
pub struct WdlFit {
    /// Games with at least one score of an evaluator.
    pub games: usize,
    /// Scores that were fitted, without mates and decided positions.
    pub scores: usize,
    /// The slope with all pieces on the board, and the term added for bare kings.
    pub slope: [f64; 2],
    /// The margin of draws with all pieces on the board, and the term added for bare kings.
    pub margin: [f64; 2],
    /// Standard errors of the four, in the same order.
    pub errors: [f64; 4],
}

impl WdlFit {
    /// As a model.
    #[must_use]
    pub fn model(&self) -> Model {
        Model { slope: self.slope, margin: self.margin }
    }
}

/// Fits the model to these runs; `notify` is called for each game.
///
/// # Errors
/// If a run cannot be read, or there are too few games.
pub fn fit(runs: &[Run], mut notify: impl FnMut()) -> Result<WdlFit, WdlError> {
    let mut data = Data::new(4);
    let mut games = 0;
    for run in runs {
        run.store.visit(|game| {
            notify();
            let before = data.len();
            add(&mut data, run, &game, games)?;
            games += usize::from(data.len() > before);
            Ok::<(), WdlError>(())
        })?;
    }
    if games < FEWEST_GAMES {
        return Err(WdlError::TooFew { found: games });
    }
    Ok(of_rows(&data, games))
}

/// The model that fits `data`, the rows of `games` games, best.
fn of_rows(data: &Data, games: usize) -> WdlFit {
    let fitted = fit_with_errors(data, &Ridge::none(4), &[1.0, 0.0, 1.0, 0.0]);
    let [slope, more_slope, margin, more_margin] = [0, 1, 2, 3].map(|at| fitted.coefficients[at]);
    WdlFit {
        games,
        scores: data.len() / 2,
        slope: [slope, more_slope],
        margin: [margin, more_margin],
        errors: [0, 1, 2, 3].map(|at| fitted.covariance[at][at].sqrt()),
    }
}

/// Adds a score, in units of a scale and from White's side, on a board of this emptiness: two
/// rows, for whether White won and whether Black did.
fn push(data: &mut Data, scaled: f64, empty: f64, won: [bool; 2], game: usize) {
    let [white, black] = won.map(|won| f64::from(u8::from(won)));
    data.push(&[scaled, scaled * empty, -1.0, -empty], white, game);
    data.push(&[-scaled, -scaled * empty, -1.0, -empty], black, game);
}

/// Adds the scores of a game's evaluators.
fn add(data: &mut Data, run: &Run, record: &GameRecord, number: usize) -> Result<(), WdlError> {
    let impossible =
        |reason: String| WdlError::Game { folder: run.folder.clone(), game: record.index, reason };
    let start = record.start_fen.as_deref().unwrap_or("startpos");
    let mut game = Game::parse(start).map_err(|error| impossible(error.to_string()))?;
    let play = |game: &mut Game, uci: &str| {
        let played = game.play_uci(uci);
        played.map_err(|error| impossible(error.to_string()))
    };
    for uci in &record.book_moves {
        play(&mut game, uci)?;
    }
    let won = [GameResult::WhiteWins, GameResult::BlackWins].map(|result| record.outcome == result);
    for (index, mv) in record.moves.iter().enumerate() {
        if let Some(MoveScore::Cp(score)) = mv.score
            && let Some(scale) = scale_of(&run.config, record.mover(index))
        {
            let scaled = f64::from(score) / scale;
            if scaled.abs() <= DECIDED {
                push(data, scaled, emptiness(game.position()), won, number);
            }
        }
        play(&mut game, &mv.uci)?;
    }
    Ok(())
}

/// The scale of an engine, if it is an evaluator.
fn scale_of(config: &Config, engine: usize) -> Option<f64> {
    match &config.engines[engine].kind {
        EngineKind::Evaluator(own) => {
            registry::info(&own.evaluator).map(|info| info.eval_scale.centipawns)
        }
        EngineKind::Program(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine_core::random::RandomGames;

    /// The model from which results are drawn is recovered.
    #[test]
    fn what_the_results_were_drawn_from_is_found() {
        let truth = Model { slope: [1.5, 0.8], margin: [0.4, 1.6] };
        let mut random = RandomGames::new(4);
        let mut share = || random.below(1_000_000) as f64 / 1e6;
        let mut data = Data::new(4);
        for game in 0..4000 {
            for _ in 0..4 {
                let (score, empty) = (4.0 * share() - 2.0, share());
                let chances = truth.chances(score, empty);
                let drawn = share();
                let white_wins = drawn < chances.win;
                let black_wins = drawn > 1.0 - chances.loss;
                push(&mut data, score, empty, [white_wins, black_wins], game);
            }
        }
        let fitted = of_rows(&data, 4000);
        assert_eq!(fitted.scores, 16_000);
        let found = [fitted.slope, fitted.margin].concat();
        let expected = [truth.slope, truth.margin].concat();
        for ((found, expected), error) in found.iter().zip(expected).zip(fitted.errors) {
            assert!(error > 0.0 && error < 0.3, "{fitted:?}");
            assert!((found - expected).abs() < 4.0 * error, "{fitted:?}");
        }
    }

    #[test]
    fn no_games_are_too_few() {
        let error = fit(&[], || {}).unwrap_err().to_string();
        assert!(error.contains("0 games") && error.contains("100 are needed"), "{error}");
    }
}
