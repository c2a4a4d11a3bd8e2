//! `[[ladder]]`: limits within which everything is played, one after the other.

use super::super::Ladder;
use super::super::checks::{Resolved, bad_name, missing};
use super::super::error::Problem;
use super::super::located::Located;
use super::super::raw::{RawConfig, RawLadder};
use super::super::times::{default_margin, limit, margin};

/// The ladders, which have all the limits if there are any.
pub(crate) fn ladders(raw: &RawConfig) -> Resolved<Vec<Ladder>> {
    if raw.ladders.is_empty() {
        return Ok(Vec::new());
    }
    if raw.limits.is_some() {
        return Err(Located::new(["limits"], Problem::LimitsBesideLadders));
    }
    if let Some(index) = raw.engines.iter().position(|e| e.limits.is_some()) {
        let key = ["engine", &index.to_string(), "limits"];
        return Err(Located::new(key, Problem::LimitsBesideLadders));
    }
    let mut ladders: Vec<Ladder> = Vec::new();
    for (index, ladder) in raw.ladders.iter().enumerate() {
        let resolved = one_ladder(ladder, &ladders);
        let place = index.to_string();
        ladders.push(resolved.map_err(|error| error.below(["ladder", &place]))?);
    }
    Ok(ladders)
}

fn one_ladder(raw: &RawLadder, earlier: &[Ladder]) -> Resolved<Ladder> {
    let name = raw.name.clone();
    let name = name.ok_or_else(|| missing(["name"], "name = \"equal nodes\""))?;
    if let Some(reason) = bad_name(&name) {
        let problem = Problem::EngineName {
            given: name,
            reason,
        };
        return Err(Located::new(["name"], problem));
    }
    if let Some(first) = earlier.iter().position(|ladder| ladder.name == name) {
        return Err(Located::new(
            ["name"],
            Problem::DuplicateName { name, first },
        ));
    }
    let below = |error: Located| error.below(["limits"]);
    let found = limit(&raw.limits).map_err(below)?;
    let limit = found.ok_or_else(|| Located::new(["limits"], Problem::NoLimit))?;
    let margin = margin(&raw.limits).map_err(below)?;
    Ok(Ladder {
        name,
        limit,
        margin: margin.unwrap_or_else(|| default_margin(limit)),
    })
}
