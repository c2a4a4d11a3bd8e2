//! The configuration of regression tests, `configs/regress.toml` or one like it.

use std::path::Path;
use std::time::Duration;

use match_stats::sprt::Model;
use match_stats::stop_rule::Bounds;
use serde::Deserialize;

use crate::engine::check_options;
use crate::error::{KeyProblem, KeyResult, within};
use crate::limit::{RawLimits, RawTimeouts, default_margin, no_limit};
use crate::rules::{RawAdjudication, RawOpenings, adjudication, openings_for_all};
use crate::run::PAIRS;
use crate::{
    Adjudication, Config, ConfigError, Description, EngineConfig, EngineKind, Format, LimitKind, OpeningsConfig,
    PgnConfig, RunConfig, Timeouts, source,
};

/// The games of a regression test.
#[derive(Debug, Clone, PartialEq)]
pub struct RegressConfig {
    /// The engine of the project; `None`: it is named elsewhere.
    pub engine: Option<String>,
    /// The command that builds an engine; `None`: the project's usual one.
    pub build: Option<BuildConfig>,
    /// The sequential test. It is checked when it is made.
    pub bounds: Bounds,
    /// The number of game pairs after which the test is undecided; at least 1.
    pub max_pairs: u32,
    /// Games at the same time; `None`: one for each core.
    pub concurrency: Option<usize>,
    /// The seed by which openings are drawn; `None`: derived from the sides and the test.
    pub seed: Option<u64>,
    /// The size of a program's table in MiB; 0: its default.
    pub hash: u32,
    /// Other UCI options of programs.
    pub options: toml::Table,
    /// The limit of both sides.
    pub limit: LimitKind,
    /// Their time margin; `None`: the default for the limit.
    pub margin: Option<Duration>,
    /// Timeouts for silent programs.
    pub timeouts: Timeouts,
    /// The openings.
    pub openings: OpeningsConfig,
    /// Adjudication, with scores in Michniewski centipawns.
    pub adjudication: Adjudication,
}

/// `[build]`: the way to build an engine.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { command = \"make\", program = \"engine\" }")]
pub struct BuildConfig {
    /// A command of the shell, in the project's folder.
    pub command: String,
    /// The file that it makes, from there; `None`: the one with the engine's name.
    pub program: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table of keys")]
struct RawRegressFile {
    engine: Option<String>,
    build: Option<BuildConfig>,
    test: RawTest,
    programs: RawPrograms,
    limits: Option<RawLimits>,
    timeouts: RawTimeouts,
    openings: RawOpenings,
    adjudication: RawAdjudication,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table of keys, as below [test]")]
struct RawTest {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
    non_regression: bool,
    max_pairs: u32,
    seed: Option<u64>,
    concurrency: u32,
}

impl Default for RawTest {
    fn default() -> Self {
        Self {
            elo0: 0.0,
            elo1: 10.0,
            alpha: 0.05,
            beta: 0.05,
            model: Model::Logistic,
            non_regression: false,
            max_pairs: 10_000,
            seed: None,
            concurrency: 0,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table of keys, as below [programs]")]
struct RawPrograms {
    hash: u32,
    options: toml::Table,
}

impl Default for RawPrograms {
    fn default() -> Self {
        Self { hash: 1, options: toml::Table::new() }
    }
}

impl RegressConfig {
    /// Reads a file.
    pub fn load(path: &Path, overrides: &[String]) -> Result<Self, ConfigError> {
        let (file, text) = source::read(path)?;
        Self::parse(&file, &text, overrides)
    }

    /// Reads the text of a file. `file` is for messages, and the path of a file of openings is
    /// relative to its folder; `overrides` are `KEY=VALUE` arguments, applied in order.
    /// Fails if the text, an override or both together are not such a configuration; the message has
    /// the place and the remedy.
    pub fn parse(file: &str, text: &str, overrides: &[String]) -> Result<Self, ConfigError> {
        source::parse(file, text, overrides, regression)
    }

    /// The match of two engines that this test plays with openings drawn by `seed`, the new engine first.
    pub fn match_of(&self, name: &str, engines: [(String, EngineKind); 2], seed: u64) -> Config {
        let margin = self.margin.unwrap_or_else(|| default_margin(self.limit));
        let engine = |(name, kind)| EngineConfig {
            name,
            kind,
            limit: self.limit,
            margin,
            speed: None,
            description: Description::default(),
        };
        Config {
            run: RunConfig::of(name.to_owned(), Format::Match, self.max_pairs, seed),
            openings: self.openings.clone(),
            adjudication: self.adjudication.clone(),
            pgn: PgnConfig::default(),
            time_controls: Vec::new(),
            engines: engines.into_iter().map(engine).collect(),
        }
        .set_program_variant()
    }
}

fn regression(raw: RawRegressFile, folder: &Path) -> KeyResult<RegressConfig> {
    let test = raw.test;
    within("test.max_pairs", test.max_pairs, PAIRS)?;
    let (limit, margin) = RawLimits::resolve(raw.limits.as_ref())?;
    let limit = limit.ok_or_else(no_limit)?.of(None).ok_or_else(|| {
        let problem = "is for engines that have a `speed`, of a tournament; choose nodes, depth, movetime or tc";
        KeyProblem::new("limits.ms_at_speed", problem)
    })?;
    check_options(&raw.programs.options).map_err(|error| error.below("programs"))?;
    Ok(RegressConfig {
        engine: raw.engine,
        build: raw.build,
        bounds: Bounds {
            elo0: test.elo0,
            elo1: test.elo1,
            alpha: test.alpha,
            beta: test.beta,
            model: test.model,
            non_regression: test.non_regression,
        },
        max_pairs: test.max_pairs,
        concurrency: (test.concurrency > 0).then_some(test.concurrency as usize),
        seed: test.seed,
        hash: raw.programs.hash,
        options: raw.programs.options,
        limit,
        margin,
        timeouts: raw.timeouts.resolve(Timeouts::default())?,
        openings: openings_for_all(&raw.openings, folder, test.max_pairs.into())?,
        adjudication: adjudication(&raw.adjudication, folder)?,
    })
}
