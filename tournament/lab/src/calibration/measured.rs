//! Margin scale and evaluation scale of evaluators that have none in their source, kept in a file.
//!
//! The file is [`FILE`] in the folder where the arena is started. Its numbers go into the configuration of every run,
//! as the keys `margin_scale` and `eval_scale` of an `[[engine]]` do, so that a run begun with one number is not resumed with
//! another. An evaluator's own numbers and those of a configuration take precedence.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use engine_core::evaluator::{EvalScale, EvaluatorInfo, MarginScale};
use engine_core::game::Game;
use eval_simplified::MICHNIEWSKI_SCALE;
use openings::{Fingerprint, OpeningError};
use serde::{Deserialize, Serialize};

use config::Parameters;
use config::output::replace_file;
use config::read_limited;
use config::{EVAL_SCALE, EngineConfig, EngineKind, MARGIN_SCALE};
use evaluators::registry;
use evaluators::{AnyEvaluator, EvaluationError};
use players::player::{PlayerError, configured};
use runner::drawn::builtin_openings;

/// The file, in the folder where the arena is started.
pub const FILE: &str = "measured.toml";

const HEAD: &str = "# What `evalarena check` has measured of evaluators that have no scales in their source\n\
    # (docs/statistics.md, Margin scale and evaluation scale). `values` shows whether the evaluator is still the same.\n";

/// Openings whose final positions make the key of an evaluator.
const ASKED: usize = 500;

/// The measurement of one evaluator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measurement {
    /// The margin scale: the distance of a search's score from its static values, relative to Michniewski's.
    pub margin_scale: f64,
    /// K: this many of its centipawns make an expected score of 73 %.
    pub eval_scale: f64,
    /// The date and the program of the measurement.
    pub measured: String,
    /// A key of its values of some positions, by which it is recognized.
    pub values: String,
}

/// The measurements of all evaluators of a file, by their names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Measurements(BTreeMap<String, Measurement>);

/// Reasons that a file of measurements cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum MeasuredError {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{}: {message}; `evalarena check NAME` writes it anew when it is gone", path.display())]
    Content { path: PathBuf, message: String },
    #[error(transparent)]
    Values(#[from] ValuesError),
    #[error(transparent)]
    Player(#[from] PlayerError),
}

impl Measurements {
    /// Reads a file; without one there are no measurements.
    ///
    /// # Errors
    /// If it cannot be read, or is none of measurements.
    pub fn read(path: &Path) -> Result<Measurements, MeasuredError> {
        let text = match read_limited::text(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            text => text.map_err(|source| MeasuredError::File { path: path.to_owned(), source })?,
        };
        let wrong = |message: String| MeasuredError::Content { path: path.to_owned(), message };
        let read = toml::from_str(&text);
        let all: Self =
            read.map_err(|error: toml::de::Error| wrong(error.to_string().trim_end().to_owned()))?;
        for (name, Measurement { margin_scale, eval_scale, .. }) in &all.0 {
            if !MARGIN_SCALE.contains(margin_scale) || !EVAL_SCALE.contains(eval_scale) {
                let message = format!(
                    "{name}: margin_scale must be 0.01 to 100 and eval_scale 1 to 100000, and they are {margin_scale} and \
                     {eval_scale}"
                );
                return Err(wrong(message));
            }
        }
        Ok(all)
    }

    /// The same with one more measurement.
    #[must_use]
    pub fn with(mut self, evaluator: &str, measurement: Measurement) -> Measurements {
        self.0.insert(evaluator.to_owned(), measurement);
        self
    }

    /// Writes a file, at once and entirely or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), MeasuredError> {
        // Names are texts and numbers finite: TOML can represent all of them.
        let text = toml::to_string(self).unwrap_or_default();
        let written = replace_file(path, |to| write!(to, "{HEAD}\n{text}"));
        written.map_err(|source| MeasuredError::File { path: path.to_owned(), source })
    }

    /// The evaluator's own numbers, with measured ones in place of those that it lacks.
    #[must_use]
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
    #[must_use]
    pub fn scale_of(&self, evaluator: &str) -> Option<f64> {
        let of_it = self.0.get(evaluator)?;
        Some(of_it.eval_scale / MICHNIEWSKI_SCALE.centipawns)
    }

    /// Parameters, with measured numbers where they and the evaluator's source have none.
    #[must_use]
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
    ///
    /// # Errors
    /// If the built-in openings cannot be read, or an evaluation from outside fails.
    pub fn give_all(&self, engines: &mut [EngineConfig]) -> Result<Vec<String>, MeasuredError> {
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
    fn is_of(&self, evaluator: &dyn AnyEvaluator) -> Result<bool, MeasuredError> {
        let measured = self.0.get(evaluator.info().name);
        let measured = measured.map(|of| of.values.as_str());
        Ok(Some(values(evaluator)?.as_str()) == measured)
    }
}

/// The reason that there is no key of an evaluator's values.
#[derive(Debug, thiserror::Error)]
pub enum ValuesError {
    /// The built-in openings.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// An evaluation from outside failed.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
}

/// A key of the evaluator's values of some positions.
///
/// # Errors
/// If the built-in openings cannot be read, or an evaluation from outside fails.
pub fn values(evaluator: &dyn AnyEvaluator) -> Result<String, ValuesError> {
    let mut key = Fingerprint::default();
    for opening in builtin_openings(None)?.iter().take(ASKED) {
        let mut game = Game::new(opening.start.clone());
        opening.moves.iter().for_each(|&mv| game.play(mv));
        key.add(&format!("{} ", evaluator.tenths(&game)?));
    }
    Ok(format!("{:016x}", key.0))
}

#[cfg(test)]
mod tests;
