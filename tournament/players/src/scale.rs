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

#[cfg(test)]
mod tests {
    use config::Selection;

    use super::*;

    #[test]
    fn michniewskis_scale_is_the_unit_and_programs_count_as_they_say() {
        let words = ["michniewski", "compendium", "material", "cmd:./compendium"];
        let words = words.map(str::to_owned);
        let selection = Selection { words: &words, file: None, limit: None, nodes: 1, table: 10 };
        let mut engines = selection.engines(registry::NAMES).unwrap();
        // Parameters do not change it: it is that of the evaluator as its document has it.
        if let EngineKind::Evaluator(own) = &mut engines[1].kind {
            own.params.insert("weight.*".to_owned(), 30.into());
        }
        let [michniewski, compendium, material, program] = &engines[..] else {
            panic!("{engines:?}")
        };
        assert_eq!(of_engine(michniewski), 1.0);
        // 392.4 and 238.5 of 214.8.
        assert!((of_engine(compendium) - 1.8268).abs() < 1e-4);
        assert!((of_engine(material) - 1.1103).abs() < 1e-4);
        assert_eq!(of_engine(program), 1.0);
        let mut given = material.clone();
        if let EngineKind::Evaluator(own) = &mut given.kind {
            own.eval_scale = Some(107.4);
        }
        assert_eq!(of_engine(&given), 0.5);
    }
}
