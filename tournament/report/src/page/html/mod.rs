//! The page's HTML. Outside text is escaped by maud; the script's data is packed.

mod about;
mod data;
mod first_screen;
mod games;
mod standings;
mod statistics;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use engine_core::text::printable;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::plots::Plot;
use super::{Delivery, PageBuilder, PageError};
use crate::Results;
use players::identity::PROJECT;

pub(super) const STYLE: &str = include_str!("../assets/page.css");
pub(super) const MEN: &str = include_str!("../assets/men.svg");
/// The page loads nothing; a served one may request data from its own server.
pub(super) const ASKS_NOBODY: &str =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; ";

/// The hash of a page's script in its content security policy; no other script runs.
pub(super) fn script_hash(script: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(script)))
}

/// The page's script: one script of several files, which share their names.
const SCRIPT: &str = concat!(
    include_str!("../assets/basics.js"),
    include_str!("../assets/men.js"),
    include_str!("../assets/positions.js"),
    include_str!("../assets/numbers.js"),
    include_str!("../assets/list.js"),
    include_str!("../assets/game.js"),
    include_str!("../assets/why.js"),
    include_str!("../assets/deviations.js"),
    include_str!("../assets/controls.js"),
    include_str!("../assets/live.js"),
);

pub(super) fn document(
    builder: &mut PageBuilder<'_>,
    results: &Results,
    plots: &[Plot],
    delivery: Delivery,
) -> Result<String, PageError> {
    let data = data::data(builder, results)?;
    let sections = sections(builder, results, plots)?;
    let live = delivery == Delivery::Live;
    let connect = if live { "'self'" } else { "'none'" };
    let page = html! {
        (DOCTYPE)
        html lang="en" data-live=(if live { "yes" } else { "no" }) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content={ (ASKS_NOBODY) "script-src '" (script_hash(SCRIPT)) "'; connect-src " (connect) };
                // Browsers request an icon unless the page has none explicitly.
                link rel="icon" href="data:,";
                title { (results.name) " - " (PROJECT) }
                style { (PreEscaped(STYLE)) }
            }
            body data-version=(builder.version) {
                a.skip href="#games" { "To the games" }
                (PreEscaped(MEN))
                header {
                    h1 { (results.name) }
                    div #outcome data-live { (first_screen::sentences(results)) }
                    div #state data-live { (about::state(results)) }
                    @if live {
                        p #lost.warning role="status" hidden { "The server does not answer; it is asked again." }
                    }
                }
                nav aria-label="Parts of the page" { ul {
                    @for (part, name) in PARTS { li { a href={ "#" (part) } { (name) } } }
                    @if live { li { a href="explore" { "Explore" } } }
                } }
                main { (sections) }
                footer { p.soft { "Made by " (PROJECT) ", " code { "evalarena report" } ", from the games of the run. Elo is logistic; intervals are 95 %, from pairs of games." } }
                (data)
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    // Names of openings and of programs come from anywhere.
    Ok(printable(&page.into_string()).into_owned())
}

const PARTS: [(&str, &str); 7] = [
    ("standings", "Standings"),
    ("games", "Games"),
    ("parting", "First difference"),
    ("why", "Why"),
    ("openings", "Openings"),
    ("endings", "Endings"),
    ("about", "What was played"),
];

fn sections(
    builder: &PageBuilder<'_>,
    results: &Results,
    plots: &[Plot],
) -> Result<Markup, PageError> {
    let config = &builder.run.config;
    let (parts, engines) = (results.parts(), results.engines.iter());
    let names: Vec<&str> = engines.map(|engine| engine.name.as_str()).collect();
    let command = builder.run.store.invocation()?.command;
    let movers = builder.sample.movers(config)?;
    let section = |id: &str, title: &str, content: Markup| {
        html! {
            section id=(id) aria-labelledby={ (id) "-title" } data-live {
                h2 id={ (id) "-title" } { (title) }
                (content)
            }
        }
    };
    Ok(html! {
        (section("standings", "Standings", html! {
            (standings::together(results, &parts))
            @if results.is_list() { div.plots { (figures(plots, &["years", "prices"])) } }
            @if let Some(scaling) = &results.node_scaling {
                (figures(plots, &["nodes"]))
                (standings::crossings(results, scaling))
            }
            div.first {
                div { @for part in &parts { (standings::table(part)) } }
                @if let Some(highlight) = &builder.highlight { (first_screen::turned(&names, highlight)) }
            }
            @for part in &parts { (standings::crosstable(part)) }
        }))
        (games::games(builder.list.len(), builder.list.replays(), results.games))
        section #parting aria-labelledby="parting-title" {
            h2 #parting-title { "First difference" }
            (statistics::parting())
        }
        (section("why", "Why", statistics::movers(&names, &movers)))
        (section("openings", "Openings", statistics::openings(&names, &builder.openings)))
        (section("endings", "How games ended", html! { @for part in &parts { (statistics::endings(part)) } }))
        (section("about", "What was played", about::about(config, results, command.as_deref())))
    })
}

fn figures(plots: &[Plot], names: &[&str]) -> Markup {
    html! {
        @for plot in plots.iter().filter(|plot| names.contains(&plot.name)) {
            figure class=(plot.name) { figcaption { (plot.title) } (PreEscaped(plot.for_page())) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_runs_its_own_script_and_no_other() {
        // Control characters are escaped on the page: with one in it, the script would be another one.
        assert_eq!(printable(SCRIPT), SCRIPT);
        assert_eq!(script_hash(SCRIPT).len(), "sha256-".len() + 44);
        assert!(!ASKS_NOBODY.contains("script-src"));
    }
}
