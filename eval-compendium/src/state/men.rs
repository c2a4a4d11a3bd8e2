//! The men of an earlier position, and their attacks.

use shakmaty::attacks::{bishop_attacks, knight_attacks, queen_attacks, rook_attacks};
use shakmaty::{Bitboard, Board, ByColor, ByRole, Color, Square};

use crate::board::king::zone_of;
use crate::board::side::KING_ATTACKERS;

/// The placement of the men: a board that can be kept in a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Men {
    pub(super) by_role: ByRole<Bitboard>,
    pub(super) by_color: ByColor<Bitboard>,
}

impl Men {
    #[inline]
    pub(super) fn of(board: &Board) -> Men {
        let (by_role, by_color) = board.clone().into_bitboards();
        Men { by_role, by_color }
    }

    /// True if those of `color` attack the enemy king, as
    /// [`Side::king_attack`](crate::board::side::Side) defines it for a position that is evaluated, but
    /// without computing the rest of it.
    pub(super) fn attack_king(&self, color: Color) -> bool {
        let (men, sides) = (&self.by_role, &self.by_color);
        let ours = *sides.get(color);
        let Some(square) = (men.king & *sides.get(!color)).single_square() else {
            return false;
        };
        let zone = zone_of(square, !color);
        let occupied = sides.white | sides.black;
        let pieces = bearing(zone, ours & men.knight, knight_attacks)
            + bearing(zone, ours & men.bishop, |at| bishop_attacks(at, occupied))
            + bearing(zone, ours & men.rook, |at| rook_attacks(at, occupied))
            + bearing(zone, ours & men.queen, |at| queen_attacks(at, occupied));
        pieces >= KING_ATTACKERS
    }
}

/// The number of `pieces`, with the attacks that `attacks` returns, that attack a square of the `zone`.
#[inline(always)]
fn bearing(zone: Bitboard, pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> usize {
    let bears = |at: &Square| attacks(*at).intersects(zone);
    pieces.into_iter().filter(bears).count()
}
