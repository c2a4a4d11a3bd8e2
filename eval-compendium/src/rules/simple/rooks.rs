//! What the section on rook endings says of rooks in any company.

use shakmaty::{Bitboard, Square};

use crate::catalogue::king_attack::ROOK_BEHIND_PASSER;
use crate::catalogue::pieces::CONFIG_ROOK_OPEN_FILE;
use crate::catalogue::simple;
use crate::catalogue::techniques::PASSIVITY_SHUT_IN_ROOK;
use crate::catalogue::thresholds::{SEVENTH_RANK_PAWNS, SHUT_OUT_MOVES};
use crate::context::bits::{file, left, rank, right, up};
use crate::context::side::Side;
use crate::rules::king_attack::{reach, rook_behind_passer};
use crate::rules::techniques::shut_in;
use crate::rules::{Amount, View, Visitor, count};

/// The files a to c: the other side of the board for a rook on e to h.
const QUEEN_WING: Bitboard = Bitboard(file(0).0 | file(1).0 | file(2).0);
/// The files f to h: the other side of the board for a rook on a to d.
const KING_WING: Bitboard = Bitboard(file(5).0 | file(6).0 | file(7).0);
/// The files d and e.
const CENTRE: Bitboard = Bitboard(file(3).0 | file(4).0);
/// The files a to d.
const LEFT_HALF: Bitboard = Bitboard(QUEEN_WING.0 | file(3).0);

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(simple::ROOK_OPEN_FILE, open_file);
    rules.rule(simple::ROOK_BEHIND_OWN_PASSER, behind_own_passer);
    rules.rule(simple::ROOK_SEVENTH_WITH_PAWNS, seventh_with_pawns);
    rules.rule(simple::ROOK_SHUT_OUT_ROOK, shut_out);
    rules.rule(simple::ROOK_INVALIDATED, invalidated);
}

/// What is worth `amount` in all phases, or in the endgame only where a rule of the middlegame pays
/// for the same there.
fn shared(amount: i32, paid_in_middlegame: bool) -> Amount {
    Amount {
        middlegame: if paid_in_middlegame { 0 } else { amount },
        endgame: amount,
    }
}

/// A rook on a file without pawns is worth 30.
fn open_file(view: &View<'_>, [bonus]: [i32; 1]) -> Amount {
    let rooks = view.own.rooks & view.open_files();
    shared(
        bonus * count(rooks),
        view.replaced_by(CONFIG_ROOK_OPEN_FILE),
    )
}

/// A rook behind an own passer with nothing between is worth 50.
fn behind_own_passer(view: &View<'_>, [bonus]: [i32; 1]) -> Amount {
    let amount = rook_behind_passer(view, [bonus]);
    shared(amount, view.replaced_by(ROOK_BEHIND_PASSER))
}

/// In endings with rooks and no other pieces, each rook on the seventh rank is worth 40 if two enemy
/// pawns or more stand there too.
///
/// Of rooks the reading speaks one by one, and of the bonus for two of them that comes on top: it is
/// taken for endings with two rooks too.
fn seventh_with_pawns(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let rooks = view.own.rooks & rank(7);
    if rooks.is_empty() || count(view.enemy.pawns & rank(7)) < SEVENTH_RANK_PAWNS {
        return 0;
    }
    let only_rooks = |side: &Side| side.rooks.any() && side.pieces == side.rooks;
    if only_rooks(&view.own) && only_rooks(&view.enemy) {
        bonus * count(rooks)
    } else {
        0
    }
}

/// A rook that pawns keep from the other side of the board for three moves costs 125, in all
/// endings; one that is shut in beside its king has a rule of its own.
fn shut_out(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let rooks = view.own.rooks.into_iter();
    let mut out: Bitboard = rooks.filter(|rook| is_shut_out(view, *rook)).collect();
    if out.any() && view.applies(PASSIVITY_SHUT_IN_ROOK) {
        out &= !shut_in(view);
    }
    penalty * count(out)
}

/// Whether a rook on `square` of a board with pawns only cannot reach the other side (f-h from a-d,
/// a-c from e-h) in three moves: it captures nothing and stops nowhere under attack of pawns.
fn is_shut_out(view: &View<'_>, square: Square) -> bool {
    let goal = if LEFT_HALF.contains(square) {
        KING_WING
    } else {
        QUEEN_WING
    };
    let no_pawn = !(view.own.pawns | view.enemy.pawns);
    let stops = no_pawn & !view.enemy.by_pawns;
    let mut reached = Bitboard::from(square);
    for _ in 0..SHUT_OUT_MOVES {
        reached |= reach::straight(reached, no_pawn) & stops;
        if reached.intersects(goal) {
            return false;
        }
    }
    true
}

/// Each own pawn on the seventh rank with an enemy rook before it, and an own bishop beside the
/// rook towards the centre, is worth 60; for one on d or e either side will do.
fn invalidated(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let own = &view.own;
    let rooks = view.enemy.rooks & up(own.pawns & rank(7));
    if rooks.is_empty() {
        return 0;
    }
    let bishop_right = rooks & left(own.bishops) & (QUEEN_WING | CENTRE);
    let bishop_left = rooks & right(own.bishops) & (KING_WING | CENTRE);
    bonus * count(bishop_right | bishop_left)
}
