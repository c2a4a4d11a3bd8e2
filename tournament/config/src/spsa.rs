//! The configuration of a tuning: `configs/spsa.toml`, or one like it.

use std::ops::RangeInclusive;
use std::path::Path;

use engine_core::params::tunable;
use serde::{Deserialize, Serialize};
use toml::Value;

use crate::error::{KeyProblem, KeyResult, NOT_A_NUMBER, between, missing, within};
use crate::raw::{RawAdjudication, RawConfig, RawEngine, RawLimits, RawOpenings, RawTimeouts};
use crate::resolve::engine::{self, Common, DEFAULT_TABLE};
use crate::resolve::{self, run};
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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSpsaFile {
    #[serde(default)]
    spsa: RawSpsa,
    #[serde(default, rename = "parameter")]
    parameters: Vec<RawParameter>,
    limits: Option<RawLimits>,
    #[serde(default)]
    timeouts: RawTimeouts,
    #[serde(default)]
    openings: RawOpenings,
    #[serde(default)]
    adjudication: RawAdjudication,
    #[serde(default, rename = "engine")]
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
        source::load(path, |file, text| Self::parse(file, text, evaluators))
    }

    /// Reads the text of a file. `file` is for messages, and paths are relative to its folder;
    /// `evaluators` are the names of those that can play.
    /// Fails if the text is not such a configuration; the message has the place and the remedy.
    pub fn parse(file: &str, text: &str, evaluators: &[&str]) -> Result<Self, ConfigError> {
        source::parse(file, text, &[], |raw, folder| resolve(raw, folder, evaluators))
    }
}

fn check(spsa: &RawSpsa) -> KeyResult<()> {
    run::checked_folder(["spsa", "name"], &spsa.name)?;
    within(["spsa", "iterations"], spsa.iterations.into(), ITERATIONS)?;
    within(["spsa", "pairs"], spsa.pairs.into(), FEW)?;
    within(["spsa", "batch"], spsa.batch.into(), FEW)?;
    for (key, given) in
        [("alpha", spsa.alpha), ("gamma", spsa.gamma), ("stability", spsa.stability)]
    {
        between(["spsa", key], given, 0.0..=1.0)?;
    }
    Ok(())
}

fn resolve(raw: RawSpsaFile, folder: &Path, evaluators: &[&str]) -> KeyResult<SpsaConfig> {
    let spsa = raw.spsa;
    check(&spsa)?;
    if raw.parameters.is_empty() {
        return Err(missing(["parameter"], "[[parameter]] with set, start, min, max and step"));
    }
    let parameters = raw.parameters.iter().enumerate().map(|(index, raw)| {
        parameter(raw).map_err(|error| error.below(["parameter", &index.to_string()]))
    });
    let parameters = parameters.collect::<KeyResult<_>>()?;
    if raw.engines.is_empty() {
        return Err(missing(["engine"], "[[engine]] with evaluator or command"));
    }
    let names = engine::names(&raw.engines)?;
    let openings = resolve::openings_for_all(&raw.openings, folder, spsa.iterations.into())?;
    let adjudication = resolve::adjudication(&raw.adjudication, folder)?;
    let common = RawConfig { limits: raw.limits, timeouts: raw.timeouts, ..RawConfig::default() };
    let common = Common::new(&common, &[], folder, evaluators, DEFAULT_TABLE)?;
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

fn parameter(raw: &RawParameter) -> KeyResult<ParameterConfig> {
    let set = raw.set.clone();
    let set = set.ok_or_else(|| missing(["set"], "set = \"search.reverse_futility.margin\""))?;
    let number = |key, given: Option<f64>| given.ok_or_else(|| missing([key], "a number"));
    let start = raw.start.as_ref();
    let start = start.ok_or_else(|| missing(["start"], "where the number begins"))?;
    let (start, mut whole) = match start {
        Value::Integer(start) => (*start as f64, true),
        Value::Float(start) => (*start, false),
        _ => return Err(KeyProblem::new(["start"], NOT_A_NUMBER)),
    };
    match set.split_once('.') {
        Some(("search", name)) => {
            let known =
                tunable(name).map_err(|error| KeyProblem::new(["set"], error.to_string()))?;
            whole = known.whole;
        }
        Some(("params" | "options", name)) if !name.is_empty() => {}
        _ => {
            let problem = format!(
                "{set:?} names no number of an engine; write search.NAME, params.NAME or, of a program, options.NAME"
            );
            return Err(KeyProblem::new(["set"], problem));
        }
    }
    let (min, max) = (number("min", raw.min)?, number("max", raw.max)?);
    let step = number("step", raw.step)?;
    between(["max"], max, min..=f64::MAX)?;
    between(["start"], start, min..=max)?;
    between(["step"], step, f64::MIN_POSITIVE..=max - min)?;
    between(["rate"], raw.rate, f64::MIN_POSITIVE..=1.0)?;
    Ok(ParameterConfig {
        set,
        start,
        dimension: Dimension { min, max, step, rate: raw.rate, whole },
    })
}

#[cfg(test)]
mod tests {
    use engine_core::params::Params;

    use super::*;

    const FILE: &str = include_str!("../../../configs/spsa.toml");

    fn parse(text: &str) -> Result<SpsaConfig, ConfigError> {
        SpsaConfig::parse("configs/spsa.toml", text, &["michniewski", "slate-atkin"])
    }

    fn error(from: &str, to: &str) -> String {
        assert!(FILE.contains(from), "{from}");
        parse(&FILE.replacen(from, to, 1)).unwrap_err().to_string()
    }

    #[test]
    fn the_example_says_the_defaults() {
        let mut bare = FILE.to_owned();
        for line in ["alpha", "gamma", "stability", "batch", "pairs"] {
            let start = bare.find(&format!("\n{line} =")).unwrap() + 1;
            let end = start + bare[start..].find('\n').unwrap();
            bare.replace_range(start..end, "");
        }
        assert_eq!(parse(FILE).unwrap(), parse(&bare).unwrap());
    }

    #[test]
    fn the_examples_start_at_the_numbers_in_use() {
        let lab = include_str!("../../../configs/lab/spsa.toml");
        let evaluators = ["michniewski", "slate-atkin", "chessbin"];
        for text in [FILE, lab] {
            for parameter in SpsaConfig::parse("spsa.toml", text, &evaluators).unwrap().parameters {
                let name = parameter.set.strip_prefix("search.").unwrap();
                let in_use = tunable(name).unwrap().get(&Params::MICHNIEWSKI);
                assert_eq!(parameter.start, in_use, "{name}");
            }
        }
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let cases = [
            ("iterations = 10000", "iterations = 0", "spsa.iterations: 0 is out of range"),
            ("alpha = 0.602", "alpha = 2.0", "spsa.alpha: 2 is out of range; choose 0 to 1"),
            (
                "search.reverse_futility.margin",
                "search.reverse_futility.margi",
                "parameter.0.set: the search has no number",
            ),
            ("search.reverse_futility.margin", "limits.nodes", "names no number of an engine"),
            ("name = \"search\"", "name = \"../x\"", "spsa.name"),
            ("michniewski", "michniewsky", "engine.0.evaluator: \"michniewsky\" is unknown"),
            ("[spsa]", "[spsb]", "did you mean"),
        ];
        for (from, to, expected) in cases {
            let message = error(from, to);
            assert!(
                message.starts_with("configs/spsa.toml") && message.contains(expected),
                "{message}"
            );
        }
        for (key, wrong, expected) in [
            ("start", "start = 5000", "parameter.0.start: 5000 is out of range"),
            ("max", "max = -1", "parameter.0.max: -1 is out of range"),
            ("step", "step = 0", "parameter.0.step: 0 is out of range"),
            ("step", "", "parameter.0.step: missing"),
        ] {
            let at = FILE.find("[[parameter]]").unwrap();
            let at = at + FILE[at..].find(&format!("\n{key} = ")).unwrap() + 1;
            let end = at + FILE[at..].find('\n').unwrap();
            let mut text = FILE.to_owned();
            text.replace_range(at..end, wrong);
            let message = parse(&text).unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
        }
    }
}
