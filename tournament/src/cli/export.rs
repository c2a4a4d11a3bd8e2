//! `tournament export`.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use tournament::export::{GAMES, MOVES, export};
use tournament::report::progress::Progress;
use tournament::store::Store;

/// Write a run's games and moves as tables
#[derive(Args)]
#[command(
    long_about = "Writes games.csv, a line a game, and moves.csv, a line a move of an engine with the \
        position before it, its score, depth, nodes and time, from the store of a run, whether or not it \
        is being played. Scores are from White's side. docs/formats.md explains the columns.",
    after_help = "Example:\n  tournament export runs/round-robin --out tables"
)]
pub(crate) struct Arguments {
    /// The run's folder
    run: PathBuf,

    /// Where to write them [default: the run's folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Writes them.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let games = Store::open_read_only(&arguments.run)?.count()?;
    let to = arguments.out.as_ref().unwrap_or(&arguments.run);
    fs::create_dir_all(to).with_context(|| format!("{}: cannot be made", to.display()))?;
    let mut progress = Progress::new(games, 0, "games written");
    let written = export(&arguments.run, to, || {
        progress.advance(1, |_| String::new());
    });
    progress.finish();
    let (games, folder) = (written?, to.display());
    super::print(&format!(
        "{games} games: {folder}/{GAMES}, {folder}/{MOVES}\n"
    ))
}
