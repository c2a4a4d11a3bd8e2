//! The configurations of regression tests, `configs/regress.toml`, and of tunings, `configs/spsa.toml`, or ones like them.

use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use engine_core::params::tunable;
use match_stats::sprt::Model;
use match_stats::stop_rule::Bounds;
use serde::{Deserialize, Serialize};
use toml::Value;

use crate::engine::{self, Common, DEFAULT_TABLE, RawEngine, check_options};
use crate::error::{KeyProblem, KeyResult, NOT_A_NUMBER, between, missing, required, resolve_each, within};
use crate::limit::{RawLimits, RawTimeouts, default_margin, no_limit};
use crate::rules::{RawAdjudication, RawOpenings, adjudication, openings_for_all};
use crate::run::{PAIRS, check_folder};
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

/// The range of `pairs` and of `batch`.
const FEW: RangeInclusive<u64> = 1..=1000;
const ITERATIONS: RangeInclusive<u64> = 1..=10_000_000;

/// The decay of the gains: Spall's exponents, and the stability constant for the first iterations.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Decay {
    /// The exponent of the gain (Spall: 0.602).
    pub alpha: f64,
    /// The exponent of the step (Spall: 0.101).
    pub gamma: f64,
    /// The stability constant, added to the iteration's number in the gain, as a share of all iterations (Spall: 0.1 or
    /// less).
    pub stability: f64,
}

/// A tuned number.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Dimension {
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
    /// The distance at which it is tried in the last iteration, in its own unit.
    pub step: f64,
    /// The steps by which a won game moves it in the last iteration.
    pub rate: f64,
    /// True if only whole numbers can be tried.
    pub whole: bool,
}

/// The games and numbers of a tuning.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpsaConfig {
    /// The number of iterations.
    pub iterations: u32,
    /// Openings for each engine and iteration, each played with both colours.
    pub pairs: u32,
    /// The number of iterations that start from the same values, so that their games can be played at the same time.
    pub batch: u32,
    /// The decay of the gains.
    pub decay: Decay,
    /// The numbers that are tuned.
    pub parameters: Vec<ParameterConfig>,
    /// The seed, if one is given; [`SpsaConfig::base`] has the one that counts.
    #[serde(skip)]
    pub seed: Option<u64>,
    /// Engines, openings and limits; its name is the tuning's.
    pub base: Config,
}

/// A tuned number and its key.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ParameterConfig {
    /// The key of an `[[engine]]`: `search.NAME`, `params.NAME` or `options.NAME`.
    pub set: String,
    /// Its start.
    pub start: f64,
    /// Its moves.
    pub dimension: Dimension,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawSpsaFile {
    spsa: RawSpsa,
    #[serde(rename = "parameter")]
    parameters: Vec<RawParameter>,
    limits: Option<RawLimits>,
    timeouts: RawTimeouts,
    openings: RawOpenings,
    adjudication: RawAdjudication,
    #[serde(rename = "engine")]
    engines: Vec<RawEngine>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawSpsa {
    name: String,
    iterations: u32,
    pairs: u32,
    batch: u32,
    seed: Option<u64>,
    alpha: f64,
    gamma: f64,
    stability: f64,
}

impl Default for RawSpsa {
    fn default() -> Self {
        Self {
            name: "spsa".to_owned(),
            iterations: 10_000,
            pairs: 1,
            batch: 4,
            seed: None,
            alpha: 0.602,
            gamma: 0.101,
            stability: 0.1,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawParameter {
    set: Option<String>,
    start: Option<Value>,
    min: Option<f64>,
    max: Option<f64>,
    step: Option<f64>,
    #[serde(default = "usual_rate")]
    rate: f64,
}

fn usual_rate() -> f64 {
    0.002
}

impl SpsaConfig {
    /// Reads a file.
    pub fn load(path: &Path, evaluators: &[&str]) -> Result<Self, ConfigError> {
        let (file, text) = source::read(path)?;
        Self::parse(&file, &text, evaluators)
    }

    /// Reads the text of a file. `file` is for messages, and paths are relative to its folder;
    /// `evaluators` are the names of those that can play.
    /// Fails if the text is not such a configuration; the message has the place and the remedy.
    pub fn parse(file: &str, text: &str, evaluators: &[&str]) -> Result<Self, ConfigError> {
        source::parse(file, text, &[], |raw, folder| tuning(raw, folder, evaluators))
    }
}

fn tuning(raw: RawSpsaFile, folder: &Path, evaluators: &[&str]) -> KeyResult<SpsaConfig> {
    let spsa = raw.spsa;
    check_folder("spsa.name", &spsa.name)?;
    within("spsa.iterations", spsa.iterations, ITERATIONS)?;
    within("spsa.pairs", spsa.pairs, FEW)?;
    within("spsa.batch", spsa.batch, FEW)?;
    between("spsa.alpha", spsa.alpha, 0.0..=1.0)?;
    between("spsa.gamma", spsa.gamma, 0.0..=1.0)?;
    between("spsa.stability", spsa.stability, 0.0..=1.0)?;
    if raw.parameters.is_empty() {
        return Err(missing("parameter", "[[parameter]] with set, start, min, max and step"));
    }
    let parameters = resolve_each("parameter", raw.parameters, |raw, _| parameter(raw))?;
    if raw.engines.is_empty() {
        return Err(missing("engine", "[[engine]] with evaluator or command"));
    }
    let names = engine::names(&raw.engines)?;
    let openings = openings_for_all(&raw.openings, folder, spsa.iterations.into())?;
    let adjudication = adjudication(&raw.adjudication, folder)?;
    let limits = (raw.limits.as_ref(), &[][..]);
    let common = Common::new(limits, &raw.timeouts, DEFAULT_TABLE, folder, evaluators)?;
    let engines = engine::resolve_all(raw.engines, names, &common)?;
    let seed = spsa.seed.unwrap_or(1);
    let run = RunConfig::of(spsa.name, Format::RoundRobin, spsa.pairs, seed);
    let base = Config {
        run: RunConfig { strict: true, ..run },
        openings,
        adjudication,
        pgn: PgnConfig::default(),
        time_controls: Vec::new(),
        engines,
    };
    Ok(SpsaConfig {
        iterations: spsa.iterations,
        pairs: spsa.pairs,
        batch: spsa.batch,
        decay: Decay { alpha: spsa.alpha, gamma: spsa.gamma, stability: spsa.stability },
        parameters,
        seed: spsa.seed,
        base: base.set_program_variant(),
    })
}

fn parameter(raw: RawParameter) -> KeyResult<ParameterConfig> {
    let set = required("set", raw.set, "set = \"search.reverse_futility.margin\"")?;
    let (start, mut whole) = match required("start", raw.start, "where the number begins")? {
        Value::Integer(start) => (start as f64, true),
        Value::Float(start) => (start, false),
        _ => return Err(KeyProblem::new("start", NOT_A_NUMBER)),
    };
    match set.split_once('.') {
        Some(("search", name)) => {
            let known = tunable(name).map_err(|error| KeyProblem::new("set", error))?;
            whole = known.whole;
        }
        Some(("params" | "options", name)) if !name.is_empty() => {}
        _ => {
            let problem = format!(
                "{set:?} names no number of an engine; write search.NAME, params.NAME or, of a program, options.NAME"
            );
            return Err(KeyProblem::new("set", problem));
        }
    }
    let [min, max, step] =
        [("min", raw.min), ("max", raw.max), ("step", raw.step)].map(|(key, given)| required(key, given, "a number"));
    let (min, max, step, rate) = (min?, max?, step?, raw.rate);
    between("max", max, min..=f64::MAX)?;
    between("start", start, min..=max)?;
    between("step", step, f64::MIN_POSITIVE..=max - min)?;
    between("rate", rate, f64::MIN_POSITIVE..=1.0)?;
    Ok(ParameterConfig { set, start, dimension: Dimension { min, max, step, rate, whole } })
}
