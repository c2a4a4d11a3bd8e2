//! `tournament swing`.

use std::sync::Mutex;

use clap::Args;
use lab::swing;
use players::registry;
use report::progress::Progress;
use report::{Column, Columns};
use runner::drawn::builtin_openings;

/// Measure how far a search moves each evaluator's static values
#[derive(Args)]
#[command(
    long_about = "The margins of the search are written for Michniewski's evaluation and \
    scaled by each evaluator's swing: how far a search of a few plies moves its static value, \
    relative to Michniewski's. This command measures the swing of every evaluator over positions from games \
    that start from the built-in openings, and shows it beside the one that is in use, which \
    stands in the evaluator's source with its date; `swing` of an [[engine]] sets another one. What a value \
    is worth in results is another question: see `tournament accuracy`."
)]
pub(crate) struct Arguments {
    /// How many games to take positions from
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    games: u32,

    /// One JSON array
    #[arg(long)]
    json: bool,
}

/// Measures and shows.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut openings = builtin_openings(None)?;
    openings.truncate(arguments.games as usize);
    let progress = Mutex::new(Progress::new(openings.len(), 0, "games"));
    let positions = swing::positions(&openings, || {
        if let Ok(mut progress) = progress.lock() {
            progress.advance(1, |_| String::new());
        }
    });
    if let Ok(progress) = progress.into_inner() {
        progress.finish();
    }
    let measured = swing::measure(registry::NAMES, &positions);
    if arguments.json {
        return super::print(&(serde_json::to_string(&measured)? + "\n"));
    }
    let head = format!(
        "{} positions from {} games; search of {} plies against static value\n\n",
        positions.len(),
        openings.len(),
        swing::DEPTH,
    );
    super::show(&(head + &table(&measured).text(super::line_width())))
}

fn table(measured: &[swing::Measured]) -> Columns {
    let mut columns = Columns::new([
        Column::left("evaluator").gap(0).least(14).cut(),
        Column::right("positions").gap(1).goes(3),
        Column::right("centipawns").gap(1).least(12).goes(2),
        Column::right("ratio").gap(1).least(8),
        Column::right("in use").gap(1).least(8),
        Column::left("measured").goes(1),
    ]);
    for row in measured {
        columns.row([
            row.evaluator.to_owned(),
            row.positions.to_string(),
            format!("{:.2}", row.change),
            format!("{:.2}", row.ratio),
            format!("{:.2}", row.stored),
            row.stored_date.to_owned(),
        ]);
    }
    columns
}
