//! A queen against a pawn.

use shakmaty::Bitboard;

use crate::board::bits::{A_FILE, H_FILE, SEMI_CENTRAL_FILES, down, rank};
use crate::board::material::Pieces;
use crate::interplay::BASIC_QUEEN_V_PAWN_STALEMATE;
use crate::patterns::endgame::{has, is_small, pawns};
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

/// The files a, c, f and h, whose pawns are saved by stalemate.
const STALEMATE_FILES: Bitboard = Bitboard(A_FILE.0 | SEMI_CENTRAL_FILES.0 | H_FILE.0);
/// The least distance from the promotion square of a king that comes too late.
const TOO_LATE: u32 = 5;

rules! {
    "Very basic endgames" as Other when is_small;

    /// A queen beats a lone pawn, unless stalemate saves it.
    "endgame.basic.queen-v-pawn" [903] Endgame {} verdict
    |view, _| {
        let held = view.applies(BASIC_QUEEN_V_PAWN_STALEMATE) && is_saved_by_stalemate(view);
        Finding::WIN.when(is_queen_against_pawn(view) && !held)
    };

    /// A queen only draws against a lone pawn on a, c, f or h that is a step from promotion with
    /// its king next to it, if the queen's king is five squares or more from the promotion square.
    "endgame.basic.queen-v-pawn-stalemate" [905] Endgame {} verdict
    |view, _| Finding::DRAW.when(is_queen_against_pawn(view) && is_saved_by_stalemate(view));
}

/// True if the own side has a queen, and the enemy a pawn.
fn is_queen_against_pawn(view: &View<'_>) -> bool {
    has(view, Pieces::Q, Pieces::NONE) && pawns(view) == (0, 1)
}

/// True if the enemy pawn is a step from promotion on a, c, f or h, its king beside it, and the
/// own king five squares or more from the promotion square.
fn is_saved_by_stalemate(view: &View<'_>) -> bool {
    // The enemy's seventh rank.
    let pawn = view.enemy.pawns & STALEMATE_FILES & rank(2);
    let is_far = |goal| view.own.king.square.distance(goal) >= TOO_LATE;
    pawn.intersects(view.enemy.king.ring) && down(pawn).first().is_some_and(is_far)
}
