//! Evaluations of positions by the evaluators of a run, term by term.

use engine_core::evaluation::Evaluation;
use engine_core::game::Game;
use rayon::prelude::*;

use config::{EngineConfig, EngineKind};
use players::player::{PlayerError, configured};

/// The evaluations of positions by an engine of a run, with its parameters and without the rules that it disables; `None` for
/// a program, which has none.
///
/// # Errors
/// If the evaluator does not take its parameters, or an evaluation from outside fails.
pub(super) fn explained(
    engine: &EngineConfig,
    games: &[Game],
) -> Result<Option<Vec<Evaluation>>, PlayerError> {
    let EngineKind::Evaluator(config) = &engine.kind else {
        return Ok(None);
    };
    let evaluator = configured(&engine.name, config)?;
    let explained = games.par_iter().map(|game| evaluator.explain(game));
    Ok(Some(explained.collect::<Result<_, _>>()?))
}
