//! Attackers that count less than they are worth, in the first plies of a second search.
//!
//! By the document giving up an attacker has to cost less. An attacker that is taken in those plies has cost only its
//! lowered value, for the rest of the line; one that is still there afterwards counts in full again. That is the same
//! as lowering the values of all of them, up to a constant that all lines share.

use engine_core::encoded_move::EncodedMove;
use engine_core::key::mixed;
use engine_core::position::castling_squares;
use shakmaty::{Bitboard, Color, Move, Role};

use crate::interplay::PIECE_VALUES;

/// The pieces that count less, and those of them that are gone. By default none are and none were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LoweredPieces {
    /// The squares of the pieces; empty once the plies are over.
    pieces: Bitboard,
    /// The number of plies left.
    plies: u8,
    /// The number of them that have been taken: knights, bishops, rooks and queens.
    taken: [u8; 4],
    /// True if they are Black's; false if there are none and were none.
    black: bool,
}

/// The values of lowered pieces, in tenths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoweredValues {
    pub(crate) queen: i64,
    pub(crate) rook: i64,
    pub(crate) minor: i64,
}

impl LoweredPieces {
    /// The `pieces` of `color`, for `plies` plies.
    pub(crate) fn of(pieces: Bitboard, color: Color, plies: u8) -> LoweredPieces {
        let lowered = LoweredPieces { pieces, plies, taken: [0; 4], black: color.is_black() };
        lowered.settled()
    }

    /// The state after `mv`, played by `us`.
    #[inline]
    pub(crate) fn child(self, us: Color, mv: EncodedMove) -> LoweredPieces {
        if self.plies == 0 {
            return self;
        }
        let mut lowered = self;
        match mv.into() {
            Move::Normal { from, to, capture, .. } => {
                if lowered.pieces.remove(to) {
                    lowered.take(capture);
                }
                if lowered.pieces.remove(from) {
                    lowered.pieces.add(to);
                }
            }
            Move::Castle { king, rook } => {
                if lowered.pieces.remove(rook) {
                    lowered.pieces.add(castling_squares(us, king, rook).rook);
                }
            }
            Move::EnPassant { .. } | Move::Put { .. } => {}
        }
        lowered.next()
    }

    /// The state after a null move.
    pub(crate) fn null(self) -> LoweredPieces {
        if self.plies == 0 { self } else { self.next() }
    }

    fn take(&mut self, piece: Option<Role>) {
        let at = match piece {
            Some(Role::Knight) => 0,
            Some(Role::Bishop) => 1,
            Some(Role::Rook) => 2,
            Some(Role::Queen) => 3,
            _ => return,
        };
        self.taken[at] += 1;
    }

    fn next(self) -> LoweredPieces {
        LoweredPieces { plies: self.plies - 1, ..self }.settled()
    }

    /// The same in canonical form: states of equal value are equal.
    fn settled(mut self) -> LoweredPieces {
        if self.plies == 0 || self.pieces.is_empty() {
            (self.pieces, self.plies) = (Bitboard::EMPTY, 0);
            self.black &= self.has_lost();
        }
        self
    }

    /// True if a piece has been taken while it counted less.
    #[inline]
    pub(crate) fn has_lost(&self) -> bool {
        self.taken != [0; 4]
    }

    /// The refunds of White and Black for the pieces that were taken, in tenths: the difference between their
    /// full and their lowered values.
    pub(crate) fn refund(&self, worth: PIECE_VALUES, counted: LoweredValues) -> [i64; 2] {
        let beyond = [
            worth.knight - counted.minor,
            worth.bishop - counted.minor,
            worth.rook - counted.rook,
            worth.queen - counted.queen,
        ];
        let pieces = self.taken.into_iter().map(i64::from).zip(beyond);
        let refund = pieces.map(|(taken, beyond)| taken * beyond.max(0)).sum();
        if self.black { [0, refund] } else { [refund, 0] }
    }

    /// A key of everything that the value of this and of later positions depends on; 0 if it is none.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        if self.pieces.is_empty() && !self.has_lost() {
            return 0;
        }
        let [knights, bishops, rooks, queens] = self.taken.map(u64::from);
        let taken = knights | bishops << 8 | rooks << 16 | queens << 24;
        let rest = taken << 16 | u64::from(self.plies) << 8 | u64::from(self.black);
        // The top bit keeps the key apart from those of the past.
        mixed(mixed(self.pieces.0) ^ (1 << 63 | rest))
    }
}

#[cfg(test)]
mod tests {
    use engine_core::game::Game;

    use super::*;

    /// The bishop on d3 and the queen on d1 count less for `plies` plies of `moves`.
    fn after(plies: u8, moves: &[&str]) -> LoweredPieces {
        let mut game = Game::parse("4k2r/6pp/8/8/8/3B4/8/3QK3 w - - 0 1").unwrap();
        let pieces = Bitboard(0x8_0008);
        let mut lowered = LoweredPieces::of(pieces, Color::White, plies);
        for uci in moves {
            let us = shakmaty::Position::turn(game.position());
            game.play_uci(uci).unwrap();
            lowered = lowered.child(us, (*game.moves().last().unwrap()).into());
        }
        lowered
    }

    fn refund(lowered: LoweredPieces) -> [i64; 2] {
        let worth = PIECE_VALUES { pawn: 1_000, knight: 3_000, bishop: 3_000, rook: 4_500, queen: 9_000 };
        let counted = LoweredValues { queen: 6_750, rook: 3_375, minor: 2_250 };
        lowered.refund(worth, counted)
    }

    #[test]
    fn a_man_taken_in_time_is_refunded() {
        assert_eq!(refund(after(4, &["d3h7"])), [0, 0]);
        assert_eq!(refund(after(4, &["d3h7", "h8h7"])), [750, 0]);
        assert_eq!(refund(after(2, &["d3h7", "h8h7"])), [750, 0]);
        assert_eq!(refund(after(1, &["d3h7", "h8h7"])), [0, 0]);
        let queen_too = ["d3h7", "h8h7", "d1h5", "h7h5"];
        assert_eq!(refund(after(4, &queen_too)), [3_000, 0]);
        assert_eq!(refund(after(3, &queen_too)), [750, 0]);
    }

    #[test]
    fn keys_differ_where_values_differ() {
        assert_eq!(after(0, &[]).key(), 0);
        assert_eq!(after(2, &["e1e2", "e8e7"]).key(), 0, "it is over");
        let lines: [(u8, &[&str]); 5] =
            [(4, &[]), (3, &[]), (4, &["d3h7"]), (4, &["d3h7", "h8h7"]), (2, &["d3h7", "h8h7"])];
        let keys = lines.map(|(plies, moves)| after(plies, moves).key());
        for (at, key) in keys.iter().enumerate() {
            assert!(*key != 0 && !keys[..at].contains(key), "{at}");
        }
        let passed = after(4, &[]).null();
        assert_eq!(passed.key(), after(3, &[]).key());
    }
}
