//! Checks that moves are legal in tricky positions.

use engine_core::game::Game;
use shakmaty::Position;

use super::Test::{By, Moves};
use super::session::{SEARCH, Session};
use super::{Check, CheckResult};

/// A limit that every program obeys: some obey no other.
const GO: &str = "go movetime 50";

pub(super) const CHECKS: &[Check] = &[
    Check("plays from the start position", Moves(&["startpos"])),
    Check("plays Black", Moves(&["startpos moves e2e4", "fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"])),
    Check("plays on in a game of 400 plies", By(|session| legal(session, &[&long_game()]))),
    Check(
        "plays where castling is all but possible",
        Moves(&[
            // Through check, out of check, without the right, with a rook attacked.
            "fen r3k2r/8/8/8/8/5n2/8/R3K2R w KQkq - 0 1",
            "fen r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq - 0 1",
            "fen r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
            "fen r3k2r/8/8/8/8/8/1b6/R3K2R b KQkq - 0 1",
        ]),
    ),
    Check(
        "plays where a pawn is taken in passing, or must not be",
        Moves(&[
            "startpos moves e2e4 a7a6 e4e5 d7d5",
            // It would uncover an attack along the rank.
            "fen 8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
            // It is an answer to a check.
            "fen 8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        ]),
    ),
    Check(
        "plays where pawns are promoted",
        Moves(&[
            "fen 8/P6k/8/8/8/8/p6K/8 w - - 0 1",
            "fen 8/P6k/8/8/8/8/p6K/8 b - - 0 1",
            // A queen would stalemate.
            "fen 8/5P1k/8/6K1/8/8/8/8 w - - 0 1",
        ]),
    ),
    Check(
        "plays out of check, double check and pins",
        Moves(&[
            "fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
            "fen 4k3/8/8/8/7b/8/4r3/R3K2R w KQ - 0 1",
            "fen 4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1",
        ]),
    ),
    Check("plays its only move", Moves(&["fen 7k/8/8/8/8/8/1q6/K7 w - - 0 1"])),
    Check(
        "plays with nine queens, and with a hundred plies since the last capture",
        Moves(&[
            "fen QQ6/Q7/Q7/Q7/Q7/7k/Q7/QQK5 w - - 0 1",
            "fen 7k/8/8/8/8/8/5R2/K7 w - - 99 120",
        ]),
    ),
    Check(
        "takes a FEN of four fields",
        Moves(&["fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -"]),
    ),
    Check(
        "plays a position that came up twice before",
        Moves(&["startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"]),
    ),
    Check("answers where there is no move", By(no_move)),
];

/// A game in which nothing happens for long.
fn long_game() -> String {
    let round = "b1c3 b8c6 g1f3 g8f6 c3b1 c6b8 f3g1 f6g8 ";
    format!("startpos moves {}", round.repeat(50).trim_end())
}

/// It moves in each of them.
pub(super) fn legal(session: &mut Session<'_>, positions: &[&str]) -> Result<CheckResult, String> {
    for position in positions {
        let searched = session.search(position, GO, SEARCH);
        let legal = searched.and_then(|searched| searched.best(position));
        legal.map_err(|detail| format!("{}: {detail}", beginning(position)))?;
    }
    Ok(CheckResult::passed())
}

/// As much of a position as fits into a line.
fn beginning(position: &str) -> String {
    const MOST: usize = 80;
    match position.char_indices().nth(MOST) {
        None => position.to_owned(),
        Some((end, _)) => format!("{}..", &position[..end]),
    }
}

/// The protocol does not define it; analysis gets there all the same.
fn no_move(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let mated = "fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1";
    let stalemate = "fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";
    for position in [mated, stalemate] {
        let game = Game::parse(position).map_err(|error| error.to_string())?;
        debug_assert!(game.position().legal_moves().is_empty());
        let Ok(searched) = session.search(position, GO, SEARCH) else {
            session.close();
            return Ok(CheckResult::Noted(format!("{position}: no bestmove")));
        };
        let answer = searched.answer.join(" ");
        if !["0000", "(none)", "NULL", "none"].contains(&answer.as_str()) {
            return Ok(CheckResult::Noted(format!("{position}: bestmove {answer}")));
        }
    }
    Ok(CheckResult::passed())
}
