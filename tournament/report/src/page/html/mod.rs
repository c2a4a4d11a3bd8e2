//! The page's HTML. Outside text is escaped by maud; the script's data is packed.

mod about;
mod board;
mod crosstable;
mod data;
mod first_screen;
mod games;
mod nodes;
mod script;
mod standings;
mod statistics;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use engine_core::text::printable;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use script::SCRIPT;
use sha2::{Digest, Sha256};

use super::gathered::Gathered;
use super::plots::{self, Plot};
use super::{Delivery, PageError};
use crate::Results;
use config::Config;
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

/// The plots of a time control, or of the run if it has none.
#[derive(Debug)]
pub(super) struct TimeControlPlots {
    /// The time control's name.
    name: Option<String>,
    plots: Vec<Plot>,
}

impl TimeControlPlots {
    /// The plots as files on white paper, by name.
    pub(super) fn files(&self) -> impl Iterator<Item = (String, String)> {
        let time_control = self.name.as_deref().map(file_name);
        self.plots.iter().map(move |plot| {
            let time_control =
                time_control.as_ref().map_or(String::new(), |name| format!("-{name}"));
            (format!("{}{time_control}.svg", plot.name), plots::for_file(&plot.svg))
        })
    }
}

/// Letters and digits of a name, and hyphens for the rest.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    name.chars().map(plain).collect()
}

/// The results of each time control, or those of the run.
fn parts(results: &Results) -> Vec<&Results> {
    match &results.time_controls[..] {
        [] => vec![results],
        time_controls => time_controls.iter().collect(),
    }
}

/// The plots of each time control, and then those of all of them together, if there are any.
pub(super) fn plots(gathered: &Gathered) -> Result<Vec<TimeControlPlots>, PageError> {
    let parts = parts(&gathered.results).into_iter().zip(&gathered.drawn);
    let drawn = parts.map(|(results, drawn)| {
        Ok(TimeControlPlots {
            name: results.time_control.clone(),
            plots: plots::plots(results, drawn)?,
        })
    });
    let mut all = drawn.collect::<Result<Vec<_>, PageError>>()?;
    let scaling = gathered.results.node_scaling.as_ref();
    let of_nodes = scaling.map(plots::node_plot).transpose()?.flatten();
    let of_list = plots::list_plots(&gathered.results)?;
    all.push(TimeControlPlots { name: None, plots: of_nodes.into_iter().chain(of_list).collect() });
    Ok(all)
}

/// The page.
pub(super) fn document(
    config: &Config,
    gathered: &mut Gathered,
    plots: &[TimeControlPlots],
    delivery: Delivery,
) -> Result<String, PageError> {
    let data = data::data(gathered)?;
    let results = &gathered.results;
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
            body data-version=(gathered.version) {
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
                main { (sections(config, gathered, plots)) }
                footer { p.soft { "Made by " (PROJECT) ", " code { "evalarena report" } ", from the games of the run. Elo is logistic; intervals are 95 %, from pairs of games." } }
                (data)
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    // Names of openings and of programs come from anywhere.
    Ok(printable(&page.into_string()).into_owned())
}

/// The parts of the page, in order.
const PARTS: [(&str, &str); 9] = [
    ("standings", "Standings"),
    ("games", "Games"),
    ("parting", "Parting"),
    ("why", "Why"),
    ("course", "Course"),
    ("openings", "Openings"),
    ("endings", "Endings"),
    ("speed", "Speed"),
    ("about", "What was played"),
];

fn sections(config: &Config, gathered: &Gathered, plots: &[TimeControlPlots]) -> Markup {
    let parts = parts(&gathered.results);
    let names: Vec<&str> = gathered.results.engines.iter().map(|e| e.name.as_str()).collect();
    let section = |id: &str, title: &str, content: Markup| {
        html! {
            section id=(id) aria-labelledby={ (id) "-title" } data-live {
                h2 id={ (id) "-title" } { (title) }
                (content)
            }
        }
    };
    let drawn = |wanted: &[&str]| {
        html! {
            div.plots {
                @for (time_control, plots) in parts.iter().zip(plots) { (figures(time_control, &plots.plots, wanted)) }
            }
        }
    };
    html! {
        (section("standings", "Standings", html! {
            (standings::together(&gathered.results, &parts))
            @if gathered.results.is_list() {
                div.plots { @for of_run in plots.iter().skip(parts.len()) { (figures(&gathered.results, &of_run.plots, &["years", "prices"])) } }
            }
            @if let Some(scaling) = &gathered.results.node_scaling {
                @for of_run in plots.iter().skip(parts.len()) { (figures(&gathered.results, &of_run.plots, &["nodes"])) }
                (nodes::crossings(&gathered.results, scaling))
            }
            div.first {
                div { (standings::standings(&parts)) }
                @if let Some(highlight) = &gathered.highlight { (first_screen::turned(&names, highlight)) }
            }
            @for time_control in &parts { (crosstable::crosstable(time_control)) }
        }))
        (games::games(gathered.list.len(), gathered.list.replays(), gathered.results.games))
        section #parting aria-labelledby="parting-title" {
            h2 #parting-title { "Where they part" }
            (statistics::parting())
        }
        (section("why", "Why", statistics::movers(&names, &gathered.movers)))
        (section("course", "The course of the run", drawn(&["course"])))
        (section("openings", "Openings", statistics::openings(&names, &gathered.openings)))
        (section("endings", "How games ended", html! {
            @for (time_control, drawn) in parts.iter().zip(&gathered.drawn) { (statistics::endings(time_control, &drawn.lengths)) }
            (drawn(&["length"]))
        }))
        (section("speed", "Speed", html! {
            p.soft { "A line from 5 to 95 % of games or moves, a box from 25 to 75 %, a dot in the middle." }
            (drawn(&["speed", "depth", "time"]))
        }))
        (section("about", "What was played", about::about(config, &gathered.results, gathered.command.as_deref())))
    }
}

/// The plots of these names, with the time control in their titles.
fn figures(time_control: &Results, plots: &[Plot], wanted: &[&str]) -> Markup {
    let title = |plot: &Plot| match &time_control.time_control {
        Some(name) => format!("{name}: {}", plot.title),
        None => plot.title.to_owned(),
    };
    html! {
        @for plot in plots.iter().filter(|plot| wanted.contains(&plot.name)) {
            figure class=(plot.name) {
                figcaption { (title(plot)) }
                (PreEscaped(plots::for_page(&plot.svg, &title(plot))))
            }
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
