//! The commands `position` and `go` as text, and moves as programs write them.

use std::fmt::Write;

use engine_core::game::Game;
use engine_core::limits::Clock;
use engine_core::notation::{fen_of, uci_move, uci_move_960};
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position};

use crate::task::Request;

/// `position ...` and `go ...` for `task`, with their line ends; to be sent in one piece.
pub(crate) fn commands(task: &Request<'_>, chess960: bool) -> String {
    let mut text = format!("position {}", start(task.game));
    for (index, &mv) in task.game.moves().iter().enumerate() {
        let word = if index == 0 { " moves" } else { "" };
        let mv = if chess960 { uci_move_960(mv) } else { uci_move(mv) };
        // Writing into a text cannot fail.
        write!(text, "{word} {mv}").ok();
    }
    text.push('\n');
    go(&mut text, task);
    text
}

fn start(game: &Game) -> String {
    let setup = |position: &Chess| position.to_setup(EnPassantMode::Legal);
    if setup(game.start()) == setup(&Chess::default()) {
        "startpos".to_owned()
    } else {
        format!("fen {}", fen_of(game.start()))
    }
}

fn go(text: &mut String, task: &Request<'_>) {
    let limits = task.limits;
    text.push_str("go");
    let mut word = |name: &str, number: u128| {
        write!(text, " {name} {number}").ok();
    };
    if let Some(nodes) = limits.nodes {
        word("nodes", nodes.into());
    }
    if let Some(depth) = limits.depth {
        word("depth", depth.unsigned_abs().into());
    }
    if let Some(time) = limits.move_time {
        word("movetime", time.as_millis());
    }
    if let Some(own) = limits.clock {
        let (white, black) = match task.game.position().turn() {
            Color::White => (Some(own), task.opponent),
            Color::Black => (task.opponent, Some(own)),
        };
        let mut clock = |time: &str, increment: &str, clock: Option<Clock>| {
            if let Some(clock) = clock {
                // To some programs, no time means no clock.
                word(time, clock.remaining.as_millis().max(1));
                word(increment, clock.increment.as_millis());
            }
        };
        clock("wtime", "winc", white);
        clock("btime", "binc", black);
        if let Some(moves) = own.moves_to_go {
            word("movestogo", moves.into());
        }
    }
    text.push('\n');
}

/// The move that `word` means, if it is legal, in UCI notation of either case; castling also as king takes rook or `O-O`.
pub(crate) fn legal(word: &str, position: &Chess) -> Option<Move> {
    let uci: Option<UciMove> = word.to_ascii_lowercase().parse().ok();
    if let Some(uci) = uci {
        return uci.to_move(position).ok();
    }
    let castling = word.to_ascii_uppercase().replace('0', "O");
    match &castling[..] {
        "O-O" | "O-O-O" => {
            let san: San = castling.parse().ok()?;
            san.to_move(position).ok()
        }
        _ => None,
    }
}
