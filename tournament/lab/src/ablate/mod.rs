//! The worth of rules: an evaluator without one of its rules, or a group of them, plays the whole one.
//!
//! [`Candidates`] lists the rules and selects those that fire often enough for games ([`activity`](crate::activity)); an
//! [`Ablation`] plays them, by a [`Race`](match_stats::race::Race) that spends games on those that are not clear yet;
//! its [`AblationRow`]s are the results. It is an ordinary run, a gauntlet of the whole against the others, whose games are
//! stored as those of every run: the same command resumes it.

mod ablation;
mod candidates;
mod results;
mod rows;

use match_stats::race::RaceError;

use evaluators::EvaluationError;
use players::player::PlayerError;
use report::ReportError;
use runner::run::RunError;
use runner::store::StoreError;

pub use ablation::{Ablation, AblationConfig, AblationEvent, ShardWork};
pub use candidates::{Candidate, Candidates, Question};
pub use rows::{AblationRow, RuleVerdict};

/// The reason that rules cannot be measured.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum AblateError {
    /// The evaluator.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// An evaluation from outside that failed.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// The race.
    #[error(transparent)]
    Race(#[from] RaceError),
    /// The games.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Their files.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A pattern that matches nothing.
    #[error("no rule or group matches {pattern:?}{meant}; there are {}", known.join(", "))]
    Nothing { pattern: String, meant: String, known: Vec<String> },
    /// A rule that cannot be left out alone.
    #[error("rule {rule:?} cannot be measured: {why}; name others")]
    Inseparable { rule: &'static str, why: &'static str },
}

impl From<StoreError> for AblateError {
    fn from(error: StoreError) -> Self {
        Self::Run(error.into())
    }
}

#[cfg(test)]
mod tests;
