//! The list of games, and the board on which one of them is replayed. The script fills both.

use maud::{Markup, html};

/// The part that the script fills: `listed` games of `games`, of which the first `replays` can be replayed.
pub(super) fn games(listed: usize, replays: usize, games: u64) -> Markup {
    html! {
        section #games aria-labelledby="games-title" {
            h2 #games-title { "Games" }
            @if (listed as u64) < games { p.warning { "The first " (listed) " of " (games) " games are listed; games.pgn has all." } }
            @if replays < listed { p.warning { "The first " (replays) " can be replayed here; games.pgn has all." } }
            noscript { p.warning { "The list and the board need scripts, which this browser does not run." } }
            (controls())
            (board())
            div.wide { table {
                thead { tr {
                    th scope="col" { "Game" } th.name scope="col" { "White" } th.name scope="col" { "Black" } th scope="col" { "Result" } th scope="col" { "Moves" }
                    th.text.optional scope="col" { "Ended by" } th.name.optional scope="col" { "Opening" }
                    th scope="col" { abbr title="Turning-point swing: how far the scores were from the result, at most" { "Swing" } }
                } }
                tbody #game-rows {}
            } }
            button #more type="button" hidden { "More games" }
        }
    }
}

fn controls() -> Markup {
    let choice = |id: &str, label: &str, options: &[(&str, &str)]| {
        html! {
            label { (label) select id=(id) { @for (value, name) in options { option value=(value) { (name) } } } }
        }
    };
    html! {
        div.controls role="search" {
            label { "Search" input #search type="search" placeholder="opening, engine, number"; }
            (choice("engine", "Engine", &[("", "any")]))
            (choice("other", "Against", &[("", "any")]))
            (choice("result", "Result", &[("", "any"), ("won", "the engine won"), ("draw", "draw"), ("lost", "the engine lost"),
                ("white", "White won"), ("black", "Black won")]))
            (choice("ending", "Ended by", &[("", "anything")]))
            (choice("time-control", "Time control", &[("", "any")]))
            (choice("order", "Order", &[("swing", "largest turning-point swings first"), ("upset", "upsets first"), ("number", "as played"),
                ("longest", "longest first"), ("shortest", "shortest first")]))
            p #count aria-live="polite" {}
        }
    }
}

fn board() -> Markup {
    let button = |id: &str, sign: &str, label: &str| {
        html! {
            button id=(id) type="button" aria-label=(label) title=(label) { (sign) }
        }
    };
    html! {
        div #game hidden tabindex="-1" aria-label="Replay" role="region" {
            h3 #game-title {}
            p #game-about.soft {}
            div.replay {
                div {
                    div #board.board {}
                    div.buttons {
                        (button("to-start", "|◀", "To the start"))
                        (button("back", "◀", "A move back (left arrow)"))
                        (button("forward", "▶", "A move on (right arrow)"))
                        (button("to-end", "▶|", "To the end"))
                        (button("flip", "⇅", "Turn the board"))
                    }
                    p #move-text.move-text aria-live="polite" {}
                }
                div {
                    div #graph.graph {}
                    p.soft { span.key style="--of:var(--first)" { "White's scores" } " " span.key style="--of:var(--second)" { "Black's" }
                        " - White's advantage up; click to go there" }
                    div #moves.moves aria-label="Moves" role="group" {}
                    div.controls {
                        label { "FEN" input #fen readonly size="44" aria-label="FEN of the position"; }
                        button #copy-fen type="button" { "Copy FEN" }
                        button #copy-moves type="button" { "Copy moves" }
                        button #copy-pgn type="button" hidden { "Copy PGN" }
                        a #explore-here hidden href="explore" { "Explore this position" }
                        span #copied.soft role="status" {}
                    }
                    p #pgn-place.soft {}
                    details #pgn-text hidden { summary { "PGN" } textarea #pgn readonly aria-label="PGN of the game" {} }
                }
            }
            h4 { "Why" }
            p.soft { span.key style="--of:var(--first)" { "White's terms" } " " span.key style="--of:var(--second)" { "Black's" }
                ", largest difference first; hatched: below zero, dotted at its end: cut" }
            div #moments.buttons {}
            div #terms {}
        }
    }
}
