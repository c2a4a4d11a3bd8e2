//! The first screen of the page: the outcome, and the game that turned.

use engine_core::text::printable;
use maud::{Markup, html};
use players::record::GameResult;
use shakmaty::Color;

use super::board::board;
use crate::Results;
use crate::outcome::outcome;
use crate::page::highlight::{Highlight, score_text};

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
            figcaption { "The game that turned furthest" }
            div.board { (board(&highlight.board, highlight.last, &printable(&label))) }
            p { (white) " - " (black) ". White's score here: " (before) " by " (other) ", " (after) " by " (mover)
                ". Yet " (result) ". "
                a href={ "#game=" (highlight.game) "&ply=" (highlight.ply) } { "Replay it" } }
        }
    }
}
