//! Legal moves in two stages, captures first, over shakmaty's attack tables.
//!
//! A search that cuts off after the first captures never pays for the quiet moves. The proof of
//! this file is perft against shakmaty's own `legal_moves`. Castling follows shakmaty's paths and
//! rook squares, so Chess960 positions are generated correctly too.

use arrayvec::ArrayVec;
use shakmaty::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, ray, rook_attacks,
};
use shakmaty::{Bitboard, Board, CastlingSide, Chess, Color, Move, Position, Rank, Role, Square};

/// No chess position has more legal moves than 218.
pub const MAX_MOVES: usize = 256;

/// Moves on the stack.
pub type Moves = ArrayVec<Move, MAX_MOVES>;

/// Where king and rook stand after castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingSquares {
    /// The king's square.
    pub king: Square,
    /// The rook's square.
    pub rook: Square,
}

/// Where king and rook go when `color` castles with the king on `king` and the rook on `rook`
/// (inside, a castling move is written as king takes rook).
pub fn castling_squares(color: Color, king: Square, rook: Square) -> CastlingSquares {
    let side = CastlingSide::from_king_side(king < rook);
    CastlingSquares {
        king: side.king_to(color),
        rook: side.rook_to(color),
    }
}

/// The men of the other side that attack `square` when `occupied` is occupied.
#[inline]
fn attackers(board: &Board, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
    board.attacks_to(square, by, occupied)
}

/// The men that give check to the side to move.
#[inline]
pub fn checkers(position: &Chess) -> Bitboard {
    let board = position.board();
    let us = position.turn();
    king_square(board, us).map_or(Bitboard::EMPTY, |king| {
        attackers(board, king, !us, board.occupied())
    })
}

#[inline]
fn king_square(board: &Board, color: Color) -> Option<Square> {
    (board.kings() & board.by_color(color)).first()
}

/// What the legality of moves hangs on, computed once for a position.
#[derive(Clone, Debug)]
pub struct Generator<'p> {
    position: &'p Chess,
    board: &'p Board,
    us: Color,
    king: Square,
    checkers: Bitboard,
    /// Own men that stand alone between the king and an enemy slider.
    pinned: Bitboard,
    /// Where a man other than the king may go: everywhere, or where it meets a check.
    targets: Bitboard,
}

impl<'p> Generator<'p> {
    /// A generator for `position`, whose side to move is in check from `checkers`.
    #[inline]
    pub fn new(position: &'p Chess, checkers: Bitboard) -> Generator<'p> {
        let board = position.board();
        let us = position.turn();
        let king = king_square(board, us).expect("a legal position has both kings");
        let targets = match checkers.single_square() {
            Some(checker) => between(king, checker).with(checker),
            None if checkers.is_empty() => Bitboard::FULL,
            None => Bitboard::EMPTY,
        };
        Generator {
            position,
            board,
            us,
            king,
            checkers,
            pinned: pinned(board, us, king),
            targets,
        }
    }

    /// Captures, en passant and promotions of all kinds.
    #[inline]
    pub fn noisy(&self, mut push: impl FnMut(Move)) {
        let them = self.board.by_color(!self.us);
        self.pawn_captures(&mut push);
        self.pawn_promotions(&mut push);
        self.en_passant(&mut push);
        self.pieces(them, &mut push);
        self.king_steps(them, &mut push);
    }

    /// Moves that neither capture nor promote, castling included.
    #[inline]
    pub fn quiet(&self, mut push: impl FnMut(Move)) {
        let empty = !self.board.occupied();
        self.pawn_pushes(&mut push);
        self.pieces(empty, &mut push);
        self.king_steps(empty, &mut push);
        self.castling(&mut push);
    }

    /// All legal moves: the noisy ones, then the quiet ones.
    pub fn all(&self) -> Moves {
        let mut moves = Moves::new();
        self.noisy(|mv| moves.push(mv));
        self.quiet(|mv| moves.push(mv));
        moves
    }

    /// Whether the side to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        let pawns = self.board.pawns() & self.board.by_color(self.us);
        let free = forward(self.us, pawns & !self.pinned) & !self.board.occupied() & self.targets;
        if free.any() {
            return true;
        }
        let mut found = false;
        let mut push = |_| found = true;
        let anywhere = !self.board.by_color(self.us);
        self.king_steps(anywhere, &mut push);
        self.pieces(anywhere, &mut push);
        self.pawn_captures(&mut push);
        self.pawn_pushes(&mut push);
        self.pawn_promotions(&mut push);
        self.en_passant(&mut push);
        // In Chess960 castling can be the only move.
        self.castling(&mut push);
        found
    }

    /// Whether `mv`, which may come from another position by way of a table, is legal here.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                let them = self.board.by_color(!self.us);
                self.is_ours(role, from)
                    && !self.board.by_color(self.us).contains(to)
                    && capture == self.board.role_at(to)
                    && capture != Some(Role::King)
                    && (capture.is_some() == them.contains(to))
                    && self.reaches(role, from, to, promotion)
                    && self.is_safe(role, from, to)
            }
            Move::EnPassant { from, to } => {
                let mut found = false;
                if self.position.maybe_ep_square() == Some(to) {
                    self.en_passant(&mut |candidate| {
                        found |= candidate == Move::EnPassant { from, to };
                    });
                }
                found
            }
            Move::Castle { .. } => {
                let mut found = false;
                self.castling(&mut |candidate| found |= candidate == mv);
                found
            }
            Move::Put { .. } => false,
        }
    }

    fn is_ours(&self, role: Role, from: Square) -> bool {
        (self.board.by_role(role) & self.board.by_color(self.us)).contains(from)
    }

    /// Whether the man can go from `from` to `to` as it moves, checks and pins aside.
    fn reaches(&self, role: Role, from: Square, to: Square, promotion: Option<Role>) -> bool {
        let occupied = self.board.occupied();
        if role == Role::Pawn {
            return self.pawn_reaches(from, to, promotion);
        }
        let attacked = match role {
            Role::Knight => knight_attacks(from),
            Role::Bishop => bishop_attacks(from, occupied),
            Role::Rook => rook_attacks(from, occupied),
            Role::Queen => bishop_attacks(from, occupied) | rook_attacks(from, occupied),
            _ => king_attacks(from),
        };
        promotion.is_none() && attacked.contains(to)
    }

    fn pawn_reaches(&self, from: Square, to: Square, promotion: Option<Role>) -> bool {
        let promotes = Bitboard::BACKRANKS.contains(to);
        let good_promotion = match promotion {
            None => !promotes,
            Some(role) => promotes && role != Role::Pawn && role != Role::King,
        };
        if !good_promotion {
            return false;
        }
        if from.file() != to.file() {
            return pawn_attacks(self.us, from).contains(to)
                && self.board.by_color(!self.us).contains(to);
        }
        let empty = !self.board.occupied();
        let one = forward(self.us, Bitboard::from_square(from)) & empty;
        let two = forward(self.us, one & third_rank(self.us)) & empty;
        (one | two).contains(to)
    }

    #[inline]
    fn is_safe(&self, role: Role, from: Square, to: Square) -> bool {
        if role == Role::King {
            let occupied = self.board.occupied().without(from);
            attackers(self.board, to, !self.us, occupied).is_empty()
        } else {
            self.targets.contains(to) && self.keeps_pin(from, to)
        }
    }

    /// Whether a man leaving `from` for `to` does not uncover its own king.
    #[inline]
    fn keeps_pin(&self, from: Square, to: Square) -> bool {
        !self.pinned.contains(from) || ray(self.king, from).contains(to)
    }

    #[inline]
    fn pieces(&self, wanted: Bitboard, push: &mut impl FnMut(Move)) {
        if self.targets.is_empty() {
            return;
        }
        let ours = self.board.by_color(self.us);
        let occupied = self.board.occupied();
        let wanted = wanted & self.targets;
        // A pinned knight never moves.
        for from in self.board.knights() & ours & !self.pinned {
            self.push_each(Role::Knight, from, knight_attacks(from) & wanted, push);
        }
        for from in self.board.bishops() & ours {
            self.push_each(
                Role::Bishop,
                from,
                bishop_attacks(from, occupied) & wanted,
                push,
            );
        }
        for from in self.board.rooks() & ours {
            self.push_each(
                Role::Rook,
                from,
                rook_attacks(from, occupied) & wanted,
                push,
            );
        }
        for from in self.board.queens() & ours {
            let attacked = bishop_attacks(from, occupied) | rook_attacks(from, occupied);
            self.push_each(Role::Queen, from, attacked & wanted, push);
        }
    }

    #[inline]
    fn push_each(&self, role: Role, from: Square, to: Bitboard, push: &mut impl FnMut(Move)) {
        let to = if self.pinned.contains(from) {
            to & ray(self.king, from)
        } else {
            to
        };
        for to in to {
            push(Move::Normal {
                role,
                from,
                capture: self.board.role_at(to),
                to,
                promotion: None,
            });
        }
    }

    #[inline]
    fn king_steps(&self, wanted: Bitboard, push: &mut impl FnMut(Move)) {
        let occupied = self.board.occupied().without(self.king);
        for to in king_attacks(self.king) & wanted & !self.board.by_color(self.us) {
            if attackers(self.board, to, !self.us, occupied).is_empty() {
                push(Move::Normal {
                    role: Role::King,
                    from: self.king,
                    capture: self.board.role_at(to),
                    to,
                    promotion: None,
                });
            }
        }
    }

    #[inline]
    fn pawn_captures(&self, push: &mut impl FnMut(Move)) {
        let pawns = self.board.pawns() & self.board.by_color(self.us);
        let wanted = self.board.by_color(!self.us) & self.targets;
        for from in pawns & pawn_attackers(self.us, wanted) {
            for to in pawn_attacks(self.us, from) & wanted {
                if self.keeps_pin(from, to) {
                    self.push_pawn(from, to, self.board.role_at(to), push);
                }
            }
        }
    }

    #[inline]
    fn pawn_promotions(&self, push: &mut impl FnMut(Move)) {
        let pawns = self.board.pawns() & self.board.by_color(self.us) & seventh_rank(self.us);
        if pawns.is_empty() {
            return;
        }
        let wanted = !self.board.occupied() & self.targets;
        self.push_steps(forward(self.us, pawns) & wanted, 1, push);
    }

    #[inline]
    fn pawn_pushes(&self, push: &mut impl FnMut(Move)) {
        let empty = !self.board.occupied();
        let pawns = self.board.pawns() & self.board.by_color(self.us) & !seventh_rank(self.us);
        let one = forward(self.us, pawns) & empty;
        let two = forward(self.us, one & third_rank(self.us)) & empty;
        self.push_steps(one & self.targets, 1, push);
        self.push_steps(two & self.targets, 2, push);
    }

    #[inline]
    fn push_steps(&self, to: Bitboard, steps: i32, push: &mut impl FnMut(Move)) {
        let back = self.us.fold_wb(-8, 8) * steps;
        for to in to {
            // A pawn that stands `steps` behind `to` is on the board.
            if let Some(from) = to.offset(back)
                && self.keeps_pin(from, to)
            {
                self.push_pawn(from, to, None, push);
            }
        }
    }

    #[inline]
    fn push_pawn(
        &self,
        from: Square,
        to: Square,
        capture: Option<Role>,
        push: &mut impl FnMut(Move),
    ) {
        let pawn_move = |promotion| Move::Normal {
            role: Role::Pawn,
            from,
            capture,
            to,
            promotion,
        };
        if Bitboard::BACKRANKS.contains(to) {
            for role in [Role::Queen, Role::Knight, Role::Rook, Role::Bishop] {
                push(pawn_move(Some(role)));
            }
        } else {
            push(pawn_move(None));
        }
    }

    #[inline]
    fn en_passant(&self, push: &mut impl FnMut(Move)) {
        let Some(to) = self.position.maybe_ep_square() else {
            return;
        };
        let pawns = self.board.pawns() & self.board.by_color(self.us);
        for from in pawn_attacks(!self.us, to) & pawns {
            let captured = Square::from_coords(to.file(), from.rank());
            let occupied = self
                .board
                .occupied()
                .without(from)
                .without(captured)
                .with(to);
            let still = attackers(self.board, self.king, !self.us, occupied).without(captured);
            if still.is_empty() {
                push(Move::EnPassant { from, to });
            }
        }
    }

    #[inline]
    fn castling(&self, push: &mut impl FnMut(Move)) {
        if self.checkers.any() {
            return;
        }
        for side in CastlingSide::ALL {
            let castles = self.position.castles();
            if let Some(rook) = castles.rook(self.us, side)
                && (castles.path(self.us, side) & self.board.occupied()).is_empty()
                && self.king_walks_safely(rook, side)
            {
                push(Move::Castle {
                    king: self.king,
                    rook,
                });
            }
        }
    }

    fn king_walks_safely(&self, rook: Square, side: CastlingSide) -> bool {
        let to = castling_squares(self.us, self.king, rook);
        debug_assert_eq!(side, CastlingSide::from_king_side(self.king < rook));
        let walking = self.board.occupied().without(self.king);
        let arrived = walking.without(rook).with(to.rook);
        let safe = |square, occupied| attackers(self.board, square, !self.us, occupied).is_empty();
        between(self.king, to.king)
            .into_iter()
            .all(|square| safe(square, walking))
            && safe(to.king, arrived)
    }
}

/// Own men that stand alone between `king` and an enemy slider.
#[inline]
fn pinned(board: &Board, us: Color, king: Square) -> Bitboard {
    let them = board.by_color(!us);
    let snipers = (rook_attacks(king, them) & board.rooks_and_queens()
        | bishop_attacks(king, them) & board.bishops_and_queens())
        & them;
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let blockers = between(king, sniper) & board.occupied();
        if !blockers.more_than_one() {
            pinned |= blockers & board.by_color(us);
        }
    }
    pinned
}

/// One step forward for `color`.
#[inline]
fn forward(color: Color, pawns: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(pawns.0 << 8),
        Color::Black => Bitboard(pawns.0 >> 8),
    }
}

/// Squares from which a pawn of `color` attacks any of `targets`.
#[inline]
fn pawn_attackers(color: Color, targets: Bitboard) -> Bitboard {
    const NOT_A: u64 = !0x0101_0101_0101_0101;
    const NOT_H: u64 = !0x8080_8080_8080_8080;
    let (from_left, from_right) = (targets.0 & NOT_A, targets.0 & NOT_H);
    Bitboard(match color {
        Color::White => from_left >> 9 | from_right >> 7,
        Color::Black => from_left << 7 | from_right << 9,
    })
}

#[inline]
fn third_rank(color: Color) -> Bitboard {
    Bitboard::from_rank(color.fold_wb(Rank::Third, Rank::Sixth))
}

#[inline]
fn seventh_rank(color: Color) -> Bitboard {
    Bitboard::from_rank(color.fold_wb(Rank::Seventh, Rank::Second))
}

/// The number of leaves of the tree of legal moves, `depth` plies deep.
pub fn perft(position: &Chess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = Generator::new(position, checkers(position)).all();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            perft(&after, depth - 1)
        })
        .sum()
}
