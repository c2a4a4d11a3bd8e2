//! Legal moves in two stages, captures first, over shakmaty's attack tables.
//!
//! A search that cuts off after the first captures never pays for the quiet moves. The proof of
//! this file is perft against shakmaty's own `legal_moves`. Castling follows shakmaty's paths and
//! rook squares, so Chess960 positions are generated correctly too.

mod legality;
mod pawns;

pub use legality::Checks;
pub use pawns::forward;
pub(crate) use pawns::seventh_rank;

use arrayvec::ArrayVec;
use shakmaty::attacks::{between, bishop_attacks, king_attacks, knight_attacks, ray, rook_attacks};
use shakmaty::{Bitboard, Board, CastlingSide, Color, Move, Role, Square};

use crate::encoded_move::EncodedMove;
use crate::position::{Position, castling_squares};

/// No chess position has more legal moves than 218.
pub const MAX_MOVES: usize = 256;

/// Moves on the stack.
pub type Moves = ArrayVec<Move, MAX_MOVES>;

#[inline]
fn king_square(board: &Board, color: Color) -> Option<Square> {
    (board.kings() & board.by_color(color)).first()
}

/// The data for the legality of moves, computed once for a position.
#[derive(Clone, Debug)]
pub struct Generator<'p> {
    pub(crate) position: &'p Position,
    board: &'p Board,
    us: Color,
    king: Square,
    checkers: Bitboard,
    /// Own pieces that stand alone between the king and an enemy slider.
    pinned: Bitboard,
    /// The squares that a piece other than the king may go to: all, or those that answer a check.
    targets: Bitboard,
}

impl<'p> Generator<'p> {
    /// A generator for `position`, whose side to move is in check from `checkers`.
    #[inline]
    pub fn new(position: &'p Position, checkers: Bitboard) -> Generator<'p> {
        let board = position.board();
        let us = position.turn();
        let king = king_square(board, us).expect("a legal position has both kings");
        let targets = match checkers.single_square() {
            Some(checker) => between(king, checker).with(checker),
            None if checkers.is_empty() => Bitboard::FULL,
            None => Bitboard::EMPTY,
        };
        Generator { position, board, us, king, checkers, pinned: lone_blockers(board, us, king, !us), targets }
    }

    /// Captures, en passant and promotions of all kinds.
    #[inline]
    pub fn noisy(&self, push: impl FnMut(EncodedMove)) {
        self.noisy_against(self.board.by_color(!self.us), push);
    }

    /// Captures of `victims`, and promotions of all kinds.
    #[inline]
    pub fn noisy_against(&self, victims: Bitboard, mut push: impl FnMut(EncodedMove)) {
        self.pawn_captures(victims, &mut push);
        self.pawn_promotions(&mut push);
        if (victims & self.board.pawns()).any() {
            self.en_passant(&mut push);
        }
        let captured = |to| self.board.role_at(to);
        self.pieces(victims, captured, &mut push);
        self.king_steps(victims, captured, &mut push);
    }

    /// Moves that neither capture nor promote, castling included.
    #[inline]
    pub fn quiet(&self, mut push: impl FnMut(EncodedMove)) {
        let empty = !self.board.occupied();
        self.pawn_pushes(empty, &mut push);
        self.pieces(empty, no_capture, &mut push);
        self.king_steps(empty, no_capture, &mut push);
        self.castling(&mut push);
    }

    /// All legal moves: the noisy ones, then the quiet ones.
    pub fn all(&self) -> Moves {
        let mut moves = Moves::new();
        self.noisy(|mv| moves.push(mv.into()));
        self.quiet(|mv| moves.push(mv.into()));
        moves
    }

    /// True if the side to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        let pawns = self.board.pawns() & self.board.by_color(self.us);
        let free = forward(self.us, pawns & !self.pinned) & !self.board.occupied() & self.targets;
        if free.any() {
            return true;
        }
        let mut found = false;
        let mut push = |_| found = true;
        let anywhere = !self.board.by_color(self.us);
        // Captures and quiet steps alike.
        self.king_steps(anywhere, no_capture, &mut push);
        self.pieces(anywhere, no_capture, &mut push);
        self.pawn_captures(self.board.by_color(!self.us), &mut push);
        self.pawn_pushes(anywhere, &mut push);
        self.pawn_promotions(&mut push);
        self.en_passant(&mut push);
        // In Chess960 castling can be the only move.
        self.castling(&mut push);
        found
    }

    /// True if a piece leaving `from` for `to` does not uncover its own king.
    #[inline]
    fn keeps_pin(&self, from: Square, to: Square) -> bool {
        !self.pinned.contains(from) || ray(self.king, from).contains(to)
    }

    /// The moves of all but pawns and the king to the `wanted` squares, on which they capture what `captured` returns.
    #[inline]
    fn pieces(
        &self,
        wanted: Bitboard,
        captured: impl Fn(Square) -> Option<Role> + Copy,
        push: &mut impl FnMut(EncodedMove),
    ) {
        if self.targets.is_empty() {
            return;
        }
        let ours = self.board.by_color(self.us);
        let occupied = self.board.occupied();
        let mut push_each = |role, from, attacked: Bitboard| {
            self.push_each(role, from, attacked & wanted & self.targets, captured, push);
        };
        // A pinned knight never moves.
        for from in self.board.knights() & ours & !self.pinned {
            push_each(Role::Knight, from, knight_attacks(from));
        }
        for from in self.board.bishops() & ours {
            push_each(Role::Bishop, from, bishop_attacks(from, occupied));
        }
        for from in self.board.rooks() & ours {
            push_each(Role::Rook, from, rook_attacks(from, occupied));
        }
        for from in self.board.queens() & ours {
            let attacked = bishop_attacks(from, occupied) | rook_attacks(from, occupied);
            push_each(Role::Queen, from, attacked);
        }
    }

    #[inline]
    fn push_each(
        &self,
        role: Role,
        from: Square,
        to: Bitboard,
        captured: impl Fn(Square) -> Option<Role>,
        push: &mut impl FnMut(EncodedMove),
    ) {
        let to = if self.pinned.contains(from) { to & ray(self.king, from) } else { to };
        for to in to {
            push(EncodedMove::normal(role, from, to, captured(to)));
        }
    }

    #[inline]
    fn king_steps(
        &self,
        wanted: Bitboard,
        captured: impl Fn(Square) -> Option<Role>,
        push: &mut impl FnMut(EncodedMove),
    ) {
        let occupied = self.board.occupied().without(self.king);
        for to in king_attacks(self.king) & wanted & !self.board.by_color(self.us) {
            if self.board.attacks_to(to, !self.us, occupied).is_empty() {
                push(EncodedMove::normal(Role::King, self.king, to, captured(to)));
            }
        }
    }
}

#[inline]
fn no_capture(_: Square) -> Option<Role> {
    None
}

/// Pieces of `us` alone between `king` and a slider of `by`: pinned to our king, or ready to discover check.
#[inline]
fn lone_blockers(board: &Board, us: Color, king: Square, by: Color) -> Bitboard {
    let screen = board.by_color(!us);
    let sliders = (rook_attacks(king, screen) & board.rooks_and_queens()
        | bishop_attacks(king, screen) & board.bishops_and_queens())
        & board.by_color(by);
    let mut lone = Bitboard::EMPTY;
    for slider in sliders {
        let blockers = between(king, slider) & board.occupied();
        if !blockers.more_than_one() {
            lone |= blockers & board.by_color(us);
        }
    }
    lone
}

impl Generator<'_> {
    #[inline]
    pub(super) fn castling(&self, push: &mut impl FnMut(EncodedMove)) {
        if self.checkers.any() {
            return;
        }
        for side in CastlingSide::ALL {
            let castles = self.position.castles();
            if let Some(rook) = castles.rook(self.us, side)
                && (castles.path(self.us, side) & self.board.occupied()).is_empty()
                && self.king_walks_safely(rook, side)
            {
                push(EncodedMove::castling(self.king, rook));
            }
        }
    }

    fn king_walks_safely(&self, rook: Square, side: CastlingSide) -> bool {
        let to = castling_squares(self.us, self.king, rook);
        debug_assert_eq!(side, CastlingSide::from_king_side(self.king < rook));
        let walking = self.board.occupied().without(self.king);
        let arrived = walking.without(rook).with(to.rook);
        let safe = |square, occupied| self.board.attacks_to(square, !self.us, occupied).is_empty();
        between(self.king, to.king).into_iter().all(|square| safe(square, walking)) && safe(to.king, arrived)
    }
}

/// The number of leaves of the tree of legal moves, `depth` plies deep.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = Generator::new(position, position.checkers()).all();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| {
            let mut after = position.clone();
            after.play(mv.into());
            perft(&after, depth - 1)
        })
        .sum()
}
