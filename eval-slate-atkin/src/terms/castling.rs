//! Castling: rights thrown away by a side that has not castled.

use engine_core::position::Position;
use shakmaty::{CastlingSide, Color};

use super::SideView;
use crate::params::Params;
use crate::state::State;

/// Nothing for a side that has castled or still can on both sides. The rights decide: a rook that
/// was captured, or has gone and come back, has moved.
#[inline]
pub(crate) fn castling(side: &SideView<'_>) -> i32 {
    if side.state.castled {
        return 0;
    }
    let castles = side.position.castles();
    let can = |wing| castles.has(side.color, wing);
    let params = side.params;
    match (can(CastlingSide::KingSide), can(CastlingSide::QueenSide)) {
        (true, true) => 0,
        (true, false) => params.queens_rook_moved,
        (false, true) => params.kings_rook_moved,
        (false, false) => params.castling_impossible,
    }
}

/// Random bits that change the table's key where White alone has forfeited castling.
const WHITE_FORFEITED: u64 = 0xd1b5_4a32_d192_ed03;
/// The same for Black.
const BLACK_FORFEITED: u64 = 0x8cb9_2ba7_2f3d_8dd7;

/// The key of what the value depends on besides the position.
///
/// Without rights a side has either castled or forfeited it, which the board does not show. Only
/// the difference counts: if both sides have forfeited it, the value is as if both had castled,
/// and stays so in every line from here.
#[inline]
pub(crate) fn key(params: &Params, position: &Position, state: &State) -> u64 {
    let forfeited = |color| !state.castled(color) && !position.castles().has_color(color);
    if params.castling_impossible == 0 {
        return 0;
    }
    match (forfeited(Color::White), forfeited(Color::Black)) {
        (true, false) => WHITE_FORFEITED,
        (false, true) => BLACK_FORFEITED,
        _ => 0,
    }
}
