//! A position as the page draws it, with the line that leads to it and the moves that lead on.

use engine_core::game::Game;
use engine_core::notation::{fen_of, uci_move};
use report::serve::Refusal;
use serde::Serialize;
use shakmaty::fen::Fen;
use shakmaty::{Castles, CastlingMode, CastlingSide, Chess, Color, Move, MoveList, Position};

use super::{PositionQuestion, game_of};
use crate::suite::moves::san;

/// A position, and its surroundings.
#[derive(Debug, Serialize)]
pub(super) struct BoardPosition {
    fen: String,
    /// The position in which the line begins.
    start: String,
    /// The moves from there.
    line: Vec<MadeMove>,
    turn: &'static str,
    check: bool,
    /// The end of the game in words, if it is one.
    over: Option<String>,
    /// The legal moves.
    moves: Vec<LegalMove>,
}

/// A move that was made.
#[derive(Debug, Serialize)]
struct MadeMove {
    uci: String,
    san: String,
    /// The position after it.
    fen: String,
    /// The squares to be marked.
    from: String,
    to: String,
}

/// A move that can be made.
#[derive(Debug, Serialize)]
struct LegalMove {
    uci: String,
    san: String,
    from: String,
    /// The squares on which the man may be put down: for castling those of the king and of the rook.
    to: Vec<String>,
    /// The letter of the piece that a pawn becomes.
    promotion: Option<char>,
}

/// The answer to a question.
pub(super) fn position(question: &PositionQuestion) -> Result<BoardPosition, Refusal> {
    let game = if question.lenient {
        game_of(&without_impossible_rights(&question.position))?
    } else {
        game_of(&question.position)?
    };
    Ok(place(&game))
}

/// The FEN without castling rights whose king or rook is elsewhere; any other text as it is.
fn without_impossible_rights(text: &str) -> String {
    let Ok(fen) = text.parse::<Fen>() else {
        return text.to_owned();
    };
    let mut setup = fen.into_setup();
    let castles = Castles::from_setup(&setup, CastlingMode::Chess960);
    setup.castling_rights = castles.unwrap_or_else(|possible| possible).castling_rights();
    let possible = Fen::try_from_setup(setup).map(|fen| fen.to_string());
    possible.unwrap_or_else(|_| text.to_owned())
}

fn place(game: &Game) -> BoardPosition {
    let mut at = game.start().clone();
    let mut seen = vec![fen_of(&at)];
    let line = game.moves().iter().map(|&mv| {
        let san = san(mv, &at);
        at.play_unchecked(mv);
        let fen = fen_of(&at);
        seen.push(fen.clone());
        let (from, to) = ends(mv);
        MadeMove { uci: uci_move(mv), san, fen, from, to }
    });
    let line = line.collect();
    let position = game.position();
    let legal = position.legal_moves();
    BoardPosition {
        fen: fen_of(position),
        start: fen_of(game.start()),
        line,
        turn: word(position.turn()),
        check: position.is_check(),
        over: over(position, &seen),
        moves: legal.iter().map(|&mv| choice(mv, position, &legal)).collect(),
    }
}

/// A side as the page names it.
pub(super) fn word(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The squares from which and to which the man goes, the king in castling.
fn ends(mv: Move) -> (String, String) {
    let from = mv.from().map_or(String::new(), |from| from.to_string());
    let to = mv.castling_side().map_or(mv.to(), |side| king_target(mv, side));
    (from, to.to_string())
}

fn king_target(mv: Move, side: CastlingSide) -> shakmaty::Square {
    shakmaty::Square::from_coords(side.king_to_file(), mv.to().rank())
}

fn choice(mv: Move, position: &Chess, legal: &MoveList) -> LegalMove {
    let mut to = vec![mv.to()];
    if let Some(side) = mv.castling_side() {
        // The king's own square, unless it can go there by itself.
        let target = king_target(mv, side);
        let steps = |other: &Move| other.from() == mv.from() && other.to() == target;
        if !legal.iter().any(steps) && mv.from() != Some(target) {
            to.push(target);
        }
    }
    LegalMove {
        uci: uci_move(mv),
        san: san(mv, position),
        from: ends(mv).0,
        to: to.iter().map(ToString::to_string).collect(),
        promotion: mv.promotion().map(shakmaty::Role::char),
    }
}

/// The end of the game; `seen` are the positions of the line, the last one at its end.
fn over(position: &Chess, seen: &[String]) -> Option<String> {
    let loser = word(position.turn());
    let winner = word(!position.turn());
    let key = |fen: &String| fen.split(' ').take(4).map(str::to_owned).collect::<Vec<_>>();
    let here = seen.last().map(key);
    let times = seen.iter().filter(|fen| Some(key(fen)) == here).count();
    if position.is_checkmate() {
        Some(format!("{loser} is mated: {winner} wins."))
    } else if position.is_stalemate() {
        Some(format!("{loser} is stalemated: a draw."))
    } else if position.is_insufficient_material() {
        Some("Neither side can mate: a draw.".to_owned())
    } else if times >= 3 {
        Some("The position is here for the third time: a draw.".to_owned())
    } else if position.halfmoves() >= 100 {
        Some("Fifty moves without a capture or a pawn's move: a draw.".to_owned())
    } else {
        None
    }
}
