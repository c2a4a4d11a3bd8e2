//! Tables of all against all, in as many blocks of columns as the width of a line requires.

use std::collections::HashMap;

use super::ranking::name_width;
use crate::document::Document;
use crate::numbers::{cut, los_cell};
use crate::results::{PairingSummary, Results};

pub(crate) struct Rows<'n> {
    pub(crate) names: Vec<&'n str>,
    pub(crate) rank_width: usize,
    pub(crate) name_width: usize,
    pub(crate) line_width: usize,
}

/// The title of a matrix of [`los_cell`]s.
pub(crate) const LOS_TITLE: &str =
    "Probability in percent that the row is stronger than the column:";

/// Adds `cell` for each row and column, below a title.
pub(crate) fn add_matrix(
    title: &str,
    rows: &Rows<'_>,
    cell: impl Fn(usize, usize) -> String,
    to: &mut Document,
) {
    let (rank, width, players) = (rows.rank_width, rows.name_width, rows.names.len());
    let cells = (0..players).flat_map(|row| (0..players).map(move |column| (row, column)));
    let lengths = cells.map(|(row, column)| cell(row, column).len());
    let cell_width = lengths.max().unwrap_or(0).max(3) + 1;
    let room = rows.line_width.saturating_sub(width + rank + 1);
    let columns = usize::max(1, room / cell_width);
    to.sentence(title);
    for first in (0..players).step_by(columns) {
        let block = first..usize::min(first + columns, players);
        let line = |start: String, cell: &dyn Fn(usize) -> String| {
            let cells = block.clone().map(|column| format!("{:>cell_width$}", cell(column)));
            start + &cells.collect::<String>()
        };
        let start = format!("{:>rank$} {:<width$}", "", "");
        to.heading(line(start, &|column| (column + 1).to_string()));
        for (row, name) in rows.names.iter().enumerate() {
            let start = format!("{:>rank$} {:<width$}", row + 1, cut(name, width));
            to.row(line(start, &|column| cell(row, column)));
        }
        to.blank();
    }
}

/// The probability that the row's engine is stronger than the column's, then wins, draws and losses of the one against
/// the other. Two engines need no matrix: their match stands below the ranking.
pub(super) fn head_to_head(results: &Results, ranking: &[usize], width: usize, to: &mut Document) {
    if results.is_match() {
        return;
    }
    let name = |&index: &usize| results.engines[index].name.as_str();
    let rows = Rows {
        names: ranking.iter().map(name).collect(),
        rank_width: 3,
        name_width: name_width(results).min(width / 3),
        line_width: width,
    };
    if !results.differences.is_empty() {
        let los = superiority(results);
        let cell = |row: usize, column: usize| {
            let names = (rows.names[row], rows.names[column]);
            los_cell(los.get(&names).copied())
        };
        add_matrix(LOS_TITLE, &rows, cell, to);
    }
    let title = "Wins-draws-losses of the row against the column:";
    let cell = |row: usize, column: usize| cell(results, ranking[row], ranking[column]);
    add_matrix(title, &rows, cell, to);
}

/// The likelihood of superiority of the first engine over the second one, by their names.
fn superiority(results: &Results) -> HashMap<(&str, &str), f64> {
    let both = results.differences.iter().flat_map(|d| {
        let (a, b) = (d.a.as_str(), d.b.as_str());
        [((a, b), d.los), ((b, a), 1.0 - d.los)]
    });
    both.collect()
}

fn cell(results: &Results, row: usize, column: usize) -> String {
    let between = |p: &&PairingSummary| p.indices == (row, column) || p.indices == (column, row);
    match results.pairings.iter().find(between) {
        Some(p) if p.indices.0 == row => format!("{}-{}-{}", p.wins, p.draws, p.losses),
        Some(p) => format!("{}-{}-{}", p.losses, p.draws, p.wins),
        None => "-".to_owned(),
    }
}
