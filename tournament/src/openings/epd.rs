//! Positions, one a line: FEN, or EPD with its operations.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use super::Opening;
use super::error::Fault;

/// Reads a line.
pub(super) fn parse_line(line: &[u8]) -> Result<Opening, Fault> {
    let line = std::str::from_utf8(line).map_err(|_| Fault::Encoding)?;
    let (fen, id) = split(line.trim())?;
    let opening = Opening {
        name: id.unwrap_or_default(),
        eco: String::new(),
        start: position(&fen)?,
        moves: Vec::new(),
    };
    opening.unless_over()
}

/// The six fields of a FEN, and the `id` operation of an EPD.
fn split(line: &str) -> Result<(String, Option<String>), Fault> {
    let mut rest = line;
    let mut fields: Vec<&str> = Vec::new();
    while fields.len() < 4 {
        let (field, after) = next_field(rest).ok_or(Fault::Fields(fields.len()))?;
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
    let mut id = None;
    for (code, operand) in operations(rest)? {
        match code {
            "hmvc" => clocks[0] = operand,
            "fmvn" => clocks[1] = operand,
            "id" => id = Some(operand.trim_matches('"').to_owned()),
            _ => {}
        }
    }
    fields.extend(clocks);
    Ok((fields.join(" "), id.filter(|id| !id.is_empty())))
}

/// The next field and what follows it; a `;` ends a field as a space does.
fn next_field(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text
        .find(|c: char| c.is_whitespace() || c == ';')
        .unwrap_or(text.len());
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
    for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
        let (code, operand) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        // Every code of the standard has two letters at least; a shorter one is a broken clock.
        if code.len() < 2 || !code.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(Fault::Operation(code.to_owned()));
        }
        operations.push((code, operand.trim()));
    }
    Ok(operations)
}

/// A position from a FEN with at least its first four fields: a board alone would silently lose
/// the castling rights.
pub(super) fn position(fen: &str) -> Result<Chess, Fault> {
    let fields = fen.split_whitespace().count();
    if fields < 4 {
        return Err(Fault::Fields(fields));
    }
    let fen: Fen = fen.parse()?;
    fen.into_position(CastlingMode::Standard)
        .map_err(|error| Fault::Position(error.to_string()))
}

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::super::book::Book;
    use super::super::error::OpeningError;
    use super::super::records::Format;
    use super::super::text::Text;
    use super::*;

    fn parse(text: &[u8]) -> Result<Vec<Opening>, OpeningError> {
        let text = Text::unpacked(text).unwrap();
        let book = Book::new("x.epd", text, Format::Positions, None)?;
        book.openings().collect()
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
        let clocks: Vec<_> = openings
            .iter()
            .map(|o| (o.start.halfmoves(), o.start.fullmoves().get()))
            .collect();
        assert_eq!(clocks, [(3, 17), (0, 1), (4, 50), (7, 8), (0, 1)]);
        assert!(openings[0].start.castles().any());
    }

    #[test]
    fn bad_lines_have_a_number_and_a_reason() {
        let good = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        for (line, reason) in [
            ("4k3/8/8/8/8/8/4P3/4K3", "1 of the four fields"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - x 1", "neither a move clock"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 2", "neither a move clock"),
            ("4k3/8/8/8/8/8/4P4/4K3 w - - 0 1", "invalid board"),
            ("4k3/8/8/8/8/8/4P3/4K3 x - - 0 1", "invalid turn"),
            ("4k3/8/8/8/8/8/4P3/8 w - - 0 1", "missing king"),
            ("4k3/8/8/8/8/8/4P3/4K3 w K - 0 1", "invalid castling rights"),
            ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "opposite check"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "insufficient material"),
            ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "checkmate"),
            ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "stalemate"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 100 90", "fifty moves"),
        ] {
            let error = parse(format!("{good}\n{line}\n").as_bytes())
                .unwrap_err()
                .to_string();
            assert!(error.starts_with("x.epd:2: "), "{error}");
            assert!(error.contains(reason), "{line}: {error}");
        }
        let error = parse(b"\xff\xfe").unwrap_err().to_string();
        assert!(error.contains("not UTF-8"), "{error}");
    }
}
