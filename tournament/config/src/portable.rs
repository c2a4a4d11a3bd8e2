//! A configuration that another process reads back whole: the canonical text, and beside it the settings that the text
//! leaves out because they change no game.

use std::collections::BTreeMap;
use std::path::PathBuf;

use match_stats::stop_rule::StopKeys;
use serde::{Deserialize, Serialize};

use super::{Config, EngineKind, OpeningSource, ProgramConfig};

/// A configuration for another process in the same working directory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Portable {
    /// [`Config::canonical`].
    configuration: String,
    /// True if a failure of an engine stops the run.
    strict: bool,
    /// The stopping rule of a match.
    #[serde(flatten)]
    stop: StopKeys,
    /// The file of openings, if it is one.
    openings: Option<PathBuf>,
    /// The folders of tablebases, if they adjudicate games.
    syzygy: Option<String>,
    /// The parts left out of each program, by the engine's name.
    programs: BTreeMap<String, Program>,
    /// The folder of each evaluation from outside, by the engine's name.
    #[serde(default)]
    folders: BTreeMap<String, PathBuf>,
}

/// The parts of a program that the canonical text leaves out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Program {
    path: Option<PathBuf>,
    folder: Option<PathBuf>,
    /// The names of its options, in their order.
    options: Vec<String>,
}

impl Program {
    fn of(program: &ProgramConfig) -> Self {
        Self {
            path: program.path.clone(),
            folder: program.folder.clone(),
            options: program.options.keys().cloned().collect(),
        }
    }

    fn give(&self, program: &mut ProgramConfig) {
        program.path.clone_from(&self.path);
        program.folder.clone_from(&self.folder);
        let mut sorted = std::mem::take(&mut program.options);
        for name in &self.options {
            program.options.extend(sorted.remove_entry(name));
        }
        program.options.extend(sorted);
    }
}

impl Portable {
    /// The same for another process.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let programs = config.engines.iter().filter_map(|engine| match &engine.kind {
            EngineKind::Program(program) => Some((engine.name.clone(), Program::of(program))),
            EngineKind::Evaluator(_) => None,
        });
        let folders = config.engines.iter().filter_map(|engine| {
            let EngineKind::Evaluator(evaluator) = &engine.kind else {
                return None;
            };
            let folder = &evaluator.external.as_ref()?.folder;
            Some((engine.name.clone(), folder.clone()))
        });
        Self {
            folders: folders.collect(),
            configuration: config.canonical(),
            strict: config.run.strict,
            stop: config.run.stop.into(),
            openings: match &config.openings.source {
                OpeningSource::File { path, .. } => Some(path.clone()),
                _ => None,
            },
            syzygy: config.adjudication.syzygy.as_ref().map(|rule| rule.paths.clone()),
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
        config.run.stop = self.stop.rule();
        if let (OpeningSource::File { path, .. }, Some(file)) =
            (&mut config.openings.source, &self.openings)
        {
            path.clone_from(file);
        }
        if let (Some(rule), Some(paths)) = (&mut config.adjudication.syzygy, &self.syzygy) {
            rule.paths.clone_from(paths);
        }
        for engine in &mut config.engines {
            match &mut engine.kind {
                EngineKind::Program(program) => {
                    if let Some(left_out) = self.programs.get(&engine.name) {
                        left_out.give(program);
                    }
                }
                EngineKind::Evaluator(evaluator) => {
                    let folder = self.folders.get(&engine.name);
                    if let Some((external, folder)) = evaluator.external.as_mut().zip(folder) {
                        external.folder.clone_from(folder);
                    }
                }
            }
        }
        Ok(config)
    }
}
