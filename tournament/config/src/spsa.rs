//! The configuration of a tuning: `configs/spsa.toml`, or one like it.

use std::ops::RangeInclusive;
use std::path::Path;

use engine_core::params::tunable;
use serde::{Deserialize, Serialize};
use toml::Value;

use crate::engine::{self, Common, DEFAULT_TABLE, RawEngine};
use crate::error::{
    KeyProblem, KeyResult, NOT_A_NUMBER, between, missing, required, resolve_each, within,
};
use crate::limit::{RawLimits, RawTimeouts};
use crate::rules::{RawAdjudication, RawOpenings, adjudication, openings_for_all};
use crate::run::check_folder;
use crate::{Config, ConfigError, Format, PgnConfig, RunConfig, source};

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
        source::parse(file, text, &[], |raw, folder| resolve(raw, folder, evaluators))
    }
}

fn resolve(raw: RawSpsaFile, folder: &Path, evaluators: &[&str]) -> KeyResult<SpsaConfig> {
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
    Ok(SpsaConfig {
        iterations: spsa.iterations,
        pairs: spsa.pairs,
        batch: spsa.batch,
        decay: Decay { alpha: spsa.alpha, gamma: spsa.gamma, stability: spsa.stability },
        parameters,
        seed: spsa.seed,
        base: Config {
            run: RunConfig {
                name: spsa.name,
                format: Format::RoundRobin,
                pairs: spsa.pairs,
                cycles: 1,
                seed: spsa.seed.unwrap_or(1),
                anchor: None,
                strict: true,
                stop: None,
            },
            openings,
            adjudication,
            pgn: PgnConfig::default(),
            time_controls: Vec::new(),
            engines,
        }
        .set_program_variant(),
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
    let [min, max, step] = [("min", raw.min), ("max", raw.max), ("step", raw.step)]
        .map(|(key, given)| required(key, given, "a number"));
    let (min, max, step, rate) = (min?, max?, step?, raw.rate);
    between("max", max, min..=f64::MAX)?;
    between("start", start, min..=max)?;
    between("step", step, f64::MIN_POSITIVE..=max - min)?;
    between("rate", rate, f64::MIN_POSITIVE..=1.0)?;
    Ok(ParameterConfig { set, start, dimension: Dimension { min, max, step, rate, whole } })
}
