//! A weakened shelter: colours, diagonals, ways out, and pawns far up.

use shakmaty::attacks::knight_attacks;
use shakmaty::{Bitboard, Square};

use crate::board::bits::{down, file, pawn_hits_down, rank, ranks};
use crate::view::View;

/// Short: the king on f to h.
pub(crate) const SHORT: Holes = Holes {
    king: Bitboard((file(5).0 | file(6).0 | file(7).0) & ranks(7, 8).0),
    shelter: Bitboard(squares(Square::F7, Square::H7).0 | square(Square::G6).0),
    inner: square(Square::E6),
    fixing: square(Square::G5),
    hole: square(Square::F6),
    holes: squares(Square::F6, Square::H6),
    diagonal: Bitboard(0x8040_2010_0804_0201),
    entry: squares(Square::F6, Square::G7),
};
/// Long: the same on the other wing.
pub(crate) const LONG: Holes = Holes {
    king: SHORT.king.flip_horizontal(),
    shelter: SHORT.shelter.flip_horizontal(),
    inner: SHORT.inner.flip_horizontal(),
    fixing: SHORT.fixing.flip_horizontal(),
    hole: SHORT.hole.flip_horizontal(),
    holes: SHORT.holes.flip_horizontal(),
    diagonal: SHORT.diagonal.flip_horizontal(),
    entry: SHORT.entry.flip_horizontal(),
};

/// The pawns that shelter the enemy king.
#[inline]
pub(crate) fn enemy_shelter(view: &View<'_>) -> Bitboard {
    let shelter = view.enemy.shelter;
    shelter.map_or(Bitboard::EMPTY, |shelter| shelter.pawns)
}

/// The files towards the enemy king without own pawns, but with enemy ones.
#[inline]
pub(crate) fn half_open_files(view: &View<'_>) -> Bitboard {
    let (own, enemy) = (&view.own.structure, &view.enemy.structure);
    view.enemy.king.window & !own.files & enemy.files
}

/// The files towards the enemy king without any pawns.
#[inline]
pub(crate) fn open_files(view: &View<'_>) -> Bitboard {
    let (own, enemy) = (&view.own.structure, &view.enemy.structure);
    view.enemy.king.window & !own.files & !enemy.files
}

/// What a knight attacks when it is close to the enemy king: its ring, and where it would check.
#[inline]
pub(crate) fn knight_goals(view: &View<'_>) -> Bitboard {
    let king = &view.enemy.king;
    king.ring | knight_attacks(king.square)
}

/// An enemy shelter whose middle pawn has gone one step, and the squares that this gives away.
pub(crate) struct Holes {
    /// Where the enemy king stands.
    pub(crate) king: Bitboard,
    /// The shelter: f7, g6 and h7.
    pub(crate) shelter: Bitboard,
    /// The pawn that closes it towards the centre: e6.
    pub(crate) inner: Bitboard,
    /// An own pawn that fixes it: g5.
    pub(crate) fixing: Bitboard,
    /// The hole towards the centre: f6.
    pub(crate) hole: Bitboard,
    /// Both holes: f6 and h6.
    pub(crate) holes: Bitboard,
    /// The diagonal through the hole: a1-h8.
    pub(crate) diagonal: Bitboard,
    /// Where a piece on that diagonal looks into the shelter: f6 and g7.
    pub(crate) entry: Bitboard,
}

pub(crate) const fn square(square: Square) -> Bitboard {
    Bitboard::from_square(square)
}

pub(crate) const fn squares(a: Square, b: Square) -> Bitboard {
    Bitboard(square(a).0 | square(b).0)
}

/// The holes beside the enemy king, if its shelter has them.
#[inline]
pub(crate) fn holes(view: &View<'_>) -> Option<&'static Holes> {
    let enemy = &view.enemy;
    let fits = |holes: &Holes| {
        holes.shelter.is_subset(enemy.pawns) && enemy.king.set.is_subset(holes.king)
    };
    [&SHORT, &LONG].into_iter().find(|holes| fits(holes))
}

/// An own bishop in the hole among four enemy pawns.
pub(crate) fn bishop_in_hole(view: &View<'_>, holes: &Holes) -> Bitboard {
    if holes.inner.is_subset(view.enemy.pawns) {
        view.own.bishops & holes.hole
    } else {
        Bitboard::EMPTY
    }
}

/// The own bishop in the hole of the enemy shelter, a pawn of which stands on its inner side too.
pub(crate) fn bishops_in_hole(view: &View<'_>) -> Bitboard {
    holes(view).map_or(Bitboard::EMPTY, |holes| bishop_in_hole(view, holes))
}

/// Own pawns on rank 6 that are stopped by a pawn of the enemy shelter and attack a square next
/// to the enemy king.
#[inline]
pub(crate) fn wedges(view: &View<'_>) -> Bitboard {
    let stopped = view.own.pawns & rank(6) & down(enemy_shelter(view));
    stopped & pawn_hits_down(view.enemy.king.ring)
}
