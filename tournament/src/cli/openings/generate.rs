//! `tournament openings generate`.

use std::fs;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use config::output::write_named;
use config::{EngineConfig, EngineKind, LimitKind, Selection};
use engine_core::game::Game;
use flate2::{Compression, GzBuilder};
use lab::books::generate::{Recipe, Search, Searches, generate, write_pgn};
use players::player::probe;
use players::registry;
use report::progress::Progress;

use crate::cli::engines::threads;
use crate::cli::measured::give_measured;
use crate::cli::{print, stop_programs_when_interrupted};

/// The table of an evaluator, two to this power entries: it is cleared for each of many searches.
pub(super) const TABLE: u8 = 14;
/// The longest line, in half-moves.
const MOST_PLIES: u32 = 40;

/// Make a book of sensible lines that end in level positions
#[derive(Args)]
#[command(
    long_about = "Draws lines from the start position. The first move is e4 in 45, d4 in 35, Nf3 and c4 in 10 \
        of 100 lines each, as in games of masters. Each further move is one of those that a search \
        finds best and at most --margin centipawns worse than the very best, drawn with \
        probabilities in proportion to exp(-loss / --temperature); a rook's pawn that attacks nothing \
        by it moves only if nothing is better. A line whose last position a \
        deeper search finds level is kept. After every move both sides have castled or still may, \
        and no two lines end in the same position. Lengths are drawn evenly from --plies; after an \
        odd number Black is to move.\n\n\
        The searches are those of an evaluator or, with --engine cmd:COMMAND, of a UCI program that \
        has the option MultiPV, with its own settings otherwise. Each begins with nothing \
        remembered, so the same arguments make the same book on any number of threads, if the \
        program searches with one thread. A line whose last move the first search finds worse than \
        --balance and --margin together is not judged.\n\n\
        Lines have their name and code in the Encyclopaedia of Chess Openings, from the table of \
        https://github.com/lichess-org/chess-openings (CC0).\n\n\
        FILE is written at the end, at once; the header of a .gz says how it was made. What a \
        program has found is kept until then in FILE.searches, and the same command goes on from \
        there; remove it if the program has changed. With an evaluator a command that was stopped \
        begins anew.",
    after_help = "Examples:\n  \
        tournament openings generate book.pgn.gz --count 2000 --plies 10\n  \
        tournament openings generate book.pgn --engine cmd:stockfish --plies 6..16 --balance 80\n\n\
        The book inside the program was made by\n  \
        tournament openings generate configs/openings/builtin.pgn.gz --engine cmd:/usr/games/stockfish\n\
        with Stockfish 15.1."
)]
pub(super) struct Arguments {
    /// Where to write the book: a name that ends in .pgn or .pgn.gz
    file: PathBuf,

    /// An evaluator, or cmd:COMMAND for a UCI program
    #[arg(long, value_name = "NAME", default_value = "michniewski")]
    engine: String,

    /// How many openings
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,

    /// Half-moves of each opening: a number, or a range such as 8..12
    #[arg(long, value_name = "RANGE", default_value = "8..12", value_parser = plies)]
    plies: RangeInclusive<u32>,

    /// The seed of all that is drawn
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How much a move may be worse than the best, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 50, value_parser = clap::value_parser!(i32).range(0..=1_000))]
    margin: i32,

    /// A move so many centipawns worse than another is drawn e (2.7) times less often
    #[arg(long, value_name = "CP", default_value_t = 15.0, value_parser = temperature)]
    temperature: f64,

    /// How many of the best moves are looked at
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=200))]
    moves: u16,

    /// Nodes of the search that proposes moves after the first four half-moves, a position; an evaluator divides them among all legal moves
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 2))]
    nodes: u64,

    /// Nodes of the search that proposes the first four half-moves and judges where a line ends
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 2))]
    judge_nodes: u64,

    /// The largest score of either side at the end of a line, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 50, value_parser = clap::value_parser!(i32).range(0..=1_000))]
    balance: i32,

    /// Lines drawn at the same time [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// A number or a range of them.
fn plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim_start_matches('=').parse::<u32>().ok();
    match (number(least), number(most)) {
        (Some(least), Some(most)) if 1 <= least && least <= most && most <= MOST_PLIES => {
            Ok(least..=most)
        }
        _ => Err(format!(
            "write a number from 1 to {MOST_PLIES}, or a range of them such as 8..12"
        )),
    }
}

fn temperature(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (0.1..=10_000.0).contains(number))
        .ok_or_else(|| "write a number from 0.1 to 10000".to_owned())
}

impl Arguments {
    fn recipe(&self) -> Recipe {
        Recipe {
            count: self.count as usize,
            plies: self.plies.clone(),
            seed: self.seed,
            margin: self.margin,
            temperature: self.temperature,
            balance: self.balance,
            search: Search {
                nodes: self.nodes,
                moves: usize::from(self.moves),
                judge_nodes: self.judge_nodes,
            },
        }
    }
}

impl Arguments {
    /// How the book was made, with all that was left out.
    fn made(&self, version: &str) -> String {
        format!(
            "tournament openings generate FILE --engine {} --count {} --plies {}..{} --seed {} \
             --margin {} --temperature {} --moves {} --nodes {} --judge-nodes {} --balance {} \
             ({version})",
            self.engine,
            self.count,
            self.plies.start(),
            self.plies.end(),
            self.seed,
            self.margin,
            self.temperature,
            self.moves,
            self.nodes,
            self.judge_nodes,
            self.balance
        )
    }
}

/// The engine that a word names, and what it calls itself. A program is started once.
pub(super) fn engine(word: &str, nodes: u64) -> anyhow::Result<(EngineConfig, String)> {
    let words = [word.to_owned()];
    let selection = Selection {
        words: &words,
        file: None,
        limit: Some(LimitKind::Nodes(nodes)),
        nodes,
        table: TABLE,
    };
    let mut engines = selection.engines(registry::NAMES)?;
    give_measured(&mut engines, false)?;
    let engine = engines.remove(0);
    let version = probe(&engine, true)?.version;
    let version = version.unwrap_or_else(|| engine.name.clone());
    Ok((engine, version))
}

/// Whether the book is packed, as its name says.
fn is_packed(file: &Path) -> anyhow::Result<bool> {
    let name = file.to_string_lossy();
    let packed = name.ends_with(".pgn.gz");
    if !packed && !name.ends_with(".pgn") {
        bail!("{name}: a book's name ends in .pgn or .pgn.gz");
    }
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        bail!(
            "{}: there is no such folder; make it first",
            folder.display()
        );
    }
    Ok(packed)
}

/// Makes what is asked for.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let packed = is_packed(&arguments.file)?;
    let recipe = arguments.recipe();
    stop_programs_when_interrupted("interrupted; no book is written")?;
    let (engine, version) = engine(&arguments.engine, arguments.judge_nodes)?;
    let mut kept = arguments.file.clone().into_os_string();
    kept.push(".searches");
    let kept = Path::new(&kept);
    let is_program = matches!(engine.kind, EngineKind::Program(_));
    let searches = if is_program {
        Searches::in_file(recipe.search, kept, &version)?
    } else {
        Searches::in_memory(recipe.search)
    };
    let mut progress = Progress::new(recipe.count, 0, "openings");
    if !searches.is_empty() {
        progress.note(&format!("{} searches are there already", searches.len()));
    }
    let threads = threads(arguments.threads);
    let games = generate(&recipe, &engine, threads, &searches, || {
        progress.advance(1, |_| format!("- {} searches", searches.len()));
    })?;
    progress.finish();
    write(&arguments.file, packed, &games, &arguments.made(&version))?;
    if is_program {
        fs::remove_file(kept)?;
    }
    let name = arguments.file.display();
    print(&format!(
        "{} openings in {name}, by {version}\n",
        games.len()
    ))
}

/// Writes the book; packed, its header says `made`: how it was made.
fn write(file: &Path, packed: bool, games: &[Game], made: &str) -> anyhow::Result<()> {
    write_named(file, |to| {
        if !packed {
            return write_pgn(games, to);
        }
        // A zero byte would end the comment.
        let comment: Vec<u8> = made.bytes().filter(|&byte| byte != 0).collect();
        // No name and no time in the header: the same openings are the same bytes.
        let mut packer = GzBuilder::new()
            .comment(comment)
            .write(to, Compression::best());
        write_pgn(games, &mut packer)?;
        packer.finish()?.flush()
    })?;
    Ok(())
}
