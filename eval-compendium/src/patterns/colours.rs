//! Pawns on the colour of the own bishop, and off it.

use shakmaty::Bitboard;

use crate::board::bits::{count, once};
use crate::board::side::Side;
use crate::view::View;

/// How many pawns a side with a bishop has on the bishop's colour and on the other one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Colours {
    pub(crate) on: i32,
    pub(crate) off: i32,
}

/// All squares of the colour that the bishops of `side` stand on.
pub(crate) fn bishop_squares(side: &Side) -> Bitboard {
    if side.bishops.intersects(Bitboard::DARK_SQUARES) {
        Bitboard::DARK_SQUARES
    } else {
        Bitboard::LIGHT_SQUARES
    }
}

impl Colours {
    /// The pawns of a side with one bishop.
    pub(crate) fn of(side: &Side) -> Colours {
        let squares = bishop_squares(side);
        Colours {
            on: count(side.pawns & squares),
            off: count(side.pawns & !squares),
        }
    }
}

/// 1 where the pawns are spread wide and more of the own ones are on the bishop's colour than off
/// it; otherwise 0.
pub(crate) fn spread_on_colour(view: &View<'_>) -> i32 {
    if !view.play.is_wide() {
        return 0;
    }
    let Colours { on, off } = Colours::of(&view.own);
    once(on > off)
}
