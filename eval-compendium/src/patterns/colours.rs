//! The colour of squares: bishops, and the pawns on and off their colour.

use shakmaty::Bitboard;

use crate::board::bits::count;
use crate::board::side::Side;
use crate::view::View;

/// True if a set, for example of bishops, has squares of both colours.
#[inline(always)]
pub(crate) fn on_both_colours(set: Bitboard) -> bool {
    set.intersects(Bitboard::LIGHT_SQUARES) && set.intersects(Bitboard::DARK_SQUARES)
}

/// True if two sets, of one square each, are on squares of one colour.
#[inline(always)]
pub(crate) fn same_colour(one: Bitboard, other: Bitboard) -> bool {
    let light = Bitboard::LIGHT_SQUARES;
    one.intersects(light) == other.intersects(light)
}

/// All squares of the colour that the bishop of `side` stands on; none without a bishop.
pub(crate) fn bishop_colour(side: &Side) -> Bitboard {
    let colours = [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES];
    let of_bishop = colours.into_iter().find(|colour| side.bishops.intersects(*colour));
    of_bishop.unwrap_or_default()
}

/// Pawns on the colour of their side's bishop; none without a bishop.
pub(crate) fn on_colour(side: &Side) -> Bitboard {
    side.pawns & bishop_colour(side)
}

/// Pawns that are not on the colour of their side's bishop; none without a bishop.
pub(crate) fn off_colour(side: &Side) -> Bitboard {
    if side.bishops.is_empty() {
        return Bitboard::EMPTY;
    }
    side.pawns & !bishop_colour(side)
}

/// True if more own pawns are on the colour of the own bishop than off it.
pub(crate) fn most_on_colour(side: &Side) -> bool {
    count(on_colour(side)) > count(off_colour(side))
}

/// The same if the pawns of both sides are spread wide.
pub(crate) fn most_on_colour_in_wide_play(view: &View<'_>) -> bool {
    view.play.is_wide() && most_on_colour(view.own)
}
