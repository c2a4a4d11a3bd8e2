//! `tournament cluster tend`, called by the tasks of a run with a stopping rule.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use regression::cluster::{Slurm, tend};

/// Merge what there is, and cancel what is left if the answer is clear
#[derive(Args)]
pub(crate) struct ClusterTendArgs {
    /// The run's folder
    run: PathBuf,
}

/// Polls once, and prints the outcome for the log of the task.
pub(crate) fn run(arguments: &ClusterTendArgs) -> anyhow::Result<ExitCode> {
    let tended = tend(&arguments.run, &Slurm)?;
    let text = if tended.is_clear {
        let cancelled = tended.cancelled;
        format!("the answer is clear; {cancelled} tasks are cancelled")
    } else if tended.busy {
        "another task merges".to_owned()
    } else {
        let games = tended.games;
        format!("{games} games are merged, and the answer is not clear yet")
    };
    super::super::print(&format!("{text}\n"))?;
    Ok(ExitCode::SUCCESS)
}
