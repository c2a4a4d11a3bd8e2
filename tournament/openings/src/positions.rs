//! Positions, one a line: FEN, or EPD with its operations.

use engine_core::game::{GameError, position_from_fen};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use super::error::Fault;
use super::opening::Opening;
use super::variant::Variant;
use crate::epd::{EpdFault, EpdRecord};

pub(super) fn parse_line(line: &str, variant: Variant) -> Result<Opening, Fault> {
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
pub(super) fn position(text: &str, variant: Variant) -> Result<Chess, Fault> {
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

    use super::super::book::{Book, Format};
    use super::super::error::OpeningError;
    use super::super::text::Text;
    use super::*;

    fn parse(text: &[u8]) -> Result<Vec<Opening>, OpeningError> {
        parse_as(text, Variant::Standard)
    }

    fn parse_as(text: &[u8], variant: Variant) -> Result<Vec<Opening>, OpeningError> {
        let text = Text::unpacked(text).unwrap();
        let book = Book::new("x.epd", text, Format::Positions, None, variant)?;
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
