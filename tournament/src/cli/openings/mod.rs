//! `evalarena openings`.

mod check;

use clap::{Args, Subcommand};

/// Check opening books
#[derive(Args)]
pub(crate) struct OpeningsArgs {
    #[command(subcommand)]
    command: OpeningsCommand,
}

#[derive(Subcommand)]
enum OpeningsCommand {
    Check(check::OpeningsCheckArgs),
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &OpeningsArgs) -> anyhow::Result<()> {
    match &arguments.command {
        OpeningsCommand::Check(arguments) => check::run(arguments),
    }
}
