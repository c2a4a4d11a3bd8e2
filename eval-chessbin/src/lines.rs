//! The move lines of both sides, made once for a node and read by many rules.

use engine_core::movegen::forward;
use engine_core::position::{Position, castling_squares};
use shakmaty::attacks::{between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Board, ByColor, CastlingSide, Color, Rank};

use crate::params::ACTION;

/// The move lines of one side.
///
/// They are pseudo-legal, and both sides have theirs whichever is to move: pins and checks do not
/// count, and nothing is seen through the first piece in the way, not even through a king.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MoveLines {
    /// The sum of the action values of the pieces that reach a square: what defends an own piece there, and attacks one
    /// of the other side. The king reaches only squares where the other side does not attack it.
    pub(crate) action: Tally,
    /// Valid moves of the king, castling included.
    pub(crate) king_moves: i32,
    /// Valid moves of all pieces, the king included. A promotion counts one.
    pub(crate) moves: i32,
    /// True if the king has a step that is not castling.
    pub(crate) king_steps: bool,
}

/// The move lines of both sides in `position`, which is a check to the side to move if `check`.
pub(crate) fn of(position: &Position, check: bool) -> ByColor<MoveLines> {
    let board = position.board();
    let mut sides = ByColor::new_with(|color| pieces(board, color));
    sides.get_mut(position.turn()).moves += en_passant(position);
    kings(position, check, &mut sides);
    sides
}

/// The en passant captures of the side to move, pins ignored: 0 to 2. They attack no piece.
#[inline]
pub(crate) fn en_passant(position: &Position) -> i32 {
    position.en_passant().map_or(0, |square| {
        let us = position.turn();
        let pawns = position.board().pawns() & position.board().by_color(us);
        (pawn_attacks(!us, square) & pawns).count() as i32
    })
}

/// The lines of all pieces but the king.
#[inline]
fn pieces(board: &Board, color: Color) -> MoveLines {
    let ours = board.by_color(color);
    let occupied = board.occupied();
    // No piece moves onto its own pieces, and none onto a king.
    let free = !ours & !board.kings();
    let mut side = MoveLines::default();
    let mut add = |action, squares: Bitboard| {
        side.action.add(action, squares);
        side.moves += (squares & free).count() as i32;
    };
    for from in board.knights() & ours {
        add(ACTION.knight, knight_attacks(from));
    }
    for from in board.bishops() & ours {
        add(ACTION.bishop, bishop_attacks(from, occupied));
    }
    for from in board.rooks() & ours {
        add(ACTION.rook, rook_attacks(from, occupied));
    }
    for from in board.queens() & ours {
        let squares = bishop_attacks(from, occupied) | rook_attacks(from, occupied);
        add(ACTION.queen, squares);
    }
    pawns(board, color, &mut side);
    side
}

/// Pawns reach diagonally whether they can move there or not; they capture there what stands
/// there, and step straight ahead.
#[inline]
fn pawns(board: &Board, color: Color, side: &mut MoveLines) {
    let pawns = board.pawns() & board.by_color(color);
    let prey = board.by_color(!color) & !board.kings();
    for squares in pawn_captures(color, pawns) {
        side.action.add(ACTION.pawn, squares);
        side.moves += (squares & prey).count() as i32;
    }
    let empty = !board.occupied();
    let third = Bitboard::from_rank(color.fold_wb(Rank::Third, Rank::Sixth));
    let one = forward(color, pawns) & empty;
    let two = forward(color, one & third) & empty;
    side.moves += (one.count() + two.count()) as i32;
}

/// The squares that `pawns` of `color` attack on their one side, and on their other.
#[inline]
fn pawn_captures(color: Color, pawns: Bitboard) -> [Bitboard; 2] {
    const NOT_A: Bitboard = Bitboard(!0x0101_0101_0101_0101);
    const NOT_H: Bitboard = Bitboard(!0x8080_8080_8080_8080);
    let ahead = forward(color, pawns);
    [Bitboard((ahead & NOT_A).0 >> 1), Bitboard((ahead & NOT_H).0 << 1)]
}

/// The kings' lines come last, and first those of the side that is not to move: it shuns what
/// the other pieces attack. The king of the side to move shuns the squares next to it as well.
#[inline]
fn kings(position: &Position, check: bool, sides: &mut ByColor<MoveLines>) {
    let us = position.turn();
    let board = position.board();
    let around = ByColor::new_with(|color| board.king_of(color).map_or(Bitboard::EMPTY, king_attacks));
    let shunned = ByColor::new_with(|color| sides.get(!color).action.any());
    let steps = |color| {
        let near_king = if color == us { *around.get(!us) } else { Bitboard::EMPTY };
        *around.get(color) & !*shunned.get(color) & !near_king
    };
    for color in Color::ALL {
        let squares = steps(color);
        let to = squares & !board.by_color(color) & !board.kings();
        let attacked = *shunned.get(color) | *around.get(!color);
        let castlings = if check && color == us { 0 } else { castlings(position, color, attacked) };
        let side = sides.get_mut(color);
        side.action.add(ACTION.king, squares);
        side.king_steps = to.any();
        side.king_moves = to.count() as i32 + castlings;
        side.moves += side.king_moves;
    }
}

/// The castlings that `color`, which is not in check, could make now if it were to move.
#[inline]
fn castlings(position: &Position, color: Color, attacked: Bitboard) -> i32 {
    let castles = position.castles();
    if !castles.has_color(color) {
        return 0;
    }
    let occupied = position.board().occupied();
    let Some(king) = position.board().king_of(color) else {
        return 0;
    };
    let possible = |side: &CastlingSide| {
        castles.rook(color, *side).is_some_and(|rook| {
            let to = castling_squares(color, king, rook).king;
            let walk = between(king, to).with(to);
            (castles.path(color, *side) & occupied).is_empty() && (walk & attacked).is_empty()
        })
    };
    CastlingSide::ALL.iter().filter(|side| possible(side)).count() as i32
}

/// A square is reached by at most two pawns, eight knights and one piece from each of eight
/// directions: six bits hold the sum of their action values with room to spare.
const PLANES: usize = 6;

/// A number on each of the 64 squares: bit `n` of all of them is a bitboard.
///
/// Adding to many squares, comparing and summing are then a few operations for the whole board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally([Bitboard; PLANES]);

impl Tally {
    /// Adds `amount` to the number of every square of `squares`.
    #[inline(always)]
    pub(crate) fn add(&mut self, amount: i32, squares: Bitboard) {
        let mut carry = Bitboard::EMPTY;
        for (bit, plane) in self.0.iter_mut().enumerate() {
            let addend = if amount >> bit & 1 == 1 { squares } else { Bitboard::EMPTY };
            let half = *plane ^ addend;
            let next = *plane & addend | half & carry;
            *plane = half ^ carry;
            carry = next;
        }
        debug_assert!(carry.is_empty(), "a tally overflows");
    }

    /// The squares whose number is not 0.
    #[inline]
    pub(crate) fn any(&self) -> Bitboard {
        self.0.into_iter().fold(Bitboard::EMPTY, |any, plane| any | plane)
    }

    #[inline]
    pub(crate) fn sum(&self, squares: Bitboard) -> i32 {
        let planes = self.0.iter().enumerate();
        planes.map(|(bit, &plane)| ((plane & squares).count() as i32) << bit).sum()
    }

    /// On each square by how much the number here exceeds that of `other`, 0 where it does not.
    #[inline]
    pub(crate) fn excess(&self, other: &Tally) -> Tally {
        let mut difference = Tally::default();
        let mut borrow = Bitboard::EMPTY;
        for bit in 0..PLANES {
            let (ours, theirs) = (self.0[bit], other.0[bit]);
            let unequal = ours ^ theirs;
            difference.0[bit] = unequal ^ borrow;
            borrow = unequal & theirs | !unequal & borrow;
        }
        // A count that still borrows is negative.
        Tally(difference.0.map(|plane| plane & !borrow))
    }
}
