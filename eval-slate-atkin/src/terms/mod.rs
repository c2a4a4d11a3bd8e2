//! The rules, one file for each section of the document (knights and bishops share one), one function
//! for each rule.
//!
//! A rule returns its worth to one side, in points (centipawns) from that side: a penalty is
//! negative. [`post`] is the one list of all rules.

pub(crate) mod castling;
pub(crate) mod king;
pub(crate) mod minor_pieces;
pub(crate) mod pawns;
pub(crate) mod queens;
pub(crate) mod rooks;

use engine_core::explain::{Ledger, Meta};
use engine_core::position::Position;
use engine_core::rule::Rule;
use shakmaty::{Bitboard, Board, Color, Square};

use crate::params::Params;
use crate::rules;
use crate::state::{SideState, State};
use crate::tables::Tables;

/// A position seen by one side.
pub(crate) struct SideView<'a> {
    pub(crate) params: &'a Params,
    pub(crate) tables: &'a Tables,
    pub(crate) position: &'a Position,
    pub(crate) board: &'a Board,
    pub(crate) color: Color,
    /// Own men.
    pub(crate) ours: Bitboard,
    /// The enemy's men.
    pub(crate) theirs: Bitboard,
    pub(crate) king: Square,
    pub(crate) enemy_king: Square,
    pub(crate) state: &'a SideState,
    pub(crate) enemy_state: &'a SideState,
}

impl<'a> SideView<'a> {
    #[inline(always)]
    fn new(
        params: &'a Params,
        tables: &'a Tables,
        position: &'a Position,
        state: &'a State,
        color: Color,
    ) -> SideView<'a> {
        let board = position.board();
        SideView {
            params,
            tables,
            position,
            board,
            color,
            ours: board.by_color(color),
            theirs: board.by_color(!color),
            king: king_square(board, color),
            enemy_king: king_square(board, !color),
            state: state.side(color),
            enemy_state: state.side(!color),
        }
    }
}

#[inline]
fn king_square(board: &Board, color: Color) -> Square {
    (board.kings() & board.by_color(color)).first().expect("a legal position has both kings")
}

/// Posts rules for both sides.
struct Poster<'a, L> {
    white: SideView<'a>,
    black: SideView<'a>,
    ledger: &'a mut L,
}

impl<L: Ledger> Poster<'_, L> {
    #[inline(always)]
    fn post(&mut self, rule: Rule, worth: impl Fn(&SideView<'_>) -> i32) {
        let sides = [worth(&self.white), worth(&self.black)];
        self.ledger.post_centipawns(rule, sides);
    }
}

/// Posts every rule, in the document's order.
#[inline]
pub(crate) fn post<L: Ledger>(
    params: &Params,
    tables: &Tables,
    position: &Position,
    state: &State,
    ledger: &mut L,
) {
    let side = |color| SideView::new(params, tables, position, state, color);
    let mut rules = Poster { white: side(Color::White), black: side(Color::Black), ledger };
    rules.post(rules::MATERIAL, |side| side.state.sums.material);
    rules.post(rules::PAWN_DOUBLED, pawns::doubled);
    rules.post(rules::PAWN_ISOLATED, pawns::isolated);
    rules.post(rules::PAWN_PASSED, pawns::passed);
    rules.post(rules::PAWN_PASSED_BLOCKED, pawns::passed_blocked);
    rules.post(rules::PAWN_ADVANCE, pawns::advance);
    rules.post(rules::BISHOP_ADJACENT_PAWNS, minor_pieces::bishop_adjacent_pawns);
    rules.post(rules::BISHOP_PAIR, minor_pieces::bishop_pair);
    rules.post(rules::ROOK_KING_TROPISM, rooks::king_tropism);
    rules.post(rules::ROOK_SEVENTH, rooks::seventh);
    rules.post(rules::ROOK_SAME_FILE, rooks::same_file);
    rules.post(rules::ROOK_OPEN_FILE, rooks::open_file);
    rules.post(rules::ROOK_HALF_OPEN_FILE, rooks::half_open_file);
    rules.post(rules::KNIGHT_CENTRE, minor_pieces::knight_centre);
    rules.post(rules::KNIGHT_KING_TROPISM, minor_pieces::knight_king_tropism);
    rules.post(rules::QUEEN_KING_TROPISM, queens::king_tropism);
    rules.post(rules::QUEEN_BISHOP_DIAGONAL, queens::bishop_diagonal);
    rules.post(rules::KING_QUADRANT, king::quadrant);
    rules.post(rules::CASTLING, castling::castling);
    rules
        .ledger
        .note("castled", || Meta::Sides(state.castled(Color::White), state.castled(Color::Black)));
}

#[inline]
fn sum_over(squares: Bitboard, points: &[i16; 64]) -> i32 {
    squares.into_iter().map(|square| i32::from(points[square as usize])).sum()
}

#[inline]
fn count(squares: Bitboard) -> i32 {
    squares.count() as i32
}
