//! Trapped and bad pieces, weak squares, unreasonable retreats, the stonewall, and bishops against knights and one another.

use shakmaty::attacks::{king_attacks, knight_attacks};
use shakmaty::{Bitboard, Role, Square};

use crate::board::bits::*;
use crate::board::context::{Context, hits_without};
use crate::board::past::LastMove;
use crate::board::pawns::{Island, islands};
use crate::board::side::Piece;
use crate::interplay::*;
use crate::patterns::pawns::observers;
use crate::patterns::pieces::{bishop_colour, imprisoned, opposite_bishops, same_bishops};
use crate::rule::rules;
use crate::view::View;

/// The squares on which one enemy pawn is enough to surround a piece.
const EDGE: Bitboard = Bitboard(A_FILE.0 | H_FILE.0 | rank(8).0);

/// The most safe squares of a trapped rook.
const TRAPPED_ROOK: usize = 2;
/// The most safe squares of a trapped bishop.
const TRAPPED_BISHOP: usize = 2;
/// The most safe squares of a trapped queen.
const TRAPPED_QUEEN: usize = 3;
/// The most safe squares of a trapped knight.
const TRAPPED_KNIGHT: usize = 1;

/// All squares that may be weak: c3 to f4.
const CENTRE: Bitboard = Bitboard(INNER_FILES.0 & ranks(3, 4).0);

/// The fewest pawns of a stonewall, all of a side's.
const STONEWALL_PAWNS: usize = 5;
/// The fewest files of its widest island.
const STONEWALL_FILES: u32 = 4;
/// The fewest of its pawns in the middle of the board.
const STONEWALL_CENTRAL: usize = 2;

rules! {
    "Trapped pieces" as Pieces;

    /// A rook in the enemy half that is hemmed in and has fewer than three safe squares, none of
    /// them in the own half, costs {penalty}. Hemmed in means two enemy pieces or pawns next to it or, on the
    /// edge, an enemy pawn; a safe capture is a way out.
    "trapped.rook" [534, 536] Middlegame { penalty: -150 }
    |view, n| n.penalty * count(trapped(view, Role::Rook, view.own.rooks, TRAPPED_ROOK));

    /// A bishop in the enemy half that is hemmed in and has fewer than three safe squares, none of
    /// them in the own half, costs {penalty}. Hemmed in means two enemy pieces or pawns next to it or, on the
    /// edge, an enemy pawn; a safe capture is a way out.
    "trapped.bishop" [536] Middlegame { penalty: -100 }
    |view, n| n.penalty * count(trapped(view, Role::Bishop, view.own.bishops, TRAPPED_BISHOP));

    /// A queen in the enemy half that is hemmed in and has fewer than four safe squares, none of them in the own
    /// half, costs {penalty}. It is not charged for an imprisoned queen, which costs more.
    "trapped.queen" [536] Middlegame { penalty: -300 }
    |view, n| {
        let mut queens = trapped(view, Role::Queen, view.own.queens, TRAPPED_QUEEN);
        if queens.any() && view.applies(BAD_IMPRISONED_QUEEN) {
            queens &= !imprisoned(view);
        }
        n.penalty * count(queens)
    };

    /// A knight in the enemy half that is hemmed in and has at most one safe square, not in the own
    /// half, costs {penalty}. Hemmed in means two enemy pieces or pawns next to it or, on the edge, an enemy
    /// pawn; a safe capture is a way out.
    "trapped.knight" [536] Middlegame { penalty: -100 }
    |view, n| n.penalty * count(trapped(view, Role::Knight, view.own.knights, TRAPPED_KNIGHT));

    "Weak squares" as Other;

    /// Each of d4 and e4 (for Black d5 and e5) that no own pawn and fewer own than enemy pieces
    /// guard costs {penalty}. Kings and what stands on the square make no difference.
    "weak-squares.central" [538, 540] Middlegame { penalty: -50 }
    // The document allows a bonus for the enemy instead: it is charged only once.
    |view, n| n.penalty * weak(view, CENTRAL_FILES & rank(4));

    /// Each of d3 and e3 (for Black d6 and e6) that no own pawn and fewer own than enemy pieces guard costs {penalty}.
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

    "Opposing configurations" as Pieces;

    /// One bishop against one knight, with any heavy pieces and no other minors, earns {bonus}.
    "bvn.bishop-side" as Material [546, 548, 550] Middlegame when bishop_v_knight { bonus: 15 }
    |view, n| n.bonus * once(view.own.bishops.any());

    /// With a bishop against a knight, each own pawn on the bishop's colour that an enemy pawn blocks costs the
    /// bishop's side {penalty}. Those on d4, e4, d5 and e5 have a rule of their own.
    "bvn.fixed-pawn" [551] Middlegame when bishop_v_knight { penalty: -5 }
    |view, n| n.penalty * fixed(view, BVN_FIXED_PAWN_FOCAL);

    /// With a bishop against a knight, each own pawn on d4, e4, d5 or e5 that is of the bishop's
    /// colour and blocked by an enemy pawn costs the bishop's side {penalty}.
    "bvn.fixed-pawn-focal" [551] Middlegame when bishop_v_knight { penalty: -10 }
    |view, n| n.penalty * fixed_focal(view);

    /// Bishop and knight against two knights, with any heavy pieces, earn {bonus}.
    "bn-vs-nn.bishop-side" as Material [550, 553] Middlegame when bishop_knight_v_knights { bonus: 15 }
    |view, n| n.bonus * once(view.own.bishops.any());

    /// With bishop and knight against two knights, each own pawn on the bishop's colour that an enemy pawn blocks
    /// costs the bishop's side {penalty}. Those on d4, e4, d5 and e5 have their own rule.
    "bn-vs-nn.fixed-pawn" [551, 553] Middlegame when bishop_knight_v_knights { penalty: -5 }
    |view, n| n.penalty * fixed(view, BN_VS_NN_FIXED_PAWN_FOCAL);

    /// With bishop and knight against two knights, each own pawn on d4, e4, d5 or e5 that is of the
    /// bishop's colour and blocked by an enemy pawn costs the bishop's side {penalty}.
    "bn-vs-nn.fixed-pawn-focal" [551, 553] Middlegame when bishop_knight_v_knights { penalty: -10 }
    |view, n| n.penalty * fixed_focal(view);

    /// With one bishop each on the same colour, each own pawn on that colour that an enemy pawn
    /// blocks costs {penalty}. Those on d4, e4, d5 and e5 have their own rule.
    "same-colour-bishops.fixed-pawn" [555, 557] Middlegame when same_bishops { penalty: -5 }
    |view, n| n.penalty * fixed(view, SAME_COLOUR_BISHOPS_FIXED_PAWN_FOCAL);

    /// With one bishop each on the same colour, each own pawn on d4, e4, d5 or e5 that is of that
    /// colour and blocked by an enemy pawn costs {penalty}.
    "same-colour-bishops.fixed-pawn-focal" [557] Middlegame when same_bishops { penalty: -10 }
    |view, n| n.penalty * fixed_focal(view);

    /// With one bishop each, on opposite colours, the side that is {behind} or more behind in the
    /// sum as printed earns {bonus}: such bishops are a way out.
    "opposite-bishops.weaker-side" as Other [559, 561] Middlegame
    when opposite_bishops { bonus: 50, behind: 50 } ReadsScore
    |view, n| n.bonus * once(view.score <= -n.behind);

    "Unhealthy mutual piece positioning" as Pieces;

    /// Each pair of knights that guard each other costs {penalty}, unless one of them is attacked
    /// in the middle or in the enemy half: there they fight for its square.
    "unhealthy.knights-defend-each-other" [563, 565] Middlegame { penalty: -25 }
    // Such knights never attack a square together, so the square they fight for is one of theirs.
    |view, n| {
        let contested = (FOCAL_CENTRE | ranks(5, 8)) & view.enemy.by_any;
        let knights = view.own.knights & !contested;
        if !knights.more_than_one() {
            return 0;
        }
        let guards = knights.into_iter().map(|at| count(knight_attacks(at) & knights));
        // Each pair is counted twice.
        n.penalty * (guards.sum::<i64>() / 2)
    };

    "Positional peculiarities" as Pieces;

    /// A bishop beyond its first rank with an own pawn on every square diagonally next to it costs
    /// {penalty}. If enemy pawns block all of these pawns, the rule on passive pieces charges more.
    "bad.pawn-bishop" [567, 569, 571, 573] Middlegame { penalty: -150 }
    |view, n| {
        let own = view.own;
        let out = own.bishops & !rank(1);
        if out.is_empty() || own.pawns.is_disjoint(own.by_bishops) {
            return 0;
        }
        // A bishop is not shut in if a square next to it on a diagonal is free of these pawns.
        let shut_in_by = |pawns: Bitboard| out & !(pawn_hits(!pawns) | pawn_hits_down(!pawns));
        let mut bishops = shut_in_by(own.pawns);
        if view.applies(PASSIVITY_OWN_PAWNS) {
            bishops &= !shut_in_by(own.structure.rammed);
        }
        n.penalty * count(bishops)
    };

    /// A knight on the a- or h-file costs {penalty} if enemy pawns guard every square that it could
    /// go to. Own pieces and pawns in its way alone are not such a cage.
    "bad.end-file-knight" [575, 577] Middlegame { penalty: -50 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let knights = own.knights & (A_FILE | H_FILE);
        let is_held = |&at: &Square| {
            let goals = knight_attacks(at) & !own.units;
            goals.any() && goals.is_subset(enemy.by_pawns)
        };
        n.penalty * knights.into_iter().filter(is_held).count() as i64
    };

    /// A piece in the enemy camp that only looks on costs {penalty}: it stands on the half of the
    /// board where pawns are locked and attacks no square of the live half in the enemy camp.
    "bad.useless-attacker" [579, 581, 583] Middlegame { penalty: -50 }
    |view, n| n.penalty * count(observers(view) & ranks(5, 8));

    /// The last own move earns {bonus} if it brought such a useless piece to where it takes part.
    "bad.useless-attacker-transfer" [583] Middlegame { bonus: 25 }
    // The document gives no number: it is half of the piece's penalty.
    |view, n| n.bonus * once(view.own.past.last.did(LastMove::TRANSFERRED));

    /// The last own move costs {penalty} if all that its piece newly attacks are enemy pawns with a
    /// pawn to guard them and more defenders than attackers. Captures, checks and pieces that look
    /// at the enemy king position are left out.
    "bad.erroneous-activity" [585, 587] Middlegame { penalty: -50 }
    // As a rule on positions it would contradict the one on attack potentials.
    |view, n| n.penalty * once(view.own.past.last.did(LastMove::ERRONEOUS));

    /// A queen on ranks 4 to 8 that can safely reach one to eight other squares, none on its first three ranks, costs
    /// {penalty} if the enemy pieces able to attack it, at once or after a move to a square that no pawn guards, are
    /// worth more than a queen.
    "bad.imprisoned-queen" [589, 591] Middlegame { penalty: -500 }
    |view, n| n.penalty * count(imprisoned(view));

    /// A side that is {behind} or more behind in the sum as printed earns {bonus} if its pawns, five or more, all
    /// stand on squares of one colour, two or more of them on c3 to f6, with a group over at least four files.
    "stonewall.one-colour-pawns" as Pawns [593, 595] Middlegame { bonus: 100, behind: 50 } ReadsScore
    |view, n| {
        let pawns = view.own.pawns;
        let one_colour =
            pawns.is_subset(Bitboard::LIGHT_SQUARES) || pawns.is_subset(Bitboard::DARK_SQUARES);
        if view.score > -n.behind || !one_colour || pawns.count() < STONEWALL_PAWNS {
            return 0;
        }
        let wide = |island: &Island| island.last + 1 - island.first >= STONEWALL_FILES;
        let central = (pawns & LARGE_CENTRE).count() >= STONEWALL_CENTRAL;
        n.bonus * once(central && islands(pawns).iter().any(wide))
    };
}

/// The `pieces`, all those of `role`, that are surrounded on the ranks 5 to 8 and have at most `at_most`
/// safe squares to go to, none of them in the own half.
fn trapped(view: &View<'_>, role: Role, pieces: Bitboard, at_most: usize) -> Bitboard {
    let (own, enemy) = (view.own, view.enemy);
    if pieces.is_disjoint(ranks(5, 8)) {
        return Bitboard::EMPTY;
    }
    let pieces = own.each.iter();
    let surrounded = pieces.filter(|piece| piece.role == role && is_surrounded(view, piece));
    let stuck = surrounded.filter(|piece| {
        let goals = piece.attacks & !(own.units | enemy.king.set | enemy.by_any);
        // Squares that a line reaches through the piece's own square are attacked only when it has left.
        // A piece that can go home is not trapped.
        let stuck = |goals: Bitboard| goals.count() <= at_most && goals.is_disjoint(ranks(1, 4));
        stuck(goals) || {
            let hits = hits_without(enemy, piece.square.into(), view.occupied);
            stuck(goals & !hits)
        }
    });
    stuck.map(|piece| piece.square).collect()
}

/// True if a piece on the ranks 5 to 8 has two enemy pieces or pawns next to it or, on the edge, a pawn.
fn is_surrounded(view: &View<'_>, piece: &Piece) -> bool {
    let near = king_attacks(piece.square);
    ranks(5, 8).contains(piece.square)
        && ((near & view.enemy.units).more_than_one()
            || EDGE.contains(piece.square) && near.intersects(view.enemy.pawns))
}

/// The number of `squares`, some of [`CENTRE`], that no own pawn and fewer own than enemy pieces attack.
fn weak(view: &View<'_>, squares: Bitboard) -> i64 {
    let weak = view.shared.weak_squares.get_or_init(|| {
        let (own, enemy) = (view.own, view.enemy);
        let contested = CENTRE & enemy.by_pieces & !own.by_pawns;
        let outnumbered = |square: &Square| enemy.count_attacking_pieces(*square) > own.count_attacking_pieces(*square);
        let doubtful = contested & own.by_pieces & enemy.attacked_twice;
        contested & !own.by_pieces | doubtful.into_iter().filter(outnumbered).collect::<Bitboard>()
    });
    count(*weak & squares)
}

/// True if one side has a bishop as its only minor piece and the other side a knight.
fn bishop_v_knight(context: &Context<'_>) -> bool {
    is_one_bishop_among(context, 1)
}

/// True if one side has a bishop and a knight as its minor pieces and the other side two knights.
fn bishop_knight_v_knights(context: &Context<'_>) -> bool {
    is_one_bishop_among(context, 2)
}

/// True if each side has that many minor pieces, and a single one of all of them is a bishop.
fn is_one_bishop_among(context: &Context<'_>, minors: usize) -> bool {
    let (own, enemy) = (&context.own, &context.enemy);
    (own.bishops | enemy.bishops).single_square().is_some()
        && own.minors.count() == minors
        && enemy.minors.count() == minors
}

/// The fixed pawns on the bishop's colour, without those in the middle, which the rule `focal` covers.
fn fixed(view: &View<'_>, focal: RuleRef<()>) -> i64 {
    let mut pawns = fixed_on_colour(view);
    if view.applies(focal) {
        pawns &= !FOCAL_CENTRE;
    }
    count(pawns)
}

/// The fixed pawns on the bishop's colour and on one of the four squares in the middle.
fn fixed_focal(view: &View<'_>) -> i64 {
    count(fixed_on_colour(view) & FOCAL_CENTRE)
}

/// The own pawns on the colour of the only own bishop, if there is one, that an enemy pawn directly in front holds.
fn fixed_on_colour(view: &View<'_>) -> Bitboard {
    if view.own.bishops.is_empty() {
        return Bitboard::EMPTY;
    }
    view.own.structure.rammed & bishop_colour(view.own)
}
