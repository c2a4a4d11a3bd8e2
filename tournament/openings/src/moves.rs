//! Moves as people write them: SAN, SAN with too much or too little in it, UCI, long algebraic.

use std::borrow::Cow;

use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingSide, Chess, File, Move, Position, Rank, Role, Square};

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
/// sign too many or too few, a hyphen, zeros for castling, or a promotion without its sign. Fails if it means none,
/// or several.
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
    let outline = Outline::read(bare).ok_or_else(|| MoveFault::Unreadable(text.to_owned()))?;
    let legal = position.legal_moves();
    let meant: Vec<Move> = legal.into_iter().filter(|&mv| outline.fits(mv)).collect();
    match meant[..] {
        [] => Err(MoveFault::Illegal {
            text: text.to_owned(),
            fen: engine_core::notation::fen_of(position),
        }),
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outline {
    Castling(CastlingSide),
    Other {
        /// `None`: the piece on the given square.
        role: Option<Role>,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Role>,
    },
}

impl Outline {
    fn read(text: &str) -> Option<Outline> {
        let kept = |c: &char| !"x:-=/()+#!?".contains(*c);
        let mut letters: Vec<char> = text.trim().chars().filter(kept).collect();
        if letters.iter().all(|letter| "0oO".contains(*letter)) {
            return match letters.len() {
                2 => Some(Outline::Castling(CastlingSide::KingSide)),
                3 => Some(Outline::Castling(CastlingSide::QueenSide)),
                _ => None,
            };
        }
        // A small b is a file.
        let piece = letters.first().filter(|&&letter| letter != 'b');
        let mut role = piece.and_then(|&letter| Role::from_char(letter));
        if role.is_some() {
            letters.remove(0);
        }
        let promotion = letters.pop_if(|letter| !letter.is_ascii_digit()).map(Role::from_char);
        let (rank, file) = (letters.pop()?, letters.pop()?);
        let to = Square::from_coords(File::from_char(file)?, Rank::from_char(rank)?);
        let rank = letters.last().and_then(|&letter| Rank::from_char(letter));
        letters.pop_if(|_| rank.is_some());
        let file = letters.last().and_then(|&letter| File::from_char(letter));
        letters.pop_if(|_| file.is_some());
        if role.is_none() && (file.is_none() || rank.is_none()) {
            role = Some(Role::Pawn);
        }
        let promotion = match promotion {
            Some(None) => return None,
            other => other.flatten(),
        };
        letters.is_empty().then_some(Outline::Other { role, file, rank, to, promotion })
    }

    fn fits(self, mv: Move) -> bool {
        match self {
            Outline::Castling(side) => mv.castling_side() == Some(side),
            Outline::Other { role, file: Some(file), rank: Some(rank), to, promotion: None }
                if mv.castling_side().is_some() =>
            {
                // The king's own move, with both of its squares: e1-g1. One step is never castling.
                let from = Square::from_coords(file, rank);
                let target = mv.castling_side().map(CastlingSide::king_to_file);
                role.is_none_or(|role| role == Role::King)
                    && mv.from() == Some(from)
                    && from.distance(to) > 1
                    && target.is_some_and(|file| to == Square::from_coords(file, rank))
            }
            Outline::Other { role, file, rank, to, promotion } => {
                let from = mv.from();
                mv.castling_side().is_none()
                    && role.is_none_or(|role| role == mv.role())
                    && file.is_none_or(|file| from.is_some_and(|from| from.file() == file))
                    && rank.is_none_or(|rank| from.is_some_and(|from| from.rank() == rank))
                    && to == mv.to()
                    // The promotion piece is not guessed.
                    && (promotion.is_none() || promotion == mv.promotion())
            }
        }
    }
}
