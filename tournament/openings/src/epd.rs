//! A position as an opening: a line of FEN or EPD.

use engine_core::epd::{EpdError, EpdRecord, too_few_fields};
use engine_core::game::position_from_setup;
use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{CastlingMode, Chess};

use crate::Fault;
use crate::opening::{Opening, Variant};

impl From<EpdError> for Fault {
    fn from(error: EpdError) -> Self {
        Self(error.to_string())
    }
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
        return Err(too_few_fields(fields).into());
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

/// True if only Chess960 has such castling rights.
pub(crate) fn is_chess960(text: &str) -> bool {
    position(text, Variant::Standard).is_err_and(|fault| fault.0 == ELSEWHERE)
}

const ELSEWHERE: &str = "king or rook castle from elsewhere than in chess, as in Chess960 (openings.variant = \
                         \"chess960\" of a run, --variant chess960 of `evalarena openings check`)";
