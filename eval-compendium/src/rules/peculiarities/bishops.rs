//! Different types of opposing configurations: bishops against knights and against one another; and
//! knights that guard each other.

use shakmaty::Bitboard;
use shakmaty::attacks::knight_attacks;

use crate::board::bits::{FOCAL_CENTRE, count, once, ranks};
use crate::board::context::Context;
use crate::interplay::{
    BN_VS_NN_FIXED_PAWN_FOCAL, BVN_FIXED_PAWN_FOCAL, RuleRef, SAME_COLOUR_BISHOPS_FIXED_PAWN_FOCAL,
};
use crate::patterns::pieces::{bishop_colour, opposite_bishops, same_bishops};
use crate::rule::rules;
use crate::view::View;

rules! {
    "Opposing configurations" as Pieces;

    /// One bishop against one knight, with any heavy pieces and no other minors, earns {bonus}.
    "bvn.bishop-side" as Material [546, 548, 550] Middlegame when bishop_v_knight { bonus: 15 }
    |view, n| n.bonus * once(view.own.bishops.any());

    /// With a bishop against a knight, each own pawn on the bishop's colour that an enemy pawn
    /// blocks costs the bishop's side {penalty}. Those on d4, e4, d5 and e5 have a rule of their
    /// own.
    "bvn.fixed-pawn" [551] Middlegame when bishop_v_knight { penalty: -5 }
    |view, n| n.penalty * fixed(view, BVN_FIXED_PAWN_FOCAL);

    /// With a bishop against a knight, each own pawn on d4, e4, d5 or e5 that is of the bishop's
    /// colour and blocked by an enemy pawn costs the bishop's side {penalty}.
    "bvn.fixed-pawn-focal" [551] Middlegame when bishop_v_knight { penalty: -10 }
    |view, n| n.penalty * fixed_focal(view);

    /// Bishop and knight against two knights, with any heavy pieces, earn {bonus}.
    "bn-vs-nn.bishop-side" as Material [550, 553] Middlegame when bishop_knight_v_knights { bonus: 15 }
    |view, n| n.bonus * once(view.own.bishops.any());

    /// With bishop and knight against two knights, each own pawn on the bishop's colour that an
    /// enemy pawn blocks costs the bishop's side {penalty}. Those on d4, e4, d5 and e5 have their own
    /// rule.
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
    when opposite_bishops { bonus: 50, behind: 50 } reads_score
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
        n.penalty * (guards.sum::<i32>() / 2)
    };
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
fn fixed(view: &View<'_>, focal: RuleRef<()>) -> i32 {
    let mut pawns = fixed_on_colour(view);
    if view.applies(focal) {
        pawns &= !FOCAL_CENTRE;
    }
    count(pawns)
}

/// The fixed pawns on the bishop's colour and on one of the four squares in the middle.
fn fixed_focal(view: &View<'_>) -> i32 {
    count(fixed_on_colour(view) & FOCAL_CENTRE)
}

/// The own pawns on the colour of the only own bishop, if there is one, that an enemy pawn directly
/// in front holds.
fn fixed_on_colour(view: &View<'_>) -> Bitboard {
    if view.own.bishops.is_empty() {
        return Bitboard::EMPTY;
    }
    view.own.structure.rammed & bishop_colour(view.own)
}
