//! Errors of a fit.

use config::ConfigError;
use evaluators::EvaluationError;
use players::player::PlayerError;

/// The reason that nothing was fitted.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum FitError {
    /// Too few games.
    #[error(
        "the positions are from {found} games, and at least {needed} are needed; draw from more \
         games"
    )]
    TooFew { found: usize, needed: usize },
    /// A picture that cannot be drawn.
    #[error("the plot cannot be drawn: {0}; leave --plot out")]
    Plot(String),
    /// An engine that cannot be set up.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// An evaluation from outside that failed.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// An engine that does not exist.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A program has no static value that could be asked for.
    #[error("engine \"{engine}\" is a program, which has no static value; name an evaluator")]
    Program { engine: String },
    /// Higher values do not mean better results.
    #[error(
        "the values of \"{engine}\" say nothing of the results: no scale fits them; are the results \
         White's?"
    )]
    NoScale { engine: String },
}
