//! The history that the board alone does not show: the actions of each side in the game.

use engine_core::movegen::Generator;
use engine_core::position::Position;
use shakmaty::{Bitboard, CastlingSide, Color, Move, Square};

use super::bits::{KINGSIDE, QUEENSIDE, rank};
use super::material::at_home;
use super::phase::Weights;

/// The first minor piece to leave home.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum First {
    /// No minor piece has left.
    #[default]
    Neither,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
}

/// The history of one side in the game.
///
/// A game begins with the reading of its first position as the catalogue reads a bare one; for the
/// start position that is nothing. From there on moves are remembered, so that a position given by
/// FEN does not change its value with the first move played from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Past {
    /// The first minor piece to leave home.
    pub(crate) first: First,
    /// Castled in the moves that are known.
    pub(crate) castled: bool,
    /// The side to which it castled while a minor piece of the other wing was still at home.
    pub(crate) castled_first: Option<CastlingSide>,
    /// Castled short where castling long was possible.
    pub(crate) chose_short: bool,
    /// Known moves of pieces that had moved before, made in the opening, captures left out.
    pub(crate) repeats: u8,
    /// The square of the rook that castled and has not moved by itself.
    pub(crate) castled_rook: Option<Square>,
    /// Attacked the king ten plies ago, and has given material since in exchanges.
    pub(crate) gave_in_attack: bool,
    /// Pawns given for lasting advantages in the last plies.
    pub(crate) sacrifice: Sacrifice,
    /// The effects of the last move.
    pub(crate) last: LastMove,
}

/// Pawns that were given, with no loss in pieces, and the advantages gained for them; zero unless there are both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sacrifice {
    /// The number of pawns.
    pub(crate) pawns: u8,
    /// The number of lasting advantages.
    pub(crate) advantages: u8,
}

impl Sacrifice {
    /// This in eight bits, for a key.
    pub(crate) fn packed(self) -> u64 {
        u64::from(self.pawns) << 3 | u64::from(self.advantages)
    }
}

/// The effects of a side's last move; empty for a side that has not moved yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LastMove(u16);

impl LastMove {
    /// Unknown: the position was given with the enemy in check.
    pub(crate) const UNKNOWN: LastMove = LastMove(1);
    /// A piece took aim at pawns that are well protected.
    pub(crate) const ERRONEOUS: LastMove = LastMove(1 << 1);
    /// A useless attacker was brought into play.
    pub(crate) const TRANSFERRED: LastMove = LastMove(1 << 2);
    /// A pawn of the king's position was taken with check.
    pub(crate) const CHECK_FOR_PAWN: LastMove = LastMove(1 << 3);
    /// The play went to the wing where the mover stood worse.
    pub(crate) const WEAKER_WING: LastMove = LastMove(1 << 4);
    /// The play went to the centre or the wing beside it, where the mover stood worse.
    pub(crate) const WEAKER_PART: LastMove = LastMove(1 << 5);
    /// A pawn of the files a to d that is not a passer stepped forward.
    pub(crate) const QUIET_ON_QUEENSIDE: LastMove = LastMove(1 << 6);
    /// A pawn of the files e to h that is not a passer stepped forward.
    pub(crate) const QUIET_ON_KINGSIDE: LastMove = LastMove(1 << 7);
    /// A piece or the king came to a better square.
    pub(crate) const IMPROVED: LastMove = LastMove(1 << 8);

    /// The effects of a move that are recorded for the middlegame.
    pub(crate) const IN_MIDDLEGAME: LastMove =
        LastMove(Self::ERRONEOUS.0 | Self::TRANSFERRED.0 | Self::CHECK_FOR_PAWN.0);
    /// The effects of a move that are recorded for the endgame.
    pub(crate) const IN_ENDGAME: LastMove = LastMove(
        Self::WEAKER_WING.0
            | Self::WEAKER_PART.0
            | Self::QUIET_ON_QUEENSIDE.0
            | Self::QUIET_ON_KINGSIDE.0
            | Self::IMPROVED.0,
    );

    /// True if the effect `bit` is set.
    #[inline]
    pub(crate) fn did(self, bit: LastMove) -> bool {
        self.0 & bit.0 != 0
    }

    /// The union of these effects and `other`.
    pub(crate) fn and(self, other: LastMove) -> LastMove {
        LastMove(self.0 | other.0)
    }

    /// The part of it that counts where the phases have these weights, for a key.
    #[inline]
    pub(crate) fn packed(self, weights: Weights) -> u64 {
        let silent = |bits: LastMove, weight: i32| if weight == 0 { bits.0 } else { 0 };
        let silent =
            silent(LastMove::IN_MIDDLEGAME, weights.middlegame) | silent(LastMove::IN_ENDGAME, weights.endgame);
        u64::from(self.0 & !silent)
    }
}

pub(crate) fn knights_home(color: Color) -> Bitboard {
    Bitboard(0x42 << color.fold_wb(0, 56))
}

pub(crate) fn bishops_home(color: Color) -> Bitboard {
    Bitboard(0x24 << color.fold_wb(0, 56))
}

/// The half of the board away from the king that has castled.
pub(crate) const fn other_wing(castled: CastlingSide) -> Bitboard {
    match castled {
        CastlingSide::KingSide => QUEENSIDE,
        CastlingSide::QueenSide => KINGSIDE,
    }
}

impl Past {
    pub(crate) fn packed(self) -> u64 {
        let castled_first = match self.castled_first {
            None => 0,
            Some(CastlingSide::KingSide) => 1,
            Some(CastlingSide::QueenSide) => 2,
        };
        let flags = castled_first << 2 | u64::from(self.castled) << 1 | u64::from(self.chose_short);
        (self.first as u64) << 16 | flags << 8 | u64::from(self.repeats)
    }

    pub(crate) fn castle(&mut self, before: &Position, short: bool) {
        let us = before.turn();
        let board = before.board();
        let ours = board.by_color(us);
        let side = CastlingSide::from_king_side(short);
        let home = board.knights() & knights_home(us) | board.bishops() & bishops_home(us);
        let moves = Generator::new(before, Bitboard::EMPTY).all();
        let long = |mv: &Move| matches!(mv, Move::Castle { king, rook } if rook < king);
        self.castled = true;
        self.castled_rook = Some(side.rook_to(us));
        self.castled_first = (home & ours).intersects(other_wing(side)).then_some(side);
        self.chose_short = short && before.castles().has(us, CastlingSide::QueenSide) && moves.iter().any(long);
    }

    /// A piece has moved away `from` a square, and any piece on its target square is gone.
    #[inline]
    pub(crate) fn leave(&mut self, from: Square, to: Square) {
        if self.castled_rook == Some(from) || self.castled_rook == Some(to) {
            self.castled_rook = None;
        }
    }

    /// The history read from a position without one.
    pub(crate) fn of_bare(position: &Position, color: Color) -> Past {
        let board = position.board();
        let see = |set: Bitboard| color.fold_wb(set, set.flip_vertical());
        let own = |set: Bitboard| see(set & board.by_color(color));
        let [knights, bishops] = [own(board.knights()), own(board.bishops())];
        let [rooks, kings] = [board.rooks(), board.kings()].map(own);
        let away = |pieces: Bitboard, home: Bitboard| (pieces & !home).count();
        let knights_away = away(knights, knights_home(Color::White));
        let bishops_away = away(bishops, bishops_home(Color::White));
        let first = if knights_away > 0 && knights_away >= bishops_away {
            First::Knight
        } else if knights_away + bishops_away > 0 {
            First::Bishop
        } else {
            First::Neither
        };
        // A corner king has no square beyond it; with a rook in the corner it has not castled.
        let castled_shape = [
            (CastlingSide::KingSide, 0x40, 0x80),
            (CastlingSide::KingSide, 0x80, 0),
            (CastlingSide::QueenSide, 0x01, 0),
            (CastlingSide::QueenSide, 0x02, 0x01),
            (CastlingSide::QueenSide, 0x04, 0x03),
        ]
        .into_iter()
        .find(|&(_, king, beyond)| kings.intersects(Bitboard(king)) && rooks.is_disjoint(Bitboard(beyond)));
        let home = at_home(knights, bishops) & rank(1);
        let castled_first = castled_shape.map(|(side, ..)| side).filter(|side| home.intersects(other_wing(*side)));
        Past {
            first,
            castled_first,
            last: if position.is_check() && position.turn() != color { LastMove::UNKNOWN } else { LastMove::default() },
            ..Past::default()
        }
    }
}
