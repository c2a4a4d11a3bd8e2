//! `[run]` and `[[time_control]]`: the pairings and the number of games.

use std::ops::RangeInclusive;
use std::path::Path;

use match_stats::StopRule;

use super::{adjudication, openings};
use crate::error::{
    KeyProblem, KeyResult, MAX_NAME, between, check_name, required, resolve_each, unknown, within,
};
use crate::limit::{RawLimits, default_margin, no_limit};
use crate::raw::{RawAnchor, RawAnchors, RawConfig, RawEngine, RawRun};
use crate::{AnchorConfig, Config, Format, GivenRating, RunConfig, TimeControl};

/// The formats that can be played, as they are written.
const FORMATS: [&str; 4] = ["match", "round-robin", "gauntlet", "swiss"];

/// The allowed pairs; more are surely a mistake.
pub(crate) const PAIRS: RangeInclusive<u64> = 1..=10_000_000;
/// Repetitions of a round robin or a match, and rounds of a Swiss tournament.
const ROUNDS: RangeInclusive<u64> = 1..=10_000;

/// The limit on the games of a run.
const MAX_GAMES: u128 = 10_000_000_000;
/// The limit on engines, and on time controls.
const MAX_ENGINES: u64 = 10_000;

/// The format, with the keys that belong to it alone.
pub(crate) fn format(run: &RawRun, engines: usize) -> KeyResult<Format> {
    let example = "format = \"round-robin\" below [run]";
    let (format, needed) = match required("run.format", run.format.as_deref(), example)? {
        "match" => (Format::Match, "a match needs exactly 2"),
        "round-robin" => (Format::RoundRobin, "a round robin needs at least 2"),
        "gauntlet" => {
            let seeds = run.seeds.unwrap_or(1);
            (Format::Gauntlet { seeds }, "a gauntlet needs at least 2")
        }
        "swiss" => {
            // As many rounds as a knockout would have: they find the winner.
            let enough = engines.max(2).next_power_of_two().ilog2();
            let rounds = run.rounds.unwrap_or(enough);
            (Format::Swiss { rounds }, "a Swiss tournament needs at least 2")
        }
        other => return Err(KeyProblem::new("run.format", unknown(other, &FORMATS))),
    };
    let is_swiss = matches!(format, Format::Swiss { .. });
    let is_gauntlet = matches!(format, Format::Gauntlet { .. });
    let wrong_number = |remedy| format!("{needed} engines and there are {engines}; {remedy}");
    let problem = if engines < 2 {
        Some(("engine", wrong_number("add an [[engine]]")))
    } else if engines > 2 && format == Format::Match {
        let remedy = "remove some, or set run.format = \"gauntlet\" or \"round-robin\"";
        Some(("engine", wrong_number(remedy)))
    } else if run.seeds.is_some() && !is_gauntlet {
        Some(("run.seeds", "only a gauntlet has seeds; remove it".to_owned()))
    } else if run.rounds.is_some() && !is_swiss {
        let remedy = "only a Swiss tournament has rounds; set run.cycles to repeat this format";
        Some(("run.rounds", remedy.to_owned()))
    } else if run.cycles.is_some() && is_swiss {
        Some(("run.cycles", "a Swiss tournament has no cycles; set run.rounds".to_owned()))
    } else {
        None
    };
    if let Some((key, problem)) = problem {
        return Err(KeyProblem::new(key, problem));
    }
    match format {
        Format::Gauntlet { seeds } => within("run.seeds", seeds, 1..=engines as u64 - 1)?,
        Format::Swiss { rounds } => within("run.rounds", rounds, ROUNDS)?,
        Format::Match | Format::RoundRobin => {}
    }
    Ok(format)
}

impl RunConfig {
    /// The reason that no such tournament is possible, if none is: counting its games relies on it.
    pub(crate) fn impossible(&self, engines: usize, time_controls: usize) -> Option<String> {
        let (rounds, seeds, opponents) = match self.format {
            Format::Swiss { rounds } => (u64::from(rounds), 1, 1),
            Format::Gauntlet { seeds } => (1, u64::from(seeds), u128::from(seeds)),
            Format::Match | Format::RoundRobin => (1, 1, engines as u128),
        };
        let numbers = [
            ("the number of engines", engines as u64, 2..=MAX_ENGINES),
            ("run.pairs", u64::from(self.pairs), PAIRS),
            ("run.cycles", u64::from(self.cycles), ROUNDS),
            ("run.rounds", rounds, ROUNDS),
            ("run.seeds", seeds, 1..=(engines as u64).saturating_sub(1)),
            ("the number of time controls", time_controls as u64, 0..=MAX_ENGINES),
        ];
        let wrong = numbers.into_iter().find(|(_, number, range)| !range.contains(number));
        if let Some((name, number, range)) = wrong {
            let (low, high) = range.into_inner();
            return Some(format!("{name} is {number}, and not from {low} to {high}"));
        }
        let pairs = u128::from(self.pairs) * u128::from(self.cycles) * u128::from(rounds);
        let meetings = engines as u128 * opponents * time_controls.max(1) as u128;
        if pairs * meetings > MAX_GAMES {
            return Some(format!("it has more than {MAX_GAMES} games"));
        }
        None
    }
}

/// The tournament of engines of these names, without the engines and time controls themselves.
pub(crate) fn tournament(
    raw: &RawConfig,
    folder: &Path,
    format: Format,
    names: &[String],
) -> KeyResult<Config> {
    let stop = stop_rule(raw, names.len())?;
    let own = &raw.run;
    let name = required("run.name", own.name.clone(), "name = \"my-tournament\" below [run]")?;
    check_folder("run.name", &name)?;
    let pairs = required("run.pairs", own.pairs, "pairs = 40 below [run]")?;
    within("run.pairs", pairs, PAIRS)?;
    let cycles = own.cycles.unwrap_or(1);
    within("run.cycles", cycles, ROUNDS)?;
    let anchor = own.anchor.clone().map(|anchor| anchors(anchor, names)).transpose()?;
    let (seed, strict) = (own.seed.unwrap_or(1), own.strict);
    let run = RunConfig { name, format, pairs, cycles, seed, anchor, strict, stop };
    Ok(Config {
        openings: openings(&raw.openings, folder, format, run.openings())?,
        adjudication: adjudication(&raw.adjudication, folder)?,
        pgn: raw.pgn,
        time_controls: Vec::new(),
        engines: Vec::new(),
        run,
    })
}

fn anchors(raw: RawAnchors, names: &[String]) -> KeyResult<AnchorConfig> {
    const KEY: &str = "run.anchor";
    let engine = |anchor: &str| {
        let index = names.iter().position(|name| *name == anchor);
        index.ok_or_else(|| KeyProblem::new(KEY, unknown(anchor, names)))
    };
    let given = match raw {
        RawAnchors::Name(name) => return engine(&name).map(AnchorConfig::Zero),
        RawAnchors::Names(names) => {
            names.into_iter().map(|name| RawAnchor { name, elo: 0.0, error: 0.0 }).collect()
        }
        RawAnchors::One(one) => vec![one],
        RawAnchors::Several(several) => several,
    };
    let mut ratings: Vec<GivenRating> = Vec::new();
    for RawAnchor { name, elo, error } in given {
        between(KEY, elo, -10_000.0..=10_000.0)?;
        between(KEY, error, 0.0..=10_000.0)?;
        let engine = engine(&name)?;
        if ratings.iter().any(|rating| rating.engine == engine) {
            return Err(KeyProblem::new(KEY, format!("{name:?} is given twice; leave one out")));
        }
        ratings.push(GivenRating { engine, elo, error });
    }
    Ok(AnchorConfig::Given(ratings))
}

/// The stopping rule of a match of two engines.
fn stop_rule(raw: &RawConfig, engines: usize) -> KeyResult<Option<StopRule>> {
    let Some((rule, table)) = raw.stop_rule()? else { return Ok(None) };
    if engines != 2 || !raw.time_controls.is_empty() {
        let problem = format!(
            "a sequential test ends a match of two engines within one limit, and there are {engines} engines or a \
             [[time_control]]; remove [{table}]"
        );
        return Err(KeyProblem::new(table, problem));
    }
    Ok(Some(rule))
}

/// The time controls, which have all the limits if there are any.
pub(crate) fn time_controls(raw: &RawConfig, engines: &[RawEngine]) -> KeyResult<Vec<TimeControl>> {
    if raw.time_controls.is_empty() {
        return Ok(Vec::new());
    }
    let beside =
        "every [[time_control]] has the limits of all engines; remove these, or the time controls";
    if raw.limits.is_some() {
        return Err(KeyProblem::new("limits", beside));
    }
    if let Some(index) = engines.iter().position(|engine| engine.limits.is_some()) {
        return Err(KeyProblem::new(&format!("engine.{index}.limits"), beside));
    }
    resolve_each("time_control", &raw.time_controls, |raw, earlier: &[TimeControl]| {
        let name = required("name", raw.name.clone(), "name = \"equal nodes\"")?;
        check_name(&name, earlier.iter().map(|earlier| &earlier.name))?;
        let (limit, margin) = RawLimits::resolve(Some(&raw.limits))?;
        let limit = limit.ok_or_else(no_limit)?;
        Ok(TimeControl { name, limit, margin: margin.unwrap_or_else(|| default_margin(limit)) })
    })
}

/// An error unless the name can be that of a run's folder: every system accepts it, and it has no special meaning in
/// shells and paths.
pub(crate) fn check_folder(key: &str, name: &str) -> KeyResult<()> {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
    if name.chars().count() <= MAX_NAME
        && name.chars().all(inside)
        && name.starts_with(char::is_alphanumeric)
        && name.ends_with(char::is_alphanumeric)
    {
        return Ok(());
    }
    let problem = format!(
        "{name:?} cannot name the run's folder; use 1 to {MAX_NAME} letters, digits, '-', '_', '.' or spaces, \
         beginning and ending with a letter or a digit"
    );
    Err(KeyProblem::new(key, problem))
}
