//! `tournament export`.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use tournament::export::{FINALS, Format, export, export_finals};
use tournament::report::progress::Progress;
use tournament::store::Store;

/// Write a run's games and moves as tables
#[derive(Args)]
#[command(
    long_about = "Writes a table of games, a row a game, and a table of moves, a row a move of an engine with \
        the position before it, its score, depth, nodes and time, from the store of a run, whether or not it \
        is being played: games.csv and moves.csv, or games.parquet and moves.parquet, or all four. Scores are \
        from White's side. --epd writes the positions in which the games ended, final.epd. docs/formats.md explains the \
        columns.",
    after_help = "Examples:\n  tournament export runs/round-robin --out tables\n  \
        tournament export runs/round-robin --parquet\n  \
        tournament export runs/round-robin --epd"
)]
pub(crate) struct Arguments {
    /// The run's folder
    run: PathBuf,

    /// Where to write them [default: the run's folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Comma-separated values; this is what is written if nothing is said
    #[arg(long)]
    csv: bool,

    /// Apache Parquet, compressed by Snappy
    #[arg(long)]
    parquet: bool,

    /// The final position of each game as EPD, with its result
    #[arg(long)]
    epd: bool,
}

/// Writes them.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let games = Store::open_read_only(&arguments.run)?.count()?;
    let to = arguments.out.as_ref().unwrap_or(&arguments.run);
    fs::create_dir_all(to).with_context(|| format!("{}: cannot be made", to.display()))?;
    let csv = arguments.csv || !arguments.parquet && !arguments.epd;
    let chosen = [(csv, Format::Csv), (arguments.parquet, Format::Parquet)];
    let formats = chosen
        .into_iter()
        .filter_map(|(is, format)| is.then_some(format));
    let (folder, mut text) = (to.display(), String::new());
    for format in formats {
        let mut progress = Progress::new(games, 0, "games written");
        let written = export(&arguments.run, to, format, || {
            progress.advance(1, |_| String::new());
        });
        progress.finish();
        writeln!(
            text,
            "{} games: {folder}/{}, {folder}/{}",
            written?,
            format.games(),
            format.moves()
        )?;
    }
    if arguments.epd {
        let mut progress = Progress::new(games, 0, "games written");
        let written = export_finals(&arguments.run, to, || {
            progress.advance(1, |_| String::new());
        });
        progress.finish();
        writeln!(text, "{} games: {folder}/{FINALS}", written?)?;
    }
    super::print(&text)
}
