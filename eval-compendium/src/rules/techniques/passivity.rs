//! Pieces without a move.

use shakmaty::Bitboard;

use crate::catalogue::techniques::{self, PASSIVITY_SHUT_IN_ROOK};
use crate::catalogue::thresholds::PENNED_IN;
use crate::context::bits::{beside, rank, up};
use crate::context::side::Piece;
use crate::rules::{View, Visitor, count};

/// a1 and h1.
const CORNERS: Bitboard = Bitboard(0x81);

pub(super) fn visit(rules: &mut impl Visitor) {
    let [in_middlegame, in_endgame] = PENNED_IN;
    // A piece penned in, more by its own pawns than by the enemy's, costs 200.
    rules.rule(techniques::PASSIVITY_OWN_PAWNS, move |view, [penalty]| {
        penalty * count(penned(view, in_middlegame, ByPawns::Own))
    });
    rules.rule(PASSIVITY_SHUT_IN_ROOK, |view, [penalty]| {
        penalty * count(shut_in(view))
    });
    // More by the enemy's, or as much: 200 too.
    rules.rule(techniques::PASSIVITY_ENEMY_PAWNS, move |view, [penalty]| {
        penalty * count(penned(view, in_middlegame, ByPawns::Enemy))
    });
    // The shut-in rook once more; it counts once.
    rules.rule(techniques::PASSIVITY_ENDGAME_GENERAL, |view, numbers| {
        let [_penned, each] = numbers;
        if view.replaced_by(PASSIVITY_SHUT_IN_ROOK) {
            return 0;
        }
        each * count(shut_in(view))
    });
    // In the endgame a minor piece with one safe square left costs 250.
    let minors = |view: &View<'_>, by| count(penned(view, in_endgame, by) & view.own.minors);
    rules.rule(
        techniques::PASSIVITY_ENDGAME_OWN_PAWNS,
        |view, [penalty]| penalty * minors(view, ByPawns::Own),
    );
    rules.rule(
        techniques::PASSIVITY_ENDGAME_ENEMY_PAWNS,
        |view, [penalty]| penalty * minors(view, ByPawns::Enemy),
    );
}

/// Whose pawns take more squares from a penned piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByPawns {
    Own,
    Enemy,
}

/// The pieces that pawns pen in: own men in their way are pawns that an enemy pawn rams, and at
/// most `safe` squares without an own man are not hit by enemy pawns.
fn penned(view: &View<'_>, safe: usize, by: ByPawns) -> Bitboard {
    let (own, enemy) = (&view.own, &view.enemy);
    let rammed = own.structure.rammed;
    let in_the_way = own.units & !rammed;
    let is_penned = |piece: &&Piece| {
        if piece.attacks.intersects(in_the_way) {
            return false;
        }
        let free = piece.attacks & !own.units;
        if (free & !enemy.by_pawns).count() > safe {
            return false;
        }
        let own_pawns = (piece.attacks & rammed).count();
        let enemy_pawns = (free & enemy.by_pawns).count();
        match by {
            ByPawns::Own => own_pawns > enemy_pawns,
            ByPawns::Enemy => enemy_pawns >= 1 && enemy_pawns >= own_pawns,
        }
    };
    let pieces = own.each.iter().filter(is_penned);
    pieces.map(|piece| piece.square).collect()
}

/// The rook in the corner that cannot move for the king beside it, where the king cannot move
/// either: every square next to it without an own man is attacked, and there is one.
pub(in crate::rules) fn shut_in(view: &View<'_>) -> Bitboard {
    let own = &view.own;
    let corner = own.rooks & CORNERS & beside(own.king.set & rank(1));
    // The king shuts one way, so only the step up is left.
    if corner.is_empty() || !up(corner).is_subset(own.units) {
        return Bitboard::EMPTY;
    }
    let steps = own.king.ring & !own.units;
    if steps.any() && steps.is_subset(view.hit_behind_own_king()) {
        corner
    } else {
        Bitboard::EMPTY
    }
}
