//! The values that an engine of a configuration gives to positions.

use rayon::prelude::*;

use crate::fit::FitError;
use crate::fit::multipliers::{Term, terms};
use crate::positions::Position;
use config::{EngineConfig, EngineKind};
use evaluators::{AnyEvaluator, EvaluationError};
use players::player::configured;

/// Static values in centipawns from White's side, and the terms if they are asked for.
pub(super) struct Values {
    pub(super) values: Vec<f64>,
    pub(super) terms: Option<Vec<Term>>,
}

/// The values that `engine` gives `positions`, with its parameters and without the rules that it disables.
pub(super) fn values(
    engine: &EngineConfig,
    positions: &[Position],
    with_terms: bool,
) -> Result<Values, FitError> {
    let EngineKind::Evaluator(config) = &engine.kind else {
        let engine = engine.name.clone();
        return Err(FitError::Program { engine });
    };
    let evaluator = configured(&engine.name, config)?;
    Ok(Values {
        values: values_by(&*evaluator, positions.par_iter())?,
        terms: with_terms.then(|| terms(&*evaluator, positions)).transpose()?,
    })
}

/// The values that an evaluator gives, in centipawns from White's side.
pub(in crate::fit) fn values_by<'p>(
    evaluator: &dyn AnyEvaluator,
    positions: impl IndexedParallelIterator<Item = &'p Position>,
) -> Result<Vec<f64>, EvaluationError> {
    let values = positions.map(|position| {
        let tenths = evaluator.tenths(&position.game)?;
        Ok(f64::from(tenths) / 10.0)
    });
    values.collect()
}
