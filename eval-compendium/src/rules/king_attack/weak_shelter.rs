//! A weakened shelter: colours, diagonals, ways out, and pawns far up.

use shakmaty::attacks::{bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, Role, Square};

use super::attackers::enemy_shelter;
use super::reach;
use crate::catalogue::king_attack::{self, BISHOP_SIXTH_RANK};
use crate::catalogue::thresholds::MONOCHROME_PAWNS;
use crate::context::bits::{beside, down, file, files, left, pawn_hits_down, rank, ranks, right};
use crate::rules::{View, Visitor, count, once};

/// All dark squares.
const DARK: Bitboard = Bitboard::DARK_SQUARES;

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(king_attack::MONOCHROME_SHELTER, monochrome_shelter);
    rules.rule(king_attack::BISHOP_LONG_DIAGONAL, bishop_long_diagonal);
    rules.rule(king_attack::BISHOP_SIXTH_RANK, bishop_sixth_rank);
    rules.rule(king_attack::QUEEN_AND_KNIGHT_WEAK_SHELTER, queen_and_knight);
    rules.rule(king_attack::RESTRICT_KING_ESCAPE, restrict_king_escape);
    rules.rule(king_attack::ROOK_BEHIND_PASSER, rook_behind_passer);
    rules.rule(king_attack::WEDGE_PAWN, wedge_pawn);
}

/// An enemy shelter whose middle pawn has gone one step, and the squares that this gives away.
struct Holes {
    /// Where the enemy king stands.
    king: Bitboard,
    /// The shelter: f7, g6 and h7.
    shelter: Bitboard,
    /// The pawn that closes it towards the centre: e6.
    inner: Bitboard,
    /// An own pawn that fixes it: g5.
    fixing: Bitboard,
    /// The hole towards the centre: f6.
    hole: Bitboard,
    /// Both holes: f6 and h6.
    holes: Bitboard,
    /// The diagonal through the hole: a1-h8.
    diagonal: Bitboard,
    /// Where a piece on that diagonal looks into the shelter: f6 and g7.
    entry: Bitboard,
}

const fn square(square: Square) -> Bitboard {
    Bitboard::from_square(square)
}

const fn squares(a: Square, b: Square) -> Bitboard {
    Bitboard(square(a).0 | square(b).0)
}

/// Short: the king on f to h.
const SHORT: Holes = Holes {
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
const LONG: Holes = Holes {
    king: SHORT.king.flip_horizontal(),
    shelter: SHORT.shelter.flip_horizontal(),
    inner: SHORT.inner.flip_horizontal(),
    fixing: SHORT.fixing.flip_horizontal(),
    hole: SHORT.hole.flip_horizontal(),
    holes: SHORT.holes.flip_horizontal(),
    diagonal: SHORT.diagonal.flip_horizontal(),
    entry: SHORT.entry.flip_horizontal(),
};

/// The holes beside the enemy king, if its shelter has them.
#[inline]
fn holes(view: &View<'_>) -> Option<&'static Holes> {
    let enemy = &view.enemy;
    let fits = |holes: &Holes| {
        holes.shelter.is_subset(enemy.pawns) && enemy.king.set.is_subset(holes.king)
    };
    [&SHORT, &LONG].into_iter().find(|holes| fits(holes))
}

/// An own bishop on the colour that no pawn of the enemy shelter stands on earns 30, once.
///
/// The document gives no size: this is what a minor earns that attacks the king.
fn monochrome_shelter(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let shelter = enemy_shelter(view);
    if shelter.count() < MONOCHROME_PAWNS {
        return 0;
    }
    let weak = match (shelter.intersects(DARK), shelter.intersects(!DARK)) {
        (true, false) => !DARK,
        (false, true) => DARK,
        _ => return 0,
    };
    bonus * once(view.own.bishops.intersects(weak))
}

/// Each bishop that looks along the long diagonal into a shelter with holes, fixed by an own pawn,
/// earns 150, unless it stands in the hole for more.
fn bishop_long_diagonal(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let own = &view.own;
    let Some(holes) = holes(view) else { return 0 };
    if own.pawns.is_disjoint(holes.fixing) {
        return 0;
    }
    let mut bishops = own.bishops & holes.diagonal;
    if view.replaced_by(BISHOP_SIXTH_RANK) {
        bishops &= !bishop_in_hole(view, holes);
    }
    let entered = bishops & holes.entry;
    let seen = (bishops & !holes.entry) & reach::diagonal(holes.entry, view.empty);
    bonus * count(entered | seen)
}

/// An own bishop in the hole among four enemy pawns.
fn bishop_in_hole(view: &View<'_>, holes: &Holes) -> Bitboard {
    if holes.inner.is_subset(view.enemy.pawns) {
        view.own.bishops & holes.hole
    } else {
        Bitboard::EMPTY
    }
}

/// A bishop in the hole of the enemy shelter, a pawn of which stands on its inner side too, earns
/// 200.
fn bishop_sixth_rank(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * once(bishops_in_hole(view).any())
}

/// The own bishop in the hole of the enemy shelter, a pawn of which stands on its inner side too.
pub(in crate::rules) fn bishops_in_hole(view: &View<'_>) -> Bitboard {
    holes(view).map_or(Bitboard::EMPTY, |holes| bishop_in_hole(view, holes))
}

/// Against a shelter with holes and with an own queen on the long diagonal, each knight that
/// attacks a hole earns 150: it is worth 450 then.
fn queen_and_knight(view: &View<'_>, [_, bonus]: [i32; 2]) -> i32 {
    let own = &view.own;
    let Some(holes) = holes(view) else { return 0 };
    let queens = own.queens & holes.diagonal & reach::diagonal(holes.entry, view.empty);
    bonus * once(queens.any()) * count(own.knights & reach::knight(holes.holes))
}

/// In a king attack, 50 for the side that holds every square by which the enemy king could step
/// towards the centre, an empty one of them by a minor or a rook.
///
/// The king does not cover what is behind it, for either condition.
fn restrict_king_escape(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    if !own.king_attack {
        return 0;
    }
    let king = &enemy.king;
    let (column, wing) = (files(king.set), u32::from(king.square.file()));
    let towards = match wing {
        0..=2 => right(column),
        5..=7 => left(column),
        _ => beside(column),
    };
    let ways = king.ring & towards & !enemy.units;
    let in_check = own.by_any.intersects(king.set);
    if !in_check && !ways.is_subset(own.by_any) {
        return 0;
    }
    let held = ways.is_subset(own.by_any) || ways.is_subset(view.hit_behind_enemy_king());
    bonus * once(held && cut_off(view).intersects(ways & view.empty))
}

/// What own minors and rooks attack when the enemy king is lifted off the board.
fn cut_off(view: &View<'_>) -> Bitboard {
    let own = &view.own;
    let king = view.enemy.king.set;
    let without_king = view.occupied & !king;
    let hits = own.by_knights | own.by_bishops | own.by_rooks;
    if hits.is_disjoint(king) {
        return hits;
    }
    let checking = own
        .each
        .iter()
        .filter(|piece| piece.attacks.intersects(king));
    let behind_it = checking.map(|piece| match piece.role {
        Role::Bishop => bishop_attacks(piece.square, without_king),
        Role::Rook => rook_attacks(piece.square, without_king),
        _ => Bitboard::EMPTY,
    });
    behind_it.fold(hits, |all, more| all | more)
}

/// A rook behind an own passed pawn, with nothing between, earns 50.
pub(in crate::rules) fn rook_behind_passer(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let own = &view.own;
    let passed = own.structure.passed;
    bonus * count(own.rooks & reach::below(passed, view.empty))
}

/// Own pawns on rank 6 that are stopped by a pawn of the enemy shelter and attack a square next
/// to the enemy king.
#[inline]
pub(in crate::rules) fn wedges(view: &View<'_>) -> Bitboard {
    let stopped = view.own.pawns & rank(6) & down(enemy_shelter(view));
    stopped & pawn_hits_down(view.enemy.king.ring)
}

/// A pawn wedged into the enemy shelter earns 100 in place of what it has for storming.
fn wedge_pawn(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * count(wedges(view))
}
