//! Positions, one a line: FEN, or EPD with its operations.
//!
//! A position is the first four fields of a FEN; its two clocks may follow (`-` if unknown), or stand among the
//! operations as `hmvc` and `fmvn`. An operation is a code, its operands and a semicolon. (Edwards,
//! "Portable Game Notation Specification and Implementation Guide", 1994, section 16.2.)

use thiserror::Error;

/// The reason that a line is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct EpdError(String);

/// The fault of a text after the four fields that is neither two clocks nor EPD operations.
pub fn no_operation(text: &str) -> EpdError {
    EpdError(format!("{text:?} is neither a move clock nor an EPD operation"))
}

/// The fault of a line with so few fields: castling rights and en passant square would be guessed.
pub fn too_few_fields(count: usize) -> EpdError {
    let fields = "the four fields of a position (board, side to move, castling, en passant square)";
    EpdError(format!("{count} of {fields}"))
}

/// A line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EpdRecord<'t> {
    /// The six fields of a FEN; clocks that are not given are 0 and 1.
    pub fen: String,
    /// Codes and operands, in their order.
    pub operations: Vec<(&'t str, &'t str)>,
    /// What stands for each field that is not given, in words.
    pub assumed: Vec<&'static str>,
}

/// What stands for fields after the board.
const DEFAULTS: [(&str, &str); 5] = [
    ("w", "White to move"),
    ("-", "no castling rights"),
    ("-", "no en passant"),
    ("0", "halfmove clock 0"),
    ("1", "move number 1"),
];

impl<'t> EpdRecord<'t> {
    /// Splits a line. The contents of the fields and the operands are not checked.
    ///
    /// # Errors
    /// If there are fewer than four fields, or something after them is not an operation.
    pub fn read(line: &'t str) -> Result<Self, EpdError> {
        let (record, given) = Self::split(line)?;
        if given < 4 { Err(too_few_fields(given)) } else { Ok(record) }
    }

    /// The same of a line that somebody typed or pasted: it needs nothing but the board.
    ///
    /// # Errors
    /// If something after the fields is not an operation: the last one needs its semicolon or a code of the standard,
    /// as another word may be a move without `moves`.
    pub fn pasted(line: &'t str) -> Result<Self, EpdError> {
        let (record, _) = Self::split(line)?;
        match record.operations.last() {
            Some((code, _)) if !line.trim_end().ends_with(';') && !CODES.contains(code) => Err(no_operation(code)),
            _ => Ok(record),
        }
    }

    /// The record, and how many of its fields are given.
    fn split(line: &'t str) -> Result<(Self, usize), EpdError> {
        let (board, mut rest) = next_field(line).unwrap_or(("", line));
        let mut fields = vec![board];
        let (mut given, mut assumed) = (usize::from(!board.is_empty()), Vec::new());
        for (at, (default, words)) in DEFAULTS.into_iter().enumerate() {
            let is_clock = at > 2;
            match next_field(rest).filter(|(field, _)| !is_clock || *field == "-" || is_number(field)) {
                Some((field, after)) => {
                    let is_known = !is_clock || field != "-";
                    fields.push(if is_known { field } else { default });
                    assumed.extend((!is_known).then_some(words));
                    (rest, given) = (after, given + 1);
                }
                None => {
                    fields.push(default);
                    assumed.push(words);
                }
            }
        }
        let operations = operations(rest)?;
        for &(code, operand) in &operations {
            let at = match code {
                "hmvc" => 3,
                "fmvn" => 4,
                _ => continue,
            };
            // Nothing in its place would leave that to the next field.
            if !is_number(operand) || operand.is_empty() {
                return Err(no_operation(&format!("{code} {operand}")));
            }
            fields[at + 1] = operand;
            assumed.retain(|words| *words != DEFAULTS[at].1);
        }
        Ok((Self { fen: fields.join(" "), operations, assumed }, given))
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
fn operations(text: &str) -> Result<Vec<(&str, &str)>, EpdError> {
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
