//! The error of all commands of the laboratory, and the bad lines of a file.

use std::io;

use config::ConfigError;
use evaluators::EvaluationError;
use match_stats::ImpossibleTest;
use openings::OpeningError;
use openings::files::FileError;
use players::player::PlayerError;
use report::ReportError;
use runner::RunError;
use runner::store::StoreError;

/// The reason that there is no result; messages have the remedy.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum LabError {
    #[error("{0}")]
    Message(String),
    #[error("interrupted before better numbers were found; nothing was written")]
    Interrupted,
    #[error("{0}")]
    Write(#[from] io::Error),
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Openings(#[from] OpeningError),
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Race(#[from] ImpossibleTest),
    #[error(transparent)]
    Report(#[from] ReportError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The error with this text.
macro_rules! message {
    ($($text:tt)+) => { $crate::LabError::Message(format!($($text)+)) };
}
pub(crate) use message;

pub(crate) type Fault = Box<dyn std::error::Error + Send + Sync>;

impl From<csv::Error> for LabError {
    fn from(error: csv::Error) -> Self {
        Self::Write(error.into())
    }
}

/// Lines with faults: the first ones are known, the others are counted.
#[derive(Debug, Default)]
pub(crate) struct BadLines {
    named: Vec<String>,
    pub(crate) count: usize,
}

impl BadLines {
    pub(crate) fn add(&mut self, file: &str, line: usize, fault: &Fault) {
        const NAMED: usize = 10;
        self.count += 1;
        if self.named.len() < NAMED {
            self.named.push(format!("{file}:{line}: {fault}"));
        }
    }

    /// The error of lines that are not `what`; `Ok` without any.
    pub(crate) fn check(self, what: &str) -> Result<(), LabError> {
        let Self { named, count } = self;
        if let [line] = &named[..] {
            return Err(message!("{line}; correct the line or remove it"));
        }
        if count == 0 {
            return Ok(());
        }
        let lines = named.join("\n  ");
        let mut text =
            format!("{count} lines are not {what}; correct them or remove them\n  {lines}");
        if count > named.len() {
            text += &format!("\n  and {} more", count - named.len());
        }
        Err(LabError::Message(text))
    }
}
