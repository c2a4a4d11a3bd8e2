//! `tournament cluster`.

mod cancel;
mod play;
mod status;
mod submit;
mod tend;

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
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Submit(submit::Arguments),
    Status(status::Arguments),
    Cancel(cancel::Arguments),
    Play(play::Arguments),
    #[command(hide = true)]
    Tend(tend::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        Command::Submit(arguments) => submit::run(arguments),
        Command::Status(arguments) => status::run(arguments),
        Command::Cancel(arguments) => cancel::run(arguments),
        Command::Play(arguments) => play::run(arguments),
        Command::Tend(arguments) => tend::run(arguments),
    }
}
