//! What is asked of the cluster.

use std::env;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use match_stats::change::Bounds;
use serde::{Deserialize, Serialize};

use super::{ClusterError, FOLDER, Resources};
use crate::arena::Plan;
use crate::config::{Config, Portable};
use crate::identity::{self, Identities, identities};
use crate::report::replace_file;

/// The file, in the folder of scripts.
const FILE: &str = "job.json";

/// What ends a run before all of its games are played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Nothing does.
    #[default]
    Complete,
    /// What the configuration says: a sequential test of a match, or a narrow interval.
    Configured,
    /// The test of a change.
    Change(Bounds),
}

/// A run as tasks of an array job.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Job {
    /// The run's folder, by which the scheduler knows the jobs.
    pub comment: String,
    /// The folder from which it was submitted.
    pub folder: String,
    /// The arena.
    pub arena: String,
    /// How many shards there are.
    pub tasks: usize,
    /// What a task needs.
    pub resources: Resources,
    /// What ends the run.
    pub ending: Ending,
    /// What is played: what becomes of a file of configuration while tasks wait changes nothing.
    pub configuration: Portable,
    /// What the engines were when it was submitted.
    #[serde(default)]
    pub identities: Identities,
}

impl Job {
    /// A job that plays `plan` into the folder `run`, ended by `ending`.
    ///
    /// # Errors
    /// If a path is no text, or the system does not say where this is.
    pub fn new(
        run: &Path,
        plan: &Plan,
        tasks: usize,
        resources: Resources,
        ending: Ending,
    ) -> Result<Self, ClusterError> {
        Ok(Self {
            comment: comment(run)?,
            folder: path_text(env::current_dir(), Path::new("."))?,
            arena: path_text(env::current_exe(), Path::new("tournament"))?,
            tasks,
            resources,
            ending,
            configuration: Portable::new(&plan.config),
            identities: plan.identities.clone(),
        })
    }

    /// The job that was submitted for the run in `run`.
    ///
    /// # Errors
    /// If none was, or it cannot be read.
    pub fn read(run: &Path) -> Result<Self, ClusterError> {
        let path = run.join(FOLDER).join(FILE);
        let text = fs::read_to_string(&path).map_err(|source| match source.kind() {
            ErrorKind::NotFound => ClusterError::NotSubmitted {
                run: run.to_owned(),
            },
            _ => ClusterError::file(&path, source),
        })?;
        serde_json::from_str(&text).map_err(|source| ClusterError::Damaged { path, source })
    }

    /// What is played.
    ///
    /// # Errors
    /// If another version of the arena submitted it.
    pub fn config(&self, run: &Path) -> Result<Config, ClusterError> {
        let config = self.configuration.config();
        config.map_err(|source| ClusterError::Damaged {
            path: run.join(FOLDER).join(FILE),
            source,
        })
    }

    /// What differs between the engines that were submitted and those that are here, a line each.
    #[must_use]
    pub fn changes(&self, config: &Config) -> Vec<String> {
        identity::differences(&self.identities, &identities(&config.engines))
    }

    pub(super) fn write(&self, run: &Path) -> Result<(), ClusterError> {
        let path = run.join(FOLDER).join(FILE);
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        let written = replace_file::<io::Error>(&path, |file| file.write_all(text.as_bytes()));
        written.map_err(|source| ClusterError::file(&path, source))
    }
}

/// What the jobs of a run are known by: its folder, from wherever it is looked at.
fn comment(run: &Path) -> Result<String, ClusterError> {
    fs::create_dir_all(run).map_err(|source| ClusterError::file(run, source))?;
    path_text(fs::canonicalize(run), run)
}

fn path_text(path: io::Result<PathBuf>, named: &Path) -> Result<String, ClusterError> {
    let path = path.map_err(|source| ClusterError::file(named, source))?;
    let text = path.into_os_string().into_string();
    text.map_err(|path| ClusterError::NotText { path: path.into() })
}
