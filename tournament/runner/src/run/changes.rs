//! Differences between a run and the one that would resume it.

use std::collections::BTreeMap;

use crate::arena::Plan;
use crate::store::RunInfo;
use config::differences;
use players::identity;

/// The identity of the run of a plan.
pub fn info(plan: &Plan, versions: BTreeMap<String, String>) -> RunInfo {
    RunInfo {
        configuration: plan.config.text(),
        openings: plan.openings.fingerprint(),
        software: identity::software(),
        versions,
        identities: plan.identities.clone(),
    }
}

/// Differences between a run and the one that would resume it, a line each: engines first.
pub fn changes(began: &RunInfo, now: &RunInfo) -> Vec<String> {
    let mut changes = other_programs(began, now);
    let mut tournament = other_tournament(began, now);
    if !changes.is_empty() {
        // A seed that is not given is drawn from the engines.
        tournament.retain(|change| !change.starts_with("run.seed "));
    }
    changes.append(&mut tournament);
    changes
}

/// Differences between the tournament of a run and the one that would resume it, a line each.
pub(crate) fn other_tournament(began: &RunInfo, now: &RunInfo) -> Vec<String> {
    let mut changes = differences(&began.configuration, &now.configuration);
    if changes.is_empty() && began.openings != now.openings {
        changes.push("the file of openings has other openings in it".to_owned());
    }
    changes
}

/// Differences between the programs, engines and arena, of a run and those that would resume it, a line each.
pub(crate) fn other_programs(began: &RunInfo, now: &RunInfo) -> Vec<String> {
    let mut changes = Vec::new();
    if began.software != now.software {
        changes.push(format!("it was begun by {} and this is {}", began.software, now.software));
    }
    changes.extend(identity::differences(&began.identities, &now.identities));
    let is_known = |engine: &String| {
        began.identities.contains_key(engine) && now.identities.contains_key(engine)
    };
    for (engine, is) in now.versions.iter().filter(|(engine, _)| !is_known(engine)) {
        if let Some(was) = began.versions.get(engine).filter(|was| *was != is) {
            changes.push(format!("engine {engine:?} called itself {was:?} and is now {is:?}"));
        }
    }
    changes
}
