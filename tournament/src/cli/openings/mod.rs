//! `tournament openings`.

mod check;
mod generate;

use clap::{Args, Subcommand};

/// Make and check opening books
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Generate(generate::Arguments),
    Check(check::Arguments),
}

/// Does what is asked for.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.command {
        Command::Generate(arguments) => generate::run(arguments),
        Command::Check(arguments) => check::run(arguments),
    }
}
