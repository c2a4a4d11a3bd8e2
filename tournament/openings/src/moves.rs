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
        let last = letters.last().copied();
        let promotion = last.filter(|letter| !letter.is_ascii_digit());
        let promotion = promotion.map(Role::from_char);
        if promotion.is_some() {
            letters.pop();
        }
        let (rank, file) = (letters.pop()?, letters.pop()?);
        let to = Square::from_coords(File::from_char(file)?, Rank::from_char(rank)?);
        let rank = letters.last().and_then(|&letter| Rank::from_char(letter));
        if rank.is_some() {
            letters.pop();
        }
        let file = letters.last().and_then(|&letter| File::from_char(letter));
        if file.is_some() {
            letters.pop();
        }
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

#[cfg(test)]
mod tests {
    use engine_core::game::position_from_fen;
    use engine_core::notation::uci_move;

    use super::*;

    const CASTLING: &str = "r3k2r/1P6/8/3pP3/8/8/3N4/R3KN1R w KQkq d6 0 1";

    #[test]
    fn every_notation_means_its_move() {
        let position = position_from_fen(CASTLING).unwrap();
        for (texts, meant) in [
            ("O-O-O 0-0-0 o-o-o 000 e1c1 E1C1 O-O-O! e1-c1 Ke1-c1 Ke1c1", "e1c1"),
            ("bxa8=Q+ ba8=Q b7a8q b7xa8Q b7-a8=q bxa8Q# bxa8(Q) b8a8q", "b7a8q"),
            ("b8=N b8N b7b8n b7-b8=N b8/N", "b7b8n"),
            (
                "exd6 ed6 e5d6 exd6e.p. e5xd6 d6 e5:d6 exd6ep exd6ep.! exd6± ♙e5×d6 e5–d6 exd6+/-",
                "e5d6",
            ),
            ("Ne4 Nd2e4 Nd2-e4 d2e4 Nxe4 ne4 N2e4 ♘e4 Ne4= Ne4−+", "d2e4"),
            ("Ndb3 Nb3 d2b3", "d2b3"),
            ("Rxh8+ Rh8 Rh1xh8 h1h8 R:h8", "h1h8"),
            ("Ke2 e1e2 ke2", "e1e2"),
        ] {
            for text in texts.split(' ') {
                let read = read(text, &position).map(uci_move);
                // No pawn stands on b8.
                let meant = (text != "b8a8q").then_some(meant);
                assert_eq!(read.ok().as_deref(), meant, "{text}");
            }
        }
        assert_eq!(san(read("b7a8q", &position).unwrap(), &position), "bxa8=Q+");
    }

    #[test]
    fn unreadable_and_ambiguous_moves_are_refused() {
        let fen = "4k3/8/8/8/8/1P6/8/R4RK1 w - - 0 1";
        let position = position_from_fen(fen).unwrap();
        for text in ["", "x", "Qz9", "id", "\"Rad1\"", "e9", "--", "Z0", "0000", "mate", "Rad1d1d1"]
        {
            let fault = read(text, &position).unwrap_err();
            assert_eq!(fault, MoveFault::Unreadable(text.to_owned()), "{text}");
        }
        for text in ["e4", "Qd1", "O-O", "b3b5", "Ra1xh1"] {
            let fault = read(text, &position).unwrap_err();
            assert!(matches!(fault, MoveFault::Illegal { .. }), "{text}: {fault}");
        }
        let fault = read("Rd1", &position).unwrap_err().to_string();
        assert_eq!(fault, "Rd1 can be Rad1 or Rfd1; write one of them");
        let promotion = position_from_fen("8/P6k/8/8/8/8/7K/8 w - - 0 1").unwrap();
        let fault = read("a8", &promotion).unwrap_err().to_string();
        assert!(fault.starts_with("a8 can be a8=Q or "), "{fault}");
    }
}
