//! `evalarena cluster cancel`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use regression::cluster::{Job, Slurm};
use serde_json::json;

/// Cancel what waits and runs of a run
#[derive(Args)]
#[command(
    long_about = "Cancels the tasks of the run in RUN that wait or run. What they have played is safe: the job that merges comes \
        after them, and when the run is submitted again each shard resumes where it stopped."
)]
pub(crate) struct ClusterCancelArgs {
    /// The run's folder
    run: PathBuf,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &ClusterCancelArgs) -> anyhow::Result<ExitCode> {
    let job = Job::read(&arguments.run)?;
    let tasks = Slurm.queued(&job.comment)?;
    Slurm.cancel(&tasks)?;
    if arguments.json {
        super::super::print_json(&json!({ "cancelled": tasks.len() }))?;
        return Ok(ExitCode::SUCCESS);
    }
    super::super::print(&match tasks.len() {
        0 => "nothing waits or runs\n".to_owned(),
        1 => "1 task is cancelled\n".to_owned(),
        more => format!("{more} tasks are cancelled\n"),
    })?;
    Ok(ExitCode::SUCCESS)
}
