//! `evalarena openings check`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use config::{EngineConfig, LimitKind, Selection};
use evaluators::registry;
use lab::books::{Judged, judge, table};
use openings::check::{Counts, check};
use openings::{DEFAULT_POLYGLOT_PLIES, ReadOptions, Source, TextEncoding, Variant};
use players::player::probe;
use report::progress::Progress;
use serde::Serialize;

use crate::cli::engines::threads;
use crate::cli::measured::give_measured;
use crate::cli::{print_json, remark, show, stop_programs_when_interrupted};

/// The table of an evaluator, two to this power entries: it is cleared for each of many searches.
const TABLE: u8 = 14;

/// Report what is in an opening book, and how level it is
#[derive(Args)]
#[command(
    long_about = "Reads a book (.epd, .fen, .txt, .pgn or .bin, each also .gz or .zst, or the first such member of a \
        .zip; - is standard input) and reports the number of openings, duplicates, lengths, castling rights \
        lost, captures and unequal material, and the volumes of the Encyclopaedia of Chess Openings.\n\n\
        A judge searches the final positions of a sample: mean, standard deviation and largest score, in its \
        centipawns from White's point of view, and the share that is decided, in which a side expects more \
        than 0.9 points. If the judge reports wins, draws and losses (UCI_ShowWDL), they are used; otherwise \
        the expected score is 1 / (1 + 10^(-score/400)), which is 0.9 at 382.\n\n\
        An invalid opening refuses the book, with its line and the reason; --skip-bad skips and counts such \
        openings. Repairs are reported on standard error.\n\n\
        Games of a .pgn are taken whole; --plies cuts them. At most 100,000 lines of a Polyglot book are \
        read, heaviest move first.",
    after_help = "Examples:\n  \
        evalarena openings check configs/openings/builtin.pgn.gz --engine cmd:stockfish --sample 500\n  \
        evalarena openings check 8moves_v3.pgn.zip --json"
)]
pub(super) struct OpeningsCheckArgs {
    /// The book
    file: PathBuf,

    /// The judge: an evaluator, or cmd:COMMAND for a UCI program
    #[arg(long, value_name = "NAME", default_value = "michniewski")]
    engine: String,

    /// Nodes for each position
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 2))]
    nodes: u64,

    /// The number of openings judged, at most; 0 for none
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(0..=10_000_000))]
    sample: u32,

    /// The random seed of the sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Half-moves to take of each game [default: all], or of each line from a Polyglot book [default: 16]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    plies: Option<u32>,

    /// The chess variant of the book
    #[arg(long, value_name = "NAME", default_value = "standard", value_parser = variant)]
    variant: Variant,

    /// The text encoding of the book, such as windows-1251 [default: detected]
    #[arg(long, value_name = "NAME")]
    encoding: Option<TextEncoding>,

    /// Skip invalid openings, and count them
    #[arg(long)]
    skip_bad: bool,

    /// Positions judged concurrently [default: one for each core]
    #[arg(value_parser = crate::cli::positive, long, value_name = "N", visible_alias = "concurrency")]
    threads: Option<NonZeroUsize>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn variant(name: &str) -> Result<Variant, String> {
    Variant::of_name(name).ok_or_else(|| format!("write one of {}", Variant::NAMES.join(", ")))
}

#[derive(Serialize)]
struct OpeningsCheckReport<'r> {
    file: &'r str,
    #[serde(flatten)]
    counts: &'r Counts,
    judge: Option<Judge<'r>>,
}

#[derive(Serialize)]
struct Judge<'r> {
    engine: &'r str,
    nodes: u64,
    seed: u64,
    #[serde(flatten)]
    judged: &'r Judged,
}

/// Reads and judges the openings, and prints the result.
pub(super) fn run(arguments: &OpeningsCheckArgs) -> anyhow::Result<()> {
    let file = arguments.file.display().to_string();
    let reading = ReadOptions {
        plies: arguments.plies,
        variant: arguments.variant,
        encoding: arguments.encoding,
    };
    let source = openings::open(&arguments.file, &reading)?;
    for repair in source.repairs() {
        remark(&format!("warning: {file}: {repair}"));
    }
    let progress = match &source {
        Source::Book(book) => Progress::new(book.len(), 0, "openings read"),
        Source::Polyglot(_) => Progress::open_ended(0, "openings read"),
    };
    let plies = arguments.plies.unwrap_or(DEFAULT_POLYGLOT_PLIES);
    let sample = (arguments.sample as usize, arguments.seed);
    let checked = check(&source, plies, arguments.skip_bad, sample, || {
        progress.tick();
    })?;
    progress.finish();
    let mut by = String::new();
    let mut judged = None;
    if !checked.sample.is_empty() {
        stop_programs_when_interrupted("interrupted; there is no result")?;
        let (engine, version) = engine(&arguments.engine, arguments.nodes)?;
        let progress = Progress::new(checked.sample.len(), 0, "positions judged");
        let (nodes, threads) = (arguments.nodes, threads(arguments.threads));
        judged = judge(&checked.sample, &engine, nodes, threads, || progress.tick())?;
        progress.finish();
        by = version;
    }
    if arguments.json {
        let judge = judged.as_ref().map(|judged| Judge {
            engine: &by,
            nodes: arguments.nodes,
            seed: arguments.seed,
            judged,
        });
        let report = OpeningsCheckReport { file: &file, counts: &checked.counts, judge };
        return print_json(&report);
    }
    let by = format!("{by} at {} nodes", arguments.nodes);
    let judged = judged.as_ref().map(|judged| (by.as_str(), judged));
    show(table(&file, &checked.counts, judged))
}

/// The engine that a word names, and the name that it reports. A program is started once.
fn engine(word: &str, nodes: u64) -> anyhow::Result<(EngineConfig, String)> {
    let words = [word.to_owned()];
    let selection = Selection {
        words: &words,
        file: None,
        limit: Some(LimitKind::Nodes(nodes)),
        nodes,
        table: TABLE,
    };
    let mut engines = selection.engines(registry::NAMES)?;
    give_measured(&mut engines)?;
    let engine = engines.remove(0);
    let version = probe(&engine, true)?.version;
    let version = version.unwrap_or_else(|| engine.name.clone());
    Ok((engine, version))
}
