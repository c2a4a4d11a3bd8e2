//! A position as the search plays upon it: smaller than shakmaty's `Chess`, and a move changes it in one pass.
//!
//! shakmaty's `Chess` is for whatever comes from outside and goes there: games, FEN, notation. It is also
//! the proof of this file: a test plays random games with both.

use shakmaty::attacks::{between, pawn_attacks};
use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{
    Bitboard, Board, ByColor, CastlingMode, CastlingSide, Chess, Color, FromSetup, Position as _, Role, Setup, Square,
};

use crate::encoded_move::EncodedMove;

/// A legal position of chess, Chess960 included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    /// The rooks that may still castle.
    pub(crate) castling: Bitboard,
    halfmoves: u32,
    fullmoves: u32,
    turn: Color,
    en_passant: Option<Square>,
    pub(crate) structures: StructureKeys,
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
    /// A position of which a program of another kind gives the parts, for its value: what a search keeps of the structure
    /// of pieces is left out. `en_passant` is as [`Position::en_passant`].
    #[inline]
    pub fn for_value(
        board: Board,
        turn: Color,
        castling: Bitboard,
        en_passant: Option<Square>,
        [halfmoves, fullmoves]: [u32; 2],
    ) -> Position {
        Position { board, castling, halfmoves, fullmoves, turn, en_passant, structures: StructureKeys::default() }
    }

    /// The pieces.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The pieces of the side to move.
    #[inline]
    pub fn us(&self) -> Bitboard {
        self.board.by_color(self.turn)
    }

    /// The pieces of the other side.
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

    /// Castling rights, by rook.
    #[inline]
    pub fn castles(&self) -> CastlingRights {
        CastlingRights::new(self.castling, &self.board)
    }

    /// The square that a pawn has just passed, if a pawn stands where it could capture there: it may be pinned.
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

    /// The pieces that give check to the side to move.
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

    /// True if neither side has the pieces to mate: bare kings, a lone minor piece, or bishops of one
    /// colour of squares.
    pub fn is_insufficient_material(&self) -> bool {
        let board = &self.board;
        if (board.pawns() | board.rooks_and_queens()).any() {
            return false;
        }
        let bishops = board.bishops();
        let one_colour =
            (bishops & Bitboard::LIGHT_SQUARES).is_empty() || (bishops & Bitboard::DARK_SQUARES).is_empty();
        board.occupied().count() <= 3 || board.knights().is_empty() && one_colour
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: EncodedMove) {
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
        if mv.piece() == Role::Pawn as usize {
            self.after_pawn_move(us, mv);
        } else if mv.piece() == Role::King as usize {
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
    pub fn passed(&self) -> Position {
        Position { turn: !self.turn, en_passant: None, ..self.clone() }
    }

    /// shakmaty's position, for whatever goes outside.
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

/// The squares of king and rook after castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingSquares {
    /// The king's square.
    pub king: Square,
    /// The rook's square.
    pub rook: Square,
}

/// The destinations of king and rook when `color` castles with the king on `king` and the rook on `rook`
/// (inside, a castling move is written as king takes rook).
pub fn castling_squares(color: Color, king: Square, rook: Square) -> CastlingSquares {
    let side = CastlingSide::from_king_side(king < rook);
    CastlingSquares { king: side.king_to(color), rook: side.rook_to(color) }
}

/// The castling rights of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingRights {
    rooks: Bitboard,
    kings: ByColor<Bitboard>,
}

impl CastlingRights {
    #[inline]
    pub(super) fn new(rooks: Bitboard, board: &Board) -> CastlingRights {
        CastlingRights { rooks, kings: ByColor::new_with(|color| board.kings() & board.by_color(color)) }
    }

    /// True if any castling right is left.
    #[inline]
    pub fn any(self) -> bool {
        self.rooks.any()
    }

    /// The rooks that may castle.
    #[inline]
    pub fn rooks(self) -> Bitboard {
        self.rooks
    }

    /// True if `color` may castle, on either side.
    #[inline]
    pub fn has_color(self, color: Color) -> bool {
        self.of(color).any()
    }

    /// True if `color` may castle on `side`.
    #[inline]
    pub fn has(self, color: Color, side: CastlingSide) -> bool {
        self.rook(color, side).is_some()
    }

    /// The rook with which `color` may castle on `side`.
    #[inline]
    pub fn rook(self, color: Color, side: CastlingSide) -> Option<Square> {
        let rooks = self.of(color);
        let king = self.king(color)?;
        let queen_side = Bitboard((1 << king as u32) - 1);
        match side {
            CastlingSide::KingSide => (rooks & !queen_side).first(),
            CastlingSide::QueenSide => (rooks & queen_side).first(),
        }
    }

    /// The squares between the king, its rook and where both go: they must be empty.
    #[inline]
    pub fn path(self, color: Color, side: CastlingSide) -> Bitboard {
        let (Some(king), Some(rook)) = (self.king(color), self.rook(color, side)) else {
            return Bitboard::EMPTY;
        };
        let to = castling_squares(color, king, rook);
        let ways = between(king, to.king).with(to.king) | between(rook, to.rook).with(to.rook);
        ways.without(king).without(rook)
    }

    #[inline]
    fn of(self, color: Color) -> Bitboard {
        self.rooks & Bitboard::from_rank(color.backrank())
    }

    #[inline]
    fn king(self, color: Color) -> Option<Square> {
        self.kings.get(color).first()
    }
}

/// Bits of a key.
pub(crate) const KEY_BITS: u32 = 14;
/// The bits of a piece's random number that count, by kind: those of pawns, of minor pieces (and kings), of major pieces
/// (and kings), and of all pieces of the side, 16 for each.
const PARTS: [u64; 6] = [
    0x0000_0000_0000_ffff,
    0xffff_0000_ffff_0000,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
    0xffff_ffff_0000_0000,
    0xffff_ffff_ffff_0000,
];

/// The keys, two numbers that moves keep up to date.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StructureKeys {
    /// By colour; the keys of both sides' pieces are their differences.
    of: [u64; 2],
}

impl StructureKeys {
    pub(super) fn new(board: &Board) -> StructureKeys {
        let mut keys = StructureKeys::default();
        for (square, piece) in board.clone() {
            keys.toggle(piece.color, piece.role, square);
        }
        keys
    }

    /// A piece comes to `square`, or leaves it.
    #[inline]
    pub(super) fn toggle(&mut self, color: Color, role: Role, square: Square) {
        let random = Zobrist64::zobrist_for_piece(square, role.of(color)).0;
        self.of[color as usize] ^= random & PARTS[role as usize - 1];
    }

    /// The keys of the pawns, of knights, bishops and kings, of rooks, queens and kings, of White's pieces, of Black's
    /// pieces: each below 2^[`KEY_BITS`].
    #[inline]
    pub(crate) fn all(self) -> [usize; 5] {
        let [white, black] = self.of;
        let both = white ^ black;
        [both, both >> 16, both >> 32, white >> 48, black >> 48].map(|key| key as usize & ((1 << KEY_BITS) - 1))
    }
}
