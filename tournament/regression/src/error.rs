//! Errors, with their remedies.

use std::io;
use std::path::PathBuf;

use match_stats::ImpossibleTest;
use players::player::PlayerError;
use report::ReportError;
use runner::RunError;
use runner::store::StoreError;
use uci_client::did_you_mean;

/// The reason that there is no such version, or that two of them cannot be compared. The existing versions
/// are unharmed in each case.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum RegressionError {
    #[error("{0}")]
    Message(String),
    #[error("git {command}: {message}")]
    Git { command: String, message: String },
    #[error(
        "there is no version {given:?}{}; `evalarena regress list` shows those that there are",
        did_you_mean(given, known)
    )]
    NoVersion { given: String, known: Vec<String> },
    #[error("{}: {source}; {}", path.display(), remedy(source))]
    File { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Bounds(#[from] ImpossibleTest),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Report(#[from] ReportError),
}

impl From<StoreError> for RegressionError {
    fn from(error: StoreError) -> Self {
        Self::Run(error.into())
    }
}

fn remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "make room on the disk and try again; the versions that were there are unharmed"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "make it readable and writable and try again"
        }
        _ => "check the path and try again",
    }
}

pub(crate) fn at(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> RegressionError {
    let path = path.into();
    |source| RegressionError::File { path, source }
}

pub(crate) fn not_in_path(program: &str, remedy: &str) -> RegressionError {
    RegressionError::Message(format!("{program} was not found in PATH; {remedy}"))
}
