//! Ratings with their intervals.

use match_stats::Interval;
use maud::{Markup, html};

use crate::given_elo::zero_text;
use crate::numbers::{elo_text, los_cell, percent, reach_text, signed, speed};
use crate::table::ranking::ranking;
use crate::table::sheet::{Sheet, SheetHead};
use crate::{EngineResult, MatchSummary, Results};

/// The match of two engines, and with time controls the results on each, side by side.
pub(super) fn together(results: &Results, parts: &[&Results]) -> Markup {
    html! {
        @if let Some(of_two) = &results.of_two { (the_match(results, of_two)) }
        @if results.is_list() { (list(results)) } @else if parts.len() > 1 { (side_by_side(results, parts)) }
    }
}

/// The ranking of the run, or of each time control.
pub(super) fn standings(parts: &[&Results]) -> Markup {
    html! { @for part in parts { (table(part)) } }
}

fn table(results: &Results) -> Markup {
    let rated = !results.is_match();
    let scale = EloRange::of(results);
    html! {
        @if let Some(time_control) = &results.time_control { h3 { (time_control) @if *time_control != results.limits { ", " (results.limits) } } }
        div.wide { table.ranking {
            thead { tr {
                th scope="col" { "" } th.name scope="col" { "Engine" }
                @if rated { th scope="col" { "Elo" } th scope="col" { "±" } th.text scope="col" { "95 % interval" } th.text scope="col" { abbr title="Engines that share a group letter do not differ significantly" { "Group" } } }
                th scope="col" { "Points" } th scope="col" { "Games" } th scope="col" { "Score" } th.optional scope="col" { "Draws" } th.optional scope="col" { "nps" } th.optional scope="col" { "Depth" }
            } }
            tbody { @for (rank, &index) in ranking(results).iter().enumerate() {
                @let engine = &results.engines[index];
                tr data-engine=(index) {
                    td { (rank + 1) } td.name { (engine.name) }
                    @if rated {
                        td.elo { (signed(engine.elo.value)) (marks(engine)) }
                        td { (half_width(engine)) }
                        td.text { (scale.bar(engine.elo)) }
                        td.text { (engine.groups.as_deref().unwrap_or("-")) }
                    }
                    td.points { (engine.points) } td.games { (engine.games) } td.score { (percent(engine.score)) }
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

/// The match of two engines, as on the terminal.
fn the_match(results: &Results, of_two: &MatchSummary) -> Markup {
    let engine = &results.engines[0];
    let (elo, los) = of_two.strength();
    let figures = &of_two.figures;
    html! {
        p.match { strong { (of_two.first) " against " (of_two.second) ": " }
            "+" (engine.wins) " =" (engine.draws) " -" (engine.losses) ", "
            span #match-elo { (elo_text(elo)) } ", stronger with a probability of " (los_cell(los)) " %" }
        p { "Pairs by points of the first, 0 to 2: " (of_two.penta.map(|n| n.to_string()).join(", ")) }
        @if let (Some(llr), Some(lower), Some(upper), Some(test)) = (figures.llr, figures.llr_lower, figures.llr_upper, of_two.sprt) {
            p { "Sequential test of " (test.elo0) " against " (test.elo1) " Elo: LLR " (format!("{llr:.2}"))
                " between " (format!("{lower:.2}")) " and " (format!("{upper:.2}"))
                @if of_two.is_decided() { ", decided" } }
        }
        @if let Some(uncounted) = results.uncounted() { p.soft { (uncounted) "." } }
    }
}

/// The list of evaluations.
fn list(results: &Results) -> Markup {
    let sheet = Sheet::of(results);
    let class = |head: &SheetHead| match &*head.title {
        "Engine" => "name",
        "Kind" => "kind",
        _ if head.is_text => "text",
        _ => "",
    };
    html! {
        h3 { "The list" }
        div.wide { table.list {
            thead { tr { @for head in &sheet.heads { th class=(class(head)) { (head.title) } } } }
            tbody { @for row in &sheet.rows { tr {
                @for (head, cell) in sheet.heads.iter().zip(row) { td class=(class(head)) { (cell) } }
            } } }
        } }
        @for note in &sheet.notes { p.soft { (note) } }
    }
}

fn side_by_side(results: &Results, parts: &[&Results]) -> Markup {
    html! {
        div.wide { table.time-controls {
            thead { tr { th.name scope="col" { "Engine" }
                @for part in parts { th scope="col" { (part.time_control.as_deref().unwrap_or_default()) } th scope="col" { "±" } th scope="col" { "Score" } }
            } }
            tbody { @for &index in &ranking(parts[0]) { tr {
                td.name { (results.engines[index].name) }
                @for part in parts {
                    @let engine = &part.engines[index];
                    td { (signed(engine.elo.value)) (marks(engine)) } td { (half_width(engine)) } td { (percent(engine.score)) }
                }
            } } }
        } }
    }
}

fn marks(engine: &EngineResult) -> Markup {
    html! {
        @if engine.rating_from_prior { "*" }
        @if engine.tainted > 0 { abbr title="time losses or engine failures ended some of its games" { "!" } }
    }
}

fn half_width(engine: &EngineResult) -> String {
    reach_text(engine.elo).trim_start_matches('±').to_owned()
}

/// The range of Elo of the bars.
struct EloRange {
    low: f64,
    high: f64,
}

impl EloRange {
    fn of(results: &Results) -> Self {
        let ends = results.engines.iter().flat_map(|e| [e.elo.low, e.elo.high]).flatten();
        let (low, high) =
            ends.fold((0.0_f64, 0.0_f64), |(low, high), end| (low.min(end), high.max(end)));
        Self { low, high: high.max(low + 1.0) }
    }

    fn percent(&self, elo: f64) -> f64 {
        100.0 * (elo - self.low) / (self.high - self.low)
    }

    /// A line from end to end, a dot at the estimate, a hair at 0; the numbers stand beside it, so it is not read out.
    fn bar(&self, elo: Interval<Option<f64>>) -> Markup {
        let (Some(value), Some(low), Some(high)) = (elo.value, elo.low, elo.high) else {
            return html! {};
        };
        let at = |elo: f64| format!("{:.1}%", self.percent(elo));
        let width = format!("{:.1}%", self.percent(high) - self.percent(low));
        html! {
            span.interval aria-hidden="true" {
                s style={ "left:" (at(0.0)) } {}
                i style={ "left:" (at(low)) ";width:" (width) } {}
                b style={ "left:" (at(value)) } {}
            }
        }
    }
}
