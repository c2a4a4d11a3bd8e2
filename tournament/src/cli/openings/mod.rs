//! `tournament openings`.

mod check;

use clap::{Args, Subcommand};

/// Check opening books
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Arguments),
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
    }
}
