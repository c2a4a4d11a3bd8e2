//! Lasting factors that feed an attack on the king.

use shakmaty::Bitboard;

use crate::catalogue::attack::TAL_THREE_PERMANENT_FACTORS;
use crate::context::bits::{beside, down, pawn_hits_down, rank, ranks};
use crate::context::side::Side;
use crate::rules::{View, once};

/// All dark squares.
const DARK: Bitboard = Bitboard::DARK_SQUARES;

/// How many of the five lasting factors there are; none without a king attack.
fn lasting(view: &View<'_>) -> i32 {
    if !view.own.king_attack {
        return 0;
    }
    once(open_file(view))
        + once(advanced_pawn(view))
        + once(view.enemy.is_bare())
        + once(outpost(view))
        + once(unopposed_bishop(view))
}

/// A rook or queen on a file towards the enemy king that has no pawn.
fn open_file(view: &View<'_>) -> bool {
    let files = view.open_files() & view.enemy.king.window;
    files.intersects(view.own.rooks | view.own.queens)
}

/// A pawn on rank 6 or 7 that stands in the enemy king position or attacks a square of it.
fn advanced_pawn(view: &View<'_>) -> bool {
    let zone = view.enemy.king.zone;
    let near = zone | pawn_hits_down(zone);
    (view.own.pawns & ranks(6, 7)).intersects(near)
}

/// A minor on rank 6, protected by a pawn and out of reach of enemy pawns, that stands in the
/// enemy king position or attacks a square of it.
fn outpost(view: &View<'_>) -> bool {
    let own = &view.own;
    // Enemy pawns ahead of rank 6 can only stand on rank 7.
    let driven = down(beside(view.enemy.pawns & rank(7)));
    let posted = own.minors & rank(6) & own.by_pawns & !driven;
    posted.intersects(view.enemy.king.zone | own.attackers)
}

/// One bishop each, on squares of different colours, and the own one attacks the enemy king
/// position.
fn unopposed_bishop(view: &View<'_>) -> bool {
    let (own, enemy) = (&view.own, &view.enemy);
    let alone = |side: &Side| side.bishops.single_square().is_some();
    alone(own)
        && alone(enemy)
        && own.bishops.intersects(DARK) != enemy.bishops.intersects(DARK)
        && own.by_bishops.intersects(enemy.king.zone)
}

/// Two lasting factors are worth 200 together, on top of what each is worth.
pub(super) fn two(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let more = !view.applies(TAL_THREE_PERMANENT_FACTORS);
    let factors = lasting(view);
    bonus * once(factors == 2 || factors > 2 && more)
}

/// Three of them are worth 300, four 400, and all five 500.
pub(super) fn three(view: &View<'_>, [three, four, five]: [i32; 3]) -> i32 {
    match lasting(view) {
        3 => three,
        4 => four,
        5 => five,
        _ => 0,
    }
}
