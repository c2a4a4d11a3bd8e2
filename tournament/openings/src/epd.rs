//! Positions, one a line: FEN, or EPD with its operations.
//!
//! A position is the first four fields of a FEN; its two clocks may follow, or stand among the
//! operations as `hmvc` and `fmvn`. An operation is a code, its operands and a semicolon. (Edwards,
//! "Portable Game Notation Specification and Implementation Guide", 1994, section 16.2.)

use engine_core::game::{GameError, position_from_fen};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use crate::Fault;
use crate::opening::{Opening, Variant};

/// The reason that a line is not EPD.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EpdFault {
    /// Castling rights and en passant square would be guessed.
    #[error(
        "{0} of the four fields of a position (board, side to move, castling, en passant square)"
    )]
    Fields(usize),
    /// The text after the four fields is neither two clocks nor EPD operations.
    #[error("{0:?} is neither a move clock nor an EPD operation")]
    Operation(String),
}

/// A line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EpdRecord<'t> {
    /// The six fields of a FEN; clocks that are not given are 0 and 1.
    pub fen: String,
    /// Codes and operands, in their order.
    pub operations: Vec<(&'t str, &'t str)>,
}

impl<'t> EpdRecord<'t> {
    /// Splits a line. The contents of the fields and the operands are not checked.
    /// Fails if there are fewer than four fields, or something after them is not an operation.
    pub fn read(line: &'t str) -> Result<Self, EpdFault> {
        let mut rest = line;
        let mut fields: Vec<&str> = Vec::new();
        while fields.len() < 4 {
            let (field, after) = next_field(rest).ok_or(EpdFault::Fields(fields.len()))?;
            fields.push(field);
            rest = after;
        }
        let mut clocks = ["0", "1"];
        for clock in &mut clocks {
            match next_field(rest) {
                Some((field, after)) if is_number(field) => (*clock, rest) = (field, after),
                _ => break,
            }
        }
        let operations = operations(rest)?;
        for &(code, operand) in &operations {
            let clock = match code {
                "hmvc" => &mut clocks[0],
                "fmvn" => &mut clocks[1],
                _ => continue,
            };
            // Nothing in its place would leave that to the next field.
            if !is_number(operand) || operand.is_empty() {
                return Err(EpdFault::Operation(format!("{code} {operand}")));
            }
            *clock = operand;
        }
        fields.extend(clocks);
        Ok(Self { fen: fields.join(" "), operations })
    }

    /// The operands of each operation of this code.
    pub fn operands(&self, code: &str) -> impl Iterator<Item = &'t str> {
        let of_code = self.operations.iter().filter(move |(own, _)| *own == code);
        of_code.map(|&(_, operand)| operand)
    }

    /// The text that is the operand of the last operation of this code, without its quotes; `None`
    /// if there is none, or nothing in it.
    pub fn text(&self, code: &str) -> Option<&'t str> {
        let last = self.operands(code).last();
        last.map(unquoted).filter(|text| !text.is_empty())
    }
}

/// An operand without the quotes around it.
pub fn unquoted(operand: &str) -> &str {
    operand.trim_matches('"').trim()
}

/// The next field and what follows it; a `;` ends a field as a space does.
fn next_field(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

fn is_number(field: &str) -> bool {
    field.bytes().all(|byte| byte.is_ascii_digit())
}

/// EPD operations: a code, operands, a semicolon. A quoted operand may have semicolons in it.
fn operations(text: &str) -> Result<Vec<(&str, &str)>, EpdFault> {
    let mut quoted = false;
    let parts = text.split(|c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    let mut operations = Vec::new();
    for part in parts.flat_map(unjoined).filter(|part| !part.is_empty()) {
        let (code, operand) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        // Every code of the standard has two letters at least; a shorter one is a broken clock. A quote in
        // it is that of an operand without a code, or without a space before it.
        let is_word = code.starts_with(|c: char| c.is_ascii_alphabetic()) && !code.contains('"');
        if code.len() < 2 || !is_word {
            return Err(EpdFault::Operation(code.to_owned()));
        }
        operations.push((code, operand.trim()));
    }
    Ok(operations)
}

/// Codes that no move and no number can be.
const CODES: [&str; 14] =
    ["am", "bm", "dm", "id", "pm", "pv", "ce", "acd", "acn", "acs", "hmvc", "fmvn", "c0", "c9"];

/// The operations of a part, of which there are several if the semicolon is missing after moves: `bm Ra8+ dm 1`.
fn unjoined(part: &str) -> Vec<&str> {
    let mut rest = part.trim();
    let mut operations = Vec::new();
    while ["am ", "bm ", "dm "].iter().any(|code| rest.starts_with(code)) {
        // In a quoted text codes are ordinary words.
        let moves = rest.split('"').next().unwrap_or(rest);
        let next = moves.match_indices(char::is_whitespace).find(|&(at, _)| {
            let word = rest[at..].split_whitespace().next();
            word.is_some_and(|word| CODES.contains(&word))
        });
        let Some((at, _)) = next else { break };
        operations.push(rest[..at].trim());
        rest = rest[at..].trim();
    }
    operations.push(rest);
    operations
}

pub(crate) fn parse_line(line: &str, variant: Variant) -> Result<Opening, Fault> {
    let record = EpdRecord::read(line)?;
    let opening = Opening {
        name: record.text("id").unwrap_or_default().to_owned(),
        eco: String::new(),
        start: position(&record.fen, variant)?,
        moves: Vec::new(),
        variant,
    };
    opening.unless_over()
}

/// A position from a FEN with at least its first four fields: a board alone would silently lose
/// the castling rights. Those of Chess960 are read as X-FEN or as Shredder FEN writes them.
pub(crate) fn position(text: &str, variant: Variant) -> Result<Chess, Fault> {
    let fields = text.split_whitespace().count();
    if fields < 4 {
        return Err(EpdFault::Fields(fields).into());
    }
    let fen: Fen = text.parse()?;
    let position: Result<Chess, _> = fen.clone().into_position(variant.castling());
    position.map_err(|error| {
        let elsewhere = fen.into_position::<Chess>(CastlingMode::Chess960).is_ok();
        if elsewhere && variant.is_standard() {
            Fault::Chess960
        } else {
            Fault::Position(match position_from_fen(text) {
                Err(GameError::Position { reason, .. }) => reason,
                _ => error.to_string(),
            })
        }
    })
}

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::*;
    use crate::OpeningError;
    use crate::book::{Book, Format};

    #[test]
    fn operations_without_their_semicolon() {
        let read = |text: &'static str| operations(text).unwrap();
        assert_eq!(read("bm Ra8+ dm 1"), [("bm", "Ra8+"), ("dm", "1")]);
        assert_eq!(
            read("bm Ra8+ dm 1 id one; x1 y"),
            [("bm", "Ra8+"), ("dm", "1"), ("id", "one"), ("x1", "y")]
        );
        assert_eq!(read("am c4 c5 bm e4;"), [("am", "c4 c5"), ("bm", "e4")]);
        assert_eq!(read("bm e4 id \"a bm b\""), [("bm", "e4"), ("id", "\"a bm b\"")]);
        // A quoted text is not split.
        assert_eq!(
            read("id \"bm e4 dm 1\"; c0 am bm"),
            [("id", "\"bm e4 dm 1\""), ("c0", "am bm")]
        );
    }

    fn parse(text: &[u8]) -> Result<Vec<Opening>, OpeningError> {
        parse_as(text, Variant::Standard)
    }

    fn parse_as(text: &[u8], variant: Variant) -> Result<Vec<Opening>, OpeningError> {
        Book::unpacked("x.epd", text, Format::Positions, None, variant)?.openings().collect()
    }

    #[test]
    fn fen_and_epd() {
        let openings = parse(
            "\u{feff}# a comment\r\n\
             rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 17\r\n\
             \r\n\
             rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n\
             4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 4; fmvn 50; bm e4 e3; id \"a; b\";\n\
             4k3/8/8/8/8/8/4P3/4K3 w - - 7 8; id \"both\";\n\
             4k3/8/8/8/8/8/4P3/4K3 w - -; c0 \"x\";\n"
                .as_bytes(),
        )
        .unwrap();
        let names: Vec<_> = openings.iter().map(|o| o.name.as_str()).collect();
        assert_eq!(names, ["", "", "a; b", "both", ""]);
        let clocks: Vec<_> =
            openings.iter().map(|o| (o.start.halfmoves(), o.start.fullmoves().get())).collect();
        assert_eq!(clocks, [(3, 17), (0, 1), (4, 50), (7, 8), (0, 1)]);
        assert!(openings[0].start.castles().any());
    }

    #[test]
    fn bad_lines_have_a_number_and_a_reason() {
        let good = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        for (line, reason) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - x 1", "neither a move clock"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - id\"a b\";", "\"id\\\"a\" is neither"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - fmvn x;", "\"fmvn x\" is"),
            ("4k3/8/8/8/8/8/4P3/8 w - - 0 1", "a king is missing"),
            ("4k3/8/8/8/8/8/4P3/4K3 w K - 0 1", "castling is impossible with"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "insufficient material"),
            ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "checkmate"),
            ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "stalemate"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 100 90", "fifty moves"),
        ] {
            let error = parse(format!("{good}\n{line}\n").as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with("x.epd:2: "), "{error}");
            assert!(error.contains(reason), "{line}: {error}");
        }
    }

    #[test]
    fn chess960_in_both_notations() {
        let board = "bbrkqnnr/pppppppp/8/8/8/8/PPPPPPPP/BBRKQNNR w";
        let lines = format!("{board} KQkq - 0 1\n{board} HChc -\n");
        let openings = parse_as(lines.as_bytes(), Variant::Chess960).unwrap();
        assert_eq!(openings[0].start, openings[1].start);
        let fen = format!("{board} KQkq - 0 1");
        assert_eq!(openings[1].start_fen(), Some(fen));
        let error = parse(lines.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("openings.variant = \"chess960\""), "{error}");
        // The start position of chess is one of them, and is reported as such.
        let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let openings = parse_as(chess.as_bytes(), Variant::Chess960).unwrap();
        assert_eq!(openings[0].start_fen().as_deref(), Some(chess));
    }
}
