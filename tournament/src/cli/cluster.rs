//! `evalarena cluster`.

mod cancel;
mod play;
mod poll;
mod status;
mod submit;

use std::process::ExitCode;

use clap::{Args, Subcommand};
pub(crate) use submit::ResourceArguments;

/// Play a tournament as an array job of Slurm
#[derive(Args)]
#[command(
    long_about = "Plays a tournament as an array job of Slurm: each task a shard (`run --shard`), and a job that merges them \
        (`merge`). The run's folder must be one that all nodes see, and so must be the folder from which this is given, the \
        arena itself and every engine. At fixed nodes or depth the result is that of a single machine.\n\n\
        docs/cluster.md has the same for Kubernetes, AWS Batch and plain ssh."
)]
pub(crate) struct ClusterArgs {
    #[command(subcommand)]
    command: ClusterCommand,
}

#[derive(Subcommand)]
enum ClusterCommand {
    Submit(submit::ClusterSubmitArgs),
    Status(status::ClusterStatusArgs),
    Cancel(cancel::ClusterCancelArgs),
    Play(play::ClusterPlayArgs),
    // Scripts of runs that were submitted before call it `tend`.
    #[command(hide = true, alias = "tend")]
    Poll(poll::ClusterPollArgs),
}

pub(crate) fn run(arguments: &ClusterArgs) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        ClusterCommand::Submit(arguments) => submit::run(arguments),
        ClusterCommand::Status(arguments) => status::run(arguments),
        ClusterCommand::Cancel(arguments) => cancel::run(arguments),
        ClusterCommand::Play(arguments) => play::run(arguments),
        ClusterCommand::Poll(arguments) => poll::run(arguments),
    }
}
