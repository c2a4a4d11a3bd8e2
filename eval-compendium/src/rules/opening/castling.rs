//! Castling lost or prevented, and what else an opening has: the bishop pair and a pin.

use shakmaty::Bitboard;
use shakmaty::attacks::between;

use crate::catalogue::opening::{self, EARLY_QUEEN_EXCHANGE_LOST_CASTLING};
use crate::catalogue::techniques::PASSIVITY_SHUT_IN_ROOK;
use crate::context::bits::{A_FILE, H_FILE, rank};
use crate::context::side::Side;
use crate::rules::techniques::shut_in;
use crate::rules::{View, Visitor, once};

/// The squares d and e of the first two ranks.
const CENTRE_HOME: Bitboard = Bitboard(0x1818);
/// f8 and g8 as their enemy sees them: where the king passes and arrives when castling short.
const SHORT_WAY: Bitboard = Bitboard(0x60 << 56);
/// d8 and c8.
const LONG_WAY: Bitboard = Bitboard(0x0c << 56);
/// All dark squares.
const DARK: Bitboard = Bitboard::DARK_SQUARES;

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(opening::LOST_CASTLING_KING_IN_CENTER, lost_with_queens);
    rules.rule(opening::LOST_CASTLING_SHUT_IN_ROOK, shut_in_rook);
    rules.rule(opening::PREVENT_CASTLING, prevent_castling);
    rules.rule(EARLY_QUEEN_EXCHANGE_LOST_CASTLING, lost_without_queens);
    rules.rule(opening::BISHOP_PAIR, bishop_pair);
    rules.rule(opening::PIN_KNIGHT_TO_KING, pin_knight_to_king);
}

/// The rights are gone, and the king has stayed in the centre without castling.
fn stuck_in_centre(side: &Side) -> bool {
    !side.may_castle() && !side.past.castled && side.king.set.intersects(CENTRE_HOME)
}

fn lost_with_queens(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let queens = (view.own.queens | view.enemy.queens).any();
    // Without queens there is a rule of its own.
    let holds = queens || !view.applies(EARLY_QUEEN_EXCHANGE_LOST_CASTLING);
    penalty * once(holds && stuck_in_centre(&view.own))
}

fn lost_without_queens(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let queens = (view.own.queens | view.enemy.queens).any();
    penalty * once(!queens && stuck_in_centre(&view.own))
}

/// The rook stands on the first rank between the king and the edge, behind an own pawn.
fn shut_in_rook(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let own = &view.own;
    let rooks = own.rooks & rank(1) & own.structure.files;
    // King on f1: g1, h1; on g1: h1; on c1: a1, b1; on b1: a1.
    let beyond = match own.king.set.0 {
        0x20 => Bitboard(0xc0),
        0x40 => H_FILE,
        0x04 => Bitboard(0x03),
        0x02 => A_FILE,
        _ => Bitboard::EMPTY,
    };
    if own.may_castle() || !rooks.intersects(beyond) {
        return 0;
    }
    let more = view.replaced_by(PASSIVITY_SHUT_IN_ROOK) && shut_in(view).any();
    penalty * once(!more)
}

fn prevent_castling(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let way = |may: bool, squares: Bitboard| if may { squares } else { Bitboard::EMPTY };
    let ways = way(enemy.may_castle_short, SHORT_WAY) | way(enemy.may_castle_long, LONG_WAY);
    let held = ways & view.empty & own.by_pieces;
    bonus * once(held.any() && own.by_any.is_disjoint(enemy.king.set))
}

fn bishop_pair(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let bishops = view.own.bishops;
    bonus * once(bishops.intersects(DARK) && bishops.intersects(!DARK))
}

/// Also the middlegame's pin of a knight by a bishop, which has another number.
fn pin_knight_to_king(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let king = view.enemy.king.square;
    let lines = shakmaty::attacks::bishop_attacks(king, Bitboard::EMPTY);
    let pinning = |bishop: &shakmaty::Square| {
        let shield = between(*bishop, king) & view.occupied;
        shield.single_square().is_some() && shield.is_subset(view.enemy.knights)
    };
    let pins = (view.own.bishops & lines).into_iter().filter(pinning);
    bonus * pins.count() as i32
}
