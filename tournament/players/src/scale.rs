//! The worth of engines' centipawns ([`evaluators::scale`]). The scales of programs are unknown, and their scores count
//! as reported.

use engine_core::evaluator::EvaluatorInfo;
use eval_simplified::MICHNIEWSKI_SCALE;
use evaluators::{registry, scale};

use config::{EngineConfig, EngineKind, EvaluatorConfig};

/// The number of centipawns of this engine worth one of Michniewski's; 1 for a program.
pub fn of_engine(engine: &EngineConfig) -> f64 {
    match &engine.kind {
        EngineKind::Evaluator(own) => {
            let info = registry::info(&own.evaluator);
            let info = info.filter(|_| own.external.is_none());
            info.map_or_else(|| given(own).unwrap_or(1.0), |info| of_evaluator(own, &info))
        }
        EngineKind::Program(_) => 1.0,
    }
}

/// The same for an evaluator with this configuration and `info`.
pub fn of_evaluator(config: &EvaluatorConfig, info: &EvaluatorInfo) -> f64 {
    given(config).unwrap_or_else(|| scale::of(info))
}

/// The same by the evaluation scale of the configuration, if it has one.
fn given(config: &EvaluatorConfig) -> Option<f64> {
    let centipawns = config.eval_scale?;
    Some(centipawns / MICHNIEWSKI_SCALE.centipawns)
}
