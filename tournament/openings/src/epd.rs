//! Positions, one a line: FEN, or EPD with its operations.
//!
//! A position is the first four fields of a FEN; its two clocks may follow, or stand among the
//! operations as `hmvc` and `fmvn`. An operation is a code, its operands and a semicolon. (Edwards,
//! "Portable Game Notation Specification and Implementation Guide", 1994, section 16.2.)

use engine_core::game::position_from_setup;
use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{CastlingMode, Chess};

use crate::Fault;
use crate::opening::{Opening, Variant};

/// The fault of a text after the four fields that is neither two clocks nor EPD operations.
pub fn no_operation(text: &str) -> Fault {
    Fault(format!("{text:?} is neither a move clock nor an EPD operation"))
}

/// The fault of a line with so few fields: castling rights and en passant square would be guessed.
fn too_few_fields(count: usize) -> Fault {
    let fields = "the four fields of a position (board, side to move, castling, en passant square)";
    Fault(format!("{count} of {fields}"))
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
    pub fn read(line: &'t str) -> Result<Self, Fault> {
        let mut rest = line;
        let mut fields: Vec<&str> = Vec::new();
        while fields.len() < 4 {
            let (field, after) = next_field(rest).ok_or_else(|| too_few_fields(fields.len()))?;
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
                return Err(no_operation(&format!("{code} {operand}")));
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
fn operations(text: &str) -> Result<Vec<(&str, &str)>, Fault> {
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
            return Err(no_operation(code));
        }
        operations.push((code, operand.trim()));
    }
    Ok(operations)
}

/// Codes that no move and no number can be.
const CODES: [&str; 14] = ["am", "bm", "dm", "id", "pm", "pv", "ce", "acd", "acn", "acs", "hmvc", "fmvn", "c0", "c9"];

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
    let start = position(&record.fen, variant)?;
    let name = record.text("id").unwrap_or_default().to_owned();
    Opening { name, start, variant, ..Opening::start_position() }.check_ongoing()
}

/// A position from a FEN with at least its first four fields: a board alone would silently lose
/// the castling rights. Those of Chess960 are read as X-FEN or as Shredder FEN writes them.
pub(crate) fn position(text: &str, variant: Variant) -> Result<Chess, Fault> {
    let fields = text.split_whitespace().count();
    if fields < 4 {
        return Err(too_few_fields(fields));
    }
    let fen: Fen = text.parse().map_err(|error: ParseFenError| Fault(error.to_string()))?;
    let position: Result<Chess, _> = fen.clone().into_position(variant.castling());
    position.map_err(|error| {
        let setup = fen.clone().into_setup();
        let elsewhere = fen.into_position::<Chess>(CastlingMode::Chess960).is_ok();
        if elsewhere && variant.is_standard() {
            return Fault(ELSEWHERE.to_owned());
        }
        let reason = position_from_setup(setup).err();
        Fault(reason.unwrap_or_else(|| error.to_string()))
    })
}

const ELSEWHERE: &str = "king or rook castle from elsewhere than in chess; openings.variant = \"chess960\" plays such \
                         positions";
