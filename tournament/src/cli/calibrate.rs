//! `tournament calibrate`.

mod levels;
pub(crate) mod margins;
mod scale;
mod wdl;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Measure what an evaluator's values and levels are worth
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Scale(scale::Arguments),
    Margins(margins::Arguments),
    Levels(levels::Arguments),
    Wdl(wdl::Arguments),
}

/// Runs the subcommand; returns the exit status.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let done = match &arguments.command {
        Command::Scale(arguments) => scale::run(arguments),
        Command::Margins(arguments) => margins::run(arguments),
        Command::Levels(arguments) => return levels::run(arguments),
        Command::Wdl(arguments) => wdl::run(arguments),
    };
    done.map(|()| ExitCode::SUCCESS)
}
