//! The king's shelter: its zone, bastions, and a king that is shut in or stuck in the centre.

use shakmaty::attacks::knight_attacks;
use shakmaty::{Bitboard, Square};

use crate::board::bits::{CENTRAL_FILES, CORNERS, KING_WING, beside, count, down, pawn_hits_down, rank, ranks, up};
use crate::board::context::Context;
use crate::board::phase::MATERIAL;
use crate::board::side::Side;
use crate::interplay::EARLY_QUEEN_EXCHANGE_LOST_CASTLING;
use crate::view::View;

/// Rooks and minors (in half pawns) with which a side attacks the king in an endgame.
const ENDGAME_ATTACK: i64 = 2 * 9;

/// True if one of the kings is attacked; the same for both sides.
#[inline]
pub(crate) fn some_king_attack(context: &Context<'_>) -> bool {
    context.own.king_attack || context.enemy.king_attack
}

/// The files towards the enemy king without own pawns, but with enemy ones.
#[inline]
pub(crate) fn half_open_files_to_king(view: &View<'_>) -> Bitboard {
    let (own, enemy) = (&view.own.structure, &view.enemy.structure);
    view.enemy.king.window & !own.files & enemy.files
}

/// The files towards the enemy king without any pawns.
#[inline]
pub(crate) fn open_files_to_king(view: &View<'_>) -> Bitboard {
    view.enemy.king.window & view.open_files()
}

/// The targets of a knight close to the enemy king: its ring, and the squares from which a knight checks.
#[inline]
pub(crate) fn knight_goals(view: &View<'_>) -> Bitboard {
    let king = &view.enemy.king;
    king.ring | knight_attacks(king.square)
}

/// True if, without queens, a side with rooks and minors for nine pawns or more attacks the enemy
/// king position with one of them.
pub(crate) fn attacks_king_without_queens(view: &View<'_>) -> bool {
    let own = view.own;
    let [minor, rook, _] = MATERIAL.map(i64::from);
    own.attackers.any()
        && own.queens.is_empty()
        && view.enemy.queens.is_empty()
        && minor * count(own.minors) + rook * count(own.rooks) >= ENDGAME_ATTACK
}

const BASTION_PAWNS: usize = 4;

/// The two whole files of a king's shelter with pawns on their second and third ranks; empty
/// unless the king is on its first rank and at most one file from them.
pub(crate) fn bastion(view: &View<'_>) -> Bitboard {
    let own = view.own;
    let Some(shelter) = own.shelter else {
        return Bitboard::EMPTY;
    };
    if shelter.size < BASTION_PAWNS || !own.king.set.intersects(rank(1)) {
        return Bitboard::EMPTY;
    }
    let full = |files: Bitboard| {
        let squares = files & ranks(2, 3);
        let near = own.king.set.intersects(files | beside(files));
        near && squares.is_subset(own.pawns)
    };
    let inner = shelter.inner | shelter.middle;
    let outer = shelter.middle | shelter.outer;
    if full(inner) {
        inner
    } else if full(outer) {
        outer
    } else {
        Bitboard::EMPTY
    }
}

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

/// Own pawns on rank 6 that are stopped by a pawn of the enemy shelter and attack a square next to the enemy king.
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
    let fits = |shelter: &WeakShelter| shelter.pawns.is_subset(enemy.pawns) && enemy.king.set.is_subset(shelter.king);
    [&SHORT, &LONG].into_iter().find(|shelter| fits(shelter))
}

/// An own bishop in the inner hole of a weak shelter that a fourth enemy pawn closes towards the centre.
pub(crate) fn bishops_in_hole(view: &View<'_>) -> Bitboard {
    match weak_shelter(view) {
        Some(shelter) if shelter.inner.is_subset(view.enemy.pawns) => view.own.bishops & shelter.inner_hole,
        _ => Bitboard::EMPTY,
    }
}

/// The rights are gone, and the king has stayed in the centre without castling.
pub(crate) fn is_stuck_in_centre(side: &Side) -> bool {
    let centre = CENTRAL_FILES & ranks(1, 2);
    !side.may_castle() && !side.past.castled && side.king.set.intersects(centre)
}

/// True if the own king has lost castling in this way while there are queens; without them the rule on
/// their exchange replaces this one.
pub(crate) fn is_stuck_among_queens(view: &View<'_>) -> bool {
    let queens = (view.own.queens | view.enemy.queens).any();
    let holds = queens || !view.applies(EARLY_QUEEN_EXCHANGE_LOST_CASTLING);
    holds && is_stuck_in_centre(view.own)
}

/// The rook in the corner that cannot move because of the king beside it, where the king cannot step
/// out either: every square next to it without an own piece is attacked, and at least one exists.
pub(crate) fn shut_in(view: &View<'_>) -> Bitboard {
    let own = view.own;
    let corner = own.rooks & CORNERS & beside(own.king.set & rank(1));
    // The king blocks one direction, so only the step up is left.
    if corner.is_empty() || !up(corner).is_subset(own.units) {
        return Bitboard::EMPTY;
    }
    let steps = own.king.ring & !own.units;
    if steps.any() && steps.is_subset(view.hit_behind_own_king()) { corner } else { Bitboard::EMPTY }
}
