//! The page's HTML. Outside text is escaped by maud; the script's data is packed.

mod games;
mod played;
mod standings;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use engine_core::text::printable;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use players::identity::PROJECT;
use players::record::MoveScore;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::findings::{Choice, Deviation};
use super::games::Score;
use super::plots::Plot;
use super::{Delivery, PageBuilder, PageError, packed};
use crate::Results;

const STYLE: &str = include_str!("../assets/page.css");
const PIECES: &str = include_str!("../assets/men.svg");
/// The page loads nothing; a served one may request data from its own server.
const ASKS_NOBODY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; ";

/// The hash of a page's script in its content security policy; no other script runs.
fn script_hash(script: &str) -> String {
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
    let data = data(builder, results)?;
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
                (PreEscaped(PIECES))
                header {
                    h1 { (results.name) }
                    div #outcome data-live { (games::sentences(results)) }
                    div #state data-live { (played::state(results)) }
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
                @if let Some(highlight) = &builder.highlight { (games::turned(&names, highlight)) }
            }
            @for part in &parts { (standings::crosstable(part)) }
        }))
        (games::games(builder.list.len(), builder.list.replays(), results.games))
        section #parting aria-labelledby="parting-title" {
            h2 #parting-title { "First difference" }
            (played::parting())
        }
        (section("why", "Why", played::movers(&names, &movers)))
        (section("openings", "Openings", played::opening_scores(&names, &builder.openings)))
        (section("endings", "How games ended", html! { @for part in &parts { (played::endings(part)) } }))
        (section("about", "What was played", played::about(config, results, command.as_deref())))
    })
}

fn figures(plots: &[Plot], names: &[&str]) -> Markup {
    html! {
        @for plot in plots.iter().filter(|plot| names.contains(&plot.name)) {
            figure class=(plot.name) { figcaption { (plot.title) } (PreEscaped(plot.chart.for_page(plot.title))) }
        }
    }
}

fn data(builder: &mut PageBuilder<'_>, results: &Results) -> Result<Markup, PageError> {
    let engines: Vec<&str> = results.engines.iter().map(|e| e.name.as_str()).collect();
    let elo: Vec<Option<f64>> = results.engines.iter().map(|e| e.elo.value).collect();
    let time_controls = results.time_controls.iter().filter_map(|own| own.time_control.as_deref());
    let list = builder.list.end(&engines, &time_controls.collect::<Vec<_>>(), &elo)?;
    let reasons = packed(&builder.selection.reasons(&builder.run.config)?)?;
    let deviations = packed(&sorted(&builder.deviations.found))?;
    let item = |id: &str, text: &str| {
        html! {
            script id=(id) type="application/octet-stream" { (PreEscaped(text)) }
        }
    };
    Ok(html! {
        div #data hidden data-live {
            (item("list-data", &list))
            (item("reasons-data", &reasons))
            (item("deviations-data", &deviations))
            @for (index, chunk) in builder.list.chunks.iter().enumerate() {
                (item(&format!("games-{index}"), chunk))
            }
        }
    })
}

/// A deviation as the page reads it: the shared moves, and for each side engine, game, move and score.
#[derive(Serialize)]
struct Parting<'a> {
    ply: usize,
    a: (usize, usize, &'a str, Score),
    b: (usize, usize, &'a str, Score),
}

/// Deviations, those with the largest difference of scores first.
fn sorted(found: &[Deviation]) -> Vec<Parting<'_>> {
    let side = |choice: &'_ Choice| (choice.engine, choice.game + 1, choice.score);
    let apart = |choices: &[Choice; 2]| {
        let [a, b] = [0, 1].map(|at| choices[at].score.map_or(0, centipawns));
        (a - b).abs()
    };
    let mut found: Vec<_> = found.iter().collect();
    found.sort_by_key(|deviation| (-apart(&deviation.choices), side(&deviation.choices[0]).1));
    let shown = found.into_iter().map(|deviation| {
        let [a, b] = &deviation.choices;
        let shown = |choice| {
            let (engine, game, score) = side(choice);
            (engine, game, choice.san.as_str(), Score::of(score))
        };
        Parting { ply: deviation.ply, a: shown(a), b: shown(b) }
    });
    shown.collect()
}

fn centipawns(score: MoveScore) -> i64 {
    match score {
        MoveScore::Cp(cp) => i64::from(cp).clamp(-90_000, 90_000),
        MoveScore::Mate { mate } => {
            let moves = i64::from(mate).clamp(-9_999, 9_999);
            100_000 * moves.signum() - moves
        }
    }
}

const HELPERS: &str =
    concat!(include_str!("../assets/basics.js"), include_str!("../assets/men.js"));

/// A page that has no run: with the style, the pieces and the policy of the pages of runs.
#[derive(Debug, Clone, Copy)]
pub struct BarePage<'s> {
    /// Its title.
    pub title: &'s str,
    /// Style beside that of all pages.
    pub style: &'s str,
    /// The HTML of its body.
    pub body: &'s str,
    /// Its script, after the helpers of all pages; no other runs.
    pub script: &'s str,
}

impl BarePage<'_> {
    /// The HTML. It may ask its own server, and nothing else.
    pub fn html(&self) -> String {
        let script = [HELPERS, self.script].concat();
        let policy = script_hash(&script);
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta http-equiv="Content-Security-Policy" content={ (ASKS_NOBODY) "script-src '" (policy) "'; connect-src 'self'" };
                    link rel="icon" href="data:,";
                    title { (self.title) " - " (PROJECT) }
                    style { (PreEscaped(STYLE)) (PreEscaped(self.style)) }
                }
                body {
                    (PreEscaped(PIECES))
                    (PreEscaped(self.body))
                    script { (PreEscaped(&script)) }
                }
            }
        };
        printable(&page.into_string()).into_owned()
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
