//! Pawns: doubled, isolated, passed, blocked, advanced.

use shakmaty::{Bitboard, Board, Color, File};

use super::SideView;
use crate::params;
use crate::state::Structure;
use crate::tables::own_rank;

/// What the pawns of `color` amount to. It depends on nothing but the pawns of both sides, so it
/// is kept until a pawn moves or leaves the board.
#[inline]
pub(crate) fn structure(params: &params::Pawn, board: &Board, color: Color) -> Structure {
    let ours = board.pawns() & board.by_color(color);
    let theirs = board.pawns() & board.by_color(!color);
    let files = files(ours);
    let passers = passers(color, ours, theirs);
    Structure {
        doubled: params.doubled * on_files(doubled_files(ours)),
        isolated: params.isolated * on_files(isolated_files(files)),
        passed: params.passed * ranks(color, passers),
        passers,
        files: all_of(files),
    }
}

/// Each file with two or more own pawns.
#[inline]
pub(crate) fn doubled(side: &SideView<'_>) -> i32 {
    side.state.pawns.doubled
}

/// Each file with own pawns and none on the neighbouring files.
#[inline]
pub(crate) fn isolated(side: &SideView<'_>) -> i32 {
    side.state.pawns.isolated
}

/// The most advanced own pawn of a file, if no enemy pawn stands ahead of it on its own or a
/// neighbouring file: by its rank.
#[inline]
pub(crate) fn passed(side: &SideView<'_>) -> i32 {
    side.state.pawns.passed
}

/// A passed pawn with an enemy man of any kind on the square in front of it: by its rank.
#[inline]
pub(crate) fn passed_blocked(side: &SideView<'_>) -> i32 {
    let blocked = side.state.pawns.passers & side.theirs.shift(backward(side.color));
    side.params.pawn.passed_blocked * ranks(side.color, blocked)
}

/// Each pawn by file and rank.
#[inline]
pub(crate) fn advance(side: &SideView<'_>) -> i32 {
    side.state.sums.advance
}

#[inline]
fn passers(color: Color, ours: Bitboard, theirs: Bitboard) -> Bitboard {
    let stoppable = behind(color, theirs);
    ours & !behind(color, ours) & !stoppable & !beside(stoppable)
}

/// The sum of the ranks of `pawns`, each counted from the own first rank.
#[inline]
fn ranks(color: Color, pawns: Bitboard) -> i32 {
    pawns
        .into_iter()
        .map(|square| own_rank(color, square))
        .sum()
}

/// One step towards the own first rank.
#[inline]
fn backward(color: Color) -> i32 {
    color.fold_wb(-8, 8)
}

/// All squares behind any of `squares` on its file, as `color` sees it.
#[inline]
fn behind(color: Color, squares: Bitboard) -> Bitboard {
    let step = backward(color);
    let mut fill = squares.shift(step);
    fill |= fill.shift(step);
    fill |= fill.shift(2 * step);
    fill | fill.shift(4 * step)
}

/// The squares next to `squares` on the same rank.
#[inline]
fn beside(squares: Bitboard) -> Bitboard {
    (squares & !Bitboard::from_file(File::H)).shift(1)
        | (squares & !Bitboard::from_file(File::A)).shift(-1)
}

/// The files of `squares`, one bit a file.
#[inline]
pub(super) fn files(squares: Bitboard) -> u8 {
    let ranks = squares | squares.shift(-32);
    let ranks = ranks | ranks.shift(-16);
    (ranks | ranks.shift(-8)).0 as u8
}

/// All squares of `files`.
#[inline]
fn all_of(files: u8) -> Bitboard {
    Bitboard(u64::from_ne_bytes([files; 8]))
}

#[inline]
fn on_files(files: u8) -> i32 {
    files.count_ones() as i32
}

#[inline]
fn doubled_files(pawns: Bitboard) -> u8 {
    files(pawns & behind(Color::White, pawns))
}

#[inline]
fn isolated_files(files: u8) -> u8 {
    files & !(files << 1) & !(files >> 1)
}
