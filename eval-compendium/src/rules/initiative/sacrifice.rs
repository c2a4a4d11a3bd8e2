//! Pawns that were given for a lasting advantage.

use shakmaty::Bitboard;

use crate::catalogue::initiative::SACRIFICE_PAWNS_TWO_PERMANENT_FACTORS;
use crate::catalogue::intro::PIECE_VALUES;
use crate::catalogue::thresholds::PAWNS_GIVEN;
use crate::context::bits::{files, rank};
use crate::context::side::Side;
use crate::rules::{View, count, once};

/// All dark squares.
const DARK: Bitboard = Bitboard::DARK_SQUARES;

/// What the side's pieces are worth, pawns left out.
fn worth(side: &Side, [_pawn, knight, bishop, rook, queen]: [i32; 5]) -> i32 {
    knight * count(side.knights)
        + bishop * count(side.bishops)
        + rook * count(side.rooks)
        + queen * count(side.queens)
}

/// How many lasting advantages the own side has and the enemy has not, if it is one or two pawns
/// behind with as much in pieces; none otherwise.
fn lasting(view: &View<'_>) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    if !PAWNS_GIVEN.contains(&(count(enemy.pawns) - count(own.pawns))) {
        return 0;
    }
    let values = view.numbers(PIECE_VALUES);
    if own.men != enemy.men && worth(own, values) != worth(enemy, values) {
        return 0;
    }
    let open = view.open_files();
    let pair = |side: &Side| side.bishops.intersects(DARK) && side.bishops.intersects(!DARK);
    let passer = |side: &Side| side.structure.passed.intersects(side.structure.protected);
    let alone = |ours: bool, theirs: bool| once(ours && !theirs);
    alone(holds_file(own, enemy, open), holds_file(enemy, own, open))
        + alone(pair(own), pair(enemy))
        + alone(
            own.rooks.intersects(rank(7)),
            enemy.rooks.intersects(rank(2)),
        )
        + alone(passer(own), passer(enemy))
}

/// Whether a rook or queen of `side` stands on one of the `open` files and none of the other side
/// on the same file.
fn holds_file(side: &Side, other: &Side, open: Bitboard) -> bool {
    let heavy = |side: &Side| side.rooks | side.queens;
    let contested = files(heavy(other));
    heavy(side).intersects(open & !contested)
}

/// One lasting advantage is worth 150.
pub(super) fn one(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let more = !view.applies(SACRIFICE_PAWNS_TWO_PERMANENT_FACTORS);
    let factors = lasting(view);
    bonus * once(factors == 1 || factors > 1 && more)
}

/// Two of them or more are worth 250.
pub(super) fn two(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    bonus * once(lasting(view) > 1)
}
