//! Control of the centre: the four squares in the middle and the ring around them.

use shakmaty::Bitboard;

use crate::board::bits::{FOCAL_CENTRE, LARGE_CENTRE, count, pawn_hits_down};
use crate::board::side::Piece;
use crate::rule::rules;

/// The ring from c3 to f6 around the focal centre.
const WIDER_CENTRE: Bitboard = Bitboard(LARGE_CENTRE.0 & !FOCAL_CENTRE.0);

rules! {
    "Opening" as Pieces;

    /// All rules of the middlegame hold in the opening too, unless the opening has its own. Shown
    /// is what a king on d1 or e1 costs by the middlegame's rule.
    "opening.inherits-middlegame" as King [21] Opening {} shows ["king-security.king-on-d-e"];

    /// Each own pawn on d4, e4, d5 or e5 earns {pawn}.
    "opening.focal-center-pawn-occupation" as Pawns [23, 25, 27, 29] Middlegame { pawn: 40 }
    |view, n| n.pawn * count(view.own.pawns & FOCAL_CENTRE);

    /// A knight or bishop on d4, e4, d5 or e5 earns {minor}, a queen {queen}. Rooks and kings earn
    /// nothing there.
    "opening.focal-center-piece-occupation" [31, 33] Middlegame { minor: 20, queen: 30 }
    |view, n| {
        n.minor * count(view.own.minors & FOCAL_CENTRE)
            + n.queen * count(view.own.queens & FOCAL_CENTRE)
    };

    /// Each own pawn that attacks d4, e4, d5 or e5 earns {pawn}, whatever stands on that square.
    "opening.focal-center-pawn-control" as Pawns [35, 37] Middlegame { pawn: 10 }
    |view, n| n.pawn * count(view.own.pawns & pawn_hits_down(FOCAL_CENTRE));

    /// Every piece, the king too, earns {per_square} for each of d4, e4, d5 and e5 that it attacks,
    /// whatever stands there.
    "opening.focal-center-piece-control" [39, 41] Middlegame { per_square: 10 }
    // The king is a piece here: the document applies this to all pieces.
    |view, n| {
        let own = view.own;
        let attacked = |piece: &Piece| count(piece.attacks & FOCAL_CENTRE);
        let by_pieces: i32 = own.each.iter().map(attacked).sum();
        n.per_square * (by_pieces + count(own.king.ring & FOCAL_CENTRE))
    };

    /// Every knight, bishop, rook or queen on the ring from c3 to f6 around the four central
    /// squares earns {piece}.
    "opening.wider-center-piece-occupation" [43, 45, 47] Middlegame { piece: 10 }
    |view, n| n.piece * count(view.own.pieces & WIDER_CENTRE);
}
