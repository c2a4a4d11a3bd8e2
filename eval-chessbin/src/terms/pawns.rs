//! Pawns, one by one and by files.
//!
//! The document keeps one number for each side and file that is counter and bonus at once: each
//! pawn adds to it, an advanced one adds more, and it is 0 only without pawns. Doubled and
//! isolated pawns test whether it is 0; only a passed file is worth the number itself, so the
//! bonuses for advanced pawns count nowhere else.

use shakmaty::{Bitboard, Color, Rank, Role};

use super::Scene;
use crate::params::AdvancedPawn;

/// Files as bits, the a-file lowest.
type Files = u8;

const A_FILE: Files = 1;
const EDGES: Bitboard = Bitboard(0x8181_8181_8181_8181);

/// Pawns on the a- and h-file.
#[inline]
pub(crate) fn edge_pawn(scene: &Scene<'_>, color: Color) -> i32 {
    scene.params.edge_pawn * (scene.ours(Role::Pawn, color) & EDGES).count() as i32
}

/// Each pawn of a file after the first.
#[inline]
pub(crate) fn doubled_pawn(scene: &Scene<'_>, color: Color) -> i32 {
    let files = files(scene.ours(Role::Pawn, color)).count_ones() as i32;
    scene.params.doubled_pawn * (scene.count(Role::Pawn, color) - files)
}

/// Files with pawns and none beside them; once a file, however many pawns stand there.
#[inline]
pub(crate) fn isolated_pawn(scene: &Scene<'_>, color: Color) -> i32 {
    let files = files(scene.ours(Role::Pawn, color));
    let mut isolated = files & !(files << 1) & !(files >> 1);
    let mut sum = 0;
    while isolated != 0 {
        sum += scene.params.isolated_pawn[isolated.trailing_zeros() as usize];
        isolated &= isolated - 1;
    }
    sum
}

/// The values of the passed files: those on which the other side has no pawn, ahead or behind.
///
/// A quirk: for White's a-file the document looks at Black's b-file. With `a_file_fix` it looks
/// at the a-file.
#[inline]
pub(crate) fn passed_pawn(scene: &Scene<'_>, color: Color, a_file_fix: bool) -> i32 {
    let mut closed = files(scene.ours(Role::Pawn, !color));
    if color == Color::White && !a_file_fix {
        closed = closed & !A_FILE | closed >> 1 & A_FILE;
    }
    let passed = scene.ours(Role::Pawn, color) & whole(!closed);
    let [sixth, seventh] = match color {
        Color::White => [Rank::Sixth, Rank::Seventh],
        Color::Black => [Rank::Third, Rank::Second],
    };
    let params = scene.params;
    params.file_pawn * passed.count() as i32
        + advanced(scene, color, passed & sixth, params.sixth_rank)
        + advanced(scene, color, passed & seventh, params.seventh_rank)
}

/// The bonus of `pawns` of `color` to their files' values for having advanced.
#[inline]
fn advanced(scene: &Scene<'_>, color: Color, pawns: Bitboard, worth: AdvancedPawn) -> i32 {
    if pawns.is_empty() {
        return 0;
    }
    let safe = pawns & !scene.lines.get(!color).action.any();
    let defended = safe & scene.lines.get(color).action.any();
    worth.safe * safe.count() as i32 + worth.defended * defended.count() as i32
}

#[inline]
fn files(men: Bitboard) -> Files {
    let halves = men.0 | men.0 >> 32;
    let quarters = halves | halves >> 16;
    (quarters | quarters >> 8) as Files
}

/// The squares of `files`.
#[inline]
fn whole(files: Files) -> Bitboard {
    Bitboard(u64::from(files) * Bitboard::from_file(shakmaty::File::A).0)
}
