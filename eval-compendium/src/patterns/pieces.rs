//! Pieces: mobility, development, outposts, bishops and the queen's imprisonment.

use shakmaty::attacks::{bishop_attacks, knight_attacks, queen_attacks, rook_attacks};
use shakmaty::{Bitboard, Role, Square};

use crate::board::bits::{ahead, beside, count, down, left, rank, ranks, right, up};
use crate::board::context::{Context, hits_without};
use crate::board::side::{Piece, Side};
use crate::interplay::PIECE_VALUES;
use crate::view::View;

/// The number of empty squares that the pieces attack, counted for each piece.
pub(crate) fn piece_mobility(view: &View<'_>) -> i64 {
    let free = view.own.each.iter().map(|piece| count(piece.attacks & view.empty));
    free.sum()
}

/// Steps and captures of the pawns, whichever side is to move; a promotion is one move.
pub(crate) fn pawn_mobility(view: &View<'_>) -> i64 {
    let pawns = view.own.pawns;
    let single = up(pawns) & view.empty;
    let double = up(single & rank(3)) & view.empty;
    let targets = view.enemy.units | view.own.en_passant;
    let captures = count(up(left(pawns)) & targets) + count(up(right(pawns)) & targets);
    count(single) + count(double) + captures
}

/// The squares that enemy pawns can step to, one square or two.
#[inline]
pub(crate) fn enemy_pushes(view: &View<'_>) -> Bitboard {
    let single = down(view.enemy.pawns) & view.empty;
    single | down(single & rank(6)) & view.empty
}

/// Developed (or traded) minors from which queen and rooks may come out, and the lead in development that is rewarded.
pub(crate) const TWO_MINORS: i64 = 2;

/// The own side's lead in development, in minors. An extra piece on the board is not a lead: the enemy
/// must have more minors at home as well.
pub(crate) fn lead_in_development(view: &View<'_>) -> i64 {
    let (own, enemy) = (view.own, view.enemy);
    let out = developed(own) - developed(enemy);
    let at_home = count(enemy.home_minors) - count(own.home_minors);
    out.min(at_home)
}

/// Minors that are on the board but not at home.
#[inline]
fn developed(side: &Side) -> i64 {
    count(side.minors & !side.home_minors)
}

/// Minors that are not at home any more: developed or traded.
#[inline]
pub(crate) fn gone_from_home(side: &Side) -> i64 {
    4 - count(side.home_minors)
}

/// d5 and e5.
pub(crate) const CENTRAL_OUTPOSTS: [Square; 2] = [Square::D5, Square::E5];

/// True if a knight of the own side on d5 or e5 can never be driven away or traded for a minor.
pub(crate) fn is_eternal(view: &View<'_>, square: Square) -> bool {
    let enemy = view.enemy;
    if !CENTRAL_OUTPOSTS.contains(&square) || !view.own.knights.contains(square) || enemy.knights.any() {
        return false;
    }
    let colour = if square.is_dark() { Bitboard::DARK_SQUARES } else { Bitboard::LIGHT_SQUARES };
    // Enemy pawns that stand on, or can still come to, a square from which they hit it.
    let hitting = beside(ahead(Bitboard::from_square(square)));
    enemy.bishops.is_disjoint(colour) && enemy.pawns.is_disjoint(hitting)
}

/// True if each side has exactly one bishop, on squares of different colours; the same for both sides.
pub(crate) fn opposite_bishops(context: &Context<'_>) -> bool {
    on_one_colour(context) == Some(false)
}

/// True if each side has exactly one bishop, on squares of the same colour; the same for both sides.
pub(crate) fn same_bishops(context: &Context<'_>) -> bool {
    on_one_colour(context) == Some(true)
}

fn on_one_colour(context: &Context<'_>) -> Option<bool> {
    let own = context.own.bishops.single_square()?;
    let enemy = context.enemy.bishops.single_square()?;
    Some(own.is_light() == enemy.is_light())
}

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

/// Squares that an imprisoned queen reaches, including its present one.
const PRISON: std::ops::RangeInclusive<usize> = 2..=9;

/// The own queens confined to a small region outside their first three ranks, while the enemy
/// pieces that attack them, or could after one move, are together worth more than a queen.
pub(crate) fn imprisoned(view: &View<'_>) -> Bitboard {
    let own = view.own;
    if own.queens.is_disjoint(ranks(4, 8)) {
        return Bitboard::EMPTY;
    }
    let queens = own.each.iter().filter(|piece| {
        piece.role == Role::Queen
            && ranks(4, 8).contains(piece.square)
            && is_confined(view, piece)
            && is_hunted(view, piece)
    });
    queens.map(|queen| queen.square).collect()
}

/// True if the squares that the queen can reach by safe moves, everything else standing still, are a
/// few on the ranks 4 to 8. Pieces that it would take on its way keep guarding their squares.
fn is_confined(view: &View<'_>, queen: &Piece) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    let queen_set = Bitboard::from_square(queen.square);
    let may_be_safe = !(own.units | enemy.king.set | enemy.by_any);
    let first = queen.attacks & may_be_safe;
    // Few queens get past this test: the squares that a queen uncovers by leaving are a line or two.
    if first.is_empty() {
        return false;
    }
    let safe = may_be_safe & !hits_without(enemy, queen_set, view.occupied);
    let occupied = view.occupied & !queen_set;
    let mut region = queen_set | queen.attacks & safe;
    let mut fresh = region & !queen_set;
    while let Some(square) = fresh.pop_front() {
        if region.count() > *PRISON.end() || region.intersects(ranks(1, 3)) {
            return false;
        }
        let more = queen_attacks(square, occupied) & safe & !region;
        region |= more;
        fresh |= more;
    }
    PRISON.contains(&region.count()) && region.is_disjoint(ranks(1, 3))
}

/// True if enemy pieces together worth more than a queen attack the queen, or could after one move
/// to a square where no pawn takes them.
fn is_hunted(view: &View<'_>, queen: &Piece) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    let (square, occupied) = (queen.square, view.occupied);
    let safe = !(enemy.units | own.king.set | own.by_pawns);
    let values = view.numbers(PIECE_VALUES);
    let hunters = enemy.each.iter().map(|piece| {
        // Lines are the same in both directions; a piece that attacks along a line which its own move
        // uncovers did so before.
        let (posts, value) = match piece.role {
            Role::Knight => (knight_attacks(square), values.knight),
            Role::Bishop => (bishop_attacks(square, occupied), values.bishop),
            Role::Rook => (rook_attacks(square, occupied), values.rook),
            _ => (queen_attacks(square, occupied), values.queen),
        };
        let able = piece.attacks.contains(square) || piece.attacks.intersects(posts & safe);
        if able { value } else { 0 }
    });
    hunters.sum::<i64>() > values.queen
}
