//! What differs between a run and the one that would go on in its folder.

use std::collections::BTreeMap;

use crate::arena::Plan;
use crate::store::RunInfo;
use config::differences;
use players::identity;

/// What the run of a plan is.
pub fn info(plan: &Plan, versions: BTreeMap<String, String>) -> RunInfo {
    RunInfo {
        configuration: plan.config.canonical(),
        openings: plan.openings.fingerprint(),
        software: format!("tournament {}", env!("CARGO_PKG_VERSION")),
        versions,
        identities: plan.identities.clone(),
    }
}

/// What differs between a run and the one that would go on in its folder, a line each: who plays first, then what.
pub fn changes(began: &RunInfo, now: &RunInfo) -> Vec<String> {
    let mut changes = other_programs(began, now);
    let mut tournament = other_tournament(began, now);
    if !changes.is_empty() {
        // Where nobody gives a seed it comes from who plays.
        tournament.retain(|change| !change.starts_with("run.seed "));
    }
    changes.append(&mut tournament);
    changes
}

/// What differs between the tournament of a run and the one that is to go on in its folder, a line each.
pub(crate) fn other_tournament(began: &RunInfo, now: &RunInfo) -> Vec<String> {
    let mut changes = differences(&began.configuration, &now.configuration);
    if changes.is_empty() && began.openings != now.openings {
        changes.push("the file of openings has other openings in it".to_owned());
    }
    changes
}

/// What differs between the engines, and the program around them, that began a run and those that go on with it, a line
/// each.
pub(crate) fn other_programs(began: &RunInfo, now: &RunInfo) -> Vec<String> {
    let mut changes = Vec::new();
    if began.software != now.software {
        changes.push(format!(
            "it was begun by {} and this is {}",
            began.software, now.software
        ));
    }
    changes.extend(identity::differences(&began.identities, &now.identities));
    let is_known = |engine: &String| {
        began.identities.contains_key(engine) && now.identities.contains_key(engine)
    };
    for (engine, is) in now.versions.iter().filter(|(engine, _)| !is_known(engine)) {
        if let Some(was) = began.versions.get(engine).filter(|was| *was != is) {
            changes.push(format!(
                "engine {engine:?} called itself {was:?} and is now {is:?}"
            ));
        }
    }
    changes
}
