//! The first screen of the page, with the game with the biggest turnaround; and the list of games with the board on which
//! one of them is replayed, which the script fills.

use engine_core::notation::fen_of;
use maud::{Markup, PreEscaped, html};
use players::record::{GameRecord, GameResult, MoveScore};
use shakmaty::Position;

use crate::ReportError;
use crate::played::{Turn, position};

/// The position of a game at which its result was most surprising.
pub(super) fn turned(names: &[&str], game: &GameRecord, turn: Turn) -> Result<Markup, ReportError> {
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
pub(super) fn games(listed: usize, replays: usize, games: u64) -> Markup {
    html! {
        section #games aria-labelledby="games-title" {
            h2 #games-title { "Games" }
            @if (listed as u64) < games { p.warning { "The first " (listed) " of " (games) " games are listed; games.pgn has all." } }
            @if replays < listed { p.warning { "The first " (replays) " can be replayed here; games.pgn has all." } }
            (PreEscaped(include_str!("../assets/games.html")))
        }
    }
}
