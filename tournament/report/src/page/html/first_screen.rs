//! The first screen of the page: the outcome, and the game with the biggest turnaround.

use engine_core::text::printable;
use maud::{Markup, html};
use players::record::GameResult;
use shakmaty::{Board, Color, Square};

use crate::Results;
use crate::outcome::outcome;
use crate::page::turning_point::{Highlight, score_text};

/// The sentences of [`outcome`].
pub(super) fn sentences(results: &Results) -> Markup {
    html! { @for sentence in outcome(results) { p.outcome { (sentence) } } }
}

/// The position at which the run's result was most surprising.
pub(super) fn turned(names: &[&str], highlight: &Highlight) -> Markup {
    let [white, black] = highlight.engines.map(|engine| names[engine]);
    let [before, after] = highlight.scores.map(score_text);
    let (mover, other) = match highlight.turn {
        Color::White => (white, black),
        Color::Black => (black, white),
    };
    let result = match highlight.outcome {
        GameResult::WhiteWins => format!("{white} won"),
        GameResult::Draw => "the game was drawn".to_owned(),
        GameResult::BlackWins => format!("{black} won"),
    };
    let label = format!("Board of game {}, {} to move", highlight.game, highlight.turn);
    html! {
        figure.turned {
            figcaption { "Biggest turnaround" }
            div.board { (board(&highlight.board, highlight.last, &printable(&label))) }
            p { (white) " - " (black) ". White's score here: " (before) " by " (other) ", " (after) " by " (mover)
                ". Yet " (result) ". "
                a href={ "#game=" (highlight.game) "&ply=" (highlight.ply) } { "Replay it" } }
        }
    }
}

const SIZE: u32 = 45;

/// The board from White's side, with the squares of the last move marked; `label` is read out.
fn board(board: &Board, last: Option<[Square; 2]>, label: &str) -> Markup {
    let cell = |square: Square, fill: &str, opacity: &str| {
        let (x, y) = place(square);
        html! { rect x=(x) y=(y) width=(SIZE) height=(SIZE) fill=(fill) opacity=(opacity) {} }
    };
    html! {
        svg viewBox="0 0 360 360" role="img" aria-label=(label) {
            @for square in Square::ALL {
                (cell(square, if square.is_light() { "var(--light)" } else { "var(--dark)" }, "1"))
                @if last.is_some_and(|last| last.contains(&square)) { (cell(square, "var(--mark)", ".55")) }
                @if let Some(man) = board.piece_at(square) {
                    @let (x, y) = place(square);
                    @let (fill, stroke) = if man.color == Color::White { ("#fff", "#222") } else { ("#2b2b2b", "#e8e8e8") };
                    use href={ "#man-" (man.role.char()) } x=(x) y=(y) width=(SIZE) height=(SIZE) fill=(fill) stroke=(stroke) {}
                }
            }
        }
    }
}

fn place(square: Square) -> (u32, u32) {
    (SIZE * square.file() as u32, SIZE * (7 - square.rank() as u32))
}
