//! Castling lost or prevented, and what else an opening has: the bishop pair and a pin.

use shakmaty::Bitboard;
use shakmaty::attacks::between;

use crate::board::bits::{A_FILE, H_FILE, once, rank};
use crate::board::side::Side;
use crate::interplay::{EARLY_QUEEN_EXCHANGE_LOST_CASTLING, PASSIVITY_SHUT_IN_ROOK};
use crate::patterns::shut_in::shut_in;
use crate::rule::rules;

/// The squares d and e of the first two ranks.
const CENTRE_HOME: Bitboard = Bitboard(0x1818);
/// f8 and g8 as their enemy sees them: where the king passes and arrives when castling short.
const SHORT_WAY: Bitboard = Bitboard(0x60 << 56);
/// d8 and c8.
const LONG_WAY: Bitboard = Bitboard(0x0c << 56);

rules! {
    "Opening";

    /// A side that has lost the right to castle, has not castled and has its king on the d- or
    /// e-file of its first two ranks pays {penalty}. Without queens the rule on their exchange
    /// takes its place.
    "opening.lost-castling-king-in-center" [75, 77] Opening { penalty: -200 }
    |view, n| {
        let queens = (view.own.queens | view.enemy.queens).any();
        // Without queens there is a rule of its own.
        let holds = queens || !view.applies(EARLY_QUEEN_EXCHANGE_LOST_CASTLING);
        n.penalty * once(holds && stuck_in_centre(&view.own))
    };

    /// A king without castling rights that shuts its own rook in between itself and the corner
    /// costs {penalty}, as Kf8 and Rh8 do for Black. The king stands on b1, c1, f1 or g1, and the
    /// rook's file has an own pawn.
    "opening.lost-castling-shut-in-rook" [75, 78] Opening { penalty: -80 }
    |view, n| {
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
        n.penalty * once(!more)
    };

    /// Keeping the enemy king, which may still castle, from doing so for now earns {bonus}, as
    /// Black's bishop on a6 does that covers f1. A piece attacks an empty square that the king
    /// passes or arrives on, and the king is not in check.
    "opening.prevent-castling" [80, 82] Opening { bonus: 50 }
    |view, n| {
        let (own, enemy) = (&view.own, &view.enemy);
        let way = |may: bool, squares: Bitboard| if may { squares } else { Bitboard::EMPTY };
        let ways =
            way(enemy.may_castle_short, SHORT_WAY) | way(enemy.may_castle_long, LONG_WAY);
        let held = ways & view.empty & own.by_pieces;
        n.bonus * once(held.any() && own.by_any.is_disjoint(enemy.king.set))
    };

    /// If the queens come off early and a side has lost the right to castle, with its king on the
    /// d- or e-file of its first two ranks, that side pays {penalty}.
    "opening.early-queen-exchange-lost-castling" [84, 86] Opening { penalty: -40 }
    |view, n| {
        let queens = (view.own.queens | view.enemy.queens).any();
        n.penalty * once(!queens && stuck_in_centre(&view.own))
    };

    /// Owning bishops of both colours earns {bonus}, as the pair may last into the endgame.
    "opening.bishop-pair" [88] Middlegame { bonus: 25 }
    |view, n| {
        let bishops = view.own.bishops;
        n.bonus
            * once(
                bishops.intersects(Bitboard::DARK_SQUARES)
                    && bishops.intersects(!Bitboard::DARK_SQUARES),
            )
    };

    /// A bishop that pins a knight to the king earns {bonus}. The middlegame has its own number for
    /// such a pin.
    "opening.pin-knight-to-king" [90, 92] Opening { bonus: 40 }
    |view, n| {
        let king = view.enemy.king.square;
        let lines = shakmaty::attacks::bishop_attacks(king, Bitboard::EMPTY);
        let pinning = |bishop: &shakmaty::Square| {
            let shield = between(*bishop, king) & view.occupied;
            shield.single_square().is_some() && shield.is_subset(view.enemy.knights)
        };
        let pins = (view.own.bishops & lines).into_iter().filter(pinning);
        n.bonus * pins.count() as i32
    };
}

/// The rights are gone, and the king has stayed in the centre without castling.
fn stuck_in_centre(side: &Side) -> bool {
    !side.may_castle() && !side.past.castled && side.king.set.intersects(CENTRE_HOME)
}
