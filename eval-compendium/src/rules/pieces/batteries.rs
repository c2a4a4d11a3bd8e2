//! A queen and a bishop on one diagonal.

use shakmaty::attacks::{between, bishop_attacks, ray};
use shakmaty::{Bitboard, Square};

use crate::catalogue::attack::TAL_QUEEN_BISHOP_PENETRATION;
use crate::catalogue::beauty::ALTERNATING_BATTERY;
use crate::catalogue::pieces::{self, TANDEM_QUEEN_BISHOP_BATTERY_KING};
use crate::rules::attack::penetrates;
use crate::rules::beauty::has_alternating_battery;
use crate::rules::{View, Visitor, once};

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(pieces::TANDEM_QUEEN_BISHOP_DIAGONAL, diagonal);
    rules.rule(TANDEM_QUEEN_BISHOP_BATTERY_KING, at_king);
}

/// A queen and a bishop with nothing between them on a diagonal.
struct Battery {
    queen: Square,
    bishop: Square,
}

/// All of the own side's.
fn batteries<'a>(view: &'a View<'_>) -> impl Iterator<Item = Battery> + 'a {
    // Empty in most positions.
    let queens = view.own.queens & view.own.by_bishops;
    queens.into_iter().flat_map(|queen| {
        let bishops = view.own.bishops & bishop_attacks(queen, view.occupied);
        let battery = move |bishop| Battery { queen, bishop };
        bishops.into_iter().map(battery)
    })
}

/// The line from `back` beyond `front`, up to the first man and with it.
fn line(view: &View<'_>, back: Square, front: Square) -> Bitboard {
    let behind = between(back, front) | Bitboard::from_square(back);
    bishop_attacks(front, view.occupied) & ray(back, front) & !behind
}

/// A battery earns 30, once, if it is not one that has a rule of its own.
fn diagonal(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    if batteries(view).next().is_none() {
        return 0;
    }
    let more = view.applies(TANDEM_QUEEN_BISHOP_BATTERY_KING) && aims_at_king(view)
        || gives_way_to_penetration(view);
    bonus * once(!more)
}

/// A battery that looks at the enemy king position earns 75, once; an alternating one has twice that
/// by a rule of its own.
fn at_king(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    if !aims_at_king(view) || gives_way_to_penetration(view) {
        return 0;
    }
    let double = view.replaced_by(ALTERNATING_BATTERY) && has_alternating_battery(view);
    bonus * once(!double)
}

fn gives_way_to_penetration(view: &View<'_>) -> bool {
    view.applies(TAL_QUEEN_BISHOP_PENETRATION) && penetrates(view)
}

/// Whether a battery looks at a square of the enemy king position; either piece may be in front,
/// up the board or down.
fn aims_at_king(view: &View<'_>) -> bool {
    let zone = view.enemy.king.zone;
    batteries(view).any(|Battery { queen, bishop }| {
        (line(view, bishop, queen) | line(view, queen, bishop)).intersects(zone)
    })
}
