//! The price of the evaluations of a run, and the accuracy of their predictions.

use std::collections::BTreeMap;

use config::{EngineConfig, EngineKind};
use engine_core::game::Game;
use players::player::configured;
use players::player::processor_time;
use report::Measurement;

use super::accuracy::compare;
use super::is_fitted_on;
use crate::error::LabError;
use crate::positions::Position;

/// The number of positions, evenly spread, whose moves are timed.
const TIMED: usize = 1_000;

/// Measurements of the evaluations of `engines`, programs left out; `progress` is called with each.
pub fn measure(
    engines: &[EngineConfig],
    positions: &[Position],
    progress: impl FnMut(),
) -> Result<BTreeMap<String, Measurement>, LabError> {
    let mut evaluations = engines.to_vec();
    evaluations.retain(|engine| matches!(engine.kind, EngineKind::Evaluator(_)));
    let every = positions.len().div_ceil(TIMED).max(1);
    let timed: Vec<&Game> =
        positions.iter().step_by(every).map(|position| &position.game).collect();
    let report = compare(&evaluations, positions, false, progress)?;
    let mut measured = BTreeMap::new();
    for engine in &evaluations {
        let EngineKind::Evaluator(config) = &engine.kind else {
            continue;
        };
        let accuracy = report.engines.iter().find(|own| own.name == engine.name);
        let explained = accuracy.and_then(|own| own.predictions.first()?.explained);
        let measurement = Measurement {
            nanoseconds: configured(&engine.name, config)?.nanoseconds(&timed, processor_time),
            explained: explained.map(|share| share.value),
            explained_error: explained.map(|share| share.error),
        };
        measured.insert(engine.name.clone(), measurement);
    }
    Ok(measured)
}

/// The number of positions on which the explained variance is measured.
pub fn measured_on(positions: &[Position]) -> usize {
    let measured = positions.iter().filter(|own| !is_fitted_on(own.number));
    measured.count()
}

#[cfg(test)]
mod tests {
    use evaluators::registry;

    use super::*;
    use crate::fit::simulated;

    #[test]
    fn rules_cost_more_than_values_and_the_decider_explains_most() {
        let decider = registry::evaluator("michniewski").unwrap();
        let positions = simulated::positions(400, &*decider, 200.0);
        let engines = simulated::engines(&["material", "michniewski", "compendium", "cmd:true"]);
        let measured = measure(&engines, &positions, || ()).unwrap();
        assert_eq!(measured.len(), 3, "a program has no static value");
        let price = |name: &str| measured[name].nanoseconds.unwrap();
        assert!(price("compendium") > 2.0 * price("material"), "{measured:?}");
        let explained = |name: &str| measured[name].explained.unwrap();
        assert!(explained("michniewski") > explained("compendium"), "{measured:?}");
        assert!(measured["material"].explained_error.unwrap() > 0.0);
        assert_eq!(measured_on(&positions), 200);
    }
}
