//! A position as the page draws it, with the line that leads to it and the moves that lead on.

use engine_core::notation::{fen_of, uci_move};
use openings::moves::san;
use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::{Castles, CastlingMode, CastlingSide, Chess, Color, Move, MoveList, Position, Setup, Square};

use crate::{PositionQuestion, Refusal, pasted};

pub(crate) fn answer(question: &PositionQuestion) -> Result<Value, Refusal> {
    let (game, assumed) = if question.lenient {
        pasted(&without_impossible_rights(&question.position))?
    } else {
        pasted(&question.position)?
    };
    let mut at = game.start().clone();
    let mut fens = vec![fen_of(&at)];
    let mut line = Vec::new();
    for &mv in game.moves() {
        let san = san(mv, &at);
        at.play_unchecked(mv);
        let (from, to) = ends(mv);
        line.push(json!({ "uci": uci_move(mv), "san": san, "fen": fen_of(&at), "from": from, "to": to }));
        fens.push(fen_of(&at));
    }
    let position = game.position();
    let legal = position.legal_moves();
    let moves: Vec<Value> = legal.iter().map(|&mv| choice(mv, position, &legal)).collect();
    Ok(json!({
        "fen": fen_of(position),
        "start": fens[0],
        "line": line,
        "check": position.is_check(),
        "over": over(position, &fens),
        "assumed": assumed,
        "moves": moves,
    }))
}

/// Drops the castling rights whose king or rook is elsewhere.
pub(crate) fn drop_impossible_rights(setup: &mut Setup) {
    let castles = Castles::from_setup(setup, CastlingMode::Chess960);
    setup.castling_rights = castles.unwrap_or_else(|possible| possible).castling_rights();
}

/// The FEN without castling rights that its pieces do not have; any other text as it is.
fn without_impossible_rights(text: &str) -> String {
    let Ok(fen) = text.parse::<Fen>() else {
        return text.to_owned();
    };
    let mut setup = fen.into_setup();
    drop_impossible_rights(&mut setup);
    Fen::try_from_setup(setup).map(|fen| fen.to_string()).unwrap_or_else(|_| text.to_owned())
}

/// A side as the page names it.
pub(crate) fn side_name(side: Color) -> &'static str {
    side.fold_wb("White", "Black")
}

/// The squares to be marked for a move; for castling those of the king.
fn ends(mv: Move) -> (String, String) {
    let from = mv.from().map_or(String::new(), |from| from.to_string());
    (from, mv.castling_side().map_or(mv.to(), |side| king_target(mv, side)).to_string())
}

fn king_target(mv: Move, side: CastlingSide) -> Square {
    Square::from_coords(side.king_to_file(), mv.to().rank())
}

/// A legal move, with all squares on which the piece may be put down: for castling those of the king and of the rook.
fn choice(mv: Move, position: &Chess, legal: &MoveList) -> Value {
    let mut to = vec![mv.to().to_string()];
    if let Some(side) = mv.castling_side() {
        // The king's own square, unless it can go there by itself.
        let target = king_target(mv, side);
        let steps = |other: &Move| other.from() == mv.from() && other.to() == target;
        if !legal.iter().any(steps) && mv.from() != Some(target) {
            to.push(target.to_string());
        }
    }
    let promotion = mv.promotion().map(shakmaty::Role::char);
    json!({ "uci": uci_move(mv), "san": san(mv, position), "from": ends(mv).0, "to": to, "promotion": promotion })
}

/// The end of the game; `fens` are the positions of the line, the last one at its end.
fn over(position: &Chess, fens: &[String]) -> Option<String> {
    let loser = side_name(position.turn());
    let winner = side_name(!position.turn());
    let key = |fen: &String| fen.split(' ').take(4).map(str::to_owned).collect::<Vec<_>>();
    let here = fens.last().map(key);
    let times = fens.iter().filter(|fen| Some(key(fen)) == here).count();
    let ends = [
        (position.is_checkmate(), format!("{loser} is mated: {winner} wins.")),
        (position.is_stalemate(), format!("{loser} is stalemated: a draw.")),
        (position.is_insufficient_material(), "Neither side can mate: a draw.".to_owned()),
        (times >= 3, "The position is here for the third time: a draw.".to_owned()),
        (position.halfmoves() >= 100, "Fifty moves without a capture or a pawn's move: a draw.".to_owned()),
    ];
    ends.into_iter().find_map(|(is_over, words)| is_over.then_some(words))
}
