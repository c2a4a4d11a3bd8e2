//! `evalarena compare`.

use std::path::PathBuf;

use clap::Args;
use report::compare::compare;
use report::progress::Progress;
use runner::run::Run;
use serde_json::to_string_pretty;

/// Compare several runs side by side
#[derive(Args)]
#[command(
    long_about = "Compares runs: two versions of a program, two books, two limits. It lists the settings that differ, \
        then the rating of each engine that is in all runs, by name, and its difference to the first run \
        with a 95 % interval, then the same for each pairing. Runs are read from their stores and may still \
        be in play.\n\n\
        Ratings are relative, so in each run they are given above the mean of the engines that all runs \
        share; anchors are ignored. The differences assume that the runs have no games in common; common \
        games are detected and reported. A match that was stopped by a sequential test shows too large a \
        difference here: only its own result allows for the test.",
    after_help = "Examples:\n  evalarena compare runs/before runs/after\n  \
        evalarena compare runs/nodes-4000 runs/nodes-16000 runs/nodes-64000 --json"
)]
pub(crate) struct CompareArgs {
    /// The runs' folders; the others are compared with the first
    #[arg(required = true, num_args = 2.., value_name = "RUN")]
    runs: Vec<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &CompareArgs) -> anyhow::Result<()> {
    let runs = arguments.runs.iter().map(|run| Run::open(run));
    let runs = runs.collect::<Result<Vec<_>, _>>()?;
    let games = runs.iter().map(|run| run.store.count());
    let games = games.sum::<Result<usize, _>>()?;
    let progress = Progress::new(games, 0, "games read");
    let comparison = compare(&runs, || progress.tick());
    progress.finish();
    let comparison = comparison?;
    if arguments.json {
        return super::print(&format!("{}\n", to_string_pretty(&comparison)?));
    }
    super::show(comparison.document(super::line_width()))
}
