//! Errors of a fit.

use config::ConfigError;
use evaluators::EvaluationError;
use players::player::PlayerError;

/// The reason that nothing was fitted.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum FitError {
    #[error(
        "the positions are from {found} games, and at least {needed} are needed; draw from more \
         games"
    )]
    TooFew { found: usize, needed: usize },
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("engine \"{engine}\" is a program, which has no static value; name an evaluator")]
    Program { engine: String },
    #[error(
        "the values of \"{engine}\" say nothing of the results: no scale fits them; are the results \
         White's?"
    )]
    NoScale { engine: String },
}
