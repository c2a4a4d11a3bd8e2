//! Clash points: the men for which both sides fight with most pieces.

use shakmaty::{Bitboard, Square};

use super::positional::{WHOLE, terms};
use crate::catalogue::thresholds::CLASH_PIECES;
use crate::context::side::Side;
use crate::rules::{View, factor};

/// Squares that two and that three of a side's pieces attack, at least.
struct Pressure {
    twice: Bitboard,
    thrice: Bitboard,
}

impl Pressure {
    fn of(side: &Side) -> Pressure {
        let [mut once, mut twice, mut thrice] = [Bitboard::EMPTY; 3];
        for piece in &side.each {
            thrice |= twice & piece.attacks;
            twice |= once & piece.attacks;
            once |= piece.attacks;
        }
        Pressure { twice, thrice }
    }
}

/// How many pieces of the side attack `square`.
fn pieces_on(side: &Side, square: Square) -> usize {
    let pieces = side.each.iter();
    pieces
        .filter(|piece| piece.attacks.contains(square))
        .count()
}

/// The clash points: men but kings, two pieces of each side or more on them and five in all, as
/// many as nowhere else; the same for both sides.
fn clash_points(view: &View<'_>) -> Bitboard {
    let (own, enemy) = (&view.own, &view.enemy);
    let men = view.occupied & !(own.king.set | enemy.king.set);
    if (men & own.by_two & enemy.by_two).is_empty() {
        return Bitboard::EMPTY;
    }
    let (ours, theirs) = (Pressure::of(own), Pressure::of(enemy));
    let disputed = men & ours.twice & theirs.twice & (ours.thrice | theirs.thrice);
    let (mut most, mut points) = (CLASH_PIECES, Bitboard::EMPTY);
    for square in disputed {
        let all = pieces_on(own, square) + pieces_on(enemy, square);
        if all > most {
            (most, points) = (all, Bitboard::EMPTY);
        }
        if all == most {
            points |= Bitboard::from_square(square);
        }
    }
    points
}

/// Each own piece that attacks or defends a clash point gains a tenth of its positional terms.
pub(super) fn raised(view: &View<'_>, [raised]: [i32; 1]) -> i32 {
    let points = clash_points(view);
    if points.is_empty() {
        return 0;
    }
    let pieces = view.own.each.iter();
    let involved = pieces.filter(|piece| piece.attacks.intersects(points));
    factor(
        involved.map(|piece| terms(view, piece)).sum(),
        raised - WHOLE,
    )
}
