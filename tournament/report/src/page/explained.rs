//! Evaluations of positions by the evaluators of a run, term by term.

use engine_core::evaluation::Evaluation;
use engine_core::game::Game;
use rayon::prelude::*;

use config::{EngineConfig, EngineKind};
use players::player::{PlayerError, configured};

/// The evaluations of positions by an engine of a run, with its parameters and without the rules that it disables; `None` for
/// a program, which has none, and for an evaluation from outside that fails: it may have lost its games by that, and
/// there is a page all the same.
///
/// # Errors
/// If a built-in evaluator does not take its parameters.
pub(super) fn explained(
    engine: &EngineConfig,
    games: &[Game],
) -> Result<Option<Vec<Evaluation>>, PlayerError> {
    let EngineKind::Evaluator(config) = &engine.kind else {
        return Ok(None);
    };
    let explained = || -> Result<Vec<Evaluation>, PlayerError> {
        let evaluator = configured(&engine.name, config)?;
        let explained = games.par_iter().map(|game| evaluator.explain(game));
        Ok(explained.collect::<Result<_, _>>()?)
    };
    match explained() {
        Err(_) if config.external.is_some() => Ok(None),
        explained => explained.map(Some),
    }
}
