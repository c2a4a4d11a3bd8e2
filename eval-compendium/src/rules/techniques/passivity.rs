//! Passivity of pieces: no safe move, or hardly one.

use shakmaty::{Bitboard, Role};

use crate::board::bits::count;
use crate::board::side::Piece;
use crate::interplay::PASSIVITY_SHUT_IN_ROOK;
use crate::patterns::shelter::shut_in;
use crate::rule::rules;
use crate::view::View;

/// The most safe squares that a piece penned in by pawns has in the middlegame.
const PENNED_IN: usize = 0;
/// The same in the endgame.
const PENNED_IN_ENDGAME: usize = 1;
/// The fewest squares that pawns take from a knight with one left.
const TAKEN_FROM_KNIGHT: usize = 2;

rules! {
    "Special positional techniques" as Pieces;

    /// A piece without a safe square costs {penalty} when it is held by its own pawns, each blocked
    /// by an enemy pawn, more than by squares that enemy pawns attack. The square of an own man that
    /// could step aside, the king for one, counts as free.
    "special.passivity.own-pawns" [1033] Middlegame { penalty: -200 }
    |view, n| n.penalty * count(penned(view, PENNED_IN, ByPawns::Own));

    /// A rook in the corner that cannot move for the king beside it costs {penalty} when the king
    /// cannot step out either: every free square next to it is attacked, and there is one.
    "special.passivity.shut-in-rook" [1037] All { penalty: -300 }
    |view, n| n.penalty * count(shut_in(view));

    /// A piece without a safe square costs {penalty} when squares that enemy pawns attack hold it
    /// at least as much as its own blocked pawns do: it can only come out as a sacrifice.
    "special.passivity.enemy-pawns" [1041] Middlegame { penalty: -200 }
    |view, n| n.penalty * count(penned(view, PENNED_IN, ByPawns::Enemy));

    /// Passive pieces cost about as much in the endgame: {penned} when pawns pen them in, which the
    /// next rules charge in their own way, and {shut_in} for a shut-in rook. The rook is charged
    /// once, by its own rule.
    "special.passivity.endgame-general" [1045] Endgame { penned: -200, shut_in: -300 }
    |view, n| {
        if view.replaced_by(PASSIVITY_SHUT_IN_ROOK) {
            return 0;
        }
        n.shut_in * count(shut_in(view))
    };

    /// In the endgame a knight or bishop with a single safe square at most, held by its own blocked
    /// pawns more than by enemy pawns, costs {penalty}, as a bishop on h2 does behind g3 and f2
    /// against g4 and f3. From a knight with a square left pawns must have taken two.
    "special.passivity.endgame-own-pawns" [1049] Endgame { penalty: -250 }
    |view, n| n.penalty * count(penned(view, PENNED_IN_ENDGAME, ByPawns::Own) & view.own.minors);

    /// In the endgame a knight or bishop with a single safe square at most, held by enemy pawns at
    /// least as much as by its own blocked ones, costs {penalty}, as a bishop on h7 does against a
    /// pawn on f5. From a knight with a square left pawns must have taken two.
    "special.passivity.endgame-enemy-pawns" [1053] Endgame { penalty: -250 }
    |view, n| n.penalty * count(penned(view, PENNED_IN_ENDGAME, ByPawns::Enemy) & view.own.minors);
}

/// The side whose pawns take more squares from a penned piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByPawns {
    Own,
    Enemy,
}

/// The pieces that pawns pen in, with at most `safe` squares left: an enemy pawn guards the others,
/// or an own pawn that an enemy one rams stands there. Any other own man could step aside, so that
/// its square counts as if it were free.
fn penned(view: &View<'_>, safe: usize, by: ByPawns) -> Bitboard {
    let hemmed_in = *view.shared.hemmed_in.get_or_init(|| hemmed_in(view));
    if hemmed_in.is_empty() {
        return hemmed_in;
    }
    let (own, enemy) = (view.own, view.enemy);
    let is_penned = |piece: &&Piece| {
        let free = piece.attacks & !own.structure.rammed;
        let left = (free & !enemy.by_pawns).count();
        if !hemmed_in.contains(piece.square) || left > safe {
            return false;
        }
        let own_pawns = (piece.attacks & own.structure.rammed).count();
        let enemy_pawns = (free & enemy.by_pawns).count();
        // A knight in the corner has two squares: the edge takes the others.
        if piece.role == Role::Knight && left > 0 && own_pawns + enemy_pawns < TAKEN_FROM_KNIGHT {
            return false;
        }
        match by {
            ByPawns::Own => own_pawns > enemy_pawns,
            ByPawns::Enemy => enemy_pawns >= 1 && enemy_pawns >= own_pawns,
        }
    };
    let pieces = own.each.iter().filter(is_penned);
    pieces.map(|piece| piece.square).collect()
}

/// The pieces to which pawns leave at most one square, as many as an endgame allows.
fn hemmed_in(view: &View<'_>) -> Bitboard {
    let free = !view.own.structure.rammed & !view.enemy.by_pawns;
    let is_hemmed_in = |piece: &&Piece| (piece.attacks & free).count() <= PENNED_IN_ENDGAME;
    let pieces = view.own.each.iter().filter(is_hemmed_in);
    pieces.map(|piece| piece.square).collect()
}
