//! A queen against a pawn.

use shakmaty::Bitboard;

use crate::catalogue::basic::{BASIC_QUEEN_V_PAWN, BASIC_QUEEN_V_PAWN_STALEMATE};
use crate::context::bits::{down, file, rank};
use crate::context::material::Pieces;
use crate::rules::configurations::material::{between, has, pawns};
use crate::rules::verdict::Finding;
use crate::rules::{View, Visitor};

/// The files a, c, f and h, whose pawns are saved by stalemate.
const STALEMATE: Bitboard = Bitboard(file(0).0 | file(2).0 | file(5).0 | file(7).0);
/// How far a king is at least that does not come in time.
const FAR: u32 = 5;

pub(super) fn verdicts(rules: &mut impl Visitor) {
    if rules.wants(|context| between(context, Pieces::Q, Pieces::NONE)) {
        // A queen beats a pawn, unless stalemate saves it.
        rules.verdict(BASIC_QUEEN_V_PAWN, |view, []| {
            let wins = is_queen_against_pawn(view)
                && !(view.applies(BASIC_QUEEN_V_PAWN_STALEMATE) && is_saved_by_stalemate(view));
            Finding::WIN.when(wins)
        });
        rules.verdict(BASIC_QUEEN_V_PAWN_STALEMATE, |view, []| {
            Finding::DRAW.when(is_queen_against_pawn(view) && is_saved_by_stalemate(view))
        });
    }
}

/// Whether the own side has a queen, and the enemy a pawn.
fn is_queen_against_pawn(view: &View<'_>) -> bool {
    has(view, Pieces::Q, Pieces::NONE) && pawns(view) == (0, 1)
}

/// Whether the enemy pawn is a step from promotion on a, c, f or h, its king beside it, and the
/// own king five squares or more from the promotion square.
fn is_saved_by_stalemate(view: &View<'_>) -> bool {
    // The enemy's seventh rank.
    let pawn = view.enemy.pawns & STALEMATE & rank(2);
    let far = |goal| view.own.king.square.distance(goal) >= FAR;
    pawn.intersects(view.enemy.king.ring) && down(pawn).first().is_some_and(far)
}
