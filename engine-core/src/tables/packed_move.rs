//! Moves small enough for a table entry.

use shakmaty::{Role, Square};

use crate::encoded_move::{self, EncodedMove};
use crate::movegen::Generator;
use crate::position::Position;

/// A move in 16 bits: the lower half of an [`EncodedMove`], with the squares and what a pawn becomes.
/// The board supplies the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackedMove(u16);

impl PackedMove {
    /// The part of `mv` that a table entry keeps: the lower half.
    #[inline]
    pub const fn of(mv: EncodedMove) -> PackedMove {
        PackedMove(mv.bits() as u16)
    }

    /// The move that [`PackedMove::bits`] gave.
    #[inline]
    pub const fn from_bits(bits: u16) -> PackedMove {
        PackedMove(bits)
    }

    /// The 16 bits.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// No move.
    pub const NONE: PackedMove = PackedMove(0);

    #[inline]
    fn from(self) -> Square {
        encoded_move::from(u32::from(self.0))
    }

    #[inline]
    fn to(self) -> Square {
        encoded_move::to(u32::from(self.0))
    }

    #[inline]
    fn promotion(self) -> Option<Role> {
        encoded_move::promotion(u32::from(self.0))
    }

    /// True if the move takes a man on its square in `position`, or promotes.
    pub fn takes_or_promotes(self, position: &Position) -> bool {
        self != PackedMove::NONE
            && (position.them().contains(self.to()) || self.promotion().is_some())
    }

    /// The move, if it is legal where `generator` generates.
    pub fn unpack(self, position: &Position, generator: &Generator<'_>) -> Option<EncodedMove> {
        if self == PackedMove::NONE {
            return None;
        }
        let (from, to) = (self.from(), self.to());
        let board = position.board();
        let role = board.role_at(from)?;
        let captured = board.role_at(to);
        let ours = board.by_color(position.turn());
        let mv = if role == Role::King && captured == Some(Role::Rook) && ours.contains(to) {
            EncodedMove::castling(from, to)
        } else if role == Role::Pawn && from.file() != to.file() && captured.is_none() {
            EncodedMove::en_passant(from, to)
        } else {
            let mv = EncodedMove::normal(role, from, to, captured);
            self.promotion().map_or(mv, |role| mv.promoting_to(role))
        };
        generator.is_legal(mv).then_some(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn every_legal_move_survives_packing() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2",
        ] {
            let game = Game::parse(fen).unwrap();
            let position = game.position().into();
            let generator = Generator::new(&position, position.checkers());
            for mv in game.legal_moves() {
                let encoded: EncodedMove = mv.into();
                let packed = PackedMove::of(encoded);
                let unpacked = packed.unpack(&position, &generator);
                assert_eq!(unpacked, Some(encoded), "{mv}");
                let noisy = mv.is_promotion() || mv.is_capture() && !mv.is_en_passant();
                assert_eq!(packed.takes_or_promotes(&position), noisy, "{mv}");
            }
        }
    }
}
