//! Errors of a scheduler, with their remedies.

use std::io;
use std::path::{Path, PathBuf};

use config::shell::quoted_path;
use report::ReportError;
use runner::merge::MergeError;
use runner::run::RunError;
use runner::store::StoreError;

/// The reason that a job cannot be submitted or inspected.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ClusterError {
    /// A program of the scheduler cannot be started.
    #[error(
        "{program}: {source}; this is to be given on a machine of the cluster that has Slurm's commands in PATH"
    )]
    NoSlurm { program: &'static str, source: io::Error },
    /// The scheduler does not do it.
    #[error("{program}: {output_text}")]
    Refused { program: &'static str, output_text: String },
    /// It answers something else than it is known for.
    #[error(
        "{program} answers {output_text:?}, of which nothing is known; please report this with the version of Slurm"
    )]
    Unknown { program: &'static str, output_text: String },
    /// Tasks of the run are waiting or running.
    #[error(
        "{}: {tasks} tasks of this run are waiting or running already; `evalarena cluster status {1}` shows them, and \
         `evalarena cluster cancel {1}` ends them", run.display(), quoted_path(run)
    )]
    Submitted { run: PathBuf, tasks: usize },
    /// Nothing was submitted for this folder.
    #[error("{}: nothing was submitted for this run; `evalarena cluster submit` does", run.display())]
    NotSubmitted { run: PathBuf },
    /// A path or a word of a command is no text.
    #[error("{}: not valid UTF-8, which a batch script must be; rename it", path.display())]
    NotText { path: PathBuf },
    /// A path contains a character that would be a separate command in a script.
    #[error(
        "{path:?}: a batch script cannot have a line break or another control character in a path; rename the folder"
    )]
    Control { path: String },
    /// A file has content that no submission writes.
    #[error("{}: {reason}; submit again", path.display())]
    Nonsense { path: PathBuf, reason: String },
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    /// A file is not as it was written.
    #[error("{}: {source}; submit again", path.display())]
    Damaged { path: PathBuf, source: serde_json::Error },
    /// The shards cannot be merged.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// The results.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The run's store.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ClusterError {
    pub(super) fn file(path: &Path, source: io::Error) -> Self {
        Self::File { path: path.to_owned(), source }
    }
}
