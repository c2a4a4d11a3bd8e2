//! Errors of tuning.

use uci_client::did_you_mean;

use crate::fit::FitError;
use evaluators::EvaluationError;
use players::player::PlayerError;

/// The reason that nothing was tuned.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum TuneError {
    #[error(transparent)]
    Fit(#[from] FitError),
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    #[error(
        "{evaluator} offers no number as an option, so there is nothing to tune; `evalarena accuracy --terms` \
         shows the best factor on each of its terms"
    )]
    NoNumbers { evaluator: String },
    #[error(
        "--params {pattern}: no number of {evaluator} is called so{}; a * stands for any text, and there are {}",
        did_you_mean(pattern, known),
        some(known)
    )]
    Pattern { pattern: String, evaluator: String, known: Vec<String> },
    #[error("interrupted before better numbers were found; nothing was written")]
    Interrupted,
}

fn some(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown = names[..names.len().min(SHOWN)].join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
