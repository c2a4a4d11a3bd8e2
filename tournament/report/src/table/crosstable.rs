//! The matrices: probabilities of superiority, and results of each pairing.

use super::matrix::{LOS_TITLE, Rows, add_matrix};
use super::ranking::name_width;
use crate::document::Document;
use crate::numbers::los_cell;
use crate::results::Results;
use crate::summaries::PairingSummary;
use std::collections::HashMap;

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
