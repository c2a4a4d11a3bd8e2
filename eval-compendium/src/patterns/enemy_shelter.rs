//! The pawns that shelter the enemy king, the wedges driven into them, and the holes among them.

use shakmaty::{Bitboard, Square};

use crate::board::bits::{KING_WING, down, pawn_hits_down, rank, ranks};
use crate::board::side::Side;
use crate::view::View;

/// The pawns that shelter the enemy king.
#[inline]
pub(crate) fn enemy_shelter(view: &View<'_>) -> Bitboard {
    let shelter = view.enemy.shelter;
    shelter.map_or(Bitboard::EMPTY, |shelter| shelter.pawns)
}

/// True if `side` attacks the bare king of `other`: a king attack in which a queen takes part.
#[inline]
pub(crate) fn attacks_bare_king(side: &Side, other: &Side) -> bool {
    other.is_bare() && side.king_attack && side.queens.intersects(side.attackers)
}

/// Own pawns on rank 6 that are stopped by a pawn of the enemy shelter and attack a square next
/// to the enemy king.
#[inline]
pub(crate) fn wedges(view: &View<'_>) -> Bitboard {
    let stopped = view.own.pawns & rank(6) & down(enemy_shelter(view));
    stopped & pawn_hits_down(view.enemy.king.ring)
}

/// An enemy shelter whose middle pawn has advanced one step, and the squares weakened by that.
pub(crate) struct WeakShelter {
    /// The squares on which the enemy king may stand.
    king: Bitboard,
    /// The pawns: f7, g6 and h7.
    pawns: Bitboard,
    /// The pawn that closes it towards the centre: e6.
    inner: Bitboard,
    /// An own pawn that fixes it: g5.
    pub(crate) fixing: Bitboard,
    /// The hole towards the centre: f6.
    inner_hole: Bitboard,
    /// Both holes: f6 and h6.
    pub(crate) holes: Bitboard,
    /// The diagonal through the inner hole: a1-h8.
    pub(crate) diagonal: Bitboard,
    /// The squares from which a piece on that diagonal looks into the shelter: f6 and g7.
    pub(crate) entry: Bitboard,
}

/// Short: the king on f to h.
const SHORT: WeakShelter = WeakShelter {
    king: Bitboard(KING_WING.0 & ranks(7, 8).0),
    pawns: Bitboard(squares(Square::F7, Square::H7).0 | square(Square::G6).0),
    inner: square(Square::E6),
    fixing: square(Square::G5),
    inner_hole: square(Square::F6),
    holes: squares(Square::F6, Square::H6),
    diagonal: Bitboard(0x8040_2010_0804_0201),
    entry: squares(Square::F6, Square::G7),
};
/// Long: the same on the other wing.
const LONG: WeakShelter = WeakShelter {
    king: SHORT.king.flip_horizontal(),
    pawns: SHORT.pawns.flip_horizontal(),
    inner: SHORT.inner.flip_horizontal(),
    fixing: SHORT.fixing.flip_horizontal(),
    inner_hole: SHORT.inner_hole.flip_horizontal(),
    holes: SHORT.holes.flip_horizontal(),
    diagonal: SHORT.diagonal.flip_horizontal(),
    entry: SHORT.entry.flip_horizontal(),
};

const fn square(square: Square) -> Bitboard {
    Bitboard::from_square(square)
}

const fn squares(a: Square, b: Square) -> Bitboard {
    Bitboard(square(a).0 | square(b).0)
}

/// The enemy king's shelter, if it is weak in this way.
#[inline]
pub(crate) fn weak_shelter(view: &View<'_>) -> Option<&'static WeakShelter> {
    let enemy = view.enemy;
    let fits = |shelter: &WeakShelter| {
        shelter.pawns.is_subset(enemy.pawns) && enemy.king.set.is_subset(shelter.king)
    };
    [&SHORT, &LONG].into_iter().find(|shelter| fits(shelter))
}

/// An own bishop in the inner hole of a weak shelter that a fourth enemy pawn closes towards the
/// centre.
pub(crate) fn bishops_in_hole(view: &View<'_>) -> Bitboard {
    match weak_shelter(view) {
        Some(shelter) if shelter.inner.is_subset(view.enemy.pawns) => {
            view.own.bishops & shelter.inner_hole
        }
        _ => Bitboard::EMPTY,
    }
}
