//! The evaluations of a run's engines: where they are from, and what was measured of them on positions.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use config::output::replace_file;
use config::{EngineConfig, EngineKind};
use evaluators::registry;
use serde::{Deserialize, Serialize};

/// The file in a run's folder of what was measured on positions.
pub const EVALUATIONS: &str = "evaluations.json";

/// Measurements on positions of all engines of a run that have a static value.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Measurements {
    /// The file of the positions.
    pub file: String,
    /// Its SHA-256.
    pub sha256: String,
    /// The number of positions.
    pub positions: usize,
    /// The number of those on which the explained variance was measured: of the games that scales were not fitted to.
    pub measured: usize,
    /// The program that measured.
    pub software: String,
    /// The engines, by name.
    pub engines: BTreeMap<String, Measurement>,
}

/// The measurements of an engine's evaluation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// Nanoseconds of processor time for a move made and the position after it evaluated.
    pub nanoseconds: Option<f64>,
    /// The share of the variance of results that its values explain, 1 at most.
    pub explained: Option<f64>,
    /// Its standard error.
    pub explained_error: Option<f64>,
}

impl Measurements {
    /// Those in the folder of a run; `None` if there are none, or not such.
    pub(crate) fn read(folder: &Path) -> Option<Self> {
        let text = fs::read(folder.join(EVALUATIONS)).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Writes them into the folder of a run.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        replace_file(&folder.join(EVALUATIONS), |file| {
            serde_json::to_writer_pretty(&mut *file, self)?;
            writeln!(file)
        })
    }

    pub(crate) fn text(&self) -> String {
        let Self { file, positions, measured, .. } = self;
        format!(
            "ns: nanoseconds of processor time for a move made and the position after it evaluated. Explained: the \
             share of the variance of results that static values explain, ± a standard error, on {measured} of the \
             {positions} positions of {file}, those whose games the scales were not fitted to."
        )
    }
}

/// An engine's evaluation.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct EvaluationFacts {
    /// The year of its publication.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<u16>,
    /// The kind of its knowledge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The document or program that it is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The measurements on positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measurement>,
}

impl EvaluationFacts {
    /// By the configuration, and for a built-in evaluator by the registry. A year is that of the document's numbers:
    /// with others there is none.
    pub(crate) fn of(engine: &EngineConfig, measurements: Option<&Measurements>) -> Self {
        let given = engine.description.clone();
        let builtin = match &engine.kind {
            EngineKind::Evaluator(own) if own.external.is_none() => Some(own),
            _ => None,
        };
        let as_printed = builtin.filter(|own| own.params.is_empty() && own.disable.is_empty());
        let source = || {
            let info = registry::info(&builtin?.evaluator)?;
            Some(info.document.to_owned())
        };
        let kind = || Some(registry::kind(&builtin?.evaluator)?.to_owned());
        Self {
            year: given.year.or_else(|| registry::year(&as_printed?.evaluator)),
            kind: given.kind.or_else(kind),
            source: given.source.or_else(source),
            measured: measurements.and_then(|all| all.engines.get(&engine.name).copied()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_built_in_evaluator_is_described_by_the_registry_unless_its_numbers_are_others() {
        let mut engine = EngineConfig::of_evaluator("pesto", 1);
        let facts = EvaluationFacts::of(&engine, None);
        assert_eq!(facts.year, registry::info("pesto").map(|info| info.year));
        assert_eq!(facts.kind.as_deref(), Some("tapered tables"));
        assert!(facts.source.unwrap().contains("PeSTO"));
        let material = EngineConfig::of_evaluator("material", 1);
        assert_eq!(EvaluationFacts::of(&material, None).year, None);

        if let EngineKind::Evaluator(own) = &mut engine.kind {
            own.params.insert("mg_pawn.e4".to_owned(), 5.into());
        }
        assert_eq!(EvaluationFacts::of(&engine, None).year, None);
        engine.description.year = Some(2026);
        engine.description.kind = Some("tuned".to_owned());
        let facts = EvaluationFacts::of(&engine, None);
        assert_eq!(facts.year, Some(2026));
        assert_eq!(facts.kind.as_deref(), Some("tuned"));
    }

    #[test]
    fn measurements_are_read_from_the_run_s_folder() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Measurements::read(folder.path()), None);
        let measurement = Measurement {
            nanoseconds: Some(31.5),
            explained: Some(0.38),
            explained_error: Some(0.006),
        };
        let written = Measurements {
            file: "positions.epd.gz".to_owned(),
            engines: [("pesto".to_owned(), measurement)].into(),
            ..Measurements::default()
        };
        written.write(folder.path()).unwrap();
        let read = Measurements::read(folder.path()).unwrap();
        assert_eq!(read, written);
        let engine = EngineConfig::of_evaluator("pesto", 1);
        let facts = EvaluationFacts::of(&engine, Some(&read));
        assert_eq!(facts.measured, Some(measurement));
    }
}
