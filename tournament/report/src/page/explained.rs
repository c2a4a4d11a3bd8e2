//! What the evaluators of a run say of positions, term by term.

use engine_core::evaluation::Evaluation;
use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::options::Configure;
use rayon::prelude::*;

use config::{EngineConfig, EngineKind, EvaluatorConfig};
use players::player::{PlayerError, with_configured};
use players::registry::{self, Visitor};

/// What an engine of a run says of positions, with its parameters and without the rules that it disables; `None` for
/// a program, which says nothing.
///
/// # Errors
/// If the evaluator does not take its parameters.
pub(super) fn explained(
    engine: &EngineConfig,
    games: &[Game],
) -> Result<Option<Vec<Evaluation>>, PlayerError> {
    let EngineKind::Evaluator(config) = &engine.kind else {
        return Ok(None);
    };
    let missing = || PlayerError::Evaluator {
        engine: engine.name.clone(),
        evaluator: config.evaluator.clone(),
    };
    let configured = Configured {
        engine: &engine.name,
        config,
        games,
    };
    let said = registry::with(&config.evaluator, configured).ok_or_else(missing)?;
    said.map(Some)
}

/// Configures an evaluator and has it speak.
struct Configured<'a> {
    engine: &'a str,
    config: &'a EvaluatorConfig,
    games: &'a [Game],
}

impl Visitor for Configured<'_> {
    type Output = Result<Vec<Evaluation>, PlayerError>;

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Self::Output {
        with_configured(evaluator, self.engine, self.config, Speak(self.games))
    }
}

struct Speak<'a>(&'a [Game]);

impl Visitor for Speak<'_> {
    type Output = Vec<Evaluation>;

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Self::Output {
        let games = self.0.par_iter();
        games.map(|game| Evaluation::of(&evaluator, game)).collect()
    }
}
