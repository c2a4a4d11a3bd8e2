//! The pawn structure, which depends on pawns alone: it is kept until one moves or leaves the board.

use shakmaty::{Bitboard, Board, Color, File};

use crate::params::Params;
use crate::tables::own_rank;

/// The value of the pawns of one side, in points (centipawns) from its side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Structure {
    pub(crate) doubled: i32,
    pub(crate) isolated: i32,
    pub(crate) passed: i32,
    /// The passed pawns.
    pub(crate) passers: Bitboard,
    /// All squares of the files that hold a pawn of this side.
    pub(crate) files: Bitboard,
}

impl Structure {
    /// The value of the pawns of `color`. It depends on nothing but the pawns of both sides, so it
    /// is kept until a pawn moves or leaves the board.
    #[inline]
    pub(crate) fn of(params: &Params, board: &Board, color: Color) -> Structure {
        let ours = board.pawns() & board.by_color(color);
        let theirs = board.pawns() & board.by_color(!color);
        let files = files(ours);
        let passers = passers(color, ours, theirs);
        Structure {
            doubled: params.pawn_doubled * on_files(doubled_files(ours)),
            isolated: params.pawn_isolated * on_files(isolated_files(files)),
            passed: params.pawn_passed * ranks(color, passers),
            passers,
            files: all_of(files),
        }
    }
}

#[inline]
fn passers(color: Color, ours: Bitboard, theirs: Bitboard) -> Bitboard {
    let stoppable = behind(color, theirs);
    ours & !behind(color, ours) & !stoppable & !beside(stoppable)
}

/// The sum of the ranks of `pawns`, each counted from the own first rank.
#[inline]
pub(crate) fn ranks(color: Color, pawns: Bitboard) -> i32 {
    pawns.into_iter().map(|square| own_rank(color, square)).sum()
}

/// One step towards the own first rank.
#[inline]
pub(crate) fn backward(color: Color) -> i32 {
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

#[inline]
pub(crate) fn files(squares: Bitboard) -> u8 {
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
