//! `[[time_control]]`: limits within which everything is played, one after the other.

use super::super::TimeControl;
use super::super::checks::{Resolved, bad_name, missing};
use super::super::error::Problem;
use super::super::located::Located;
use super::super::raw::{RawConfig, RawTimeControl};
use super::super::times::{default_margin, margin, shared_limit};

/// The time controls, which have all the limits if there are any.
pub(crate) fn time_controls(raw: &RawConfig) -> Resolved<Vec<TimeControl>> {
    if raw.time_controls.is_empty() {
        return Ok(Vec::new());
    }
    if raw.limits.is_some() {
        return Err(Located::new(["limits"], Problem::LimitsBesideTimeControls));
    }
    if let Some(index) = raw.engines.iter().position(|e| e.limits.is_some()) {
        let key = ["engine", &index.to_string(), "limits"];
        return Err(Located::new(key, Problem::LimitsBesideTimeControls));
    }
    let mut time_controls: Vec<TimeControl> = Vec::new();
    for (index, time_control) in raw.time_controls.iter().enumerate() {
        let resolved = one_time_control(time_control, &time_controls);
        let place = index.to_string();
        time_controls.push(resolved.map_err(|error| error.below(["time_control", &place]))?);
    }
    Ok(time_controls)
}

fn one_time_control(raw: &RawTimeControl, earlier: &[TimeControl]) -> Resolved<TimeControl> {
    let name = raw.name.clone();
    let name = name.ok_or_else(|| missing(["name"], "name = \"equal nodes\""))?;
    if let Some(reason) = bad_name(&name) {
        let problem = Problem::EngineName { given: name, reason };
        return Err(Located::new(["name"], problem));
    }
    if let Some(first) = earlier.iter().position(|time_control| time_control.name == name) {
        return Err(Located::new(["name"], Problem::DuplicateName { name, first }));
    }
    let below = |error: Located| error.below(["limits"]);
    let found = shared_limit(&raw.limits).map_err(below)?;
    let limit = found.ok_or_else(|| Located::new(["limits"], Problem::NoLimit))?;
    let margin = margin(&raw.limits).map_err(below)?;
    Ok(TimeControl { name, limit, margin: margin.unwrap_or_else(|| default_margin(limit)) })
}
