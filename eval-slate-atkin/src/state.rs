//! The state kept from move to move: sums over pieces by their squares, what depends on pawns alone,
//! and who has castled. It is a value; a move changes the copy of its node.

use engine_core::encoded_move::EncodedMove;
use engine_core::game::Game;
use engine_core::position::Position;
use shakmaty::{Bitboard, Board, Color, File, Position as _, Role, Square};

use crate::params::{Params, Tables, own_rank};

/// Sums over the pieces of one side, in points (centipawns) from its side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    pub(crate) material: i32,
    /// Pawn advancement.
    pub(crate) advance: i32,
    /// Knights' closeness to the centre.
    pub(crate) centre: i32,
}

/// One side's part of the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SideState {
    pub(crate) sums: Sums,
    pub(crate) pawns: Structure,
    /// True if the side has castled. A position without a past counts a side as having castled
    /// if it has no castling right.
    pub(crate) castled: bool,
}

/// The state that the evaluation keeps from move to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    sides: [SideState; 2],
}

impl State {
    pub(crate) fn root(params: &Params, tables: &Tables, game: &Game) -> State {
        let board = game.position().board();
        let mut state = State { sides: [SideState::default(); 2] };
        for (square, piece) in board {
            state.add(1, tables, piece.color, piece.role, square);
        }
        state.update_pawns(params, board);
        for color in Color::ALL {
            state.side_mut(color).castled = !game.start().castles().has_color(color);
        }
        let mut us = game.start().turn();
        for mv in game.moves() {
            state.side_mut(us).castled |= mv.is_castle();
            us = !us;
        }
        state
    }

    /// Brings the state up to date with the move `mv` of `us`, which leads to `after`.
    #[inline]
    pub(crate) fn update(&mut self, params: &Params, tables: &Tables, us: Color, mv: EncodedMove, after: &Position) {
        // King and rook have no sums.
        if mv.is_castling() {
            self.side_mut(us).castled = true;
            return;
        }
        let role = mv.role();
        self.add(-1, tables, us, role, mv.from());
        self.add(1, tables, us, mv.promotion().unwrap_or(role), mv.to());
        if let Some(captured) = mv.captured() {
            self.add(-1, tables, !us, captured, mv.captured_on());
        }
        if role == Role::Pawn || mv.captured() == Some(Role::Pawn) {
            self.update_pawns(params, after.board());
        }
    }

    /// True if `color` has castled (or has come without castling rights).
    #[inline]
    pub fn castled(&self, color: Color) -> bool {
        self.side(color).castled
    }

    #[inline]
    pub(crate) fn side(&self, color: Color) -> &SideState {
        &self.sides[color as usize]
    }

    #[inline]
    fn side_mut(&mut self, color: Color) -> &mut SideState {
        &mut self.sides[color as usize]
    }

    #[inline]
    fn update_pawns(&mut self, params: &Params, board: &Board) {
        for color in Color::ALL {
            self.side_mut(color).pawns = Structure::of(params, board, color);
        }
    }

    /// A piece comes to `square`, or with the sign -1 leaves it.
    #[inline(always)]
    fn add(&mut self, sign: i32, tables: &Tables, color: Color, role: Role, square: Square) {
        let sums = &mut self.side_mut(color).sums;
        sums.material += sign * tables.values[role as usize];
        match role {
            Role::Pawn => sums.advance += sign * tables.advance[color as usize][square as usize],
            Role::Knight => sums.centre += sign * tables.centre[square as usize],
            _ => {}
        }
    }
}

/// The value of the pawns of one side, in points (centipawns) from its side. It depends on nothing but the pawns of both
/// sides, so it is kept until a pawn moves or leaves the board.
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
    #[inline]
    fn of(params: &Params, board: &Board, color: Color) -> Structure {
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
pub(crate) fn beside(squares: Bitboard) -> Bitboard {
    (squares & !Bitboard::from_file(File::H)).shift(1) | (squares & !Bitboard::from_file(File::A)).shift(-1)
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
