//! The security of the own king: its square, its shelter, and the pieces that defend it.
//!
//! Only a king on the first two ranks of a wing has a shelter; both wings are judged alike.

use shakmaty::{Bitboard, Role};

use crate::board::bits::*;
use crate::board::king::Shelter;
use crate::board::side::Piece;
use crate::interplay::*;
use crate::patterns::shelter::{attacks_bare_king, bastion, is_stuck_among_queens, some_king_attack};
use crate::patterns::space::{may_storm, no_counterplay, storming};
use crate::rule::rules;
use crate::view::{View, Whose};

/// One centipawn: the value that the definition of the king position shows for a square.
const POINT: i64 = 10;

rules! {
    "King security" as King;

    /// The king's position is the squares next to the king and, on the two ranks before it, three files: its own and
    /// both neighbours, or the three at the edge for a king on the edge. What stands there does not matter.
    "king-security.king-position" [234, 236, 238] Middlegame {} Definition
    |view, _| POINT * count(view.own.king.zone);

    /// A king on a1, b1, g1 or h1 (a8, b8, g8 or h8 for Black) earns {bonus}, however it came there.
    "king-security.king-on-corner-files" [240] Middlegame { bonus: 100 }
    |view, n| n.bonus * count(view.own.king.set & rank(1) & !INNER_FILES);

    /// A king on c1 or f1 (c8 or f8) costs {penalty}.
    "king-security.king-on-c-f" [242] Middlegame { penalty: -50 }
    |view, n| n.penalty * count(view.own.king.set & rank(1) & SEMI_CENTRAL_FILES);

    /// A king on d1 or e1 (d8 or e8) costs {penalty}, with or without the right to castle. In the
    /// opening what a king pays that has lost this right takes its place.
    "king-security.king-on-d-e" [244] Middlegame { penalty: -100 }
    |view, n| {
        let replaced =
            view.replaced_by(LOST_CASTLING_KING_IN_CENTER) && is_stuck_among_queens(view);
        n.penalty * once(!replaced) * count(view.own.king.set & rank(1) & CENTRAL_FILES)
    };

    /// A king on its second rank costs {rank2}, on the third {rank3}, on the fourth {rank4}, and
    /// beyond the middle of the board {camp}.
    "king-security.king-advanced" [246] Middlegame
        { rank2: -50, rank3: -100, rank4: -300, camp: -500 }
    |view, n| {
        let king = view.own.king.set;
        n.rank2 * count(king & rank(2))
            + n.rank3 * count(king & rank(3))
            + n.rank4 * count(king & rank(4))
            + n.camp * count(king & ranks(5, 8))
    };

    /// Each empty square next to the king that no enemy piece or pawn attacks earns {per_square}. The king
    /// does not shield what is behind it, and captures do not count.
    "king-security.king-free-squares" [248, 250] Middlegame { per_square: 15 }
    |view, n| {
        let next_to_it = view.own.king.ring & view.empty;
        n.per_square * count(next_to_it & !view.hit_behind_own_king())
    };

    "King security" as King;

    /// Three own pawns on ranks 2 to 4 of the king's wing earn {three}; a further one, such as f3,
    /// makes that {fourth}, except in a bastion. Only a king on its first two ranks and on files a
    /// to c or f to h has a shelter, both wings alike.
    "king-security.shelter-fourth-pawn" [252] Middlegame { three: 0, fourth: 50 }
    |view, n| match view.own.shelter.map(|shelter| shelter.size) {
        None | Some(0..=2) => 0,
        Some(3) => n.three,
        Some(4..) if view.replaced_by(STURDY_BASTION) && bastion(view).any() => 0,
        Some(4..) => n.fourth,
    };

    /// A shelter that has lost one of its pawns costs {two}, one with a single pawn left {one}, and
    /// one without any {none}, unless the bare king is under an attack that is paid as such.
    "king-security.shelter-missing-pawns" [254] Middlegame { two: -50, one: -100, none: -150 }
    // The document ends at a single pawn; with none the progression continues, so that the last pawn is
    // never well lost.
    |view, n| match view.own.shelter.map(|shelter| shelter.size) {
        Some(0) if view.replaced_by(TAL_BARE_KING) && attacks_bare_king(view.enemy, view.own) => 0,
        Some(0) => n.none,
        Some(1) => n.one,
        Some(2) => n.two,
        None | Some(3..) => 0,
    };

    /// A shelter pawn on the third rank costs {g} on the g- or b-file, {h} at the edge and {f} on the f- or c-file.
    /// Only the rearmost pawn of each file is judged, and none where the storm exemption holds.
    "king-security.shelter-placement-third-rank" [256, 258] Middlegame { g: 0, h: -25, f: -50 }
    |view, n| {
        let Some(shelter) = &view.own.shelter else {
            return 0;
        };
        let gone = shelter.rear & rank(3);
        if gone.is_empty() {
            return 0;
        }
        let penalty = n.g * count(gone & shelter.middle)
            + n.h * count(gone & shelter.outer)
            + n.f * count(gone & shelter.inner);
        waive_penalty(view, penalty)
    };

    /// Each shelter pawn on the fourth rank costs {penalty}. Only the rearmost pawn of each file is
    /// judged, and none where the storm exemption holds.
    "king-security.shelter-placement-fourth-rank" [260] Middlegame { penalty: -100 }
    |view, n| {
        let rear = view.own.shelter.map_or(Bitboard::EMPTY, |it| it.rear);
        waive_penalty(view, n.penalty * count(rear & rank(4)))
    };

    /// A shelter broken in two, with pawns on its outer and its inner file and none between, costs {penalty}.
    "king-security.shelter-shattered" [262, 264, 266] Middlegame { penalty: -20 }
    |view, n| {
        let is_shattered = |shelter: Shelter| {
            let has = |file: Bitboard| shelter.pawns.intersects(file);
            has(shelter.inner) && has(shelter.outer) && !has(shelter.middle)
        };
        n.penalty * once(view.own.shelter.is_some_and(is_shattered))
    };

    /// A shelter of exactly f7, f6 and h7 (c7, c6 and a7) costs another {penalty} for the doubled pawn.
    "king-security.shelter-shattered-f6" [266] Middlegame { penalty: -70 }
    |view, n| {
        let f7_f6_h7 = |it: Shelter| it.pawns == (it.inner & ranks(2, 3) | it.outer & rank(2));
        n.penalty * once(view.own.shelter.is_some_and(f7_f6_h7))
    };

    /// A shelter of exactly f7, h7 and h6 (c7, a7 and a6) costs another {penalty} for the doubled pawn.
    "king-security.shelter-shattered-h6" [266] Middlegame { penalty: -90 }
    |view, n| {
        let f7_h7_h6 = |it: Shelter| it.pawns == (it.outer & ranks(2, 3) | it.inner & rank(2));
        n.penalty * once(view.own.shelter.is_some_and(f7_h7_h6))
    };

    /// A shelter of exactly g7 and g6 with either f7 or h7 (b7 and b6 with a7 or c7) costs {penalty}.
    "king-security.shelter-doubling" [268, 270] Middlegame { penalty: -50 }
    |view, n| {
        let with_g7_g6 = |it: Shelter| {
            let g7_g6 = it.middle & ranks(2, 3);
            it.pawns == (g7_g6 | it.inner & rank(2)) || it.pawns == (g7_g6 | it.outer & rank(2))
        };
        n.penalty * once(view.own.shelter.is_some_and(with_g7_g6))
    };

    "King security" as King;

    /// A bishop on the second rank of the shelter's files, next to its king and usually on g2, earns {bonus}.
    "king-security.bishop-shelter" [272, 274] Middlegame { bonus: 30 }
    |view, n| {
        let own = view.own;
        let wing = own.shelter.map_or(Bitboard::EMPTY, |it| it.files());
        n.bonus * count(own.bishops & own.king.ring & rank(2) & wing)
    };

    /// With a lead in space worth 40 or more, no enemy piece attacking the own king's position and no enemy pawn
    /// in the own half, own shelter pawns may storm: their places on ranks 3 and 4 cost nothing.
    /// Shown is what is left of the penalty for rank 4.
    "king-security.storm-exemption" [276] Middlegame
        {} Shows ["king-security.shelter-placement-fourth-rank"];

    /// In that same case, once a shelter pawn has left its second rank, each rook that attacks a
    /// square of its king's position without an own piece or pawn, to step in or capture there, earns {rook},
    /// and each minor piece that does so {minor}.
    "king-security.storm-exemption-defenders" [278] Middlegame { rook: 30, minor: 20 }
    |view, n| {
        let own = view.own;
        let has_stormed = own.shelter.is_some_and(|it| !it.pawns.is_subset(rank(2)));
        if !has_stormed || !no_counterplay(view, Whose::Own) {
            return 0;
        }
        weigh_attackers(view, own.king.zone & !own.units, [n.minor, n.rook, 0])
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

    /// A piece that guards a square of its king's position which an enemy piece attacks earns {queen} as a queen,
    /// {minor} as a minor piece and {rook} as a rook, once however many squares it guards.
    "king-security.defending-pieces" [284, 286] Middlegame { queen: 20, minor: 30, rook: 50 }
    |view, n| {
        let attacked = view.own.king.zone & view.enemy.by_pieces;
        weigh_attackers(view, attacked, [n.minor, n.rook, n.queen])
    };

    /// Under a king attack, an enemy pawn on the square right before the king shields it, which earns the king's side
    /// {bonus}. A king attack is three pieces or more that attack squares of the king's position.
    "king-security.enemy-pawn-sheltering-king" [288, 290] Middlegame when some_king_attack { bonus: 50 }
    |view, n| {
        let before = up(view.own.king.set);
        n.bonus * once(view.enemy.king_attack && view.enemy.pawns.intersects(before))
    };

    /// Under a king attack with storming pawns against shelter pawns on exactly two files, next to each other,
    /// foremost shelter pawns that stand on one rank earn {bonus}, as g7 and h7 do against g5 and h5. Pawns storm as
    /// they do for the rule on storms: none that bares its own king.
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

/// The penalty for a place, or zero if the enemy has no counterplay.
#[inline]
fn waive_penalty(view: &View<'_>, penalty: i64) -> i64 {
    if penalty != 0 && may_storm(view, Whose::Own) { 0 } else { penalty }
}

/// The sum over own pieces that attack at least one of the `squares`.
fn weigh_attackers(view: &View<'_>, squares: Bitboard, [minor, rook, queen]: [i64; 3]) -> i64 {
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
