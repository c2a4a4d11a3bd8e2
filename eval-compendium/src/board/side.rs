//! One side of the position: its pieces, their attacks, its king and its pawns.

use arrayvec::ArrayVec;
use engine_core::position::Position;
use shakmaty::attacks::{bishop_attacks, knight_attacks, queen_attacks, rook_attacks};
use shakmaty::{Bitboard, ByColor, CastlingSide, Color, Role, Square};

use super::bits::{flipped, pawn_hits, pawn_hits_twice, rank};
use super::king::{King, Shelter};
use super::material::{Pieces, at_home};
use super::past::Past;
use super::pawns::Structure;

/// Pieces on the enemy king position that make a king attack. Two are not enough: a queen and a
/// bishop at home look at it in quiet openings.
pub(crate) const KING_ATTACKERS: usize = 3;

/// A piece (knight, bishop, rook or queen) and its attacks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) role: Role,
    pub(crate) square: Square,
    /// On the actual board: no X-rays, pins ignored, own pieces included.
    pub(crate) attacks: Bitboard,
}

/// One side's pieces and the features derived from them.
///
/// Squares are from the point of view in use: of a [`Context`](super::context::Context)'s two sides the own one always
/// plays up the board. "Ahead" and the like in field names mean the direction in which this side plays.
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
    /// The number of pieces of each kind.
    pub(crate) army: Pieces,
    /// Everything: pieces, pawns and king.
    pub(crate) units: Bitboard,
    /// Knights on b1 and g1, bishops on c1 and f1 (b8, g8, c8, f8).
    pub(crate) home_minors: Bitboard,
    /// The pieces one by one, knights first, then bishops, rooks and queens.
    pub(crate) each: ArrayVec<Piece, 15>,

    pub(crate) by_pawns: Bitboard,
    pub(crate) twice_by_pawns: Bitboard,
    pub(crate) by_knights: Bitboard,
    pub(crate) by_bishops: Bitboard,
    pub(crate) by_rooks: Bitboard,
    pub(crate) by_queens: Bitboard,
    /// Attacked by pieces (no pawns, no king).
    pub(crate) by_pieces: Bitboard,
    /// Attacked by two minor pieces or more.
    pub(crate) twice_by_minors: Bitboard,
    /// Attacked by any unit, the king included.
    pub(crate) by_any: Bitboard,
    /// Attacked by two units or more.
    pub(crate) attacked_twice: Bitboard,

    pub(crate) king: King,
    /// The pawn shelter, if the king has one.
    pub(crate) shelter: Option<Shelter>,
    pub(crate) structure: Structure,

    /// Pieces that attack a square of the enemy king position.
    pub(crate) attackers: Bitboard,
    /// Pieces that attack a square next to the enemy king.
    pub(crate) at_ring: Bitboard,
    /// Pieces that attack a square of the own king position.
    pub(crate) guards: Bitboard,
    /// Pawns that storm the enemy king position.
    pub(crate) storm: Bitboard,
    /// True if there is a king attack: enough pieces that attack the enemy king position.
    pub(crate) king_attack: bool,

    /// The target square of a pawn of this side that may take en passant.
    pub(crate) en_passant: Bitboard,
    /// True if the right to castle short (towards the h-file) is left.
    pub(crate) may_castle_short: bool,
    /// True if the right to castle long is left.
    pub(crate) may_castle_long: bool,
    /// The history of this side in the game.
    pub(crate) past: Past,
}

impl Side {
    /// The side of `color`, from its own point of view.
    pub(crate) fn of(position: &Position, color: Color, past: &ByColor<Past>) -> Side {
        let mut side = Side::standing(position, color, past);
        side.look(position, color);
        side
    }

    /// The side of `color`, from its own point of view, before [`Side::look`] adds the attacks of its pieces.
    pub(super) fn standing(position: &Position, color: Color, past: &ByColor<Past>) -> Side {
        let board = position.board();
        let see = |set: Bitboard| color.fold_wb(set, set.flip_vertical());
        let units = see(board.by_color(color));
        let of = |set: Bitboard| see(set) & units;
        let [pawns, knights, bishops] = [board.pawns(), board.knights(), board.bishops()].map(of);
        let [rooks, queens, kings] = [board.rooks(), board.queens(), board.kings()].map(of);
        let enemy_pawns = see(board.pawns()) & !units;
        let king = King::on(kings.first().unwrap_or(Square::E1));
        let castles = position.castles();
        let en_passant =
            position.legal_en_passant().filter(|_| position.turn() == color).map_or(Bitboard::EMPTY, Bitboard::from);
        let (by_pawns, twice_by_pawns) = (pawn_hits(pawns), pawn_hits_twice(pawns));
        Side {
            pawns,
            knights,
            bishops,
            rooks,
            queens,
            minors: knights | bishops,
            pieces: knights | bishops | rooks | queens,
            army: Pieces::of(knights, bishops, rooks, queens),
            units,
            home_minors: at_home(knights, bishops) & rank(1),
            each: ArrayVec::new(),
            by_pawns,
            twice_by_pawns,
            by_knights: Bitboard::EMPTY,
            by_bishops: Bitboard::EMPTY,
            by_rooks: Bitboard::EMPTY,
            by_queens: Bitboard::EMPTY,
            by_pieces: Bitboard::EMPTY,
            twice_by_minors: Bitboard::EMPTY,
            by_any: Bitboard::EMPTY,
            attacked_twice: Bitboard::EMPTY,
            king: *king,
            shelter: Shelter::of(king.square, pawns),
            structure: Structure::of(pawns, enemy_pawns),
            attackers: Bitboard::EMPTY,
            at_ring: Bitboard::EMPTY,
            guards: Bitboard::EMPTY,
            storm: Bitboard::EMPTY,
            king_attack: false,
            en_passant: see(en_passant),
            may_castle_short: castles.has(color, CastlingSide::KingSide),
            may_castle_long: castles.has(color, CastlingSide::QueenSide),
            past: *past.get(color),
        }
    }

    /// Fills in the attacks of the pieces, and lists them.
    pub(super) fn look(&mut self, position: &Position, color: Color) {
        let board = position.board();
        let see = |set: Bitboard| color.fold_wb(set, set.flip_vertical());
        let enemy_kings = board.kings() & board.by_color(!color);
        let seen_by_itself = |square: Square| color.fold_wb(square.flip_vertical(), square);
        let enemy_king = enemy_kings.first().map_or(Square::E1, seen_by_itself);
        let enemy_king = King::on(enemy_king).flipped();
        let occupied = see(board.occupied());
        self.storm = self.pawns & enemy_king.stormed_from;
        let diagonal = |at| bishop_attacks(at, occupied);
        let straight = |at| rook_attacks(at, occupied);
        let by_queens = |at| queen_attacks(at, occupied);
        self.by_knights = self.look_at(Role::Knight, self.knights, &enemy_king, knight_attacks);
        self.by_bishops = self.look_at(Role::Bishop, self.bishops, &enemy_king, diagonal);
        self.twice_by_minors = self.attacked_twice;
        self.by_rooks = self.look_at(Role::Rook, self.rooks, &enemy_king, straight);
        self.by_queens = self.look_at(Role::Queen, self.queens, &enemy_king, by_queens);
        self.by_pieces = self.by_any;
        let by_others = self.by_pawns | self.king.ring;
        let twice_by_others = self.twice_by_pawns | self.by_pawns & self.king.ring;
        self.attacked_twice |= self.by_pieces & by_others | twice_by_others;
        self.by_any |= by_others;
        self.king_attack = self.attackers.count() >= KING_ATTACKERS;
    }

    /// Adds the pieces of one kind; returns their joint attacks.
    #[inline(always)]
    fn look_at(
        &mut self,
        role: Role,
        squares: Bitboard,
        enemy_king: &King,
        attacks: impl Fn(Square) -> Bitboard,
    ) -> Bitboard {
        let mut all = Bitboard::EMPTY;
        for square in squares {
            let attacks = attacks(square);
            all |= attacks;
            self.attacked_twice |= self.by_any & attacks;
            self.by_any |= attacks;
            let aiming_at = |goal: Bitboard| Bitboard(u64::from(attacks.intersects(goal)) << u32::from(square));
            self.attackers |= aiming_at(enemy_king.zone);
            self.at_ring |= aiming_at(enemy_king.ring);
            self.guards |= aiming_at(self.king.zone);
            self.each.push(Piece { role, square, attacks });
        }
        all
    }

    /// The same side from the other side's point of view, without the [list](Side::list) of its pieces.
    pub(super) fn flipped(&self) -> Side {
        flipped! {
            self as Side {
                pawns knights bishops rooks queens minors pieces units home_minors by_pawns twice_by_pawns by_knights
                by_bishops by_rooks by_queens by_pieces twice_by_minors by_any attacked_twice attackers at_ring guards
                storm en_passant
            }
            each: ArrayVec::new(),
            king: self.king.flipped(),
            shelter: self.shelter.map(Shelter::flipped),
            structure: self.structure.flipped(),
            ..*self
        }
    }

    /// Lists the pieces of `side`, which is this one from its own point of view.
    pub(super) fn list(&mut self, side: &Side) {
        self.each.extend(side.each.iter().map(|piece| Piece {
            role: piece.role,
            square: piece.square.flip_vertical(),
            attacks: piece.attacks.flip_vertical(),
        }));
    }

    /// The number of pieces (no pawns, no king) of this side that attack `square`.
    pub(crate) fn count_attacking_pieces(&self, square: Square) -> usize {
        let pieces = self.each.iter();
        pieces.filter(|piece| piece.attacks.contains(square)).count()
    }

    /// The number of units of this side that attack `square`, the king included.
    pub(crate) fn count_attackers(&self, square: Square) -> usize {
        self.count_attacking_pieces(square)
            + usize::from(self.by_pawns.contains(square))
            + usize::from(self.twice_by_pawns.contains(square))
            + usize::from(self.king.ring.contains(square))
    }

    /// True if there is a queen, or two rooks.
    #[inline]
    pub(crate) fn is_heavy(&self) -> bool {
        self.queens.any() || self.rooks.more_than_one()
    }

    /// True if there are bishops on squares of both colours.
    #[inline]
    pub(crate) fn has_bishop_pair(&self) -> bool {
        self.bishops.intersects(Bitboard::LIGHT_SQUARES) && self.bishops.intersects(Bitboard::DARK_SQUARES)
    }

    /// True if the king is bare: on its first two ranks of a wing, with no pawn of a shelter left.
    #[inline]
    pub(crate) fn is_bare(&self) -> bool {
        self.shelter.is_some_and(|shelter| shelter.size == 0)
    }

    /// True if a castling right is left.
    #[inline]
    pub(crate) fn may_castle(&self) -> bool {
        self.may_castle_short || self.may_castle_long
    }
}
