//! A configuration: the keys as they are written, the pairings and the number of games.
//!
//! Every key is optional at first, so that a missing one is reported in the tournament's own words. Unknown keys are
//! refused everywhere: a misspelt key that is silently ignored voids a tournament unnoticed.

use std::ops::RangeInclusive;
use std::path::Path;

use match_stats::sprt::Model;
use match_stats::{Sprt, StopRule};
use serde::Deserialize;

use crate::engine::{self, Common, DEFAULT_TABLE, RawEngine, table};
use crate::error::{KeyProblem, KeyResult, MAX_NAME, between, check_name, required, resolve_each, unknown, within};
use crate::limit::{RawLimits, RawTimeouts, default_margin, no_limit};
use crate::rules::{PgnConfig, RawAdjudication, RawOpenings, adjudication, openings};
use crate::{AnchorConfig, Config, Format, GivenRating, RunConfig, TimeControl};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a configuration: the tables [run], [limits], [[engine]] and others")]
pub(super) struct RawConfig {
    pub(super) run: RawRun,
    pub(super) limits: Option<RawLimits>,
    pub(super) sprt: Option<RawSprt>,
    pub(super) stop_when: Option<RawStopWhen>,
    pub(super) timeouts: RawTimeouts,
    pub(super) openings: RawOpenings,
    pub(super) adjudication: RawAdjudication,
    pub(super) pgn: PgnConfig,
    #[serde(rename = "time_control")]
    pub(super) time_controls: Vec<RawTimeControl>,
    #[serde(rename = "engine")]
    pub(super) engines: Vec<RawEngine>,
    /// Of a tuning, whose engines can be taken from it.
    pub(super) spsa: Option<toml::Table>,
}

impl RawConfig {
    /// The table of engines that have none of their own.
    pub(super) fn table(&self) -> KeyResult<Option<u8>> {
        table(self.run.hash).map_err(|error| error.below("run"))
    }
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table of keys, as below [run]")]
pub(super) struct RawRun {
    pub(super) name: Option<String>,
    pub(super) format: Option<String>,
    pub(super) pairs: Option<u32>,
    pub(super) cycles: Option<u32>,
    pub(super) rounds: Option<u32>,
    pub(super) seeds: Option<u32>,
    pub(super) seed: Option<u64>,
    pub(super) anchor: Option<RawAnchors>,
    pub(super) hash: Option<u32>,
    pub(super) strict: bool,
}

/// `run.anchor`: a name or several, a rating or several.
#[derive(Debug, Clone, Deserialize)]
#[serde(
    untagged,
    expecting = "must be the name of an engine, a table such as { name = \"Toga II\", elo = 2800, error = 15 }, \
                 or several names or tables in brackets"
)]
pub(super) enum RawAnchors {
    Name(String),
    Names(Vec<String>),
    One(RawAnchor),
    Several(Vec<RawAnchor>),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawAnchor {
    pub(super) name: String,
    pub(super) elo: f64,
    #[serde(default)]
    pub(super) error: f64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { elo_width = 20 }")]
pub(super) struct RawStopWhen {
    pub(super) elo_width: f64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table such as { elo0 = 0, elo1 = 10 }")]
pub(super) struct RawSprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) alpha: f64,
    pub(super) beta: f64,
    pub(super) model: Model,
}

impl Default for RawSprt {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: Model::Logistic }
    }
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table of keys, as below [[time_control]]")]
pub(super) struct RawTimeControl {
    pub(super) name: Option<String>,
    pub(super) limits: RawLimits,
}

/// Gives the keys their meaning. `folder` is where relative paths start.
pub(super) fn resolve(mut raw: RawConfig, folder: &Path, evaluators: &[&str]) -> KeyResult<Config> {
    if raw.spsa.is_some() {
        return Err(KeyProblem::new("spsa", "this is a tuning; play it with `evalarena spsa`"));
    }
    let own = std::mem::take(&mut raw.engines);
    let format = format(&raw.run, own.len())?;
    let names = engine::names(&own)?;
    let mut config = tournament(&raw, folder, format, &names)?;
    config.time_controls = time_controls(&raw, &own)?;
    let table = raw.table()?.unwrap_or(DEFAULT_TABLE);
    let limits = (raw.limits.as_ref(), &*config.time_controls);
    let common = Common::new(limits, &raw.timeouts, table, folder, evaluators)?;
    config.engines = engine::resolve_all(own, names, &common)?;
    config.check_clocks()?;
    Ok(config.set_program_variant())
}

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
pub(crate) fn tournament(raw: &RawConfig, folder: &Path, format: Format, names: &[String]) -> KeyResult<Config> {
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
    let in_rounds = format == Format::RoundRobin;
    let run = RunConfig { name, format, pairs, cycles, seed, in_rounds, anchor, strict, stop };
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
        RawAnchors::Names(names) => names.into_iter().map(|name| RawAnchor { name, elo: 0.0, error: 0.0 }).collect(),
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
    let (rule, table) = match (&raw.sprt, &raw.stop_when) {
        (None, None) => return Ok(None),
        (Some(sprt), None) => {
            let test = Sprt::new((sprt.elo0, sprt.elo1), (sprt.alpha, sprt.beta), sprt.model);
            let test = test.map_err(|error| KeyProblem::new("sprt", error.to_string()))?;
            (StopRule::Sprt(test), "sprt")
        }
        (None, Some(stop)) => {
            between("stop_when.elo_width", stop.elo_width, 0.1..=2_000.0)?;
            (StopRule::FixedWidth(stop.elo_width), "stop_when")
        }
        (Some(_), Some(_)) => {
            let problem = "[sprt] and [stop_when] both end the match; keep one of them";
            return Err(KeyProblem::new("stop_when", problem));
        }
    };
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
    let beside = "every [[time_control]] has the limits of all engines; remove these, or the time controls";
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
