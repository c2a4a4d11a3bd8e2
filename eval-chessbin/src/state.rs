//! The state kept from move to move, and the part of it that can change a value.

use engine_core::encoded_move::EncodedMove;
use engine_core::game::Game;
use engine_core::key::mixed;
use engine_core::move_history::MoveHistory;
use engine_core::position::Position;
use shakmaty::{Bitboard, Board, ByColor, Color, Position as _};

use crate::lines::en_passant;
use crate::params::ENDGAME_MEN;
use crate::sums::{self, Sums};
use crate::worth::Worth;

/// The game so far: who has castled, what has moved, how many men there were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    history: MoveHistory,
    /// By the number of the colour.
    sums: [Sums; 2],
}

/// The parts of a state key: random numbers.
const CASTLED: ByColor<u64> =
    ByColor { white: 0x6a09_e667_f3bc_c908, black: 0xbb67_ae85_84ca_a73b };
const ENDGAME: u64 = 0x3c6e_f372_fe94_f82b;
const EN_PASSANT: u64 = 0xa54f_f53a_5f1d_36f1;

impl State {
    pub(crate) fn root(worth: &Worth, game: &Game) -> State {
        State { history: MoveHistory::root(game), sums: Sums::of(worth, game.position().board()) }
    }

    #[inline]
    pub(crate) fn update(&mut self, worth: &Worth, before: &Position, mv: EncodedMove) {
        self.history.update(before, mv);
        sums::update(&mut self.sums, worth, before.turn(), mv);
    }

    #[inline]
    pub(crate) fn null(&self, after: &Position) -> State {
        State { history: self.history.null(after), ..*self }
    }

    /// Piece values and tables of squares of `color`.
    #[inline]
    pub(crate) fn sums(&self, color: Color) -> &Sums {
        &self.sums[color as usize]
    }

    /// True if `color` has castled.
    #[inline]
    pub fn castled(&self, color: Color) -> bool {
        self.history.castled(color)
    }

    /// The squares of men that have moved.
    #[inline]
    pub fn moved(&self) -> Bitboard {
        self.history.moved()
    }

    /// The endgame flag of a position with `men` men.
    ///
    /// A quirk: the document sets the flag when it has evaluated a position with few men, so it
    /// acts one position late. A position without a past goes by its own men.
    #[inline]
    pub fn is_endgame(&self, men: u32) -> bool {
        self.history.parent_men().map_or(men, u32::from) < ENDGAME_MEN
    }

    /// A key of everything but the position key that can change a value here or further on; 0 if
    /// nothing does.
    #[inline]
    pub(crate) fn key(&self, position: &Position) -> u64 {
        let board = position.board();
        if is_insufficient(board) {
            return 0;
        }
        let endgame = self.is_endgame(board.occupied().count() as u32);
        // The position key leaves out an en passant square where no capture is legal, but the
        // capture counts as a valid move all the same.
        let mut key = EN_PASSANT.wrapping_mul(en_passant(position) as u64);
        // The past decides at nine men only: with fewer the flag is on, with more it is off.
        if endgame {
            key ^= ENDGAME;
        }
        // Men that cost their side something if they have moved.
        let mut watched = if endgame { Bitboard::EMPTY } else { board.queens() };
        for color in Color::ALL {
            if self.castled(color) {
                key ^= CASTLED.get(color);
            } else {
                let kings = if endgame { Bitboard::EMPTY } else { board.kings() };
                watched |= (board.rooks() | kings) & board.by_color(color);
            }
        }
        key ^ mixed((watched & self.moved()).0)
    }
}

/// True if neither side can mate, as the document counts: no pawn, rook or queen, and no two
/// knights or two bishops on the whole board.
///
/// A quirk: knights and bishops are counted apart, so that bishop and knight against the bare
/// king, a win, is among them.
#[inline]
pub(crate) fn is_insufficient(board: &Board) -> bool {
    (board.pawns() | board.rooks_and_queens()).is_empty()
        && !board.knights().more_than_one()
        && !board.bishops().more_than_one()
}
