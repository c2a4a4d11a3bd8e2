//! The lasting advantages for which pawns are given.

use shakmaty::{Bitboard, ByColor, Color};

use super::men::Men;
use crate::board::bits::{files, pawn_hits, rank};
use crate::board::pawns::passed;

/// The advantages that each side has and the other does not, a bit each: an open file to itself, the
/// bishop pair, a rook on the seventh rank and a protected passed pawn.
pub(super) fn held(men: &Men) -> ByColor<u8> {
    let by_role = &men.by_role;
    let open_files = !files(by_role.pawn);
    let heavy = by_role.rook | by_role.queen;
    let both = ByColor::new_with(|color: Color| {
        let side = *men.by_color.get(color);
        let see = |set: Bitboard| color.fold_wb(set, set.flip_vertical());
        let [pawns, enemy_pawns] = [side, !side].map(|men| see(by_role.pawn & men));
        let bishops = by_role.bishop & side;
        let has = [
            (heavy & side).intersects(open_files)
                && (heavy & side).intersects(open_files & !files(heavy & !side)),
            bishops.intersects(Bitboard::LIGHT_SQUARES)
                && bishops.intersects(Bitboard::DARK_SQUARES),
            see(by_role.rook & side).intersects(rank(7)),
            passed(pawns, enemy_pawns).intersects(pawn_hits(pawns)),
        ];
        let bits = has.into_iter().map(u8::from);
        bits.fold(0, |all, bit| all << 1 | bit)
    });
    ByColor { white: both.white & !both.black, black: both.black & !both.white }
}
