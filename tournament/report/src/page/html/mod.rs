//! The page's HTML. Outside text is escaped by maud; the script's data is packed.

mod played;
mod standings;

use engine_core::notation::{fen_of, printable};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use players::identity::PROJECT;
use players::record::{GameRecord, GameResult, MoveScore};
use sha2::{Digest, Sha256};
use shakmaty::Position;

use super::plots::Plot;
use super::{Delivery, PageBuilder, base64, packed};
use crate::page::findings::outcome;
use crate::played::{Turn, position};
use crate::{ReportError, Results};

const STYLE: &str = include_str!("../assets/page.css");
const PIECES: &str = include_str!("../assets/men.svg");
/// The page loads nothing; a served one may request data from its own server.
const ASKS_NOBODY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; ";

/// The head of a page, with a policy by which no script but this one runs.
fn head(title: &str, style: &str, script: &str, connect: &str) -> Markup {
    let hash = base64(&Sha256::digest(script));
    html! {
        meta charset="utf-8";
        meta name="viewport" content="width=device-width, initial-scale=1";
        meta http-equiv="Content-Security-Policy" content={ (ASKS_NOBODY) "script-src 'sha256-" (hash) "'; connect-src " (connect) };
        // Browsers request an icon unless the page has none explicitly.
        link rel="icon" href="data:,";
        title { (title) " - " (PROJECT) }
        style { (PreEscaped(STYLE)) (PreEscaped(style)) }
    }
}

/// The page's script: one script of several files, which share their names.
const SCRIPT: &str = concat!(
    include_str!("../assets/basics.js"),
    include_str!("../assets/list.js"),
    include_str!("../assets/game.js"),
    include_str!("../assets/live.js"),
);

pub(super) fn document(
    builder: &mut PageBuilder<'_>,
    results: &Results,
    plots: &[Plot],
    delivery: Delivery,
) -> Result<String, ReportError> {
    let data = data(builder, results)?;
    let sections = sections(builder, results, plots)?;
    let live = delivery == Delivery::Live;
    let connect = if live { "'self'" } else { "'none'" };
    let page = html! {
        (DOCTYPE)
        html lang="en" data-live=(if live { "yes" } else { "no" }) {
            head {
                (head(&results.name, "", SCRIPT, connect))
            }
            body data-version=(builder.version) {
                a.skip href="#games" { "To the games" }
                (PreEscaped(PIECES))
                header {
                    h1 { (results.name) }
                    div #outcome data-live { @for sentence in outcome(results) { p.outcome { (sentence) } } }
                    div #state data-live { (played::state(results)) }
                    @if live {
                        p #lost.warning role="status" hidden { "The server does not answer; it is asked again." }
                    }
                }
                nav aria-label="Parts of the page" { ul {
                    @if live { li #to-live hidden { a href="#live" { "In play" } } }
                    @for (part, name) in PARTS { li { a href={ "#" (part) } { (name) } } }
                    @if live { li { a href="explore" { "Explore" } } }
                } }
                main {
                    @if live {
                        section #live aria-labelledby="live-title" hidden { h2 #live-title { "In play" } div #boards.boards {} }
                    }
                    (sections)
                }
                footer { p.soft { "Made by " (PROJECT) ", " code { "evalarena report" } ", from the games of the run. Elo is logistic; intervals are 95 %, from pairs of games." } }
                (data)
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    // Names of openings and of programs come from anywhere.
    Ok(printable(&page.into_string()).into_owned())
}

const PARTS: [(&str, &str); 6] = [
    ("standings", "Standings"),
    ("games", "Games"),
    ("parting", "First difference"),
    ("why", "Why"),
    ("endings", "Endings"),
    ("about", "What was played"),
];

fn sections(builder: &mut PageBuilder<'_>, results: &Results, plots: &[Plot]) -> Result<Markup, ReportError> {
    let config = &builder.run.config;
    let (parts, engines) = (results.parts(), results.engines.iter());
    let names: Vec<&str> = engines.map(|engine| engine.name.as_str()).collect();
    let command = builder.run.store.invocation()?.command;
    let movers = builder.sample.movers(config)?;
    let furthest = builder.selection.furthest(builder.list.replays());
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
            @if let Some(of_two) = &results.of_two { (standings::the_match(results, of_two)) }
            @if parts.len() > 1 { (standings::side_by_side(results)) }
            @if results.is_list() { div.plots { (figures(plots, &["years", "prices"])) } }
            @if let Some(scaling) = &results.node_scaling {
                (figures(plots, &["nodes"]))
                (standings::crossings(results, scaling))
            }
            div.first {
                div { @for part in &parts { (standings::table(part)) } }
                @if let Some((_, game, turn)) = furthest { (turned(&names, game, *turn)?) }
            }
            @for part in &parts { (standings::crosstable(part)) }
        }))
        (games(builder.list.len(), builder.list.replays(), results.games))
        section #parting aria-labelledby="parting-title" {
            h2 #parting-title { "First difference" }
            (played::parting())
        }
        (section("why", "Why", played::movers(&names, &movers)))
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

fn data(builder: &mut PageBuilder<'_>, results: &Results) -> Result<Markup, ReportError> {
    let engines: Vec<&str> = results.engines.iter().map(|e| e.name.as_str()).collect();
    let elo: Vec<Option<f64>> = results.engines.iter().map(|e| e.elo.value).collect();
    let time_controls = results.time_controls.iter().filter_map(|own| own.time_control.as_deref());
    let list = builder.list.end(&engines, &time_controls.collect::<Vec<_>>(), &elo)?;
    let reasons = packed(&builder.selection.reasons(&builder.run.config)?)?;
    let item = |id: &str, text: &str| {
        html! {
            script id=(id) type="application/octet-stream" { (PreEscaped(text)) }
        }
    };
    Ok(html! {
        div #data hidden data-live {
            (item("list-data", &list))
            (item("reasons-data", &reasons))
            @for (index, chunk) in builder.list.chunks.iter().enumerate() {
                (item(&format!("games-{index}"), chunk))
            }
        }
    })
}

/// A page that has no run, with the style, the pieces and the policy of the pages of runs: its title, style beside that of
/// all pages, the HTML of its body, and its script after the helpers of all pages. It may ask its own server, and nothing
/// else; no other script runs.
pub fn bare_page(title: &str, style: &str, body: &str, script: &str) -> String {
    let script = [include_str!("../assets/basics.js"), script].concat();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head { (head(title, style, &script, "'self'")) }
            body {
                (PreEscaped(PIECES))
                (PreEscaped(body))
                script { (PreEscaped(&script)) }
            }
        }
    };
    printable(&page.into_string()).into_owned()
}

/// The position of a game at which its result was most surprising.
fn turned(names: &[&str], game: &GameRecord, turn: Turn) -> Result<Markup, ReportError> {
    let ply = game.book_moves.len() + turn.ply;
    let at = position(game, ply)?;
    let last = at.moves().last().and_then(|mv| Some(format!("{} {}", mv.from()?, mv.to())));
    let score = |index: Option<usize>| score_text(index.and_then(|i| game.moves.get(i)?.score));
    let [before, after] = [turn.ply.checked_sub(1), Some(turn.ply)].map(score);
    let [white, black] = [game.white, game.black].map(|engine| names[engine]);
    let colour = at.position().turn();
    let (mover, other) = colour.fold_wb((white, black), (black, white));
    let result = match game.outcome {
        GameResult::WhiteWins => format!("{white} won"),
        GameResult::Draw => "the game was drawn".to_owned(),
        GameResult::BlackWins => format!("{black} won"),
    };
    let number = game.index + 1;
    Ok(html! {
        figure.turned {
            figcaption { "Biggest turnaround" }
            div.board data-fen=(fen_of(at.position())) data-marks=[last] {}
            p { (white) " - " (black) ". White's score here: " (before) " by " (other) ", " (after) " by " (mover)
                ". Yet " (result) ". "
                a href={ "#game=" (number) "&ply=" (ply) } { "Replay it" } }
        }
    })
}

fn score_text(score: Option<MoveScore>) -> String {
    match score {
        None => "no score".to_owned(),
        Some(MoveScore::Cp(cp)) => format!("{:+.2}", f64::from(cp) / 100.0),
        Some(MoveScore::Mate { mate }) => format!("#{mate}"),
    }
}

/// The part that the script fills: `listed` games of `games`, of which the first `replays` can be replayed.
fn games(listed: usize, replays: usize, games: u64) -> Markup {
    html! {
        section #games aria-labelledby="games-title" {
            h2 #games-title { "Games" }
            @if (listed as u64) < games { p.warning { "The first " (listed) " of " (games) " games are listed; games.pgn has all." } }
            @if replays < listed { p.warning { "The first " (replays) " can be replayed here; games.pgn has all." } }
            (PreEscaped(include_str!("../assets/games.html")))
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
        let head = head("", "", SCRIPT, "'none'").into_string();
        let hash = head.split_once("script-src 'sha256-").unwrap().1.split('\'').next();
        assert_eq!(hash.map(str::len), Some(44), "{head}");
        assert_eq!(head.matches("script-src").count(), 1);
    }
}
