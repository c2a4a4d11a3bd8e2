//! The crosstable, in colours.

use maud::{Markup, html};

use crate::PairingSummary;
use crate::Results;
use crate::numbers::percent;
use crate::table::ranking::ranking;

/// The maximum number of engines: with more the table is unreadable.
const MOST: usize = 30;

/// A row against each column: wins, draws and losses, and the score.
pub(super) fn crosstable(results: &Results) -> Markup {
    let engines = results.engines.len();
    if results.is_match() || results.pairings.is_empty() {
        return html! {};
    }
    if engines > MOST {
        return html! { p.soft { "No crosstable of " (engines) " engines: results.json has their pairings." } };
    }
    let order = ranking(results);
    html! {
        h3 { "Who did what against whom" @if let Some(time_control) = &results.time_control { ": " (time_control) } }
        div.wide { table.cross {
            thead { tr { th scope="col" {} th.name scope="col" { "Engine" } @for rank in 1..=engines { th scope="col" { (rank) } } } }
            tbody { @for (rank, &row) in order.iter().enumerate() { tr {
                th scope="row" { (rank + 1) } td.name { (results.engines[row].name) }
                @for &column in &order { (cell(results, row, column)) }
            } } }
        } }
        p.soft { "Wins-draws-losses of the row against the column, and its score; blue above a half, orange below." }
    }
}

fn cell(results: &Results, row: usize, column: usize) -> Markup {
    let between = |p: &&PairingSummary| p.indices == (row, column) || p.indices == (column, row);
    let Some(pairing) = results.pairings.iter().find(between) else {
        return html! { td { "-" } };
    };
    let (wins, losses) = if pairing.indices.0 == row {
        (pairing.wins, pairing.losses)
    } else {
        (pairing.losses, pairing.wins)
    };
    let draws = pairing.draws;
    let score = (wins as f64 + draws as f64 / 2.0) / pairing.games.max(1) as f64;
    let class = if score >= 0.5 { "good" } else { "bad" };
    // Text stays readable on at most 70 %.
    let much = (140.0 * (score - 0.5).abs()).round();
    html! {
        td class=(class) style={ "--much:" (much) } {
            (wins) "-" (draws) "-" (losses) small { (percent(Some(score))) }
        }
    }
}
