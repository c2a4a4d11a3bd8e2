//! Control of the centre: the four squares in the middle and the ring around them.

use shakmaty::Bitboard;

use crate::board::bits::{FOCAL_CENTRE, count, file, rank};
use crate::rule::rules;
use crate::view::View;

/// The ring from c3 to f6 around them.
const WIDER: Bitboard = Bitboard(
    (file(2).0 | file(3).0 | file(4).0 | file(5).0)
        & (rank(3).0 | rank(4).0 | rank(5).0 | rank(6).0)
        & !FOCAL_CENTRE.0,
);

rules! {
    "Opening";

    /// All rules of the middlegame hold in the opening too, unless the opening has its own. Shown
    /// is what a king on d1 or e1 costs by the middlegame's rule.
    "opening.inherits-middlegame" [21] Opening {} shows ["king-security.king-on-d-e"];
    // It has no number of its own: it shows one rule that the opening inherits.

    /// Each own pawn on d4, e4, d5 or e5 earns {pawn}.
    "opening.focal-center-pawn-occupation" [23, 25, 27, 29] Middlegame { pawn: 40 }
    |view, n| pawns_on_focal(view, [n.pawn]);

    /// A knight or bishop on d4, e4, d5 or e5 earns {minor}, a queen {queen}. Rooks and kings earn
    /// nothing there.
    "opening.focal-center-piece-occupation" [31, 33] Middlegame { minor: 20, queen: 30 }
    |view, n| pieces_on_focal(view, [n.minor, n.queen]);

    /// Each own pawn that attacks d4, e4, d5 or e5 earns {pawn}, whatever stands on that square.
    "opening.focal-center-pawn-control" [35, 37] Middlegame { pawn: 10 }
    |view, n| focal_hit_by_pawns(view, [n.pawn]);

    /// Every piece, the king too, earns {per_square} for each of d4, e4, d5 and e5 that it attacks,
    /// whatever stands there.
    "opening.focal-center-piece-control" [39, 41] Middlegame { per_square: 10 }
    // The king is a piece here: the document says that this concerns all pieces.
    |view, n| focal_hit_by_pieces(view, [n.per_square]);

    /// Every knight, bishop, rook or queen on the ring from c3 to f6 around the four central
    /// squares earns {piece}.
    "opening.wider-center-piece-occupation" [43, 45, 47] Middlegame { piece: 10 }
    |view, n| pieces_on_wider(view, [n.piece]);
}

fn pawns_on_focal(view: &View<'_>, [pawn]: [i32; 1]) -> i32 {
    pawn * count(view.own.pawns & FOCAL_CENTRE)
}

fn pieces_on_focal(view: &View<'_>, [minor, queen]: [i32; 2]) -> i32 {
    minor * count(view.own.minors & FOCAL_CENTRE) + queen * count(view.own.queens & FOCAL_CENTRE)
}

/// Each pawn for itself: a square that two pawns hit counts twice.
fn focal_hit_by_pawns(view: &View<'_>, [pawn]: [i32; 1]) -> i32 {
    pawn * (count(view.own.by_pawns & FOCAL_CENTRE) + count(view.own.by_two_pawns & FOCAL_CENTRE))
}

/// The king is a piece here: the text says all pieces.
fn focal_hit_by_pieces(view: &View<'_>, [square]: [i32; 1]) -> i32 {
    let by_pieces = view
        .own
        .each
        .iter()
        .map(|piece| count(piece.attacks & FOCAL_CENTRE));
    square * (by_pieces.sum::<i32>() + count(view.own.king.ring & FOCAL_CENTRE))
}

fn pieces_on_wider(view: &View<'_>, [piece]: [i32; 1]) -> i32 {
    piece * count(view.own.pieces & WIDER)
}
