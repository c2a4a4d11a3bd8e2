//! The place where a run was begun, from which its relative paths count, found again from elsewhere.

use std::env::{current_dir, join_paths, split_paths};
use std::io;
use std::path::{Component, Path, PathBuf};

use eval_external::Spec;
use serde::{Deserialize, Serialize};

use crate::{Config, EngineConfig, EngineKind, EvaluatorConfig, OpeningSource};

/// The absolute paths of a run's folder and of the working directory in which it was played last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Places {
    run: PathBuf,
    working: PathBuf,
}

impl Places {
    /// Those of a run that is played in this process. Fails if one of the two does not exist any more.
    pub fn of(run: &Path) -> io::Result<Self> {
        Ok(Self { run: run.canonicalize()?, working: current_dir()?.canonicalize()? })
    }

    /// Those of another run that was played in the same working directory.
    pub fn of_another(self, run: &Path) -> io::Result<Self> {
        Ok(Self { run: run.canonicalize()?, ..self })
    }

    /// Gives a configuration of that run, which is in `now`, paths that lead to the same from this process's working
    /// directory: where the run was moved together with what it plays, to what was moved with it, and otherwise to where
    /// it was.
    pub fn find(&self, config: &mut Config, now: &Path) -> io::Result<()> {
        let here = Self::of(now)?;
        if here == *self {
            return Ok(());
        }
        let moved = beside(&here.run, &self.run, &self.working);
        let mut named: Vec<PathBuf> = paths(config).into_iter().map(|path| path.clone()).collect();
        named.extend(config.engines.iter().filter_map(library));
        named.retain(|path| path.is_relative() && !path.as_os_str().is_empty());
        let is_there = |base: &Path| base.is_dir() && named.iter().all(|path| base.join(path).exists());
        let was_moved = is_there(&moved) && !(named.is_empty() && self.working.is_dir());
        let base = if was_moved { &moved } else { &self.working };
        let found = |path: &Path| match path.strip_prefix(&self.working) {
            Ok(below) if !path.exists() => base.join(below),
            _ => base.join(path),
        };
        for path in paths(config) {
            *path = found(path);
        }
        if let Some(rule) = &mut config.adjudication.syzygy {
            let paths = join_paths(split_paths(&rule.paths).map(|path| found(&path))).unwrap_or_default();
            rule.paths = paths.to_string_lossy().into_owned();
        }
        Ok(())
    }
}

/// The paths of files and folders. A program without a folder gets one: its arguments may be paths from there.
fn paths(config: &mut Config) -> Vec<&mut PathBuf> {
    let mut paths = Vec::new();
    if let OpeningSource::File { path, .. } = &mut config.openings.source {
        paths.push(path);
    }
    for engine in &mut config.engines {
        match &mut engine.kind {
            EngineKind::Evaluator(evaluator) => {
                paths.extend(evaluator.external.as_mut().map(|external| &mut external.folder));
            }
            EngineKind::Program(program) => {
                paths.extend(program.path.as_mut());
                paths.push(program.folder.get_or_insert_default());
            }
        }
    }
    paths
}

/// The library of an evaluation from outside.
fn library(engine: &EngineConfig) -> Option<PathBuf> {
    let EngineKind::Evaluator(EvaluatorConfig { evaluator, external: Some(external), .. }) = &engine.kind else {
        return None;
    };
    match evaluator.parse() {
        Ok(Spec::Library { path, .. }) => Some(external.folder.join(path)),
        _ => None,
    }
}

/// The path that is to `now` as `path` was to `was`; all are absolute.
fn beside(now: &Path, was: &Path, path: &Path) -> PathBuf {
    let parts = |path: &Path| path.components().map(|part| part.as_os_str().to_owned()).collect::<Vec<_>>();
    let shared = parts(was).iter().zip(parts(path)).take_while(|(one, other)| **one == *other).count();
    let up = was.components().skip(shared).map(|_| Component::ParentDir);
    let down = path.components().skip(shared);
    let mut found = now.to_owned();
    for part in up.chain(down) {
        if part == Component::ParentDir {
            found.pop();
        } else {
            found.push(part);
        }
    }
    found
}
