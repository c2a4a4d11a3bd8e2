//! Orders of engines that depend on the nodes a move.

use match_stats::differences::FAMILY_WISE_ERROR;
use maud::{Markup, html};

use crate::Results;
use crate::given_elo::zero_text;
use crate::node_scaling::{Crossing, NodePoint, NodeScaling};
use crate::numbers::elo_text;
use crate::page::plots::DRAWN;
use crate::table::fit::p_value;

/// The crossings below the plot, those that are certain first.
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
            (table(certain))
        }
        @if !open.is_empty() {
            details {
                summary { "Not certain: " (open.len()) }
                (table(open))
            }
        }
    }
}

/// The comparisons and their correction.
fn correction(scaling: &NodeScaling) -> String {
    format!(
        " ({} comparisons, of all pairs at each number of nodes; {:.0} % family-wise, Holm)",
        scaling.comparisons,
        100.0 * FAMILY_WISE_ERROR
    )
}

fn table(crossings: &[Crossing]) -> Markup {
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
