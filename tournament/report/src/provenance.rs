//! The origin of results: of a run, facts that readers of `results.json` need before the numbers; of its engines'
//! evaluations, where they are from, and what was measured of them on positions.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use config::disk::replace_file;
use config::{EngineConfig, EngineKind};
use evaluators::registry;
use jiff::Timestamp;
use openings::Fingerprint;
use players::identity::{ArenaBuild, Identities};
use runner::store::{Store, StoreError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of `results.json`; it increases when a key is changed or removed.
pub const SCHEMA_VERSION: u32 = 4;

/// The identity of a run, with its machine, program and dates.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct Provenance {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u32,
    pub software: String,
    pub builds: Vec<PlayedBuild>,
    pub identities: Identities,
    pub host: Option<String>,
    pub begun: Option<String>,
    /// The configuration in canonical form.
    pub configuration: Value,
    /// 16 hexadecimal digits.
    pub configuration_hash: String,
    pub repeat: String,
    pub earlier_tests: Vec<String>,
}

/// A build of the arena, and the number of the run's games that it played.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct PlayedBuild {
    #[serde(flatten)]
    pub build: ArenaBuild,
    pub games: usize,
}

impl PlayedBuild {
    fn of(store: &Store) -> Result<Vec<Self>, StoreError> {
        let games = store.games_by_build()?;
        let played = |build: ArenaBuild| PlayedBuild { games: games.get(&build.name()).copied().unwrap_or(0), build };
        Ok(store.builds()?.into_iter().map(played).collect())
    }
}

impl Provenance {
    /// The provenance of a run with this canonical configuration; `first` is the start of the first game, in
    /// milliseconds since 1970 UTC.
    pub(crate) fn new(store: &Store, configuration: &str, first: Option<u64>) -> Result<Self, StoreError> {
        let mut hash = Fingerprint::default();
        hash.add(configuration);
        let folder = store.folder().display().to_string();
        let folder = shlex::try_quote(&folder).map_or_else(|_| folder.clone(), Into::into);
        Ok(Self {
            schema_version: SCHEMA_VERSION,
            software: store.info.software.clone(),
            builds: PlayedBuild::of(store)?,
            identities: store.info.identities.clone(),
            host: store.host()?,
            begun: first.and_then(timestamp).map(|begun| begun.to_string()),
            configuration: serde_json::from_str(configuration).unwrap_or_default(),
            configuration_hash: format!("{:016x}", hash.0),
            repeat: format!("evalarena repeat {folder}"),
            earlier_tests: store.invocation()?.earlier,
        })
    }
}

/// The time that is this many milliseconds after 1970 UTC.
fn timestamp(milliseconds: u64) -> Option<Timestamp> {
    Timestamp::from_millisecond(milliseconds.try_into().ok()?).ok()
}

/// A day of UTC, as in `2026-11-25`, from milliseconds since 1970; with question marks beyond the year 9999.
pub fn day(milliseconds: u64) -> String {
    let day = |time: Timestamp| time.strftime("%Y-%m-%d").to_string();
    timestamp(milliseconds).map_or_else(|| "????-??-??".to_owned(), day)
}

/// The file in a run's folder of what was measured on positions.
pub const EVALUATIONS: &str = "evaluations.json";

/// Measurements on positions of all engines of a run that have a static value.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct Measurements {
    pub file: String,
    pub sha256: String,
    pub positions: usize,
    /// The number of those on which the explained variance was measured: of the games that scales were not fitted to.
    pub measured: usize,
    pub software: String,
    pub engines: BTreeMap<String, Measurement>,
}

/// The measurements of an engine's evaluation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct Measurement {
    pub nanoseconds: Option<f64>,
    pub explained: Option<f64>,
    pub explained_error: Option<f64>,
}

impl Measurements {
    /// Those in the folder of a run; `None` if there are none, or not such.
    pub(crate) fn read(folder: &Path) -> Option<Self> {
        let text = fs::read(folder.join(EVALUATIONS)).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Writes them into the folder of a run. Fails if the file cannot be written.
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

/// An engine's evaluation: its year and kind, the document or program that it is from, and its measurements.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct EvaluationFacts {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
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
        let source = || Some(registry::info(&builtin?.evaluator)?.document.to_owned());
        let kind = || Some(registry::kind(&builtin?.evaluator)?.to_owned());
        Self {
            year: given.year.or_else(|| registry::info(&as_printed?.evaluator)?.year),
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
        assert_eq!((facts.year, facts.kind.as_deref()), (Some(2020), Some("tapered tables")));
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
        assert_eq!((facts.year, facts.kind.as_deref()), (Some(2026), Some("tuned")));
    }
}
