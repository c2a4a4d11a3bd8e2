//! `evalarena cluster poll`, called by the tasks of a run with a stopping rule.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use regression::cluster::{Slurm, poll};

/// Merge what there is, and cancel what is left if the answer is clear
#[derive(Args)]
pub(crate) struct ClusterPollArgs {
    /// The run's folder
    run: PathBuf,
}

/// Polls once, and prints the outcome for the log of the task.
pub(crate) fn run(arguments: &ClusterPollArgs) -> anyhow::Result<ExitCode> {
    let report = poll(&arguments.run, &Slurm)?;
    let text = if report.is_clear {
        let cancelled = report.cancelled;
        format!("the answer is clear; {cancelled} tasks are cancelled")
    } else if report.busy {
        "another task merges".to_owned()
    } else {
        let games = report.games;
        format!("{games} games are merged, and the answer is not clear yet")
    };
    super::super::print(&format!("{text}\n"))?;
    Ok(ExitCode::SUCCESS)
}
