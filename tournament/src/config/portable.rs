//! A configuration that another process reads back whole: what its canonical text leaves out, because it changes no
//! game, stands beside it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use match_stats::Sprt;
use serde::{Deserialize, Serialize};

use super::{Config, EngineKind, OpeningSource};

/// A configuration for another process in the same working directory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Portable {
    /// [`Config::canonical`].
    configuration: String,
    /// Whether a failure of an engine stops the run.
    strict: bool,
    /// The test that ends a match.
    sprt: Option<Sprt>,
    /// How narrow the interval is to be that ends it.
    elo_width: Option<f64>,
    /// The file of openings, if it is one.
    openings: Option<PathBuf>,
    /// The folders of tablebases, if they say how games end.
    syzygy: Option<String>,
    /// The path and the folder of each program, by the engine's name.
    programs: BTreeMap<String, (Option<PathBuf>, Option<PathBuf>)>,
}

impl Portable {
    /// The same for another process.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let programs = config
            .engines
            .iter()
            .filter_map(|engine| match &engine.kind {
                EngineKind::Program(program) => {
                    let places = (program.path.clone(), program.folder.clone());
                    Some((engine.name.clone(), places))
                }
                EngineKind::Evaluator(_) => None,
            });
        Self {
            configuration: config.canonical(),
            strict: config.run.strict,
            sprt: config.run.sprt,
            elo_width: config.run.elo_width,
            openings: match &config.openings.source {
                OpeningSource::File { path, .. } => Some(path.clone()),
                _ => None,
            },
            syzygy: config
                .adjudication
                .syzygy
                .as_ref()
                .map(|rule| rule.paths.clone()),
            programs: programs.collect(),
        }
    }

    /// The configuration.
    ///
    /// # Errors
    /// If the text was written by another version of the program.
    pub fn config(&self) -> Result<Config, serde_json::Error> {
        let mut config = Config::from_canonical(&self.configuration)?;
        config.run.strict = self.strict;
        (config.run.sprt, config.run.elo_width) = (self.sprt, self.elo_width);
        if let (OpeningSource::File { path, .. }, Some(file)) =
            (&mut config.openings.source, &self.openings)
        {
            path.clone_from(file);
        }
        if let (Some(rule), Some(paths)) = (&mut config.adjudication.syzygy, &self.syzygy) {
            rule.paths.clone_from(paths);
        }
        for engine in &mut config.engines {
            let places = self.programs.get(&engine.name);
            if let (EngineKind::Program(program), Some((path, folder))) = (&mut engine.kind, places)
            {
                program.path.clone_from(path);
                program.folder.clone_from(folder);
            }
        }
        Ok(config)
    }
}
