//! `evalarena blunders`.

mod add;
mod find;
mod import;
mod list;
mod run;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Keep a book of blunders, and retest them
#[derive(Args)]
#[command(
    long_about = "A book of positions in which an engine went wrong, to be tried again with every version. `add` adds \
        a position, `find` searches the games of a run for blunders, `run` tries all positions and reports \
        which are solved, still lost, or lost again.\n\n\
        The book is plain EPD, by default blunders.epd: edit it, give it to any program, or solve it with \
        `evalarena suite`. bm has good moves, am moves to avoid, ce the value of the best move in \
        centipawns, c0 a note.",
    after_help = "Examples:\n  \
        evalarena blunders add \"r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\" --best Rxa8\n  \
        evalarena blunders add lost.pgn --move 23b --note \"drops the exchange\"\n  \
        evalarena blunders find runs/round-robin --engine Otter --add\n  \
        evalarena blunders run otter --nodes 100000"
)]
pub(crate) struct BlundersArgs {
    #[command(subcommand)]
    command: BlundersCommand,
}

#[derive(Subcommand)]
enum BlundersCommand {
    Add(add::BlundersAddArgs),
    Find(find::BlundersFindArgs),
    Run(run::BlundersRunArgs),
    List(list::BlundersListArgs),
    Import(import::BlundersImportArgs),
}

/// The argument that all subcommands have.
#[derive(Args)]
struct BookArgument {
    /// The book
    #[arg(long, value_name = "FILE", default_value = "blunders.epd")]
    book: PathBuf,
}

/// Runs the subcommand; returns the exit status.
pub(crate) fn run(arguments: &BlundersArgs) -> anyhow::Result<ExitCode> {
    let done = match &arguments.command {
        BlundersCommand::Add(arguments) => add::run(arguments),
        BlundersCommand::Find(arguments) => find::run(arguments),
        BlundersCommand::Run(arguments) => return run::run(arguments),
        BlundersCommand::List(arguments) => list::run(arguments),
        BlundersCommand::Import(arguments) => import::run(arguments),
    };
    done.map(|()| ExitCode::SUCCESS)
}
