//! `evalarena export`.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use report::export::{FINALS, export, export_finals, files};
use report::progress::Progress;
use runner::run::Run;
use serde_json::json;

/// Export a run's games and moves as CSV
#[derive(Args)]
#[command(
    long_about = "Writes a table of games, one row a game, and a table of moves, one row a move with the position \
        before it, score, depth, nodes and time, from the store of a run, which may still be in play: \
        games.csv and moves.csv, or with --gz games.csv.gz and moves.csv.gz. Scores are from White's point \
        of view. --epd writes final.epd, the final positions of the games. docs/formats.md documents the \
        columns.",
    after_help = "Examples:\n  evalarena export runs/round-robin --out tables\n  \
        evalarena export runs/round-robin --gz\n  \
        evalarena export runs/round-robin --epd"
)]
pub(crate) struct ExportArgs {
    /// The run's folder
    run: PathBuf,

    /// The folder to write to [default: the run's folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Compress the tables with gzip
    #[arg(long)]
    gz: bool,

    /// Write the final position of each game as EPD, with its result, instead of the tables
    #[arg(long, conflicts_with = "gz")]
    epd: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &ExportArgs) -> anyhow::Result<()> {
    let run = Run::open(&arguments.run)?;
    let games = run.store.count()?;
    let to = arguments.out.as_ref().unwrap_or(&arguments.run);
    fs::create_dir_all(to).with_context(|| format!("{}: cannot be made", to.display()))?;
    let folder = to.display();
    let progress = Progress::new(games, 0, "games written");
    let tick = || progress.tick();
    let (written, files) = if arguments.epd {
        (export_finals(&run, to, tick), vec![FINALS.to_owned()])
    } else {
        (export(&run, to, arguments.gz, tick), files(arguments.gz).into())
    };
    progress.finish();
    let written = written?;
    let files: Vec<String> = files.iter().map(|file| format!("{folder}/{file}")).collect();
    if arguments.json {
        return super::print_json(&json!({ "games": written, "files": files }));
    }
    super::print(&format!("{written} games: {}\n", files.join(", ")))
}
