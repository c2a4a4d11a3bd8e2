//! The rules, one file for each section of the document (knights and bishops share one), one function
//! for each rule.
//!
//! A rule says what it is worth to one side, in points (centipawns) from that side: a penalty is
//! negative. [`post`] is the one list of all rules.

pub(crate) mod castling;
pub(crate) mod king;
pub(crate) mod minor_pieces;
pub(crate) mod pawns;
pub(crate) mod queens;
pub(crate) mod rooks;

use engine_core::explain::{Ledger, Meta, Rule};
use engine_core::position::Position;
use shakmaty::{Bitboard, Board, Color, Square};

use crate::params::Params;
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
    (board.kings() & board.by_color(color))
        .first()
        .expect("a legal position has both kings")
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
    let mut rules = Poster {
        white: side(Color::White),
        black: side(Color::Black),
        ledger,
    };
    rules.post(Rule::material("material"), |side| side.state.sums.material);
    rules.post(Rule::pawns("pawn_doubled"), pawns::doubled);
    rules.post(Rule::pawns("pawn_isolated"), pawns::isolated);
    rules.post(Rule::pawns("pawn_passed"), pawns::passed);
    rules.post(Rule::pawns("pawn_passed_blocked"), pawns::passed_blocked);
    rules.post(Rule::pawns("pawn_advance"), pawns::advance);
    rules.post(
        Rule::pieces("bishop_adjacent_pawns"),
        minor_pieces::bishop_adjacent_pawns,
    );
    rules.post(Rule::material("bishop_pair"), minor_pieces::bishop_pair);
    rules.post(Rule::king("rook_king_tropism"), rooks::king_tropism);
    rules.post(Rule::pieces("rook_seventh"), rooks::seventh);
    rules.post(Rule::pieces("rook_same_file"), rooks::same_file);
    rules.post(Rule::pieces("rook_open_file"), rooks::open_file);
    rules.post(Rule::pieces("rook_half_open_file"), rooks::half_open_file);
    rules.post(Rule::pieces("knight_centre"), minor_pieces::knight_centre);
    rules.post(
        Rule::king("knight_king_tropism"),
        minor_pieces::knight_king_tropism,
    );
    rules.post(Rule::king("queen_king_tropism"), queens::king_tropism);
    rules.post(
        Rule::pieces("queen_bishop_diagonal"),
        queens::bishop_diagonal,
    );
    rules.post(Rule::king("king_quadrant"), king::quadrant);
    rules.post(Rule::king("castling"), castling::castling);
    rules.ledger.note("castled", || {
        Meta::Sides(state.castled(Color::White), state.castled(Color::Black))
    });
}

/// The sum of `points` over `squares`.
#[inline]
fn sum_over(squares: Bitboard, points: &[i16; 64]) -> i32 {
    squares
        .into_iter()
        .map(|square| i32::from(points[square as usize]))
        .sum()
}

#[inline]
fn count(squares: Bitboard) -> i32 {
    squares.count() as i32
}
