//! `evalarena export`.

use std::io::{ErrorKind, stdout};
use std::path::PathBuf;

use clap::Args;
use config::output::{is_standard_output, write_named};
use report::export::{ExportError, ExportTable, export};
use report::progress::Progress;
use runner::run::Run;

/// Export a run's games or moves as CSV
#[derive(Args)]
#[command(
    long_about = "Writes the games of a run, or the moves of its engines with the position before each, as comma-separated \
        values, from its store; the run may still be in play. Scores are from White's point of view. \
        docs/formats.md documents the columns.",
    after_help = "Examples:\n  evalarena export runs/round-robin games --out games.csv\n  \
        evalarena export runs/round-robin moves --out moves.csv"
)]
pub(crate) struct ExportArgs {
    /// The run's folder
    run: PathBuf,

    /// The table: games, or moves
    table: ExportTable,

    /// The file [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &ExportArgs) -> anyhow::Result<()> {
    let run = Run::open(&arguments.run)?;
    let progress = Progress::new(run.store.count()?, 0, "games written");
    let tick = || progress.tick();
    let written = match arguments.out.as_ref().filter(|path| !is_standard_output(path)) {
        Some(path) => write_named(path, |file| export(&run, arguments.table, file, tick)),
        None => export(&run, arguments.table, stdout().lock(), tick),
    };
    progress.finish();
    match written {
        // A reader that has gone, such as `head`, has what it wanted.
        Err(ExportError::Write(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}
