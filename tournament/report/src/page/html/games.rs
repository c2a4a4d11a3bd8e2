//! The first screen of the page, with the game with the biggest turnaround; and the list of games with the board on which
//! one of them is replayed, which the script fills.

use engine_core::notation::printable;
use maud::{Markup, html};
use players::record::{GameRecord, GameResult, MoveScore};
use shakmaty::{Board, Color, Position, Square};

use crate::ReportError;
use crate::played::{Turn, position};

/// The position of a game at which its result was most surprising.
pub(super) fn turned(names: &[&str], game: &GameRecord, turn: Turn) -> Result<Markup, ReportError> {
    let ply = game.book_moves.len() + turn.ply;
    let at = position(game, ply)?;
    let last = at.moves().last().and_then(|mv| Some([mv.from()?, mv.to()]));
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
    let label = format!("Board of game {number}, {colour} to move");
    Ok(html! {
        figure.turned {
            figcaption { "Biggest turnaround" }
            div.board { (still_board(at.position().board(), last, &printable(&label))) }
            p { (white) " - " (black) ". White's score here: " (before) " by " (other) ", " (after) " by " (mover)
                ". Yet " (result) ". "
                a href={ "#game=" (number) "&ply=" (ply) } { "Replay it" } }
        }
    })
}

const SIZE: u32 = 45;

/// The board from White's side, with the squares of the last move marked; `label` is read out.
fn still_board(board: &Board, last: Option<[Square; 2]>, label: &str) -> Markup {
    let cell = |square: Square, fill: &str, opacity: &str| {
        let (x, y) = place(square);
        html! { rect x=(x) y=(y) width=(SIZE) height=(SIZE) fill=(fill) opacity=(opacity) {} }
    };
    html! {
        svg viewBox="0 0 360 360" role="img" aria-label=(label) {
            @for square in Square::ALL {
                (cell(square, if square.is_light() { "var(--light)" } else { "var(--dark)" }, "1"))
                @if last.is_some_and(|last| last.contains(&square)) { (cell(square, "var(--mark)", ".55")) }
                @if let Some(piece) = board.piece_at(square) {
                    @let (x, y) = place(square);
                    @let (fill, stroke) = if piece.color == Color::White { ("#fff", "#222") } else { ("#2b2b2b", "#e8e8e8") };
                    use href={ "#man-" (piece.role.char()) } x=(x) y=(y) width=(SIZE) height=(SIZE) fill=(fill) stroke=(stroke) {}
                }
            }
        }
    }
}

fn place(square: Square) -> (u32, u32) {
    (SIZE * square.file() as u32, SIZE * (7 - square.rank() as u32))
}

fn score_text(score: Option<MoveScore>) -> String {
    match score {
        None => "no score".to_owned(),
        Some(MoveScore::Cp(cp)) => format!("{:+.2}", f64::from(cp) / 100.0),
        Some(MoveScore::Mate { mate }) => format!("#{mate}"),
    }
}

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
