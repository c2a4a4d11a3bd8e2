//! The settings with which an evaluation is started.

use std::path::PathBuf;

use crate::pipe::Patience;
use crate::uci_eval::OutputFormat;

/// The settings with which an evaluation is started.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The folder in which programs are started, and from which the path of a library counts; without it the process's.
    pub folder: Option<PathBuf>,
    /// The format of a UCI engine's output; without it that of its preset.
    pub format: Option<OutputFormat>,
    /// Options by name and value.
    pub options: Vec<(String, String)>,
    /// The time that a program has.
    pub patience: Patience,
    /// The effect of a failure during a search.
    pub on_failure: OnFailure,
}

/// The effect of a failure where no error can be returned: within a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnFailure {
    /// It ends the process, with a message on standard error and [`FAILURE_STATUS`](crate::FAILURE_STATUS).
    #[default]
    EndProcess,
    /// It is kept for [`ExternalEvaluator::failure`](crate::ExternalEvaluator::failure), and values are 0 from then on.
    Keep,
}
