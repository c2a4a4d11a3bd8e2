//! `evalarena suite`.

use std::path::PathBuf;

use clap::Args;
use lab::suite::{Detail, SuiteReport, read, solve, table};
use openings::TextEncoding;
use report::progress::Progress;

use super::engines::Engines;

/// Solve suites of test positions
#[derive(Args)]
#[command(
    long_about = "Runs engines on EPD test suites and reports how many positions each solves, with a 95 % interval (Wilson), \
        and how soon. A position is solved if the move at the end of the search is right; nodes and time to solution are \
        those after which the move stayed right. Every position begins with cleared tables, so at fixed nodes or depth the result does not depend on the \
        number of threads.\n\n\
        An engine is an evaluator, built in or from outside (./mine.so), or cmd: and the command of a UCI engine with its arguments; --config takes \
        engines with options from the [[engine]] tables of a tournament. The default is all built-in evaluators.\n\n\
        These operations of a line are used, and others are ignored:\n  \
        bm Nf3 e4;              one of these moves solves the position\n  \
        am Nf3;                 any other move solves it\n  \
        c0 \"Nf3=10, e4=5\";      points for moves, in any of c0 to c9\n  \
        c8 \"10 5\"; c9 \"...\";    the same, with the moves in c9 or c7\n  \
        dm 3; or bm #3;         mate in three, by the engine's score; -3: the side to move is mated\n  \
        id \"WAC.001\";           the position's name\n  \
        hmvc 0; fmvn 1;         the clocks, if they do not follow the four fields\n\
        bm and am decide if they are given; otherwise the move with the most points; otherwise dm. Moves are in SAN, \
        with common deviations, or in UCI notation.\n\n\
        Where mates are known, the mates that each engine announced at the end of its search are counted: found (of the \
        right side), best (in the suite's number of moves), shorter, and wrong (of the other side).\n\n\
        Files can have any extension, followed by .gz or .zst, or be in a .zip; - is standard input.\n\n\
        A bad line refuses its whole file before anything is searched; all bad lines are named.",
    after_help = "Examples:\n  \
        evalarena suite wac.epd\n  \
        evalarena suite wac.epd --engine michniewski --engine \"cmd:stockfish\" --movetime 200 --failed\n  \
        evalarena suite one.epd two.epd --engine otter --depth 8 --json\n  \
        evalarena suite wac.epd --config my.toml --nodes 50000"
)]
pub(crate) struct SuiteArgs {
    /// The EPD files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// An evaluator, or cmd:COMMAND for a UCI engine (repeatable)
    #[arg(long = "engine", value_name = "NAME")]
    engines: Vec<String>,

    #[command(flatten)]
    how: Engines,

    /// The encoding of the files, such as windows-1251, instead of detecting it
    #[arg(long, value_name = "NAME")]
    encoding: Option<TextEncoding>,

    /// List the positions that each engine did not solve, and those that only some solved
    #[arg(long)]
    failed: bool,

    /// List every position
    #[arg(long, conflicts_with = "failed")]
    verbose: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Tries the positions and prints the results.
pub(crate) fn run(arguments: &SuiteArgs) -> anyhow::Result<()> {
    let positions = read(&arguments.files, arguments.encoding, |repair| {
        super::remark(&format!("warning: {repair}"));
    })?;
    super::stop_programs_when_interrupted("interrupted; there is no result")?;
    let engines = arguments.how.chosen(&arguments.engines)?;
    let engines: Vec<_> = engines.into_iter().map(|(engine, _)| engine).collect();
    let progress = Progress::new(positions.len() * engines.len(), 0, "positions");
    let mut solved = vec![0; engines.len()];
    let attempts = solve(&positions, &engines, arguments.how.threads(), |engine, attempt| {
        solved[engine] += usize::from(attempt.solved);
        progress.advance(1, |_| format!("- {}: {} solved", engines[engine].name, solved[engine]));
    });
    progress.finish();
    let report = SuiteReport::new(&positions, &engines, &attempts?);
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
