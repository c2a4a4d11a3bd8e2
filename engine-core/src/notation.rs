//! Positions and moves as text, and text from outside made safe for a terminal.

use std::borrow::Cow;
use std::fmt::Write;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, File, Move};

/// A move as UCI writes it: `e2e4`, `e7e8q`, castling as a king's move (`e1g1`), or as king takes rook
/// (`f1h1`) where king and rook do not stand as in chess.
pub fn uci_move(mv: Move) -> String {
    let mode = match mv {
        Move::Castle { king, rook } => {
            let is_corner = matches!(rook.file(), File::A | File::H);
            CastlingMode::from_standard(king.file() == File::E && is_corner)
        }
        _ => CastlingMode::Standard,
    };
    UciMove::from_move(mv, mode).to_string()
}

/// A move as UCI writes it while `UCI_Chess960` is on: castling is always king takes rook (`e1h1`).
pub fn uci_move_960(mv: Move) -> String {
    UciMove::from_move(mv, CastlingMode::Chess960).to_string()
}

/// The FEN of `position`, with the en passant square only where a capture there is legal, and castling
/// rights as X-FEN writes them: `KQkq` for the outermost rooks, the file of any other.
pub fn fen_of(position: &Chess) -> String {
    Fen::from_position(position, shakmaty::EnPassantMode::Legal).to_string()
}

/// True if a character changes how others are shown and shows nothing itself: control characters, those that turn the
/// direction of writing (Unicode Standard Annex 9), and breaks of lines and paragraphs.
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with every character that [`steers`] written as `\u001b`, but for line breaks and tabs: a name, a
/// file or a program cannot move a cursor, change colours, turn what follows or hide what stands before it. In JSON it
/// means the same as before.
pub fn printable(text: &str) -> Cow<'_, str> {
    let steers = |c: char| steers(c) && c != '\n' && c != '\t';
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if steers(c) {
            // Writing into a text cannot fail.
            write!(safe, "\\u{:04x}", u32::from(c)).unwrap_or(());
        } else {
            safe.push(c);
        }
    }
    Cow::Owned(safe)
}

/// ` (did you mean "x"?)` if one of the known is close to what was given, else nothing.
pub fn did_you_mean<S: AsRef<str>>(given: &str, known: &[S]) -> String {
    let given = given.to_lowercase();
    let distance = |name: &str| strsim::damerau_levenshtein(&given, &name.to_lowercase());
    let known = known.iter().map(AsRef::as_ref);
    match known.min_by_key(|name| distance(name)) {
        Some(name) if distance(name) <= 1 + name.chars().count() / 3 => {
            format!(" (did you mean {name:?}?)")
        }
        _ => String::new(),
    }
}
