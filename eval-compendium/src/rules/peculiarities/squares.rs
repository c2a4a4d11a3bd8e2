//! Weak squares, and unreasonable retreats.

use shakmaty::{Bitboard, Square};

use crate::board::bits::{CENTRAL_FILES, INNER_FILES, SEMI_CENTRAL_FILES, count, rank, ranks};
use crate::rule::rules;
use crate::view::View;

/// All squares that may be weak: c3 to f4.
const CENTRE: Bitboard = Bitboard(INNER_FILES.0 & ranks(3, 4).0);

rules! {
    "Weak squares" as Other;

    /// Each of d4 and e4 (for Black d5 and e5) that no own pawn and fewer own than enemy pieces
    /// guard costs {penalty}. Kings and what stands on the square make no difference.
    "weak-squares.central" [538, 540] Middlegame { penalty: -50 }
    // The document allows a bonus for the enemy instead: it is charged only once.
    |view, n| n.penalty * weak(view, CENTRAL_FILES & rank(4));

    /// Each of d3 and e3 (for Black d6 and e6) that no own pawn and fewer own than enemy pieces
    /// guard costs {penalty}.
    "weak-squares.semi-central" [540] Middlegame { penalty: -35 }
    |view, n| n.penalty * weak(view, CENTRAL_FILES & rank(3));

    /// Each of c3, c4, f3 and f4 (for Black c6, c5, f6 and f5) that no own pawn and fewer own than
    /// enemy pieces guard costs {penalty}.
    "weak-squares.outer" [540] Middlegame { penalty: -20 }
    |view, n| n.penalty * weak(view, SEMI_CENTRAL_FILES & ranks(3, 4));

    "Unreasonable retreats" as Pieces;

    /// Each knight or bishop on d1 or e1 (for Black d8 or e8) costs {penalty}.
    "retreats.minor-back-rank" [542, 544] Middlegame { penalty: -40 }
    // No minor starts there, so one that stands there has retreated.
    |view, n| n.penalty * count(view.own.minors & CENTRAL_FILES & rank(1));
}

/// The number of `squares`, some of [`CENTRE`], that no own pawn and fewer own than enemy pieces attack.
fn weak(view: &View<'_>, squares: Bitboard) -> i32 {
    let weak = view.shared.weak_squares.get_or_init(|| {
        let (own, enemy) = (view.own, view.enemy);
        let contested = CENTRE & enemy.by_pieces & !own.by_pawns;
        let outnumbered = |square: &Square| {
            enemy.count_attacking_pieces(*square) > own.count_attacking_pieces(*square)
        };
        let doubtful = contested & own.by_pieces & enemy.attacked_twice;
        contested & !own.by_pieces | doubtful.into_iter().filter(outnumbered).collect::<Bitboard>()
    });
    count(*weak & squares)
}
