//! The configuration of tunings, `configs/spsa.toml` or one like it, and the list of the numbers that are tuned.

use std::ops::RangeInclusive;
use std::path::Path;

use engine_core::params::tunable;
use serde::{Deserialize, Serialize};

use crate::disk;
use crate::engine::{self, Common, DEFAULT_TABLE, RawEngine};
use crate::error::{KeyProblem, KeyResult, between, missing, within};
use crate::limit::{RawLimits, RawTimeouts};
use crate::rules::{RawAdjudication, RawOpenings, adjudication, openings_for_all};
use crate::run::check_folder;
use crate::{Config, ConfigError, EngineKind, Format, PgnConfig, RunConfig, source};

/// The range of `pairs` and of `batch`.
const FEW: RangeInclusive<u64> = 1..=1000;
const ITERATIONS: RangeInclusive<u64> = 1..=10_000_000;
/// The prefix of a number of the search of evaluators; all others are parameters, or options of programs.
pub const OF_SEARCH: &str = "search.";

/// The decay of the gains: Spall's exponents, and the stability constant for the first iterations.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Decay {
    /// The exponent of the gain (Spall: 0.602).
    pub alpha: f64,
    /// The exponent of the step (Spall: 0.101).
    pub gamma: f64,
    /// The stability constant A, added to the iteration's number in the gain, as a share of all iterations (Spall: 0.1 or
    /// less).
    pub a_ratio: f64,
}

/// A number that is tuned, as a line of the list has it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ParameterConfig {
    /// Its name: an option of a program, a parameter of an evaluator, or `search.NAME` of an evaluator's search.
    pub name: String,
    /// True if only whole numbers can be tried.
    pub whole: bool,
    /// Its start.
    pub start: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
    /// The distance at which it is tried in the last iteration, in its own unit.
    pub c_end: f64,
    /// The distances by which a won game moves it in the last iteration.
    pub r_end: f64,
}

impl ParameterConfig {
    /// Its line of the list, with this value as its start.
    pub fn line(&self, start: f64) -> String {
        let Self { name, whole, min, max, c_end, r_end, .. } = self;
        let (kind, start) = if *whole { ("int", start.round()) } else { ("float", start) };
        format!("{name}, {kind}, {start}, {min}, {max}, {c_end}, {r_end}\n")
    }

    fn parse(line: &str) -> Result<Self, String> {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let (name, mut whole, numbers) = match fields[..] {
            [name, kind @ ("int" | "float"), ref numbers @ ..] => (name, kind == "int", numbers),
            // Fishtest's lists have whole numbers alone, and no kind.
            [name, ref numbers @ ..] => (name, true, numbers),
            [] => ("", true, &[][..]),
        };
        let read = numbers.iter().map(|text| text.parse().ok().filter(|number: &f64| number.is_finite()));
        let [start, min, max, c_end, r_end] = match read.collect::<Option<Vec<f64>>>().map(Vec::try_into) {
            Some(Ok(numbers)) if !name.is_empty() => numbers,
            _ => return Err(format!("{line:?} is no parameter; write {LINE}")),
        };
        if let Some(number) = name.strip_prefix(OF_SEARCH) {
            whole = tunable(number)?.whole;
        }
        for (is_wrong, problem) in [
            (max <= min, format!("max {max} is not above min {min}")),
            (!(min..=max).contains(&start), format!("start {start} is not from {min} to {max}")),
            (c_end <= 0.0 || c_end > max - min, format!("c_end {c_end} is not above 0 and within the range")),
            (!(0.0..=1.0).contains(&r_end), format!("r_end {r_end} is not from 0 to 1")),
        ] {
            if is_wrong {
                return Err(format!("{name}: {problem}; write {LINE}"));
            }
        }
        Ok(Self { name: name.to_owned(), whole, start, min, max, c_end, r_end })
    }
}

/// A line of the list.
const LINE: &str = "NAME, int or float, START, MIN, MAX, C_END, R_END";

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

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawSpsaFile {
    spsa: RawSpsa,
    parameter: Option<toml::Value>,
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
    a_ratio: f64,
    parameters: String,
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
            a_ratio: 0.1,
            parameters: String::new(),
        }
    }
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

    /// What is wrong with the distances at which numbers are tried, if anything is.
    pub fn notes(&self) -> Vec<String> {
        let widest = f64::from(self.iterations).powf(self.decay.gamma);
        let of_one = |of: &ParameterConfig| {
            let ParameterConfig { name, whole, min, max, c_end, .. } = of;
            let first = c_end * widest;
            let small = (*whole && *c_end < 1.0).then(|| {
                let same = 100.0 * (1.0 - 2.0 * c_end).max(0.0);
                format!(
                    "{name}: c_end is {c_end}, less than 1, and only whole numbers can be tried: in the last iterations both \
                     sides have the same one in {same:.0} % of games; choose 1 or more"
                )
            });
            let large = (2.0 * first > max - min).then(|| {
                format!(
                    "{name}: the first iterations try it {first:.4} away (c_end times iterations to the power of gamma), more \
                     than half of its range, and are cut off at its ends; choose a smaller c_end"
                )
            });
            [small, large]
        };
        self.parameters.iter().flat_map(of_one).flatten().collect()
    }
}

fn tuning(raw: RawSpsaFile, folder: &Path, evaluators: &[&str]) -> KeyResult<SpsaConfig> {
    if raw.parameter.is_some() {
        let problem = format!("numbers are not tables but lines of the key `parameters` of [spsa]: {LINE}");
        return Err(KeyProblem::new("parameter", problem));
    }
    let spsa = raw.spsa;
    check_folder("spsa.name", &spsa.name)?;
    within("spsa.iterations", spsa.iterations, ITERATIONS)?;
    within("spsa.pairs", spsa.pairs, FEW)?;
    within("spsa.batch", spsa.batch, FEW)?;
    between("spsa.alpha", spsa.alpha, 0.0..=1.0)?;
    between("spsa.gamma", spsa.gamma, 0.0..=1.0)?;
    between("spsa.a_ratio", spsa.a_ratio, 0.0..=1.0)?;
    let parameters =
        parameters(&spsa.parameters, folder).map_err(|problem| KeyProblem::new("spsa.parameters", problem))?;
    if raw.engines.is_empty() {
        return Err(missing("engine", "[[engine]] with evaluator or command"));
    }
    let names = engine::names(&raw.engines)?;
    let openings = openings_for_all(&raw.openings, folder, spsa.iterations.into())?;
    let adjudication = adjudication(&raw.adjudication, folder)?;
    let limits = (raw.limits.as_ref(), &[][..]);
    let common = Common::new(limits, &raw.timeouts, DEFAULT_TABLE, folder, evaluators)?;
    let engines = engine::resolve_all(raw.engines, names, &common)?;
    let programs = engines.iter().filter(|engine| matches!(engine.kind, EngineKind::Program(_))).count();
    if programs > 0 && programs < engines.len() {
        let problem = "an evaluator's numbers are not the options of a program; tune them in two files";
        return Err(KeyProblem::new("engine", problem));
    }
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
        decay: Decay { alpha: spsa.alpha, gamma: spsa.gamma, a_ratio: spsa.a_ratio },
        parameters,
        seed: spsa.seed,
        base: base.set_program_variant(),
    })
}

/// The numbers of a list, or of the file that has it.
fn parameters(given: &str, folder: &Path) -> Result<Vec<ParameterConfig>, String> {
    let is_list = given.contains([',', '\n']);
    let (place, text) = if is_list || given.is_empty() {
        (String::new(), given.to_owned())
    } else {
        let path = folder.join(given);
        let place = path.display().to_string();
        let text = disk::text(&path)
            .map_err(|error| format!("{place}: {error}; name a file with a line for each number, or write {LINE}"))?;
        (format!("{place}, "), text)
    };
    let mut parameters: Vec<ParameterConfig> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let found = ParameterConfig::parse(line).and_then(|found| {
            let is_known = parameters.iter().any(|other| other.name == found.name);
            if is_known { Err(format!("{} is there twice; remove one", found.name)) } else { Ok(found) }
        });
        parameters.push(found.map_err(|problem| format!("{place}line {number}: {problem}"))?);
    }
    if parameters.is_empty() {
        return Err(format!("{place}there are no parameters; add a line for each: {LINE}"));
    }
    Ok(parameters)
}
