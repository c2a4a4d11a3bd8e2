//! `evalarena suite`.

mod add;
mod find;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};
use lab::suite::{Detail, History, SuiteReport, read, solve, table};
use report::progress::Progress;

use super::engines::Engines;

/// Solve suites of test positions; keep and retry blunders
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    long_about = "Runs engines on EPD test suites and reports how many positions each solves, with a 95 % interval (Wilson), \
        and how soon. A position is solved if the move at the end of the search is right. `add` and `find` add \
        positions to a suite: blunders, which are lines with am.\n\n\
        bm Nf3 e4;              one of these moves solves the position\n\
        am Nf3;                 any other move solves it\n\
        c0 \"Nf3=10, e4=5\";      points for moves, in any of c0 to c9\n\
        dm 3; or bm #3;         mate in three, by the engine's score\n\
        id \"WAC.001\";           the position's name\n\n\
        docs/positions.md describes the lines, the defaults and --history.",
    after_help = "Examples:\n  \
        evalarena suite wac.epd --engine michniewski --engine \"cmd:stockfish\" --movetime 200 --list failed\n  \
        evalarena suite blunders.epd --engine otter --history blunders.jsonl\n\n\
        Exit status: 0 for success, 1 if a position of --history is lost again, 2 for invalid input, 130 for an interrupt."
)]
pub(crate) struct SuiteArgs {
    #[command(subcommand)]
    command: Option<SuiteCommand>,

    /// The EPD files, also .gz, .zst or in a .zip; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// An evaluator, or cmd:COMMAND for a UCI engine (repeatable) [default: all built-in evaluators]
    #[arg(long = "engine", value_name = "NAME")]
    engines: Vec<String>,

    #[command(flatten)]
    how: Engines,

    /// List these positions
    #[arg(long, value_name = "WHICH")]
    list: Option<Listed>,

    /// Compare with the earlier runs in this file, and add this one
    #[arg(long, value_name = "FILE")]
    history: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Listed {
    /// Those not solved, and those that only some engines solved
    Failed,
    /// All
    All,
}

#[derive(Subcommand)]
enum SuiteCommand {
    Add(add::SuiteAddArgs),
    Find(find::SuiteFindArgs),
}

/// Tries the positions and prints the results, or adds positions; returns the exit status.
pub(crate) fn run(arguments: &SuiteArgs) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        None => try_positions(arguments),
        Some(SuiteCommand::Add(arguments)) => add::run(arguments).map(|()| ExitCode::SUCCESS),
        Some(SuiteCommand::Find(arguments)) => find::run(arguments).map(|()| ExitCode::SUCCESS),
    }
}

fn try_positions(arguments: &SuiteArgs) -> anyhow::Result<ExitCode> {
    let warn = |text| super::remark(&format!("warning: {text}"));
    let positions = read(&arguments.files, warn)?;
    let history = arguments.history.as_deref().map(History::load).transpose()?;
    history.iter().flat_map(History::warnings).for_each(warn);
    super::stop_programs_when_interrupted("interrupted; there is no result")?;
    let probed = arguments.how.chosen(&arguments.engines)?;
    let engines: Vec<_> = probed.iter().map(|(engine, _)| engine.clone()).collect();
    let progress = Progress::new(positions.len() * engines.len(), 0, "positions");
    let mut solved = vec![0; engines.len()];
    let attempts = solve(&positions, &engines, arguments.how.threads(), |engine, attempt| {
        solved[engine] += usize::from(attempt.solved);
        progress.advance(1, |_| format!("- {}: {} solved", engines[engine].name, solved[engine]));
    });
    progress.finish();
    let mut report = SuiteReport::new(&positions, &probed, &attempts?);
    if let Some(history) = &history {
        history.compare(&mut report);
    }
    // Results are shown even if they cannot be stored.
    let stored = history.map_or(Ok(()), |history| history.append(&report));
    if arguments.json {
        super::print_json(&report)?;
    } else {
        let detail = match arguments.list {
            None => Detail::None,
            Some(Listed::Failed) => Detail::Failed,
            Some(Listed::All) => Detail::All,
        };
        super::show(table(&report, detail, super::line_width_if_said()))?;
    }
    stored?;
    Ok(ExitCode::from(u8::from(report.is_worse())))
}
