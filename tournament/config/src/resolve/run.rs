//! `[run]`: the pairings and the number of games.

use std::ops::RangeInclusive;

use match_stats::sprt::SprtError;
use match_stats::{Sprt, StopRule};

use super::super::checks::{MAX_NAME, Resolved, between, missing, unknown, within};
use super::super::error::Problem;
use super::super::located::Located;
use super::super::raw::{RawAnchor, RawAnchors, RawConfig, RawRun};
use super::super::{AnchorConfig, FORMATS, Format, GivenRating, RunConfig};

/// The allowed pairs; more are surely a mistake.
pub(crate) const PAIRS: RangeInclusive<u64> = 1..=10_000_000;
/// Repetitions of a round robin or a match, and rounds of a Swiss tournament.
const ROUNDS: RangeInclusive<u64> = 1..=10_000;

/// The limit on the games of a run.
const MOST_GAMES: u128 = 10_000_000_000;
/// The limit on engines, and on time controls.
const MOST_ENGINES: u64 = 10_000;

/// The format, with the keys that belong to it alone.
pub(super) fn format(run: &RawRun, engines: usize) -> Resolved<Format> {
    const KEY: [&str; 2] = ["run", "format"];
    let format = match run.format.as_deref() {
        Some("match") => Format::Match,
        Some("round-robin") => Format::RoundRobin,
        Some("gauntlet") => Format::Gauntlet { seeds: run.seeds.unwrap_or(1) },
        Some("swiss") => {
            Format::Swiss { rounds: run.rounds.unwrap_or_else(|| enough_rounds(engines)) }
        }
        Some(other) => return Err(Located::new(KEY, unknown(other, &FORMATS))),
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
    /// The reason that no tournament of this format with `engines` and `time_controls` is possible, if none is: counting its
    /// games relies on it.
    pub(crate) fn impossible(&self, engines: usize, time_controls: usize) -> Option<String> {
        let least = 2;
        let (rounds, seeds, opponents) = match self.format {
            Format::Swiss { rounds } => (u64::from(rounds), 1, 1),
            Format::Gauntlet { seeds } => (1, u64::from(seeds), u128::from(seeds)),
            Format::Match | Format::RoundRobin => (1, 1, engines as u128),
        };
        let numbers = [
            ("the number of engines", engines as u64, least..=MOST_ENGINES),
            ("run.pairs", u64::from(self.pairs), PAIRS),
            ("run.cycles", u64::from(self.cycles), ROUNDS),
            ("run.rounds", rounds, ROUNDS),
            ("run.seeds", seeds, 1..=(engines as u64).saturating_sub(1)),
            ("the number of time controls", time_controls as u64, 0..=MOST_ENGINES),
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
        if pairs * meetings > MOST_GAMES {
            return Some(format!("it has more than {MOST_GAMES} games"));
        }
        None
    }
}

/// As many rounds as a knockout would have: they find the winner.
fn enough_rounds(engines: usize) -> u32 {
    engines.max(2).next_power_of_two().ilog2()
}

fn engine_count(format: Format, found: usize) -> Resolved<()> {
    let (format, needed, remedy) = match format {
        Format::Match if found > 2 => (
            "a match",
            "exactly 2",
            "remove some, or set run.format = \"gauntlet\" or \"round-robin\"",
        ),
        Format::Match => ("a match", "exactly 2", "add an [[engine]]"),
        Format::RoundRobin => ("a round robin", "at least 2", "add an [[engine]]"),
        Format::Gauntlet { .. } => ("a gauntlet", "at least 2", "add an [[engine]]"),
        Format::Swiss { .. } => ("a Swiss tournament", "at least 2", "add an [[engine]]"),
    };
    if found >= 2 && !(found > 2 && needed == "exactly 2") {
        return Ok(());
    }
    let problem = Problem::EngineCount { format, needed, found, remedy };
    Err(Located::new(["engine"], problem))
}

/// An error for a key of another format.
fn own_keys(run: &RawRun, format: Format) -> Resolved<()> {
    let swiss = matches!(format, Format::Swiss { .. });
    let gauntlet = matches!(format, Format::Gauntlet { .. });
    let foreign = |key, remedy| {
        let problem = Problem::OtherFormat { remedy };
        Err(Located::new(["run", key], problem))
    };
    if run.seeds.is_some() && !gauntlet {
        return foreign("seeds", "only a gauntlet has seeds; remove it");
    }
    if run.rounds.is_some() && !swiss {
        let remedy = "only a Swiss tournament has rounds; set run.cycles to repeat this format";
        return foreign("rounds", remedy);
    }
    if run.cycles.is_some() && swiss {
        let remedy = "a Swiss tournament has no cycles; set run.rounds";
        return foreign("cycles", remedy);
    }
    Ok(())
}

/// The rest of the table.
pub(super) fn run(
    raw: RawRun,
    stop: Option<StopRule>,
    format: Format,
    names: &[String],
) -> Resolved<RunConfig> {
    let name =
        raw.name.ok_or_else(|| missing(["run", "name"], "name = \"my-tournament\" below [run]"))?;
    checked_name(["run", "name"], &name)?;
    let pairs = raw.pairs.ok_or_else(|| missing(["run", "pairs"], "pairs = 40 below [run]"))?;
    within(["run", "pairs"], u64::from(pairs), PAIRS)?;
    let cycles = raw.cycles.unwrap_or(1);
    within(["run", "cycles"], u64::from(cycles), ROUNDS)?;
    let anchor = raw.anchor.map(|anchor| anchors(anchor, names));
    Ok(RunConfig {
        name,
        format,
        pairs,
        cycles,
        seed: raw.seed.unwrap_or(1),
        anchor: anchor.transpose()?,
        strict: raw.strict.unwrap_or(false),
        stop,
    })
}

/// `run.anchor`.
fn anchors(raw: RawAnchors, names: &[String]) -> Resolved<AnchorConfig> {
    const KEY: [&str; 2] = ["run", "anchor"];
    let engine = |anchor: &str| {
        let index = names.iter().position(|name| *name == anchor);
        index.ok_or_else(|| Located::new(KEY, unknown(anchor, names)))
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
            let given = anchor.name;
            return Err(Located::new(KEY, Problem::AnchorTwice { given }));
        }
        ratings.push(GivenRating { engine, elo: anchor.elo, error });
    }
    Ok(AnchorConfig::Given(ratings))
}

/// The stopping rule of a match of two engines: `[sprt]` or `[stop_when]`.
pub(super) fn stop_rule(raw: &RawConfig) -> Resolved<Option<StopRule>> {
    const SPRT: &str = "sprt";
    const STOP_WHEN: &str = "stop_when";
    let found = raw.engines.len();
    let is_of_two = found == 2 && raw.time_controls.is_empty();
    let of_more = |table| Located::new([table], Problem::SprtOfMore { found });
    let mut rule = None;
    if let Some(sprt) = &raw.sprt {
        if !is_of_two {
            return Err(of_more(SPRT));
        }
        let test = Sprt::new((sprt.elo0, sprt.elo1), (sprt.alpha, sprt.beta), sprt.model);
        let wrong = |error: SprtError| {
            let message = error.to_string();
            Located::new([SPRT], Problem::Sprt { message })
        };
        rule = Some(StopRule::Sprt(test.map_err(wrong)?));
    }
    if let Some(stop) = &raw.stop_when {
        if rule.is_some() {
            return Err(Located::new([STOP_WHEN], Problem::TwoEndings));
        }
        if !is_of_two {
            return Err(of_more(STOP_WHEN));
        }
        between([STOP_WHEN, "elo_width"], stop.elo_width, 0.1..=2_000.0)?;
        rule = Some(StopRule::FixedWidth(stop.elo_width));
    }
    Ok(rule)
}

/// An error unless the name can be that of a run's folder.
pub(crate) fn checked_name<const N: usize>(key: [&str; N], name: &str) -> Resolved<()> {
    if names_a_folder(name) {
        return Ok(());
    }
    let given = name.to_owned();
    Err(Located::new(key, Problem::RunName { given }))
}

/// True if every system accepts the name for a folder, and it has no special meaning in shells and paths.
fn names_a_folder(name: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
    name.chars().count() <= MAX_NAME
        && name.chars().all(inside)
        && name.starts_with(char::is_alphanumeric)
        && name.ends_with(char::is_alphanumeric)
}
