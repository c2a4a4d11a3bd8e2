//! `tournament compare`.

use std::path::PathBuf;

use clap::Args;
use report::compare::compare;
use report::progress::Progress;
use runner::store::Store;
use serde_json::to_string_pretty;

/// Show several runs side by side, and the differences with intervals
#[derive(Args)]
#[command(
    long_about = "Shows runs side by side: two states of a program, two books, two limits. First what differs between \
        them, then the rating of each engine that is in all of them, by its name, and how far it is from that in the \
        first run, with a 95 % interval, then the same for each pairing. Runs are read from their stores, whether or \
        not they are being played.\n\n\
        Ratings are relative, so those of each run are told above the mean, there, of the engines that all runs have; \
        anchors are left aside. The differences suppose that the runs share no games, and games that they do share \
        are found and told. A match that a sequential test ended shows too large a difference: its own result knows of \
        the test, this command does not.",
    after_help = "Examples:\n  tournament compare runs/before runs/after\n  \
        tournament compare runs/nodes-4000 runs/nodes-16000 runs/nodes-64000 --json"
)]
pub(crate) struct Arguments {
    /// The runs' folders; the first is what the others are compared with
    #[arg(required = true, num_args = 2.., value_name = "RUN")]
    runs: Vec<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Compares them.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut games = 0;
    for run in &arguments.runs {
        games += Store::open_read_only(run)?.count()?;
    }
    let mut progress = Progress::new(games, 0, "games read");
    let comparison = compare(&arguments.runs, || progress.advance(1, |_| String::new()));
    progress.finish();
    let comparison = comparison?;
    if arguments.json {
        return super::print(&format!("{}\n", to_string_pretty(&comparison)?));
    }
    super::show(&comparison.text(super::line_width()))
}
