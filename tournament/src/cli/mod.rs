//! The command line: arguments only, a file a subcommand.

mod accuracy;
mod blunders;
mod endings;
mod engines;
mod explain;
mod openings;
mod positions;
mod rate;
mod regress;
mod run;
mod spsa;
mod stats;
mod suite;
mod swing;
mod versions;
mod weights;

use std::process::{ExitCode, exit};

use clap::{Parser, Subcommand};
use tournament::player::kill_all;

/// Plays evaluators against each other and says which is stronger, by how much, and how sure
/// that is.
#[derive(Parser)]
#[command(
    name = "tournament",
    version,
    after_help = "Without a command, `run` plays the default round robin of all evaluators.\n\
                  Results go to standard output, progress to standard error. The exit status is 0 \
                  for success and 2 for anything that is wrong with the input; `regress` and\n\
                  `blunders run` have more."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Arguments),
    Rate(rate::Arguments),
    Stats(stats::Arguments),
    Explain(explain::Arguments),
    Endings(endings::Arguments),
    Openings(openings::Arguments),
    Suite(suite::Arguments),
    Blunders(blunders::Arguments),
    Positions(positions::Arguments),
    Accuracy(accuracy::Arguments),
    Weights(weights::Arguments),
    Swing(swing::Arguments),
    Spsa(spsa::Arguments),
    Regress(regress::Arguments),
    Versions(versions::Arguments),
}

/// Does what the arguments say; the exit status.
pub(crate) fn obey(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let done = match arguments.command {
        None => run::run(&run::Arguments::default()),
        Some(Command::Run(arguments)) => run::run(&arguments),
        Some(Command::Rate(arguments)) => rate::run(&arguments),
        Some(Command::Stats(arguments)) => stats::run(&arguments),
        Some(Command::Explain(arguments)) => explain::run(&arguments),
        Some(Command::Endings(arguments)) => endings::run(&arguments),
        Some(Command::Openings(arguments)) => openings::run(&arguments),
        Some(Command::Suite(arguments)) => suite::run(&arguments),
        Some(Command::Blunders(arguments)) => return blunders::run(&arguments),
        Some(Command::Positions(arguments)) => positions::run(&arguments),
        Some(Command::Accuracy(arguments)) => accuracy::run(&arguments),
        Some(Command::Weights(arguments)) => weights::run(&arguments),
        Some(Command::Swing(arguments)) => swing::run(&arguments),
        Some(Command::Spsa(arguments)) => spsa::run(&arguments),
        Some(Command::Regress(arguments)) => return regress::run(&arguments),
        Some(Command::Versions(arguments)) => versions::run(&arguments),
    };
    done.map(|()| ExitCode::SUCCESS)
}

/// Writes to standard output; a reader that has gone is no error.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    use std::io::{ErrorKind, Write, stdout};
    let mut out = stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Programs do not hear the interrupt that a terminal sends to the arena: they are ended with it, and
/// `said` is what people read.
pub(crate) fn stop_programs_when_interrupted(said: &'static str) -> anyhow::Result<()> {
    /// As shells report an end by Ctrl-C.
    const INTERRUPTED: i32 = 130;
    Ok(ctrlc::set_handler(move || {
        kill_all();
        eprintln!("{said}");
        exit(INTERRUPTED);
    })?)
}
