//! Moves as people write them: SAN, SAN with too much or too little in it, UCI, long algebraic.

use std::borrow::Cow;

use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingSide, Chess, Move, Position, Role, Square};

/// The reason that a text is not a move of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum MoveFault {
    #[error("{0:?} is not a move; write it as Nf3, exd8=Q, O-O or g1f3")]
    Unreadable(String),
    #[error("{text} is not legal in \"{fen}\"")]
    Illegal { text: String, fen: String },
    #[error("{text} can be {}; write one of them", could_be.join(" or "))]
    Ambiguous { text: String, could_be: Vec<String> },
}

/// The legal move of `position` that a text means: SAN first, then UCI, then whatever is clear in spite of a capture
/// sign too many or too few, a hyphen, zeros for castling, or a promotion without its sign. Fails unless it means one.
pub fn read(text: &str, position: &Chess) -> Result<Move, MoveFault> {
    let plain = figurines(text);
    let mut bare = plain.trim_end_matches(is_sign);
    for en_passant in ["e.p.", "e.p", "ep.", "ep"] {
        bare = bare.strip_suffix(en_passant).unwrap_or(bare);
    }
    let bare = bare.trim_end_matches(is_sign);
    let strict = SanPlus::from_ascii(bare.as_bytes()).ok();
    if let Some(mv) = strict.and_then(|san| san.san.to_move(position).ok()) {
        return Ok(mv);
    }
    let uci: Option<UciMove> = bare.to_ascii_lowercase().parse().ok();
    if let Some(mv) = uci.and_then(|uci| uci.to_move(position).ok()) {
        return Ok(mv);
    }
    let letters: String = bare.trim().chars().filter(|c| !"x:-=/()+#!?".contains(*c)).collect();
    if !is_move(&letters) {
        return Err(MoveFault::Unreadable(text.to_owned()));
    }
    let legal = position.legal_moves();
    let meant: Vec<Move> = legal.into_iter().filter(|&mv| means(&letters, mv)).collect();
    match meant[..] {
        [] => Err(MoveFault::Illegal { text: text.to_owned(), fen: engine_core::notation::fen_of(position) }),
        [mv] => Ok(mv),
        _ => Err(MoveFault::Ambiguous {
            text: text.to_owned(),
            could_be: meant.iter().map(|&mv| san(mv, position)).collect(),
        }),
    }
}

/// The characters that may follow a move: check, mate and annotation marks.
fn is_sign(c: char) -> bool {
    "!?+#=-/~,".contains(c) || !c.is_ascii() && !c.is_alphanumeric()
}

/// The text with letters for the pictures of pieces.
fn figurines(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let letters = text.chars().map(|c| match c {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        '–' | '‑' | '−' => '-',
        '×' => 'x',
        other => other,
    });
    Cow::Owned(letters.collect())
}

/// A legal move in SAN, with its check or mate.
pub fn san(mv: Move, position: &Chess) -> String {
    SanPlus::from_move(position.clone(), mv).to_string()
}

/// The letters of pieces; a small b is a file.
const PIECES: &str = "KQRBNPkqrnp";

/// True if a text without signs is a move in some position.
fn is_move(letters: &str) -> bool {
    let promotes = |c: char| Role::from_char(c).is_some();
    let squares = letters.strip_prefix(|c| PIECES.contains(c)).unwrap_or(letters);
    let squares = squares.strip_suffix(promotes).unwrap_or(squares);
    let origin = match squares.as_bytes() {
        [origin @ .., b'a'..=b'h', b'1'..=b'8'] => origin,
        _ => return castling(letters).is_some(),
    };
    matches!(origin, [] | [b'a'..=b'h' | b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8'])
}

fn castling(letters: &str) -> Option<CastlingSide> {
    match letters.len() {
        2 | 3 if !letters.chars().all(|letter| "0oO".contains(letter)) => None,
        2 => Some(CastlingSide::KingSide),
        3 => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// True if a text without signs means this legal move.
fn means(letters: &str, mv: Move) -> bool {
    let (Some(from), side) = (mv.from(), mv.castling_side()) else { return false };
    if castling(letters).is_some() {
        return castling(letters) == side;
    }
    // Castling is the king's own move, too, with both of its squares: e1-g1. One step never is.
    let king_to = side.map(|side| Square::from_coords(side.king_to_file(), from.rank()));
    let to = king_to.unwrap_or(mv.to());
    // The promotion piece is not guessed.
    let promotion = mv.promotion().map(|role| [role.char(), role.upper_char()]);
    let rest = promotion.and_then(|role| letters.strip_suffix(role)).unwrap_or(letters);
    let rest = rest.strip_suffix(to.rank().char());
    let Some(rest) = rest.and_then(|rest| rest.strip_suffix(to.file().char())) else {
        return false;
    };
    let ranked = rest.strip_suffix(from.rank().char());
    let filed = ranked.unwrap_or(rest).strip_suffix(from.file().char());
    let has_origin = ranked.is_some() && filed.is_some();
    let is_piece = match filed.or(ranked).unwrap_or(rest) {
        "" => has_origin || mv.role() == Role::Pawn,
        piece => {
            let mut letters = piece.chars();
            let role = letters.next().filter(|&c| PIECES.contains(c)).and_then(Role::from_char);
            role == Some(mv.role()) && letters.next().is_none()
        }
    };
    is_piece && (side.is_none() || has_origin && from.distance(to) > 1)
}
