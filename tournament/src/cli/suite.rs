//! `tournament suite`.

use std::path::PathBuf;

use clap::Args;
use lab::suite::{Detail, Report, read, solve, table};
use openings::TextEncoding;
use report::progress::Progress;

use super::engines::Engines;

/// Solve suites of test positions
#[derive(Args)]
#[command(
    long_about = "Has engines try the positions of EPD files and says how many each solved, with a \
        95 % interval (Wilson), and how soon. A position is solved if the move at the end of the \
        search is right; nodes and time to the solution are those after which it stayed right. \
        Every position begins with cleared tables, so at fixed nodes or depth the result does not \
        depend on the threads.\n\n\
        An engine is an evaluator of ours by its name, or cmd: and the command of a UCI program with \
        its arguments; --config takes engines with options from the [[engine]] tables of a \
        tournament. Without any, all evaluators try.\n\n\
        Of each line these operations count, and others are ignored:\n  \
        bm Nf3 e4;              one of these moves solves the position\n  \
        am Nf3;                 any other move solves it\n  \
        c0 \"Nf3=10, e4=5\";      points for moves, in any of c0 to c9\n  \
        c8 \"10 5\"; c9 \"...\";    the same, with the moves in c9 or c7\n  \
        dm 3; or bm #3;         mate in three: the engine's score says it; -3: the side to move is mated\n  \
        id \"WAC.001\";           what it is called\n  \
        hmvc 0; fmvn 1;         the clocks, if they do not follow the four fields\n\
        bm and am decide where they are; else the move with the most points; else dm. Moves are in \
        SAN, also when carelessly written, or in UCI.\n\n\
        Where mates are known, whatever else solves the position, it is counted how many each engine announced at the end: \
        found (a mate of the right side), best (in as many moves as the suite says), shorter, and wrong (of the other side).\n\n\
        Files can have any ending, and .gz or .zst after it, or be in a .zip; - is standard input.\n\n\
        One bad line refuses the whole file, with all bad lines named, before anything is tried.",
    after_help = "Examples:\n  \
        tournament suite wac.epd\n  \
        tournament suite wac.epd --engine michniewski --engine \"cmd:stockfish\" --movetime 200 --failed\n  \
        tournament suite one.epd two.epd --engine otter --depth 8 --json\n  \
        tournament suite wac.epd --config my.toml --nodes 50000"
)]
pub(crate) struct Arguments {
    /// The EPD files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// An evaluator, or cmd:COMMAND for a UCI program (may be repeated)
    #[arg(long = "engine", value_name = "NAME")]
    engines: Vec<String>,

    #[command(flatten)]
    how: Engines,

    /// The encoding of the files, such as windows-1251, instead of recognising it
    #[arg(long, value_name = "NAME")]
    encoding: Option<TextEncoding>,

    /// List the positions that each engine did not solve, and those that only some solved
    #[arg(long)]
    failed: bool,

    /// List every position
    #[arg(long, conflicts_with = "failed")]
    verbose: bool,

    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Tries the positions and prints the results.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let positions = read(&arguments.files, arguments.encoding, |repair| {
        super::remark(&format!("warning: {repair}"));
    })?;
    super::stop_programs_when_interrupted("interrupted; there is no result")?;
    let engines = arguments.how.chosen(&arguments.engines)?;
    let engines: Vec<_> = engines.into_iter().map(|(engine, _)| engine).collect();
    let progress = Progress::new(positions.len() * engines.len(), 0, "positions");
    let mut solved = vec![0; engines.len()];
    let attempts = solve(
        &positions,
        &engines,
        arguments.how.threads(),
        |engine, attempt| {
            solved[engine] += usize::from(attempt.solved);
            progress.advance(1, |_| {
                format!("- {}: {} solved", engines[engine].name, solved[engine])
            });
        },
    );
    progress.finish();
    let report = Report::new(&positions, &engines, &attempts?);
    if arguments.json {
        return super::print_json(&report);
    }
    let detail = match (arguments.verbose, arguments.failed) {
        (true, _) => Detail::All,
        (_, true) => Detail::Failed,
        _ => Detail::None,
    };
    super::show(table(&report, detail, super::line_width_if_said()))
}
