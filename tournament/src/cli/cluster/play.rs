//! `evalarena cluster play`, the command of a task.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use regression::cluster::Job;
use runner::shard::Shard;

use super::super::playing::Playing;

/// Play a shard of a run that was submitted
#[derive(Args)]
#[command(
    long_about = "Plays a shard of the run in RUN by what was submitted for it, whatever has become of the file of configuration; \
        the batch scripts of `cluster submit` do it. By hand, and for a configuration in a file, it is `run --shard`."
)]
pub(crate) struct ClusterPlayArgs {
    /// The run's folder
    run: PathBuf,

    /// Which shard
    #[arg(long, value_name = "K/N|env")]
    shard: Shard,

    /// Games played at the same time
    #[arg(
        value_parser = crate::cli::positive,
        long,
        value_name = "N",
        default_value = "1",
        visible_alias = "concurrency"
    )]
    threads: NonZeroUsize,
}

pub(crate) fn run(arguments: &ClusterPlayArgs) -> anyhow::Result<ExitCode> {
    let job = Job::read(&arguments.run)?;
    let config = job.config(&arguments.run)?;
    let changes = job.changes(&config);
    if !changes.is_empty() {
        bail!(
            "{}: the engines are not those that were submitted:\n  {}\nbring them back, or submit the run again with \
             --fresh",
            arguments.run.display(),
            changes.join("\n  ")
        );
    }
    Playing::shard(arguments.run.clone(), arguments.shard, arguments.threads).play(config)
}
