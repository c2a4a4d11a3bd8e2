//! `evalarena calibrate wdl`.

use std::path::PathBuf;

use clap::Args;
use lab::calibration::wdl::{WdlFit, fit};
use report::progress::Progress;
use report::{Column, Columns, Document};
use runner::run::Run;
use serde_json::to_string_pretty;

use crate::cli::{line_width, print, show};

/// Fit the chances of a win, a draw and a loss to the games of runs
#[derive(Args)]
#[command(
    long_about = "Fits the model behind UCI_ShowWDL to the evaluators' scores and the results of games. Scores count \
        in units of each evaluator's scale, so that one model serves all. Give runs without adjudication: with it \
        the model learns the adjudication rules.",
    after_help = "Example:\n  evalarena calibrate wdl runs/results-own-nodes-played-out"
)]
pub(crate) struct CalibrateWdlArgs {
    /// The runs' folders
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &CalibrateWdlArgs) -> anyhow::Result<()> {
    let runs = arguments.runs.iter().map(|run| Run::open(run));
    let runs = runs.collect::<Result<Vec<_>, _>>()?;
    let games = runs.iter().map(|run| run.store.count());
    let games = games.sum::<Result<usize, _>>()?;
    let progress = Progress::new(games, 0, "games read");
    let fitted = fit(&runs, || progress.tick());
    progress.finish();
    let fitted = fitted?;
    if arguments.json {
        return print(&format!("{}\n", to_string_pretty(&fitted)?));
    }
    show(table(&fitted, line_width()))
}

/// Scores in the table of chances.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 1.0, 2.0];

fn table(fitted: &WdlFit, width: usize) -> Document {
    let model = fitted.model();
    let mut text = Document::from(format!("{} scores of {} games", fitted.scores, fitted.games));
    text.blank();
    text.heading("           with all men    for bare kings");
    let rows = [("slope", model.slope), ("margin", model.margin)];
    for (row, (name, [none, more])) in rows.into_iter().enumerate() {
        let [first, second] = [fitted.errors[2 * row], fitted.errors[2 * row + 1]];
        text.row(format!("{name:<8} {none:7.3} ± {first:5.3}  {more:7.3} ± {second:5.3}"));
    }
    text.blank();
    text.sentence(
        "Win/draw/loss in permille by the score, in units of the scale, and by the material gone:",
    );
    text.blank();
    let column = |score: f64| Column::right(&score.to_string()).gap(1).least(13);
    let head = |(score, goes)| column(score).goes(goes);
    let heads = SCORES.into_iter().zip([0, 1, 0, 0, 2]).map(head);
    let gone = Column::right("").gap(0).least(8);
    let mut columns = Columns::new(std::iter::once(gone).chain(heads));
    for gone in [0.0, 0.5, 0.8, 0.95_f64] {
        let cells = SCORES.map(|score| {
            let chances = model.chances(score, gone.powi(3));
            let shares = [chances.win, chances.draw, chances.loss];
            let [win, draw, loss] = shares.map(|chance| (1000.0 * chance).round());
            format!("{win}/{draw}/{loss}")
        });
        let [none, quarter, half, one, two] = cells;
        columns.row([format!("{:.0}%", 100.0 * gone), none, quarter, half, one, two]);
    }
    text.append(columns.document(width));
    text
}
