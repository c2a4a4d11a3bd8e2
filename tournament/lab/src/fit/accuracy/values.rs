//! What an engine of a configuration says of positions.

use engine_core::evaluator::Evaluator;
use engine_core::explain::{Ledger, Sum};
use engine_core::node::Node;
use engine_core::options::Configure;
use rayon::prelude::*;

use crate::fit::FitError;
use crate::fit::multipliers::{Term, terms};
use crate::positions::Position;
use config::{EngineConfig, EngineKind, EvaluatorConfig};
use players::player::{PlayerError, with_configured};
use players::registry::{self, Visitor};

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
    let missing = || PlayerError::Evaluator {
        engine: engine.name.clone(),
        evaluator: config.evaluator.clone(),
    };
    let look = Look {
        engine: &engine.name,
        config,
        valuer: Valuer {
            positions,
            with_terms,
        },
    };
    let values = registry::with(&config.evaluator, look).ok_or_else(missing)?;
    Ok(values?)
}

/// Configures an evaluator and has it valued.
struct Look<'a> {
    engine: &'a str,
    config: &'a EvaluatorConfig,
    valuer: Valuer<'a>,
}

impl Visitor for Look<'_> {
    type Output = Result<Values, PlayerError>;

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Self::Output {
        with_configured(evaluator, self.engine, self.config, self.valuer)
    }
}

/// Has a configured evaluator say what it thinks.
struct Valuer<'a> {
    positions: &'a [Position],
    with_terms: bool,
}

impl Visitor for Valuer<'_> {
    type Output = Values;

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Self::Output {
        Values {
            values: values_by(&evaluator, self.positions.par_iter()),
            terms: self.with_terms.then(|| terms(&evaluator, self.positions)),
        }
    }
}

/// The values that an evaluator gives, in centipawns from White's side.
pub(in crate::fit) fn values_by<'p, E: Evaluator>(
    evaluator: &E,
    positions: impl IndexedParallelIterator<Item = &'p Position>,
) -> Vec<f64> {
    let values = positions.map(|position| {
        let (node, _) = Node::root(evaluator, &position.game);
        let mut sum = Sum::default();
        evaluator.post(&node, &mut sum);
        f64::from(sum.total()) / 10.0
    });
    values.collect()
}
