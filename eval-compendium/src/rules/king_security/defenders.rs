//! Pieces that shelter and defend the king, enemy pawns that do, and the defence against a storm.

use shakmaty::{Bitboard, Role};

use crate::board::bits::{ahead, behind, count, down, files, left, once, pawn_hits, rank, up};
use crate::board::side::Piece;
use crate::patterns::rolling_pawns::storming;
use crate::patterns::shelter::some_king_attack;
use crate::patterns::space::no_counterplay;
use crate::rule::rules;
use crate::view::{View, Whose};

rules! {
    "King security" as King;

    /// A bishop on the second rank of the shelter's files, next to its king and usually on g2,
    /// earns {bonus}.
    "king-security.bishop-shelter" [272, 274] Middlegame { bonus: 30 }
    |view, n| {
        let own = view.own;
        let wing = own.shelter.map_or(Bitboard::EMPTY, |it| it.files());
        n.bonus * count(own.bishops & own.king.ring & rank(2) & wing)
    };

    /// With a big lead in space, no enemy piece attacking the own king's position and no enemy pawn
    /// in the own half, own shelter pawns may storm: their places on ranks 3 and 4 cost nothing.
    /// Shown is what is left of the penalty for rank 4.
    "king-security.storm-exemption" [276] Middlegame
        {} shows ["king-security.shelter-placement-fourth-rank"];

    /// In that same case, once a shelter pawn has left its second rank, each rook that attacks a
    /// square of its king's position without an own man, to step in or capture there, earns {rook},
    /// and each minor piece that does so {minor}.
    "king-security.storm-exemption-defenders" [278] Middlegame { rook: 30, minor: 20 }
    |view, n| {
        let own = view.own;
        let has_stormed = own.shelter.is_some_and(|it| !it.pawns.is_subset(rank(2)));
        if !has_stormed || !no_counterplay(view, Whose::Own) {
            return 0;
        }
        pieces_that_hit(view, own.king.zone & !own.units, [n.minor, n.rook, 0])
    };

    /// A piece in its king's position, before a pawn of the shelter on the same file, earns {minor}
    /// as a minor piece, {rook} as a rook and {queen} as a queen.
    "king-security.forefront-piece-shelter" [280, 282] Middlegame { queen: 10, rook: 20, minor: 30 }
    |view, n| {
        let own = view.own;
        let pawns = own.shelter.map_or(Bitboard::EMPTY, |it| it.pawns);
        let before = own.king.zone & ahead(pawns);
        if own.pieces.is_disjoint(before) {
            return 0;
        }
        n.minor * count(own.minors & before)
            + n.rook * count(own.rooks & before)
            + n.queen * count(own.queens & before)
    };

    /// A piece that guards a square of its king's position which an enemy piece attacks earns
    /// {queen} as a queen, {minor} as a minor piece and {rook} as a rook, once however many squares
    /// it guards.
    "king-security.defending-pieces" [284, 286] Middlegame { queen: 20, minor: 30, rook: 50 }
    |view, n| {
        let attacked = view.own.king.zone & view.enemy.by_pieces;
        pieces_that_hit(view, attacked, [n.minor, n.rook, n.queen])
    };

    /// Under a king attack, an enemy pawn on the square right before the king shields it, which
    /// earns the king's side {bonus}. A king attack is three pieces or more that attack squares of
    /// the king's position.
    "king-security.enemy-pawn-sheltering-king" [288, 290] Middlegame when some_king_attack { bonus: 50 }
    |view, n| {
        let before = up(view.own.king.set);
        n.bonus * once(view.enemy.king_attack && view.enemy.pawns.intersects(before))
    };

    /// Under a king attack with storming pawns against shelter pawns on exactly two files, next to
    /// each other, foremost shelter pawns that stand on one rank earn {bonus}, as g7 and h7 do
    /// against g5 and h5. Pawns storm as they do for the rule on storms: none that bares its own
    /// king.
    "king-security.two-storming-pawns" [292, 294] Middlegame when some_king_attack { bonus: 30 }
    |view, n| {
        let Some(shelter) = &view.own.shelter else {
            return 0;
        };
        if !view.enemy.king_attack {
            return 0;
        }
        let storm = files(storming(view, Whose::Enemy));
        let foremost = shelter.pawns & !behind(shelter.pawns) & storm;
        n.bonus * once(foremost.count() == 2 && foremost.intersects(left(foremost)))
    };

    /// Under a king attack with storming pawns on all three files of the shelter, each with a pawn
    /// of the shelter, a fixed chain earns {bonus}: a shelter pawn, protected by another, stands
    /// right before a storming pawn, as g6 does against g5. The position counts, not the move.
    "king-security.three-storming-pawns" [296] Middlegame when some_king_attack { bonus: 25 }
    |view, n| {
        let Some(shelter) = &view.own.shelter else {
            return 0;
        };
        if !view.enemy.king_attack {
            return 0;
        }
        let (pawns, storm) = (shelter.pawns, storming(view, Whose::Enemy));
        let fixing = pawns & down(storm) & pawn_hits(pawns);
        let contested = files(pawns) & files(storm);
        n.bonus * once(fixing.any() && contested == shelter.files())
    };
}

/// The sum over own pieces that attack at least one of the `squares`.
fn pieces_that_hit(view: &View<'_>, squares: Bitboard, [minor, rook, queen]: [i32; 3]) -> i32 {
    if view.own.by_pieces.is_disjoint(squares) {
        return 0;
    }
    // No branches: the hits are hard to predict.
    let worth = |piece: &Piece| {
        let worth = match piece.role {
            Role::Rook => rook,
            Role::Queen => queen,
            _ => minor,
        };
        worth * once(piece.attacks.intersects(squares))
    };
    view.own.each.iter().map(worth).sum()
}
