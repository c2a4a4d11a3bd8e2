//! One side of the position: its men, what they attack, its king and its pawns.

use arrayvec::ArrayVec;
use engine_core::position::Position;
use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, CastlingSide, Color, Role, Square};

use super::bits::{left, rank, right, up};
use super::king::{King, Shelter};
use super::material::{Pieces, at_home};
use super::past::Past;
use super::pawns::Structure;

/// Pieces on the enemy king position that make a king attack. Two are not enough: a queen and a
/// bishop at home look there in quiet openings.
pub(crate) const KING_ATTACKERS: usize = 3;

/// A piece (knight, bishop, rook or queen) and what it attacks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) role: Role,
    pub(crate) square: Square,
    /// On the actual board: no looking through men, pins ignored, own men included.
    pub(crate) attacks: Bitboard,
}

/// One side's men and what follows from them.
///
/// Squares are seen by whoever looks: of a [`Context`](super::context::Context)'s two sides the own one always plays
/// up the board. "Ahead" and the like in field names mean the direction in which this side plays.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    pub(crate) pawns: Bitboard,
    pub(crate) knights: Bitboard,
    pub(crate) bishops: Bitboard,
    pub(crate) rooks: Bitboard,
    pub(crate) queens: Bitboard,
    /// Knights and bishops.
    pub(crate) minors: Bitboard,
    /// Knights, bishops, rooks and queens.
    pub(crate) pieces: Bitboard,
    /// How many pieces of each kind there are.
    pub(crate) men: Pieces,
    /// Everything: pieces, pawns and king.
    pub(crate) units: Bitboard,
    /// Knights on b1 and g1, bishops on c1 and f1 (b8, g8, c8, f8).
    pub(crate) home_minors: Bitboard,
    /// The pieces one by one, knights first, then bishops, rooks and queens.
    pub(crate) each: ArrayVec<Piece, 15>,

    /// Attacked by pawns.
    pub(crate) by_pawns: Bitboard,
    /// Attacked by two pawns.
    pub(crate) twice_by_pawns: Bitboard,
    /// Attacked by knights.
    pub(crate) by_knights: Bitboard,
    /// Attacked by bishops.
    pub(crate) by_bishops: Bitboard,
    /// Attacked by rooks.
    pub(crate) by_rooks: Bitboard,
    /// Attacked by queens.
    pub(crate) by_queens: Bitboard,
    /// Attacked by pieces (no pawns, no king).
    pub(crate) by_pieces: Bitboard,
    /// Attacked by any unit, the king included.
    pub(crate) by_any: Bitboard,
    /// Attacked by two units or more.
    pub(crate) attacked_twice: Bitboard,

    /// The king and what belongs to it.
    pub(crate) king: King,
    /// The pawn shelter, if the king has one.
    pub(crate) shelter: Option<Shelter>,
    /// What the pawns are.
    pub(crate) structure: Structure,

    /// Pieces that attack a square of the enemy king position.
    pub(crate) attackers: Bitboard,
    /// Pieces that attack a square next to the enemy king.
    pub(crate) at_ring: Bitboard,
    /// Pieces that attack a square of the own king position.
    pub(crate) guards: Bitboard,
    /// Pawns that storm the enemy king position.
    pub(crate) storm: Bitboard,
    /// Whether there is a king attack: enough pieces that attack the enemy king position.
    pub(crate) king_attack: bool,

    /// Where a pawn of this side may take en passant.
    pub(crate) en_passant: Bitboard,
    /// Whether the right to castle short (towards the h-file) is left.
    pub(crate) may_castle_short: bool,
    /// Whether the right to castle long is left.
    pub(crate) may_castle_long: bool,
    /// What this side has done in the game.
    pub(crate) past: Past,
}

impl Side {
    /// The side of `color`, seen by itself; what depends on the enemy is still missing.
    pub(super) fn alone(position: &Position, color: Color, past: Past) -> Side {
        let board = position.board();
        let see = |set: Bitboard| color.fold_wb(set, set.flip_vertical());
        let units = see(board.by_color(color));
        let occupied = see(board.occupied());
        let of = |set: Bitboard| see(set) & units;
        let [pawns, knights, bishops] = [board.pawns(), board.knights(), board.bishops()].map(of);
        let [rooks, queens, kings] = [board.rooks(), board.queens(), board.kings()].map(of);
        let castles = position.castles();
        let en_passant = position
            .legal_en_passant()
            .filter(|_| position.turn() == color)
            .map_or(Bitboard::EMPTY, Bitboard::from);
        let king = King::on(kings.first().unwrap_or(Square::E1));
        let mut side = Side {
            pawns,
            knights,
            bishops,
            rooks,
            queens,
            minors: knights | bishops,
            pieces: knights | bishops | rooks | queens,
            men: Pieces::of(knights, bishops, rooks, queens),
            units,
            home_minors: at_home(knights, bishops) & rank(1),
            each: ArrayVec::new(),
            by_pawns: up(left(pawns)) | up(right(pawns)),
            twice_by_pawns: up(left(pawns)) & up(right(pawns)),
            by_knights: Bitboard::EMPTY,
            by_bishops: Bitboard::EMPTY,
            by_rooks: Bitboard::EMPTY,
            by_queens: Bitboard::EMPTY,
            by_pieces: Bitboard::EMPTY,
            by_any: Bitboard::EMPTY,
            attacked_twice: Bitboard::EMPTY,
            shelter: Shelter::of(king.square, pawns),
            king,
            structure: Structure::default(),
            attackers: Bitboard::EMPTY,
            at_ring: Bitboard::EMPTY,
            guards: Bitboard::EMPTY,
            storm: Bitboard::EMPTY,
            king_attack: false,
            en_passant: see(en_passant),
            may_castle_short: castles.has(color, CastlingSide::KingSide),
            may_castle_long: castles.has(color, CastlingSide::QueenSide),
            past,
        };
        side.look_at_pieces(occupied);
        side
    }

    /// Fills in the attack sets.
    fn look_at_pieces(&mut self, occupied: Bitboard) {
        let mut once = self.by_pawns;
        let mut twice = self.twice_by_pawns;
        let mut add = |attacks: Bitboard| {
            twice |= once & attacks;
            once |= attacks;
        };
        add(king_attacks(self.king.square));
        let mut see = |role: Role, men: Bitboard, attacks: &dyn Fn(Square) -> Bitboard| {
            let mut all = Bitboard::EMPTY;
            for square in men {
                let attacks = attacks(square);
                add(attacks);
                all |= attacks;
                self.each.push(Piece {
                    role,
                    square,
                    attacks,
                });
            }
            all
        };
        self.by_knights = see(Role::Knight, self.knights, &knight_attacks);
        self.by_bishops = see(Role::Bishop, self.bishops, &|at| {
            bishop_attacks(at, occupied)
        });
        self.by_rooks = see(Role::Rook, self.rooks, &|at| rook_attacks(at, occupied));
        self.by_queens = see(Role::Queen, self.queens, &|at| queen_attacks(at, occupied));
        self.by_pieces = self.by_knights | self.by_bishops | self.by_rooks | self.by_queens;
        (self.by_any, self.attacked_twice) = (once, twice);
    }

    /// Fills in what depends on `enemy`, which sees itself.
    pub(super) fn meet(&mut self, enemy: &Side) {
        self.structure = Structure::of(self.pawns, enemy.pawns.flip_vertical());
        let king = enemy.king.flipped();
        self.storm = self.pawns & king.stormed_from();
        for piece in &self.each {
            let at = |goal: Bitboard| {
                Bitboard(u64::from(piece.attacks.intersects(goal)) << u32::from(piece.square))
            };
            self.attackers |= at(king.zone);
            self.at_ring |= at(king.ring);
            self.guards |= at(self.king.zone);
        }
        self.king_attack = self.attackers.count() >= KING_ATTACKERS;
    }

    /// The same side seen from the other one.
    pub(super) fn flipped(&self) -> Side {
        let flip = Bitboard::flip_vertical;
        let each = self.each.iter().map(|piece| Piece {
            role: piece.role,
            square: piece.square.flip_vertical(),
            attacks: flip(piece.attacks),
        });
        Side {
            pawns: flip(self.pawns),
            knights: flip(self.knights),
            bishops: flip(self.bishops),
            rooks: flip(self.rooks),
            queens: flip(self.queens),
            minors: flip(self.minors),
            pieces: flip(self.pieces),
            units: flip(self.units),
            home_minors: flip(self.home_minors),
            each: each.collect(),
            by_pawns: flip(self.by_pawns),
            twice_by_pawns: flip(self.twice_by_pawns),
            by_knights: flip(self.by_knights),
            by_bishops: flip(self.by_bishops),
            by_rooks: flip(self.by_rooks),
            by_queens: flip(self.by_queens),
            by_pieces: flip(self.by_pieces),
            by_any: flip(self.by_any),
            attacked_twice: flip(self.attacked_twice),
            king: self.king.flipped(),
            shelter: self.shelter.map(Shelter::flipped),
            structure: self.structure.flipped(),
            attackers: flip(self.attackers),
            at_ring: flip(self.at_ring),
            guards: flip(self.guards),
            storm: flip(self.storm),
            en_passant: flip(self.en_passant),
            ..*self
        }
    }

    /// How many pieces (no pawns, no king) of this side attack `square`.
    pub(crate) fn count_attacking_pieces(&self, square: Square) -> usize {
        let pieces = self.each.iter();
        pieces
            .filter(|piece| piece.attacks.contains(square))
            .count()
    }

    /// How many units of this side attack `square`, the king included.
    pub(crate) fn count_attackers(&self, square: Square) -> usize {
        self.count_attacking_pieces(square)
            + usize::from(self.by_pawns.contains(square))
            + usize::from(self.twice_by_pawns.contains(square))
            + usize::from(self.king.ring.contains(square))
    }

    /// Whether there is a queen, or two rooks.
    #[inline]
    pub(crate) fn is_heavy(&self) -> bool {
        self.queens.any() || self.rooks.more_than_one()
    }

    /// Whether there are bishops on squares of both colours.
    #[inline]
    pub(crate) fn has_bishop_pair(&self) -> bool {
        self.bishops.intersects(Bitboard::LIGHT_SQUARES)
            && self.bishops.intersects(Bitboard::DARK_SQUARES)
    }

    /// Whether the king is bare: on its first two ranks of a wing, with no pawn of a shelter left.
    #[inline]
    pub(crate) fn is_bare(&self) -> bool {
        self.shelter.is_some_and(|shelter| shelter.size == 0)
    }

    /// Whether a castling right is left.
    #[inline]
    pub(crate) fn may_castle(&self) -> bool {
        self.may_castle_short || self.may_castle_long
    }
}
