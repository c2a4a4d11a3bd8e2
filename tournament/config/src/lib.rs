//! A tournament's configuration: a TOML file as it is written, and what it means.
//!
//! Types called `Raw` hold the keys as they stand in the file. `source` reads it and applies `--set` arguments to them,
//! `run`, `rules`, `limit` and `engine` check them and give them their meaning: a [`Config`] of plain validated types on
//! which the rest of the arena relies. Every error names the file, line and column (or the `--set` argument) and the remedy.
//!
//! The number of threads and the folder of the run are not part of the configuration: they change
//! nothing about the games. [`Config::text`] is kept with a run; [`differences`] describes in words why
//! a resumed run is not the same tournament.

pub mod disk;
mod draft;
mod engine;
mod engine_config;
mod error;
mod limit;
mod managers;
mod places;
mod rules;
mod run;
mod selection;
mod source;
mod spsa;
mod trials;

use std::path::Path;
use std::time::Duration;

use match_stats::StopRule;
use match_stats::ratings::Anchor;
use openings::Variant;
use serde::{Deserialize, Serialize};

pub use crate::draft::Draft;
pub use crate::engine_config::{
    Description, EngineConfig, EngineKind, EvaluatorConfig, ExternalConfig, Parameters, ProgramConfig, checked_search,
    table_of,
};
pub use crate::error::{ConfigError, EVAL_SCALE, MARGIN_SCALE, NOT_SCALAR, is_scalar};
use crate::error::{KeyProblem, KeyResult};
pub use crate::limit::{LimitKind, SharedLimit};
pub use crate::managers::read_value;
pub use crate::places::Places;
pub use crate::rules::{
    Adjudication, DrawRule, OpeningPolicy, OpeningSource, OpeningsConfig, PgnConfig, ResignRule, ScoreSide, SyzygyRule,
};
pub use crate::selection::Selection;
pub use crate::source::{ConfigChange, changes, differences, sorted};
pub use crate::spsa::{Decay, OF_SEARCH, ParameterConfig, SpsaConfig};
pub use crate::trials::{BuildConfig, RegressConfig};
pub use uci_client::Timeouts;

/// The format of the tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two engines.
    Match,
    /// Every engine against every other.
    RoundRobin,
    /// The first engines, the seeds, against each of the others.
    Gauntlet {
        /// The number of seeds; at least 1, and not all engines.
        seeds: u32,
    },
    /// In each round engines with about as many points are paired, if possible for the first time.
    Swiss {
        /// The number of rounds; at least 1.
        rounds: u32,
    },
}

/// A tournament, checked: names are unique, indices point at engines, numbers are in range.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// The games.
    pub run: RunConfig,
    /// The openings.
    pub openings: OpeningsConfig,
    /// Adjudication.
    pub adjudication: Adjudication,
    /// The content of games.pgn.
    #[serde(default)]
    pub pgn: PgnConfig,
    /// Limits within which everything is played, one after the other; none: each engine has its own limit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub time_controls: Vec<TimeControl>,
    /// The engines, in the order of the file; everything else refers to an engine by its index here.
    pub engines: Vec<EngineConfig>,
}

/// A limit under which everything is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// Its name, unique.
    pub name: String,
    /// The limit of all engines.
    pub limit: SharedLimit,
    /// The time margin of all engines: the overrun that is not yet a loss on time.
    #[serde(with = "limit::milliseconds")]
    pub margin: Duration,
}

impl TimeControl {
    /// Its name, and its limit if the name is another text.
    fn text(&self) -> String {
        let limit = self.limit.to_string();
        if self.name == limit { limit } else { format!("{} ({limit})", self.name) }
    }
}

/// The games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunConfig {
    /// The run's name, which is also valid as the name of its folder.
    pub name: String,
    /// The format of the tournament.
    pub format: Format,
    /// Openings for each pairing of a cycle or of a Swiss round, each played with both colours; at least 1.
    pub pairs: u32,
    /// The number of cycles, each with new openings; at least 1, and 1 for a Swiss tournament.
    pub cycles: u32,
    /// Seed of everything random.
    pub seed: u64,
    /// True if the pairings of a round robin are dealt in rounds; in runs of earlier versions they go engine by engine.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_rounds: bool,
    /// The engines whose ratings are given; `None`: the mean of all is 0.
    pub anchor: Option<AnchorConfig>,
    /// True if an engine that fails stops the run. It changes no game, so a run may resume without it.
    #[serde(skip)]
    pub strict: bool,
    /// The stopping rule of a match of two engines. It changes no game either.
    #[serde(skip)]
    pub stop: Option<StopRule>,
}

/// The engines whose ratings are given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AnchorConfig {
    /// This one is rated 0, and certain.
    Zero(usize),
    /// Engines of known rating, none of them twice.
    Given(Vec<GivenRating>),
}

/// A given rating.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GivenRating {
    /// The engine.
    pub engine: usize,
    /// The rating in Elo, -10,000 to 10,000.
    pub elo: f64,
    /// Half of its 95 % interval in Elo, 0 to 10,000; 0: it is certain.
    pub error: f64,
}

impl AnchorConfig {
    /// Each engine that is an anchor, and its rating.
    pub fn ratings(&self) -> Vec<GivenRating> {
        match self {
            Self::Zero(engine) => vec![GivenRating { engine: *engine, elo: 0.0, error: 0.0 }],
            Self::Given(ratings) => ratings.clone(),
        }
    }

    /// Its ratings, for the fit.
    pub fn anchors(&self) -> Vec<Anchor> {
        let anchor = |rating: GivenRating| Anchor { player: rating.engine, elo: rating.elo, error: rating.error };
        self.ratings().into_iter().map(anchor).collect()
    }
}

impl RunConfig {
    /// A run of one cycle that no rating is given for and no rule stops.
    fn of(name: String, format: Format, pairs: u32, seed: u64) -> Self {
        let (anchor, stop) = (None, None);
        Self { name, format, pairs, cycles: 1, seed, in_rounds: false, anchor, strict: false, stop }
    }

    /// The number of meetings of the same two engines with new openings: cycles, or rounds of a Swiss tournament.
    pub fn repetitions(&self) -> u32 {
        match self.format {
            Format::Swiss { rounds } => rounds,
            Format::Match | Format::RoundRobin | Format::Gauntlet { .. } => self.cycles,
        }
    }

    /// The number of openings that the tournament needs.
    pub fn openings(&self) -> u64 {
        u64::from(self.pairs) * u64::from(self.repetitions())
    }
}

impl Config {
    /// Reads a file.
    pub fn load(path: &Path, overrides: &[String], evaluators: &[&str]) -> Result<Self, ConfigError> {
        let (file, text) = source::read(path)?;
        Self::parse(&file, &text, overrides, evaluators)
    }

    /// Reads the text of a file. `file` is for messages, and paths in the text are relative to its folder; `overrides`
    /// are `KEY=VALUE` arguments, applied in order; `evaluators` are the names of those that can play.
    /// Fails if the text, an override or both together are not a configuration; the message has where and what to do.
    pub fn parse(file: &str, text: &str, overrides: &[String], evaluators: &[&str]) -> Result<Self, ConfigError> {
        let resolve = |raw, folder: &Path| run::resolve(raw, folder, evaluators);
        source::parse(file, text, overrides, resolve)
    }

    /// The configuration with `UCI_Chess960` set for programs where it is due; those without the option are refused.
    pub(crate) fn set_program_variant(mut self) -> Self {
        if self.openings.variant == Variant::Chess960 {
            for engine in &mut self.engines {
                if let EngineKind::Program(program) = &mut engine.kind {
                    let name = uci_client::CHESS960.to_owned();
                    program.options.insert(name, true.into());
                }
            }
        }
        self
    }

    /// An error if programs would have to change the unit of their clock between time controls.
    pub(crate) fn check_clocks(&self) -> KeyResult<()> {
        let clock = |own: &TimeControl| own.limit.of(Some(1.0)).and_then(LimitKind::clock_nodes);
        let is_other = |own| clock(own) != clock(&self.time_controls[0]);
        if self.time_controls.iter().any(is_other) && self.engines.iter().any(|engine| engine.kind.is_program()) {
            let problem = "programs keep one clock for a run; give all time controls the same clock_nodes, or play them in \
                           runs of their own";
            return Err(KeyProblem::new("time_control", problem));
        }
        Ok(())
    }

    /// The configuration of one time control alone; of all, if there are no time controls. It has no speeds and
    /// descriptions of engines, which change no game of it.
    pub fn at_time_control(&self, time_control: usize) -> Self {
        let mut config = self.clone();
        for engine in 0..config.engines.len() {
            config.engines[engine].limit = self.limit(time_control, engine);
            config.engines[engine].margin = self.margin(time_control, engine);
        }
        config.time_controls.clear();
        config.without_descriptions()
    }

    /// The configuration without speeds and descriptions of engines, which change no game once limits are known.
    pub(crate) fn without_descriptions(&self) -> Self {
        let mut config = self.clone();
        for engine in &mut config.engines {
            engine.speed = None;
            engine.description = Description::default();
        }
        config
    }

    /// The limit of an engine at a time control (`[[time_control]]`).
    pub fn limit(&self, time_control: usize, engine: usize) -> LimitKind {
        let engine = &self.engines[engine];
        let time_control = self.time_controls.get(time_control);
        // Where a time control goes by speed, each engine has one: that is checked.
        let limit = time_control.and_then(|time_control| time_control.limit.of(engine.speed));
        limit.unwrap_or(engine.limit)
    }

    /// The time margin of an engine at a time control.
    pub fn margin(&self, time_control: usize, engine: usize) -> Duration {
        match self.time_controls.get(time_control) {
            Some(time_control) => time_control.margin,
            None => self.engines[engine].margin,
        }
    }

    /// The limits in words: those of the time controls, or one if all engines have the same, else each with its engines.
    pub fn limits_text(&self) -> String {
        if !self.time_controls.is_empty() {
            let each = self.time_controls.iter();
            let each: Vec<_> = each.map(TimeControl::text).collect();
            return each.join(", then ");
        }
        let mut groups: Vec<(LimitKind, Vec<&str>)> = Vec::new();
        for engine in &self.engines {
            match groups.iter_mut().find(|(limit, _)| *limit == engine.limit) {
                Some((_, names)) => names.push(&engine.name),
                None => groups.push((engine.limit, vec![&engine.name])),
            }
        }
        if let [(limit, _)] = groups[..] {
            return limit.to_string();
        }
        let each = groups.iter();
        let each: Vec<_> = each.map(|(limit, names)| format!("{limit}: {}", names.join(", "))).collect();
        each.join("; ")
    }
}
