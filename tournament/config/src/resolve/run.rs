//! `[run]` and `[[time_control]]`: the pairings and the number of games.

use std::ops::RangeInclusive;
use std::path::Path;

use match_stats::StopRule;

use super::{adjudication, default_margin, limit_and_margin, no_limit, openings};
use crate::error::{
    KeyProblem, KeyResult, MAX_NAME, between, checked_name, missing, unique_name, unknown, within,
};
use crate::raw::{RawAnchor, RawAnchors, RawConfig, RawEngine, RawRun, RawTimeControl};
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
    const KEY: [&str; 2] = ["run", "format"];
    let format = match run.format.as_deref() {
        Some("match") => Format::Match,
        Some("round-robin") => Format::RoundRobin,
        Some("gauntlet") => Format::Gauntlet { seeds: run.seeds.unwrap_or(1) },
        Some("swiss") => {
            Format::Swiss { rounds: run.rounds.unwrap_or_else(|| enough_rounds(engines)) }
        }
        Some(other) => return Err(KeyProblem::new(KEY, unknown(other, &FORMATS))),
        None => return Err(missing(KEY, "format = \"round-robin\" below [run]")),
    };
    engine_count(format, engines)?;
    own_keys(run, format)?;
    match format {
        Format::Gauntlet { seeds } => {
            let most = engines as u64 - 1;
            within(["run", "seeds"], u64::from(seeds), 1..=most)?;
        }
        Format::Swiss { rounds } => within(["run", "rounds"], u64::from(rounds), ROUNDS)?,
        Format::Match | Format::RoundRobin => {}
    }
    Ok(format)
}

impl RunConfig {
    /// The reason that no such tournament is possible, if none is: counting its games relies on it.
    pub(crate) fn impossible(&self, engines: usize, time_controls: usize) -> Option<String> {
        let least = 2;
        let (rounds, seeds, opponents) = match self.format {
            Format::Swiss { rounds } => (u64::from(rounds), 1, 1),
            Format::Gauntlet { seeds } => (1, u64::from(seeds), u128::from(seeds)),
            Format::Match | Format::RoundRobin => (1, 1, engines as u128),
        };
        let numbers = [
            ("the number of engines", engines as u64, least..=MAX_ENGINES),
            ("run.pairs", u64::from(self.pairs), PAIRS),
            ("run.cycles", u64::from(self.cycles), ROUNDS),
            ("run.rounds", rounds, ROUNDS),
            ("run.seeds", seeds, 1..=(engines as u64).saturating_sub(1)),
            ("the number of time controls", time_controls as u64, 0..=MAX_ENGINES),
        ];
        let wrong = numbers.iter().find(|(_, number, range)| !range.contains(number));
        if let Some((name, number, range)) = wrong {
            return Some(format!(
                "{name} is {number}, and not from {} to {}",
                range.start(),
                range.end()
            ));
        }
        let pairs = u128::from(self.pairs) * u128::from(self.cycles) * u128::from(rounds);
        let meetings = engines as u128 * opponents * time_controls.max(1) as u128;
        if pairs * meetings > MAX_GAMES {
            return Some(format!("it has more than {MAX_GAMES} games"));
        }
        None
    }
}

/// As many rounds as a knockout would have: they find the winner.
fn enough_rounds(engines: usize) -> u32 {
    engines.max(2).next_power_of_two().ilog2()
}

fn engine_count(format: Format, found: usize) -> KeyResult<()> {
    let (format, needed) = match format {
        Format::Match => ("a match", "exactly 2"),
        Format::RoundRobin => ("a round robin", "at least 2"),
        Format::Gauntlet { .. } => ("a gauntlet", "at least 2"),
        Format::Swiss { .. } => ("a Swiss tournament", "at least 2"),
    };
    let remedy = match found {
        0 | 1 => "add an [[engine]]",
        3.. if needed == "exactly 2" => {
            "remove some, or set run.format = \"gauntlet\" or \"round-robin\""
        }
        _ => return Ok(()),
    };
    let problem = format!("{format} needs {needed} engines and there are {found}; {remedy}");
    Err(KeyProblem::new(["engine"], problem))
}

/// An error for a key of another format.
fn own_keys(run: &RawRun, format: Format) -> KeyResult<()> {
    let swiss = matches!(format, Format::Swiss { .. });
    let gauntlet = matches!(format, Format::Gauntlet { .. });
    let rounds = "only a Swiss tournament has rounds; set run.cycles to repeat this format";
    for (key, is_foreign, remedy) in [
        ("seeds", run.seeds.is_some() && !gauntlet, "only a gauntlet has seeds; remove it"),
        ("rounds", run.rounds.is_some() && !swiss, rounds),
        (
            "cycles",
            run.cycles.is_some() && swiss,
            "a Swiss tournament has no cycles; set run.rounds",
        ),
    ] {
        if is_foreign {
            return Err(KeyProblem::new(["run", key], remedy));
        }
    }
    Ok(())
}

/// The tournament of engines of these names, without the engines and time controls themselves.
pub(crate) fn tournament(
    raw: &RawConfig,
    folder: &Path,
    format: Format,
    names: &[String],
) -> KeyResult<Config> {
    let run = run(&raw.run, stop_rule(raw, names.len())?, format, names)?;
    Ok(Config {
        openings: openings(&raw.openings, folder, format, run.openings())?,
        adjudication: adjudication(&raw.adjudication, folder)?,
        pgn: raw.pgn,
        time_controls: Vec::new(),
        engines: Vec::new(),
        run,
    })
}

/// The rest of the table.
fn run(
    raw: &RawRun,
    stop: Option<StopRule>,
    format: Format,
    names: &[String],
) -> KeyResult<RunConfig> {
    let name = raw.name.clone();
    let name =
        name.ok_or_else(|| missing(["run", "name"], "name = \"my-tournament\" below [run]"))?;
    checked_folder(["run", "name"], &name)?;
    let pairs = raw.pairs.ok_or_else(|| missing(["run", "pairs"], "pairs = 40 below [run]"))?;
    within(["run", "pairs"], u64::from(pairs), PAIRS)?;
    let cycles = raw.cycles.unwrap_or(1);
    within(["run", "cycles"], u64::from(cycles), ROUNDS)?;
    let anchor = raw.anchor.clone().map(|anchor| anchors(anchor, names));
    Ok(RunConfig {
        name,
        format,
        pairs,
        cycles,
        seed: raw.seed.unwrap_or(1),
        anchor: anchor.transpose()?,
        strict: raw.strict,
        stop,
    })
}

fn anchors(raw: RawAnchors, names: &[String]) -> KeyResult<AnchorConfig> {
    const KEY: [&str; 2] = ["run", "anchor"];
    let engine = |anchor: &str| {
        let index = names.iter().position(|name| *name == anchor);
        index.ok_or_else(|| KeyProblem::new(KEY, unknown(anchor, names)))
    };
    let given = match raw {
        RawAnchors::Name(name) => return engine(&name).map(AnchorConfig::Zero),
        RawAnchors::Names(names) => {
            names.into_iter().map(|name| RawAnchor { name, elo: 0.0, error: None }).collect()
        }
        RawAnchors::One(one) => vec![one],
        RawAnchors::Several(several) => several,
    };
    let mut ratings: Vec<GivenRating> = Vec::new();
    for anchor in given {
        let error = anchor.error.unwrap_or(0.0);
        between(KEY, anchor.elo, -10_000.0..=10_000.0)?;
        between(KEY, error, 0.0..=10_000.0)?;
        let engine = engine(&anchor.name)?;
        if ratings.iter().any(|rating| rating.engine == engine) {
            let problem = format!("{:?} is given twice; leave one out", anchor.name);
            return Err(KeyProblem::new(KEY, problem));
        }
        ratings.push(GivenRating { engine, elo: anchor.elo, error });
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
        return Err(KeyProblem::new([table], problem));
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
        return Err(KeyProblem::new(["limits"], beside));
    }
    if let Some(index) = engines.iter().position(|engine| engine.limits.is_some()) {
        return Err(KeyProblem::new(["engine", &index.to_string(), "limits"], beside));
    }
    let mut names: Vec<String> = Vec::new();
    let all = raw.time_controls.iter().enumerate().map(|(index, raw)| {
        let resolved = time_control(raw, &names);
        let resolved =
            resolved.map_err(|error| error.below(["time_control", &index.to_string()]))?;
        names.push(resolved.name.clone());
        Ok(resolved)
    });
    all.collect()
}

fn time_control(raw: &RawTimeControl, earlier: &[String]) -> KeyResult<TimeControl> {
    let name = raw.name.clone();
    let name = name.ok_or_else(|| missing(["name"], "name = \"equal nodes\""))?;
    checked_name(&name)?;
    unique_name(earlier, &name)?;
    let (limit, margin) = limit_and_margin(Some(&raw.limits))?;
    let limit = limit.ok_or_else(|| KeyProblem::new(["limits"], no_limit()))?;
    Ok(TimeControl { name, limit, margin: margin.unwrap_or_else(|| default_margin(limit)) })
}

/// An error unless the name can be that of a run's folder.
pub(crate) fn checked_folder<const N: usize>(key: [&str; N], name: &str) -> KeyResult<()> {
    if is_folder_name(name) {
        return Ok(());
    }
    let problem = format!(
        "{name:?} cannot name the run's folder; use 1 to {MAX_NAME} letters, digits, '-', '_', '.' or spaces, \
         beginning and ending with a letter or a digit"
    );
    Err(KeyProblem::new(key, problem))
}

/// True if every system accepts the name for a folder, and it has no special meaning in shells and paths.
fn is_folder_name(name: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
    name.chars().count() <= MAX_NAME
        && name.chars().all(inside)
        && name.starts_with(char::is_alphanumeric)
        && name.ends_with(char::is_alphanumeric)
}
