//! `evalarena calibrate margins`.

use clap::Args;
use engine_core::game::Game;
use evaluators::AnyEvaluator;
use evaluators::registry;
use lab::calibration::margins::{self, DEPTH, Measured};
use report::progress::Progress;
use report::{Column, Columns, Document};

use crate::cli::{line_width, print_json, show};

/// Measure the margin scale of all evaluators
#[derive(Args)]
#[command(
    long_about = "The margins of the search are written for Michniewski's evaluation and multiplied by each \
        evaluator's margin scale: by how much a search of a few plies changes its static values, relative to \
        Michniewski's. This measures it on positions from games that start from the built-in openings, and shows it \
        beside the one in use, with its date, from the evaluator's source; `margin_scale` of an [[engine]] sets another \
        one. What a value is worth in results is measured by `evalarena accuracy`."
)]
pub(crate) struct CalibrateMarginsArgs {
    /// How many games to take positions from
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    games: u32,

    /// One JSON array
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &CalibrateMarginsArgs) -> anyhow::Result<()> {
    let positions = positions(arguments.games)?;
    let all = registry::NAMES.iter();
    let all: Vec<_> = all.filter_map(|name| registry::evaluator(name)).collect();
    let all: Vec<&dyn AnyEvaluator> = all.iter().map(|one| &**one).collect();
    let measured = margins::measure(&all, &positions)?;
    if arguments.json {
        return print_json(&measured);
    }
    let mut document = Document::from(format!(
        "{} positions from {} games; search of {DEPTH} plies against static value",
        positions.len(),
        arguments.games,
    ));
    document.blank();
    document.append(table(&measured).document(line_width()));
    show(document)
}

/// The positions of `games` games, with a progress bar while they are played.
pub(crate) fn positions(games: u32) -> anyhow::Result<Vec<Game>> {
    let games = games as usize;
    let progress = Progress::new(games, 0, "games");
    let positions = margins::positions(games, || progress.tick());
    progress.finish();
    Ok(positions?)
}

fn table(measured: &[Measured]) -> Columns {
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
