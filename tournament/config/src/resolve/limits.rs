//! Limits, margins and timeouts of an engine.

use std::ops::RangeInclusive;
use std::time::Duration;

use uci_client::Timeouts;

use super::super::checks::{Located, Resolved, between, within};
use super::super::limit::{LimitKind, SharedLimit};
use super::super::raw::{RawLimits, RawTimeouts};

/// The margin of a move time: an engine manages its own clock, but one that uses its move time fully
/// answers a little later.
const MOVETIME_MARGIN: Duration = Duration::from_millis(100);

/// The times of a limit that goes by speed, in milliseconds.
const AT_SPEED: RangeInclusive<f64> = 0.001..=86_400_000.0;

/// The problem of a search without a limit.
pub(crate) fn no_limit() -> String {
    format!("no limit for the search; give one of: {}", RawLimits::KINDS.join(", "))
}

/// The one limit and the margin of a table `limits`, as far as it has them; other than an absent table it has one.
pub(crate) fn limit_and_margin(
    raw: Option<&RawLimits>,
) -> Resolved<(Option<SharedLimit>, Option<Duration>)> {
    let Some(raw) = raw else {
        return Ok((None, None));
    };
    let both = shared_limit(raw).and_then(|limit| Ok((limit, margin(raw)?)));
    match both.map_err(|error| error.below(["limits"]))? {
        (None, None) => Err(Located::new(["limits"], no_limit())),
        both => Ok(both),
    }
}

/// The one limit of a table of limits, if it has any.
pub(crate) fn shared_limit(raw: &RawLimits) -> Resolved<Option<SharedLimit>> {
    let given = raw.given();
    match raw.ms_at_speed {
        Some(ms) if given.len() == 1 => {
            between(["ms_at_speed"], ms, AT_SPEED)?;
            let time = Duration::from_micros((ms * 1000.0).round() as u64);
            Ok(Some(SharedLimit::AtSpeed { time }))
        }
        _ => Ok(limit(raw)?.map(SharedLimit::Same)),
    }
}

/// Like [`shared_limit`], but for engines that are not in the configuration, and have no speed there.
pub(crate) fn limit(raw: &RawLimits) -> Resolved<Option<LimitKind>> {
    let given = raw.given();
    if given.len() > 1 {
        let key = [given[1]];
        let problem = format!("{} exclude each other; keep one of them", given.join(" and "));
        return Err(Located::new(key, problem));
    }
    if let Some(nodes) = raw.nodes {
        within(["nodes"], nodes, 1..=u64::MAX / 2)?;
        Ok(Some(LimitKind::Nodes(nodes)))
    } else if let Some(depth) = raw.depth {
        let depths = 1..=u64::from(LimitKind::MAX_DEPTH);
        within(["depth"], u64::from(depth), depths)?;
        Ok(Some(LimitKind::Depth(depth)))
    } else if let Some(time) = raw.movetime {
        Ok(Some(LimitKind::MoveTime(milliseconds("movetime", time, 1)?)))
    } else if let Some(text) = &raw.tc {
        let clock = LimitKind::parse_tc(text);
        Ok(Some(clock.map_err(|fault| Located::new(["tc"], fault))?))
    } else if raw.ms_at_speed.is_some() {
        let problem = "is for engines that have a `speed`, of a tournament; choose nodes, depth, movetime or tc";
        Err(Located::new(["ms_at_speed"], problem))
    } else {
        Ok(None)
    }
}

/// The default time margin.
pub(crate) fn default_margin(limit: impl Into<SharedLimit>) -> Duration {
    match limit.into() {
        SharedLimit::Same(LimitKind::MoveTime(_)) => MOVETIME_MARGIN,
        _ => Duration::ZERO,
    }
}

/// The margin of a table of limits, if it has one.
pub(crate) fn margin(raw: &RawLimits) -> Resolved<Option<Duration>> {
    let margin = raw.margin.map(|time| milliseconds("margin", time, 0));
    margin.transpose()
}

/// The timeouts of a table `timeouts`; those that it does not have are the default ones.
pub(crate) fn timeouts(raw: &RawTimeouts, default: Timeouts) -> Resolved<Timeouts> {
    let time = |key, given: Option<u64>, default| match given {
        Some(given) => milliseconds(key, given, 1).map_err(|error| error.below(["timeouts"])),
        None => Ok(default),
    };
    Ok(Timeouts {
        start: time("start", raw.start, default.start)?,
        ready: time("ready", raw.ready, default.ready)?,
        newgame: time("newgame", raw.newgame, default.newgame)?,
        hang: time("hang", raw.hang, default.hang)?,
        quit: time("quit", raw.quit, default.quit)?,
    })
}

/// A time from `least` milliseconds to a day.
fn milliseconds(key: &'static str, given: u64, least: u64) -> Resolved<Duration> {
    let day = u64::try_from(LimitKind::MAX_TIME.as_millis()).unwrap_or(u64::MAX);
    within([key], given, least..=day)?;
    Ok(Duration::from_millis(given))
}
