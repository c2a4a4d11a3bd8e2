//! The introduction and the opening: centre, development, castling rights, the bishop pair and pins.

use shakmaty::attacks::bishop_attacks;
use shakmaty::{Bitboard, Square};

use crate::board::bits::*;
use crate::board::past::{First, other_wing};
use crate::board::side::Piece;
use crate::interplay::*;
use crate::patterns::endgame::worth;
use crate::patterns::lines::x_ray;
use crate::patterns::pieces::{TWO_MINORS, gone_from_home, lead_in_development, on_both_colours};
use crate::patterns::shelter::{is_stuck_among_queens, is_stuck_in_centre, shut_in};
use crate::rule::rules;

/// The ring from c3 to f6 around the focal centre.
const WIDER_CENTRE: Bitboard = Bitboard(LARGE_CENTRE.0 & !FOCAL_CENTRE.0);

/// f8 and g8: where the enemy king passes and arrives when castling short.
const SHORT_WAY: Bitboard = Bitboard(rank(8).0 & (file(5).0 | file(6).0));
/// d8 and c8: the same when castling long.
const LONG_WAY: Bitboard = Bitboard(rank(8).0 & (file(3).0 | file(2).0));

rules! {
    "Introduction" as Material;

    /// Scores written with p are whole pawns of {pawn} centipawns; bare numbers are centipawns.
    /// Shown are a side's pawns, which the piece values already count.
    "intro.units" [11] All { pawn: 100 } Definition
    |view, n| n.pawn * count(view.own.pawns);

    /// A pawn is worth {pawn}, a knight {knight}, a bishop {bishop}, a rook {rook} and a queen {queen}.
    "intro.piece-values" [13] All { pawn: 100, knight: 300, bishop: 300, rook: 450, queen: 900 }
    |view, _| worth(view.own, view.numbers(PIECE_VALUES));

    /// Opening, middlegame and endgame have their own rules. By itself this adds nothing.
    "intro.three-phases" [17] All {} Definition
    // The phases are weights that blend one set of rules into the next.
    |_, _| 0;

    "Opening" as Pieces;

    /// All rules of the middlegame hold in the opening too, unless the opening has its own. Shown
    /// is what a king on d1 or e1 costs by the middlegame's rule.
    "opening.inherits-middlegame" as King [21] Opening {} Shows ["king-security.king-on-d-e"];

    /// Each own pawn on d4, e4, d5 or e5 earns {pawn}.
    "opening.focal-center-pawn-occupation" as Pawns [23, 25, 27, 29] Middlegame { pawn: 40 }
    |view, n| n.pawn * count(view.own.pawns & FOCAL_CENTRE);

    /// A knight or bishop on d4, e4, d5 or e5 earns {minor}, a queen {queen}. Rooks and kings earn nothing there.
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
        let by_pieces: i64 = own.each.iter().map(attacked).sum();
        n.per_square * (by_pieces + count(own.king.ring & FOCAL_CENTRE))
    };

    /// Every knight, bishop, rook or queen on the ring from c3 to f6 around the four central squares earns {piece}.
    "opening.wider-center-piece-occupation" [43, 45, 47] Middlegame { piece: 10 }
    |view, n| n.piece * count(view.own.pieces & WIDER_CENTRE);

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

    /// A side that castled while a minor piece of the other wing was still at home earns {bonus} as long as one is
    /// there. Without the game it is enough that the king stands castled, with no rook between it and the edge.
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

    /// Each move in the opening of a knight, bishop, rook or queen that has moved before costs {penalty}, captures
    /// excepted. Castling is a move of the king: the rook's first own move after it is free. Only moves that are
    /// known count: without the game nothing is paid for where a piece stands.
    "opening.same-piece-twice" [61] Opening { penalty: -35 }
    |view, n| n.penalty * i64::from(view.own.past.repeats);

    /// Of two lines about equal in score, one beginning with a pawn push and one with a developing
    /// move, the developing one gets {bonus}: where a search finds a quiet pawn move best, the first
    /// move of a minor piece is played if it scores no more than that below.
    "opening.develop-over-pawn-push" [63] Opening { bonus: 20 }
    Root;

    /// A knight or bishop directly in front of an own d- or e-pawn that has not moved costs {penalty}.
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

    /// Each own piece in the enemy half that no own piece or pawn, the king included, defends costs {penalty}.
    "opening.phalanx-unsupported-piece" [71, 73] Middlegame { penalty: -30 }
    |view, n| n.penalty * count(view.own.pieces & ranks(5, 8) & !view.own.by_any);

    "Opening" as King;

    /// A side that has lost the right to castle, has not castled and has its king on the d- or e-file of its first
    /// two ranks pays {penalty}. Without queens the rule on their exchange takes its place.
    "opening.lost-castling-king-in-center" [75, 77] Opening { penalty: -200 }
    |view, n| n.penalty * once(is_stuck_among_queens(view));

    /// A king without castling rights that shuts its own rook in between itself and the corner
    /// costs {penalty}, as Kf8 and Rh8 do for Black. The king stands on b1, c1, f1 or g1, and the
    /// rook's file has an own pawn. A rook that cannot move at all has its own rule.
    "opening.lost-castling-shut-in-rook" [75, 78] Opening { penalty: -80 }
    |view, n| {
        let own = view.own;
        let rooks = own.rooks & rank(1) & own.structure.files;
        let beyond = match own.king.square {
            Square::F1 => file(6) | H_FILE,
            Square::G1 => H_FILE,
            Square::C1 => A_FILE | file(1),
            Square::B1 => A_FILE,
            _ => Bitboard::EMPTY,
        };
        if own.may_castle() || rooks.is_disjoint(beyond) {
            return 0;
        }
        let replaced = view.replaced_by(PASSIVITY_SHUT_IN_ROOK) && shut_in(view).any();
        n.penalty * once(!replaced)
    };

    /// Keeping the enemy king, which may still castle, from doing so for now earns {bonus}, as
    /// Black's bishop on a6 does by covering f1. A piece attacks an empty square that the king
    /// passes or arrives on, and the king is not in check.
    "opening.prevent-castling" [80, 82] Opening { bonus: 50 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let way = |may: bool, squares: Bitboard| if may { squares } else { Bitboard::EMPTY };
        let ways = way(enemy.may_castle_short, SHORT_WAY) | way(enemy.may_castle_long, LONG_WAY);
        let held = ways & view.empty & own.by_pieces;
        n.bonus * once(held.any() && own.by_any.is_disjoint(enemy.king.set))
    };

    /// If the queens come off early and a side has lost the right to castle, with its king on the
    /// d- or e-file of its first two ranks, that side pays {penalty}.
    "opening.early-queen-exchange-lost-castling" [84, 86] Opening { penalty: -40 }
    |view, n| {
        let queens = (view.own.queens | view.enemy.queens).any();
        n.penalty * once(!queens && is_stuck_in_centre(view.own))
    };

    /// Owning bishops of both colours earns {bonus}, as the pair may last into the endgame.
    "opening.bishop-pair" as Material [88] Middlegame { bonus: 25 }
    |view, n| n.bonus * once(on_both_colours(view.own.bishops));

    /// A bishop that pins a knight to the king earns {bonus}. The middlegame has its own number for such a pin.
    "opening.pin-knight-to-king" as Pieces [90, 92] Opening { bonus: 40 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let pinned_from = x_ray(view, enemy.king.square, enemy.knights, bishop_attacks);
        n.bonus * count(own.bishops & pinned_from)
    };
}
