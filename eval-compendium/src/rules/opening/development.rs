//! Order of development, underdevelopment, and men that have gone too far alone.

use shakmaty::Square;

use crate::board::bits::{CENTRAL_FILES, CORNERS, count, down, once, rank, ranks};
use crate::board::past::{First, other_wing};
use crate::patterns::pieces::{TWO_MINORS, gone_from_home, lead_in_development};
use crate::rule::rules;

rules! {
    "Opening" as Pieces;

    /// A side whose first minor piece to leave home was a knight earns {bonus}. Without the game: a
    /// knight is out, and at least as many knights as bishops are.
    "opening.knight-before-bishop" [49, 51] Opening { bonus: 20 }
    |view, n| n.bonus * once(view.own.past.first == First::Knight);

    /// A queen that has left d1 while fewer than two minor pieces are developed costs {penalty}.
    /// Minor pieces that were traded count as developed.
    "opening.early-queen" [53] Opening { penalty: -30 }
    |view, n| {
        let own = view.own;
        let out = own.queens.any() && !own.queens.contains(Square::D1);
        n.penalty * once(out && gone_from_home(own) < TWO_MINORS)
    };

    /// Each rook that has left its corner while fewer than two minor pieces are developed costs
    /// {penalty}. Minor pieces that were traded count as developed.
    "opening.early-rook" [55] Opening { penalty: -50 }
    |view, n| {
        let own = view.own;
        n.penalty * count(own.rooks & !CORNERS) * once(gone_from_home(own) < TWO_MINORS)
    };

    /// A side that castled while a minor piece of the other wing was still at home earns {bonus} as
    /// long as one is there. Without the game it is enough that the king stands castled, with no
    /// rook between it and the edge.
    "opening.castling-over-developing-other-side" as King [57] Opening { bonus: 60 }
    |view, n| {
        let own = view.own;
        let waits = |side| own.home_minors.intersects(other_wing(side));
        n.bonus * once(own.past.castled_first.is_some_and(waits))
    };

    /// A side that castled short where it could castle long as well earns {bonus} as long as the
    /// opening lasts. Without the game this is unknown and earns nothing.
    "opening.castle-short-over-long" as King [59] Opening { bonus: 50 }
    |view, n| n.bonus * once(view.own.past.chose_short);

    /// Each move in the opening of a knight, bishop, rook or queen that has moved before costs
    /// {penalty}, captures excepted. Castling is a move of the king: the rook's first own move
    /// after it is free. Only moves that are known count: without the game nothing is paid for
    /// where a piece stands.
    "opening.same-piece-twice" [61] Opening { penalty: -35 }
    |view, n| n.penalty * i32::from(view.own.past.repeats);

    /// Of two lines about equal in score, one beginning with a pawn push and one with a developing
    /// move, the developing one gets {bonus}: where a search finds a quiet pawn move best, the first
    /// move of a minor piece is played if it scores no more than that below.
    "opening.develop-over-pawn-push" [63] Opening { bonus: 20 }
    root;

    /// A knight or bishop directly in front of an own d- or e-pawn that has not moved costs
    /// {penalty}.
    "opening.minor-blocks-center-pawn" [65] Opening { penalty: -20 }
    |view, n| {
        let unmoved = view.own.pawns & CENTRAL_FILES & rank(2);
        n.penalty * count(unmoved & down(view.own.minors))
    };

    /// A side with at least two more minor pieces developed than the opponent, who has as many more
    /// at home, earns {bonus}.
    "opening.underdevelopment" [67, 69] Opening { bonus: 175 }
    |view, n| n.bonus * once(lead_in_development(view) >= TWO_MINORS);

    /// Each own pawn in the enemy half with no own pawn beside it or protecting it costs {penalty}.
    /// Help that could come later does not count.
    "opening.phalanx-unsupported-pawn" as Pawns [71, 73] Middlegame { penalty: -20 }
    |view, n| {
        let structure = &view.own.structure;
        let supported = structure.with_neighbour_beside | structure.protected;
        n.penalty * count(view.own.pawns & ranks(5, 8) & !supported)
    };

    /// Each own piece in the enemy half that no own man, the king included, defends costs
    /// {penalty}.
    "opening.phalanx-unsupported-piece" [71, 73] Middlegame { penalty: -30 }
    |view, n| n.penalty * count(view.own.pieces & ranks(5, 8) & !view.own.by_any);
}
