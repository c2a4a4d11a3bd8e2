//! Material: a side's pieces, the minors still at home, and the kind of ending.

use shakmaty::{Bitboard, Board};

use super::bits::rank;

/// The starting squares of knights, of both sides.
const HOME_KNIGHTS: Bitboard = Bitboard(0x4200_0000_0000_0042);
/// The starting squares of bishops, of both sides.
const HOME_BISHOPS: Bitboard = Bitboard(0x2400_0000_0000_0024);

/// The most pieces of both sides in an ending that is named by its exact material: for example a queen
/// against three minors.
const MAX_NAMED: usize = 4;

/// True if the `pieces` of both sides are so few that a rule may name them exactly.
#[inline]
pub(crate) fn are_few(pieces: Bitboard) -> bool {
    pieces.count() <= MAX_NAMED
}

/// Minors on squares where minors of their kind start, of either side.
#[inline]
pub(crate) fn at_home(knights: Bitboard, bishops: Bitboard) -> Bitboard {
    knights & HOME_KNIGHTS | bishops & HOME_BISHOPS
}

/// Minors of both sides that stand on their own home squares.
#[inline]
pub(crate) fn home_minors(board: &Board) -> Bitboard {
    let own_ranks = board.white() & rank(1) | board.black() & rank(8);
    at_home(board.knights(), board.bishops()) & own_ranks
}

/// The number of knights, bishops, rooks and queens of a side: four bits each, one comparison for all. The constants have
/// the letters of their pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pieces(u16);

impl Pieces {
    pub(crate) const NONE: Pieces = Pieces::new(0, 0, 0, 0);
    pub(crate) const N: Pieces = Pieces::new(1, 0, 0, 0);
    pub(crate) const B: Pieces = Pieces::new(0, 1, 0, 0);
    pub(crate) const R: Pieces = Pieces::new(0, 0, 1, 0);
    pub(crate) const Q: Pieces = Pieces::new(0, 0, 0, 1);
    pub(crate) const NN: Pieces = Pieces::new(2, 0, 0, 0);
    pub(crate) const BN: Pieces = Pieces::new(1, 1, 0, 0);
    pub(crate) const BB: Pieces = Pieces::new(0, 2, 0, 0);
    pub(crate) const RN: Pieces = Pieces::new(1, 0, 1, 0);
    pub(crate) const RB: Pieces = Pieces::new(0, 1, 1, 0);
    pub(crate) const RR: Pieces = Pieces::new(0, 0, 2, 0);
    pub(crate) const QN: Pieces = Pieces::new(1, 0, 0, 1);
    pub(crate) const QB: Pieces = Pieces::new(0, 1, 0, 1);
    pub(crate) const QR: Pieces = Pieces::new(0, 0, 1, 1);
    pub(crate) const BBN: Pieces = Pieces::new(1, 2, 0, 0);
    pub(crate) const BNN: Pieces = Pieces::new(2, 1, 0, 0);

    /// These counts; a side never has more than ten of a kind.
    const fn new(knights: u16, bishops: u16, rooks: u16, queens: u16) -> Pieces {
        Pieces(knights | bishops << 4 | rooks << 8 | queens << 12)
    }

    pub(crate) fn of(knights: Bitboard, bishops: Bitboard, rooks: Bitboard, queens: Bitboard) -> Pieces {
        let [knights, bishops, rooks, queens] = [knights, bishops, rooks, queens].map(|pieces| pieces.count() as u16);
        Pieces::new(knights, bishops, rooks, queens)
    }
}

/// The endings with at most one piece of equal value on each side; the same for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Kings and pawns.
    Pawns,
    /// A knight each.
    Knights,
    /// A bishop each, on squares of one colour.
    SameBishops,
    /// A bishop each, on squares of different colours.
    OppositeBishops,
    /// A bishop against a knight.
    BishopKnight,
    /// A rook each.
    Rooks,
    /// A queen each.
    Queens,
    /// Anything else.
    Other,
}

impl Ending {
    /// The ending between two sides with these pieces; `bishops` are those of both.
    pub(crate) fn of(one: Pieces, other: Pieces, bishops: Bitboard) -> Ending {
        let same_colour = (bishops & Bitboard::LIGHT_SQUARES).count() != 1;
        match (one, other) {
            (Pieces::NONE, Pieces::NONE) => Ending::Pawns,
            (Pieces::N, Pieces::N) => Ending::Knights,
            (Pieces::B, Pieces::B) if same_colour => Ending::SameBishops,
            (Pieces::B, Pieces::B) => Ending::OppositeBishops,
            (Pieces::B, Pieces::N) | (Pieces::N, Pieces::B) => Ending::BishopKnight,
            (Pieces::R, Pieces::R) => Ending::Rooks,
            (Pieces::Q, Pieces::Q) => Ending::Queens,
            _ => Ending::Other,
        }
    }
}
