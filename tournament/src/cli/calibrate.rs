//! `evalarena calibrate`.

mod levels;
pub(crate) mod margins;
mod scale;
mod wdl;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Measure what an evaluator's values and levels are worth
#[derive(Args)]
pub(crate) struct CalibrateArgs {
    #[command(subcommand)]
    command: CalibrateCommand,
}

#[derive(Subcommand)]
enum CalibrateCommand {
    Scale(scale::CalibrateScaleArgs),
    Margins(margins::CalibrateMarginsArgs),
    Levels(levels::CalibrateLevelsArgs),
    Wdl(wdl::CalibrateWdlArgs),
}

/// Runs the subcommand; returns the exit status.
pub(crate) fn run(arguments: &CalibrateArgs) -> anyhow::Result<ExitCode> {
    let done = match &arguments.command {
        CalibrateCommand::Scale(arguments) => scale::run(arguments),
        CalibrateCommand::Margins(arguments) => margins::run(arguments),
        CalibrateCommand::Levels(arguments) => return levels::run(arguments),
        CalibrateCommand::Wdl(arguments) => wdl::run(arguments),
    };
    done.map(|()| ExitCode::SUCCESS)
}
