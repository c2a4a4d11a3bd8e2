//! Where a king can walk while nothing else moves.

use shakmaty::Bitboard;

use crate::board::bits::{beside, down, up};

/// The set and all squares next to it.
pub(crate) fn grown(set: Bitboard) -> Bitboard {
    let row = set | beside(set);
    row | up(row) | down(row)
}

/// `from` and every square that a king reaches from there over squares of `open`.
pub(crate) fn reached(from: Bitboard, open: Bitboard) -> Bitboard {
    let mut seen = from;
    loop {
        let more = seen | grown(seen) & open;
        if more == seen {
            return seen;
        }
        seen = more;
    }
}

/// The three by three squares around a king; at an edge there are fewer.
pub(crate) fn block(king: Bitboard) -> Bitboard {
    grown(king)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Square;
    use shakmaty::attacks::king_attacks;

    #[test]
    fn a_king_walks_step_by_step() {
        let a1 = Bitboard::from_square(Square::A1);
        assert_eq!(reached(a1, Bitboard::EMPTY), a1);
        assert_eq!(reached(a1, Bitboard::FULL), Bitboard::FULL);
        let first_file = Bitboard(0x0101_0101_0101_0101);
        assert_eq!(reached(a1, first_file), first_file);
        for square in Square::ALL {
            let set = Bitboard::from_square(square);
            assert_eq!(block(set), king_attacks(square) | set);
        }
    }
}
