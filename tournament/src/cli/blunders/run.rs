//! `evalarena blunders run`.

use std::process::ExitCode;

use clap::Args;
use lab::blunders::Book;
use lab::blunders::book_run::{EngineTrial, compare, table};
use lab::blunders::history::{History, append, path_of};
use lab::suite::{SuiteError, solve};
use report::progress::Progress;
use serde::Serialize;

use super::BookArgument;
use crate::cli::engines::Engines;

/// Try the book, and see what is back again
#[derive(Args)]
#[command(
    long_about = "Has engines try every position of the book and reports each as solved, still lost, or lost again: \
        solved in any earlier run of the engine of this name at the same limit, and lost now. All runs are \
        kept beside the book, in blunders.history.jsonl, one line of JSON a run, with date, version, and for \
        evaluators the node count that identifies the search. A position whose moves in the book have \
        changed counts as new.\n\n\
        An engine is an evaluator, or cmd: and the command of a UCI engine; --config takes the [[engine]] \
        tables of a configuration; the default is all built-in evaluators.\n\n\
        The exit status is 1 if any position is lost again, and 0 otherwise.",
    after_help = "Examples:\n  \
        evalarena blunders run\n  \
        evalarena blunders run otter \"cmd:./my-engine\" --movetime 500\n  \
        evalarena blunders run michniewski --nodes 20000 --json"
)]
pub(super) struct BlundersRunArgs {
    /// Evaluators, or cmd:COMMAND for a UCI engine
    #[arg(value_name = "ENGINE")]
    engines: Vec<String>,

    #[command(flatten)]
    how: Engines,

    #[command(flatten)]
    book: BookArgument,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct BlundersRunReport<'r> {
    book: &'r str,
    positions: usize,
    back_again: usize,
    engines: &'r [EngineTrial],
}

/// Tries the positions and compares; returns the exit status.
pub(super) fn run(arguments: &BlundersRunArgs) -> anyhow::Result<ExitCode> {
    let book = &arguments.book.book;
    let loaded = Book::load(book)?;
    let positions = loaded.positions();
    if positions.is_empty() {
        let file = book.display().to_string();
        return Err(SuiteError::Empty { file }.into());
    }
    let path = path_of(book);
    let history = History::load(&path)?;
    for line in &history.damaged {
        let file = path.display();
        let damaged = "this line is damaged and passed over";
        crate::cli::remark(&format!("warning: {file}:{line}: {damaged}"));
    }
    crate::cli::stop_programs_when_interrupted("interrupted; nothing was kept of this run")?;
    let (probed, engines): (Vec<_>, Vec<_>) = arguments
        .how
        .chosen(&arguments.engines)?
        .into_iter()
        .map(|(engine, probe)| ((engine.clone(), probe), engine))
        .unzip();
    let progress = Progress::new(positions.len() * engines.len(), 0, "positions");
    let attempts = solve(positions, &engines, arguments.how.threads(), |engine, _| {
        progress.advance(1, |_| format!("- {}", engines[engine].name));
    });
    progress.finish();
    let attempts = attempts?;
    let compared: Vec<_> = probed
        .iter()
        .zip(&attempts)
        .map(|(engine, attempts)| compare(engine, positions, attempts, &history))
        .collect::<Result<_, _>>()?;
    let (outcomes, trials): (Vec<_>, Vec<_>) = compared.into_iter().unzip();
    // Results are shown even if they cannot be stored.
    let kept = append(&path, &trials);
    let back_again = outcomes.iter().map(|outcome| outcome.back_again).sum();
    let name = book.display().to_string();
    let report = BlundersRunReport {
        book: &name,
        positions: positions.len(),
        back_again,
        engines: &outcomes,
    };
    if arguments.json {
        crate::cli::print_json(&report)?;
    } else {
        crate::cli::show(table(&name, &outcomes))?;
    }
    kept?;
    Ok(ExitCode::from(u8::from(back_again > 0)))
}
