//! The position key, kept up to date move by move.
//!
//! The random numbers are shakmaty's, so the key of any position equals
//! `zobrist_hash::<Zobrist64>(EnPassantMode::Legal)` from scratch: an en passant square counts only
//! if a capture there is legal, which is what makes two positions the same for repetition.

use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Position as _, Role, Square};

use crate::encoded_move::EncodedMove;
use crate::position::{CastlingRights, Position, castling_squares};

/// A 64-bit Zobrist key of placement, side to move, castling rights and legal en passant file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Key(pub u64);

impl Key {
    /// The key of `position` from scratch.
    pub fn of(position: &Chess) -> Key {
        Key(position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0)
    }

    /// The key after `mv`, which led from `before` (whose key this is) to `after`.
    #[inline(always)]
    pub fn after(self, before: &Position, mv: EncodedMove, after: &Position) -> Key {
        self.moved(before.turn(), mv).with_rights(before, after)
    }

    /// The key after `mv` of `us` but for castling rights and en passant: nearly always that of
    /// [`Key::after`], and known before the move is played.
    #[inline(always)]
    pub fn moved(self, us: Color, mv: EncodedMove) -> Key {
        Key(self.0 ^ turn() ^ moved_pieces(us, mv))
    }

    /// [`Key::after`], of what [`Key::moved`] gave.
    // Once a node, in one place: a call would cost a fifth of it.
    #[inline(always)]
    pub(crate) fn with_rights(self, before: &Position, after: &Position) -> Key {
        let rights = lost_castling_rights(before, after);
        Key(self.0 ^ en_passant(before) ^ en_passant(after) ^ rights)
    }

    /// The key after a null move in `before`, whose key this is.
    #[inline]
    pub fn after_null(self, before: &Position) -> Key {
        Key(self.0 ^ turn() ^ en_passant(before))
    }
}

/// Spreads few bits over all 64, one to one; 0 stays 0. For keys of what an evaluator's state holds.
/// Source: the finaliser of SplitMix64, <https://prng.di.unimi.it/splitmix64.c>.
#[inline]
pub const fn mixed(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[inline]
fn turn() -> u64 {
    Zobrist64::zobrist_for_white_turn().0
}

#[inline]
fn piece_key(color: Color, role: Role, square: Square) -> u64 {
    Zobrist64::zobrist_for_piece(square, role.of(color)).0
}

#[inline]
fn en_passant(position: &Position) -> u64 {
    position.legal_en_passant().map_or(0, |square| Zobrist64::zobrist_for_en_passant_file(square.file()).0)
}

#[inline]
fn lost_castling_rights(before: &Position, after: &Position) -> u64 {
    if before.castling == after.castling { 0 } else { difference(before.castles(), after.castles()) }
}

#[cold]
fn difference(before: CastlingRights, after: CastlingRights) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if before.has(color, side) != after.has(color, side) {
                key ^= Zobrist64::zobrist_for_castling_right(color, side).0;
            }
        }
    }
    key
}

#[inline]
fn moved_pieces(us: Color, mv: EncodedMove) -> u64 {
    let (role, from, to) = (mv.role(), mv.from(), mv.to());
    if mv.is_castling() {
        let after = castling_squares(us, from, to);
        return piece_key(us, Role::King, from)
            ^ piece_key(us, Role::Rook, to)
            ^ piece_key(us, Role::King, after.king)
            ^ piece_key(us, Role::Rook, after.rook);
    }
    let captured = mv.captured();
    piece_key(us, role, from)
        ^ piece_key(us, mv.arriving(), to)
        ^ captured.map_or(0, |role| piece_key(!us, role, mv.captured_on()))
}
