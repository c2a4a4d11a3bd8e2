//! Margin scale and evaluation scale of evaluators that have none in their source, kept in a file.
//!
//! The file is [`FILE`] in the folder where the arena is started. Its numbers go into the configuration of every run,
//! as the keys `margin_scale` and `eval_scale` of an `[[engine]]` do, so that a run begun with one number is not resumed with
//! another. An evaluator's own numbers and those of a configuration take precedence.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use engine_core::evaluator::{EvalScale, EvaluatorInfo, MarginScale};
use engine_core::game::Game;
use eval_simplified::MICHNIEWSKI_SCALE;
use openings::Fingerprint;
use serde::{Deserialize, Serialize};

use crate::error::{LabError, message};
use config::disk::replace_file;
use config::{EVAL_SCALE, EngineConfig, EngineKind, MARGIN_SCALE, Parameters, disk};
use evaluators::{AnyEvaluator, registry};
use players::player::configured;
use runner::drawn::builtin_openings;

/// The file, in the folder where the arena is started.
pub const FILE: &str = "measured.toml";

const HEAD: &str = "# What `evalarena check` has measured of evaluators that have no scales in their source\n\
    # (docs/statistics.md, Margin scale and evaluation scale). `values` shows whether the evaluator is still the same.\n";

/// Openings whose final positions make the key of an evaluator.
const ASKED: usize = 500;

/// The measurement of one evaluator: its scales, and the date and the program by which they were measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names say what the other fields are")]
pub struct Measurement {
    pub margin_scale: f64,
    pub eval_scale: f64,
    pub measured: String,
    /// A key of its values of some positions, by which it is recognized.
    pub values: String,
}

/// The measurements of all evaluators of a file, by their names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Measurements(BTreeMap<String, Measurement>);

impl Measurements {
    /// Reads a file; without one there are no measurements.
    pub fn read(path: &Path) -> Result<Measurements, LabError> {
        let text = match disk::text(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(message!("{}: {error}", path.display())),
            Ok(text) => text,
        };
        let wrong = |message: &str| {
            message!(
                "{}: {message}; `evalarena check NAME` writes it anew when it is gone",
                path.display()
            )
        };
        let all: Self = toml::from_str(&text).map_err(|e| wrong(e.to_string().trim_end()))?;
        for (name, Measurement { margin_scale, eval_scale, .. }) in &all.0 {
            if !MARGIN_SCALE.contains(margin_scale) || !EVAL_SCALE.contains(eval_scale) {
                return Err(wrong(&format!(
                    "{name}: margin_scale must be 0.01 to 100 and eval_scale 1 to 100000, and they are {margin_scale} and \
                     {eval_scale}"
                )));
            }
        }
        Ok(all)
    }

    /// With one more measurement.
    pub fn with(mut self, evaluator: &str, measurement: Measurement) -> Measurements {
        self.0.insert(evaluator.to_owned(), measurement);
        self
    }

    /// Writes a file, at once and entirely or not at all.
    pub fn write(&self, path: &Path) -> Result<(), LabError> {
        // Names are texts and numbers finite: TOML can represent all of them.
        let text = toml::to_string(self).unwrap_or_default();
        let written = replace_file(path, |to| write!(to, "{HEAD}\n{text}"));
        written.map_err(|error: std::io::Error| message!("{}: {error}", path.display()))
    }

    /// The evaluator's own numbers, with measured ones in place of those that it lacks.
    pub fn applied_to(&self, info: EvaluatorInfo) -> EvaluatorInfo {
        let (margin_scale, eval_scale) = self.missing(&info);
        EvaluatorInfo {
            margin_scale: margin_scale
                .map_or(info.margin_scale, |ratio| MarginScale { ratio, measured: FILE }),
            eval_scale: eval_scale
                .map_or(info.eval_scale, |centipawns| EvalScale { centipawns, measured: FILE }),
            ..info
        }
    }

    /// Measured margin scale and evaluation scale, as far as the evaluator has none in its source.
    fn missing(&self, info: &EvaluatorInfo) -> (Option<f64>, Option<f64>) {
        let of_it = self.0.get(info.name);
        let margin_scale = of_it.filter(|_| !info.margin_scale.is_measured());
        let eval_scale = of_it.filter(|_| !info.eval_scale.is_measured());
        (margin_scale.map(|of| of.margin_scale), eval_scale.map(|of| of.eval_scale))
    }

    /// The number of centipawns of a program with this evaluator that are worth one of Michniewski's, for an evaluator
    /// without a scale in its source.
    pub fn scale_of(&self, evaluator: &str) -> Option<f64> {
        let of_it = self.0.get(evaluator)?;
        Some(of_it.eval_scale / MICHNIEWSKI_SCALE.centipawns)
    }

    /// Parameters, with measured numbers where they and the evaluator's source have none.
    pub fn completed(&self, evaluator: &str, mut parameters: Parameters) -> Parameters {
        if let Some(info) = registry::info(evaluator) {
            let (margin_scale, eval_scale) = self.missing(&info);
            parameters.margin_scale = parameters.margin_scale.or(margin_scale);
            parameters.eval_scale = parameters.eval_scale.or(eval_scale);
        }
        parameters
    }

    /// Gives the evaluators among `engines` the numbers that neither their source nor the configuration has, and
    /// evaluations from outside the scale that they state; returns a warning for each that was not measured or has
    /// changed since.
    pub fn give_all(&self, engines: &mut [EngineConfig]) -> Result<Vec<String>, LabError> {
        let mut warnings = Vec::new();
        for engine in engines {
            let EngineKind::Evaluator(config) = &mut engine.kind else {
                continue;
            };
            let evaluator = match &config.external {
                Some(_) => Some(configured(&engine.name, &config.unchanged())?),
                None => registry::evaluator(&config.evaluator),
            };
            let Some(evaluator) = evaluator else { continue };
            let (name, info) = (&config.evaluator, evaluator.info());
            let (margin_scale, eval_scale) = self.missing(&info);
            let stated = Some(info.eval_scale.centipawns)
                .filter(|_| config.external.is_some() && info.eval_scale.is_measured());
            config.eval_scale = config.eval_scale.or(stated);
            let given = (config.margin_scale, config.eval_scale);
            config.margin_scale = config.margin_scale.or(margin_scale);
            config.eval_scale = config.eval_scale.or(eval_scale);
            if given != (config.margin_scale, config.eval_scale) {
                if !self.is_of(&*evaluator)? {
                    warnings.push(format!(
                        "{name} has changed since it was measured ({FILE}); `evalarena check {name}` \
                         measures it again"
                    ));
                }
            } else if !info.eval_scale.is_measured() && config.eval_scale.is_none() {
                warnings.push(format!(
                    "{name}: what its centipawns are worth was not measured, and they count as Michniewski's; \
                     `evalarena check {name}` measures it"
                ));
            }
        }
        warnings.dedup();
        Ok(warnings)
    }

    /// True if the evaluator's values are the ones at the measurement.
    fn is_of(&self, evaluator: &dyn AnyEvaluator) -> Result<bool, LabError> {
        let measured = self.0.get(evaluator.info().name);
        let measured = measured.map(|of| of.values.as_str());
        Ok(Some(values(evaluator)?.as_str()) == measured)
    }
}

pub(super) fn values(evaluator: &dyn AnyEvaluator) -> Result<String, LabError> {
    let mut key = Fingerprint::default();
    for opening in builtin_openings(None)?.iter().take(ASKED) {
        let mut game = Game::new(opening.start.clone());
        opening.moves.iter().for_each(|&mv| game.play(mv));
        key.add(&format!("{} ", evaluator.tenths(&game)?));
    }
    Ok(format!("{:016x}", key.0))
}
