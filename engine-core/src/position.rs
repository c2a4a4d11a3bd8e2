//! A position as the search plays upon it: smaller than shakmaty's `Chess`, and a move changes it in one
//! pass.
//!
//! shakmaty's `Chess` is for whatever comes from outside and goes there: games, FEN, notation. It is also
//! the proof of this file: a test plays random games with both.

mod castling_rights;
mod structure_keys;

use shakmaty::attacks::pawn_attacks;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, FromSetup, Position as _, Role, Setup, Square,
};

use crate::encoded_move::EncodedMove;

pub use castling_rights::{CastlingRights, CastlingSquares, castling_squares};
pub use structure_keys::{KEY_BITS, StructureKeys};

/// A legal position of chess, Chess960 included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    /// The rooks that may still castle.
    castling: Bitboard,
    halfmoves: u32,
    fullmoves: u32,
    turn: Color,
    en_passant: Option<Square>,
    structures: StructureKeys,
}

impl From<&Chess> for Position {
    fn from(chess: &Chess) -> Position {
        Position {
            board: chess.board().clone(),
            castling: chess.castles().castling_rights(),
            halfmoves: chess.halfmoves(),
            fullmoves: chess.fullmoves().get(),
            turn: chess.turn(),
            en_passant: chess.pseudo_legal_ep_square(),
            structures: StructureKeys::new(chess.board()),
        }
    }
}

impl Position {
    /// The men.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Keys of parts of the men.
    #[inline]
    pub fn structures(&self) -> StructureKeys {
        self.structures
    }

    /// The men of the side to move.
    #[inline]
    pub fn us(&self) -> Bitboard {
        self.board.by_color(self.turn)
    }

    /// The men of the other side.
    #[inline]
    pub fn them(&self) -> Bitboard {
        self.board.by_color(!self.turn)
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// The number of the full move: 1 from the start, and one more after each move of Black.
    #[inline]
    pub fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// The rooks that may still castle.
    #[inline]
    pub(crate) fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// Castling rights, by rook.
    #[inline]
    pub fn castles(&self) -> CastlingRights {
        CastlingRights::new(self.castling, &self.board)
    }

    /// The square that a pawn has just passed, if a pawn stands where it could capture there: it may be
    /// pinned.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The same, if the capture is legal.
    #[inline]
    pub fn legal_en_passant(&self) -> Option<Square> {
        self.en_passant.filter(|_| self.en_passant_captors().next().is_some())
    }

    /// The pawns that may legally capture on the square that a pawn has just passed.
    #[inline]
    pub fn en_passant_captors(&self) -> impl Iterator<Item = Square> {
        let passed = self.en_passant;
        let near = passed.map_or(Bitboard::EMPTY, |to| pawn_attacks(!self.turn, to));
        let pawns = near & self.board.pawns() & self.us();
        pawns.into_iter().filter(move |&from| passed.is_some_and(|to| self.is_safe_after(from, to)))
    }

    /// True if the own king is not attacked once the pawn on `from` has captured en passant on `to`.
    #[cold]
    fn is_safe_after(&self, from: Square, to: Square) -> bool {
        let captured = Square::from_coords(to.file(), from.rank());
        let left = self.board.occupied().without(from).without(captured);
        let king = self.board.king_of(self.turn);
        king.is_some_and(|king| {
            let attackers = self.board.attacks_to(king, !self.turn, left.with(to));
            attackers.without(captured).is_empty()
        })
    }

    /// The men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        let king = (self.board.kings() & self.us()).first();
        king.map_or(Bitboard::EMPTY, |king| {
            let occupied = self.board.occupied();
            self.board.attacks_to(king, !self.turn, occupied)
        })
    }

    /// True if the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// True if neither side has the men to mate: bare kings, a lone minor piece, or bishops of one
    /// colour of squares.
    pub fn is_insufficient_material(&self) -> bool {
        let board = &self.board;
        if (board.pawns() | board.rooks_and_queens()).any() {
            return false;
        }
        let bishops = board.bishops();
        let one_colour = (bishops & Bitboard::LIGHT_SQUARES).is_empty()
            || (bishops & Bitboard::DARK_SQUARES).is_empty();
        board.occupied().count() <= 3 || board.knights().is_empty() && one_colour
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: impl Into<EncodedMove>) {
        self.play_encoded(mv.into());
    }

    #[inline]
    fn play_encoded(&mut self, mv: EncodedMove) {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        self.turn = !us;
        self.fullmoves += us as u32 ^ Color::White as u32;
        self.halfmoves = if mv.is_zeroing() { 0 } else { self.halfmoves + 1 };
        self.en_passant = None;
        if mv.is_castling() {
            return self.castle(us, from, to);
        }
        self.castling = self.castling.without(from).without(to);
        self.board.discard_piece_at(from);
        self.board.set_piece_at(to, mv.arriving().of(us));
        self.structures.toggle(us, mv.role(), from);
        self.structures.toggle(us, mv.arriving(), to);
        if let Some(captured) = mv.captured() {
            self.structures.toggle(!us, captured, mv.captured_on());
        }
        if mv.man() == Role::Pawn as usize {
            self.after_pawn_move(us, mv);
        } else if mv.man() == Role::King as usize {
            self.castling &= !Bitboard::from_rank(us.backrank());
        }
    }

    /// The en passant effects of a pawn's move: a capture en passant, or a double step.
    #[inline]
    fn after_pawn_move(&mut self, us: Color, mv: EncodedMove) {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_en_passant() {
            self.board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
        } else if (from as u32).abs_diff(to as u32) == 16 {
            let passed = Square::new((from as u32 + to as u32) / 2);
            let capturers = pawn_attacks(us, passed) & self.board.pawns();
            if (capturers & self.board.by_color(!us)).any() {
                self.en_passant = Some(passed);
            }
        }
    }

    #[cold]
    fn castle(&mut self, us: Color, king: Square, rook: Square) {
        let to = castling_squares(us, king, rook);
        // Both leave before either arrives: in Chess960 they can trade places.
        self.board.discard_piece_at(king);
        self.board.discard_piece_at(rook);
        self.board.set_piece_at(to.king, us.king());
        self.board.set_piece_at(to.rook, us.rook());
        for (role, squares) in [(Role::King, [king, to.king]), (Role::Rook, [rook, to.rook])] {
            for square in squares {
                self.structures.toggle(us, role, square);
            }
        }
        self.castling &= !Bitboard::from_rank(us.backrank());
    }

    /// The other side's turn, whose move it is not; neither side may be in check. Both clocks stay.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> Position {
        Position { turn: !self.turn, en_passant: None, ..self.clone() }
    }

    /// shakmaty's position, for whatever goes outside.
    ///
    /// # Panics
    /// Never: the position is legal.
    pub fn to_chess(&self) -> Chess {
        let mut setup = Setup::empty();
        setup.board = self.board.clone();
        setup.turn = self.turn;
        setup.castling_rights = self.castling;
        setup.ep_square = self.en_passant;
        setup.halfmoves = self.halfmoves;
        setup.fullmoves = self.fullmoves.try_into().unwrap_or(setup.fullmoves);
        Chess::from_setup(setup, CastlingMode::Chess960).expect("a legal position")
    }
}
