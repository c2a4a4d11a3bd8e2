//! `tournament openings`.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, Subcommand};
use flate2::{Compression, GzBuilder};
use tournament::openings::generate::{Recipe, generate, write_pgn};
use tournament::report::progress::Progress;
use tournament::report::replace_file;

/// Make opening books
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Generate(Generate),
}

/// Make a book of random openings that a search finds level
#[derive(Args)]
#[command(
    long_about = "Plays random legal moves from the start position and keeps the positions \
    that a search with Michniewski's evaluation finds level. No two openings reach the same \
    position, and the same arguments always make the same book.\n\nThe book inside the program was \
    made by `tournament openings generate configs/openings/builtin.pgn.gz`."
)]
struct Generate {
    /// Where to write the book: a name that ends in .pgn or .pgn.gz
    file: PathBuf,

    /// How many openings
    #[arg(long, default_value_t = 12_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,

    /// Half-moves of each opening; an even number leaves White to move
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=40))]
    plies: u32,

    /// The seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The largest score of either side, in centipawns
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(i32).range(0..=10_000))]
    balance: i32,

    /// Nodes of the search that judges each position
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

/// Makes what is asked for.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Command::Generate(arguments) = &arguments.command;
    let name = arguments.file.to_string_lossy();
    let packed = name.ends_with(".pgn.gz");
    if !packed && !name.ends_with(".pgn") {
        bail!("{name}: a book's name ends in .pgn or .pgn.gz");
    }
    let folder = arguments
        .file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        bail!(
            "{}: there is no such folder; make it first",
            folder.display()
        );
    }
    let recipe = Recipe {
        count: arguments.count as usize,
        plies: arguments.plies as usize,
        seed: arguments.seed,
        balance: arguments.balance,
        nodes: arguments.nodes,
    };
    let mut progress = Progress::new(recipe.count, 0, "openings");
    let games = generate(&recipe, |added| progress.advance(added, |_| String::new()))?;
    progress.finish();
    replace_file(&arguments.file, |file| {
        if !packed {
            return write_pgn(&games, file);
        }
        // No name and no time in the header: the same openings are the same bytes.
        let mut packer = GzBuilder::new().write(file, Compression::best());
        write_pgn(&games, &mut packer)?;
        packer.finish()?.flush()
    })?;
    super::print(&format!("{} openings in {name}\n", games.len()))
}
