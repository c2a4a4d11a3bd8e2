//! Ratings with their intervals, the crosstable, and the orders of engines that depend on the nodes a move.

use match_stats::Interval;
use match_stats::differences::FAMILY_WISE_ERROR;
use maud::{Markup, html};

use crate::numbers::{elo_text, los_cell, percent, reach_text, signed, speed, zero_text};
use crate::page::plots::DRAWN;
use crate::table::Sheet;
use crate::verdicts::p_value;
use crate::{Crossing, Match, NodePoint, NodeScaling, Results};

/// The maximum number of engines of a crosstable: with more it is unreadable.
const MAX_CROSSTABLE: usize = 30;

pub(super) fn table(results: &Results) -> Markup {
    let rated = !results.is_match();
    let ends = results.engines.iter().flat_map(|e| [e.elo.low, e.elo.high]).flatten();
    let (least, most) = ends.fold((0.0, 0.0), |(low, high), end| (end.min(low), end.max(high)));
    let scale = (least, most.max(least + 1.0));
    html! {
        @if let Some(time_control) = &results.time_control { h3 { (time_control) @if *time_control != results.limits { ", " (results.limits) } } }
        div.wide { table.ranking.rated[rated] {
            thead { tr {
                th scope="col" { "" } th.name scope="col" { "Engine" }
                @if rated { th scope="col" { "Elo" } th scope="col" { "±" } th.text.more scope="col" { "95 % interval" } th.text.more scope="col" { abbr title="Engines that share a group letter do not differ significantly" { "Group" } } }
                th.more scope="col" { "Points" } th scope="col" { "Games" } th.more scope="col" { "Score" } th.optional scope="col" { "Draws" } th.optional scope="col" { "nps" } th.optional scope="col" { "Depth" }
            } }
            tbody { @for (rank, &index) in results.ranking().iter().enumerate() {
                @let engine = &results.engines[index];
                tr data-engine=(index) {
                    td { (rank + 1) } td.name { (engine.name) }
                    @if rated {
                        td.elo { (signed(engine.elo.value)) @if engine.rating_from_prior { "*" }
                            @if engine.tainted > 0 { abbr title="time losses or engine failures ended some of its games" { "!" } } }
                        td { (reach_text(engine.elo).trim_start_matches('±')) }
                        td.text.more { (bar(engine.elo, scale)) }
                        td.text.more { (engine.groups.as_deref().unwrap_or("-")) }
                    }
                    td.points.more { (engine.points) } td.games { (engine.games) } td.score.more { (percent(engine.score)) }
                    td.optional.draws { (percent(engine.draw_rate)) }
                    td.optional.nps { (speed(engine.nps)) }
                    td.optional { (engine.mean_depth.map_or("-".to_owned(), |depth| format!("{depth:.1}"))) }
                }
            } }
        } }
        (notes(results))
    }
}

fn notes(results: &Results) -> Markup {
    let from_prior = results.engines.iter().any(|engine| engine.rating_from_prior);
    html! {
        @if !results.is_match() {
            p.soft { "Elo: logistic, " (zero_text(&results.anchors, |name| results.rating_of(name))) "; from " (results.pairs) " pairs of games" }
        }
        @if results.white_advantage_untold {
            p.soft { "White's advantage cannot be estimated from these games, in which it is confounded with strength: it was assumed to be 0." }
        } @else if let Some(white) = results.white_advantage.value {
            p.soft { "White's advantage: " (signed(Some(white))) " Elo" }
        }
        @if from_prior { p.soft { "*: the results alone give no finite rating; a weak prior stands in." } }
        @if results.pools.len() > 1 {
            p.warning { "Not everybody has met, even by way of others: ratings of different pools cannot be compared." }
        }
    }
}

pub(super) fn the_match(results: &Results, of_two: &Match) -> Markup {
    let engine = &results.engines[0];
    let (elo, los) = of_two.strength();
    html! {
        p.match { strong { (engine.name) " against " (results.engines[1].name) ": " }
            "+" (engine.wins) " =" (engine.draws) " -" (engine.losses) ", "
            span #match-elo { (elo_text(elo)) } ", stronger with a probability of " (los_cell(los)) " %" }
        @if let Some(penta) = of_two.penta { p { "Pairs by points of the first, 0 to 2: " (penta.map(|n| n.to_string()).join(", ")) } }
        @if let (Some(llr), Some(lower), Some(upper), Some(test)) = (of_two.llr, of_two.llr_lower, of_two.llr_upper, of_two.sprt) {
            p { "Sequential test of " (test.elo0) " against " (test.elo1) " Elo: LLR " (format!("{llr:.2}"))
                " between " (format!("{lower:.2}")) " and " (format!("{upper:.2}"))
                @if of_two.is_decided { ", decided" } }
        }
        @if let Some(uncounted) = results.uncounted() { p.soft { (uncounted) "." } }
    }
}

/// The results within each time control, side by side.
pub(super) fn side_by_side(results: &Results) -> Markup {
    let sheet = Sheet::of(results);
    let class = |(title, is_text): &(String, bool)| match &**title {
        "Engine" => "name",
        "Kind" => "kind",
        _ if *is_text => "text",
        _ => "",
    };
    html! {
        @if results.is_list() { h3 { "The list" } }
        div.wide { table.list {
            thead { tr { @for head in &sheet.heads { th scope="col" class=(class(head)) { (head.0) } } } }
            tbody { @for row in &sheet.rows { tr {
                @for (head, cell) in sheet.heads.iter().zip(row) { td class=(class(head)) { (cell) } }
            } } }
        } }
        @for note in &sheet.notes { p.soft { (note) } }
    }
}

/// A line from end to end, a dot at the estimate, a hair at 0, on a scale from `least` to `most` Elo; the numbers stand
/// beside it, so it is not read out.
fn bar(elo: Interval<Option<f64>>, (least, most): (f64, f64)) -> Markup {
    let Some(Interval { value, low, high }) = elo.bounded() else {
        return html! {};
    };
    let share = |elo: f64| 100.0 * (elo - least) / (most - least);
    let at = |elo: f64| format!("{:.1}%", share(elo));
    let width = format!("{:.1}%", share(high) - share(low));
    html! {
        span.interval aria-hidden="true" {
            s style={ "left:" (at(0.0)) } {}
            i style={ "left:" (at(low)) ";width:" (width) } {}
            b style={ "left:" (at(value)) } {}
        }
    }
}

/// A row against each column: wins, draws and losses, and the score.
pub(super) fn crosstable(results: &Results) -> Markup {
    let engines = results.engines.len();
    if results.is_match() || results.pairings.is_empty() {
        return html! {};
    }
    if engines > MAX_CROSSTABLE {
        return html! { p.soft { "No crosstable of " (engines) " engines: results.json has their pairings." } };
    }
    let order = results.ranking();
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
    let Some(counts @ [wins, draws, losses]) = results.between(row, column) else {
        return html! { td { "-" } };
    };
    let games = counts.iter().sum::<u64>().max(1);
    let score = (wins as f64 + draws as f64 / 2.0) / games as f64;
    let class = if score >= 0.5 { "good" } else { "bad" };
    // Text stays readable on at most 70 %.
    let much = (140.0 * (score - 0.5).abs()).round();
    html! {
        td class=(class) style={ "--much:" (much) } {
            (wins) "-" (draws) "-" (losses) small { (percent(Some(score))) }
        }
    }
}

pub(super) fn crossings(results: &Results, scaling: &NodeScaling) -> Markup {
    let zero = zero_text(&results.anchors, |_| None);
    let (certain, open) = scaling.crossings.split_at(scaling.significant());
    let pairs = scaling.crossings.len();
    html! {
        p.soft {
            "Each number of nodes has its own scale (" (zero) "): a line compares an engine with the others at equal nodes, and does not show what more nodes are worth to it."
            @if scaling.curves.len() > DRAWN { " The " (DRAWN) " best at the most nodes are drawn." }
        }
        h3 { "Crossings: engines whose order changes with the nodes" }
        @if pairs == 0 {
            p { "None" (correction(scaling)) "." }
        } @else if certain.is_empty() {
            p { "No crossing is certain" (correction(scaling)) "." }
        } @else {
            p { "Certain: the one is significantly ahead with fewer nodes, the other with more" (correction(scaling)) "." }
            (crossing_table(certain))
        }
        @if !open.is_empty() {
            details {
                summary { "Not certain: " (open.len()) }
                (crossing_table(open))
            }
        }
    }
}

fn correction(scaling: &NodeScaling) -> String {
    format!(
        " ({} comparisons, of all pairs at each number of nodes; {:.0} % family-wise, Holm)",
        scaling.comparisons,
        100.0 * FAMILY_WISE_ERROR
    )
}

fn crossing_table(crossings: &[Crossing]) -> Markup {
    let at = |point: &NodePoint| format!("{} at {} nodes", elo_text(point.elo), point.nodes);
    html! {
        div.wide { table.crossings {
            thead { tr { th.name scope="col" { "Ahead with fewer nodes" } th.name scope="col" { "Ahead with more" } th.text scope="col" { "The first above the second" } th scope="col" { "p" } } }
            tbody { @for crossing in crossings { tr {
                td.name { (crossing.a) } td.name { (crossing.b) }
                td.text { (at(&crossing.fewer)) br; (at(&crossing.more)) }
                td { (p_value(crossing.p_adjusted)) }
            } } }
        } }
    }
}
