//! Castling rights that are lost, castling that is prevented, the bishop pair and pins.

use shakmaty::attacks::bishop_attacks;
use shakmaty::{Bitboard, Square};

use crate::board::bits::{A_FILE, H_FILE, count, file, once, rank};
use crate::interplay::PASSIVITY_SHUT_IN_ROOK;
use crate::patterns::lines::x_ray;
use crate::patterns::pieces::on_both_colours;
use crate::patterns::shelter::{is_stuck_among_queens, is_stuck_in_centre, shut_in};
use crate::rule::rules;

/// f8 and g8: where the enemy king passes and arrives when castling short.
const SHORT_WAY: Bitboard = Bitboard(rank(8).0 & (file(5).0 | file(6).0));
/// d8 and c8: the same when castling long.
const LONG_WAY: Bitboard = Bitboard(rank(8).0 & (file(3).0 | file(2).0));

rules! {
    "Opening" as King;

    /// A side that has lost the right to castle, has not castled and has its king on the d- or
    /// e-file of its first two ranks pays {penalty}. Without queens the rule on their exchange
    /// takes its place.
    "opening.lost-castling-king-in-center" [75, 77] Opening { penalty: -200 }
    |view, n| n.penalty * once(is_stuck_among_queens(view));

    /// A king without castling rights that shuts its own rook in between itself and the corner
    /// costs {penalty}, as Kf8 and Rh8 do for Black. The king stands on b1, c1, f1 or g1, and the
    /// rook's file has an own pawn. A rook that cannot move at all has its own rule.
    "opening.lost-castling-shut-in-rook" [75, 78] Opening { penalty: -80 }
    |view, n| {
        let own = view.own;
        let rooks = own.rooks & rank(1) & own.structure.files;
        let beyond = match own.king.square {
            Square::F1 => file(6) | H_FILE,
            Square::G1 => H_FILE,
            Square::C1 => A_FILE | file(1),
            Square::B1 => A_FILE,
            _ => Bitboard::EMPTY,
        };
        if own.may_castle() || rooks.is_disjoint(beyond) {
            return 0;
        }
        let replaced = view.replaced_by(PASSIVITY_SHUT_IN_ROOK) && shut_in(view).any();
        n.penalty * once(!replaced)
    };

    /// Keeping the enemy king, which may still castle, from doing so for now earns {bonus}, as
    /// Black's bishop on a6 does by covering f1. A piece attacks an empty square that the king
    /// passes or arrives on, and the king is not in check.
    "opening.prevent-castling" [80, 82] Opening { bonus: 50 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let way = |may: bool, squares: Bitboard| if may { squares } else { Bitboard::EMPTY };
        let ways = way(enemy.may_castle_short, SHORT_WAY) | way(enemy.may_castle_long, LONG_WAY);
        let held = ways & view.empty & own.by_pieces;
        n.bonus * once(held.any() && own.by_any.is_disjoint(enemy.king.set))
    };

    /// If the queens come off early and a side has lost the right to castle, with its king on the
    /// d- or e-file of its first two ranks, that side pays {penalty}.
    "opening.early-queen-exchange-lost-castling" [84, 86] Opening { penalty: -40 }
    |view, n| {
        let queens = (view.own.queens | view.enemy.queens).any();
        n.penalty * once(!queens && is_stuck_in_centre(view.own))
    };

    /// Owning bishops of both colours earns {bonus}, as the pair may last into the endgame.
    "opening.bishop-pair" as Material [88] Middlegame { bonus: 25 }
    |view, n| n.bonus * once(on_both_colours(view.own.bishops));

    /// A bishop that pins a knight to the king earns {bonus}. The middlegame has its own number for
    /// such a pin.
    "opening.pin-knight-to-king" as Pieces [90, 92] Opening { bonus: 40 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let pinned_from = x_ray(view, enemy.king.square, enemy.knights, bishop_attacks);
        n.bonus * count(own.bishops & pinned_from)
    };
}
