//! Bishops against knights and against one another.

use shakmaty::Bitboard;
use shakmaty::attacks::knight_attacks;

use crate::board::bits::{FOCAL_CENTRE, count, once, ranks};
use crate::board::context::Context;
use crate::board::side::Side;
use crate::interplay::{
    BN_VS_NN_FIXED_PAWN_FOCAL, BVN_FIXED_PAWN_FOCAL, Other, SAME_COLOUR_BISHOPS_FIXED_PAWN_FOCAL,
};
use crate::rule::rules;
use crate::view::{View, WORSE};

rules! {
    "Different types of opposing configurations";

    /// One bishop against one knight, with any heavy pieces and no other minors, earns {bonus}.
    "bvn.bishop-side" [546, 548, 550] Middlegame when one_bishop { bonus: 15 }
    |view, n| n.bonus * once(is_bishop_against_knight(view));

    /// With a bishop against a knight, each own pawn on the bishop's colour that an enemy pawn
    /// blocks costs the bishop's side {penalty}. Those on d4, e4, d5 and e5 have a rule of their
    /// own.
    "bvn.fixed-pawn" [551] Middlegame when one_bishop { penalty: -5 }
    |view, n| {
        let gate = is_bishop_against_knight(view);
        n.penalty * once(gate) * fixed(view, BVN_FIXED_PAWN_FOCAL)
    };

    /// With a bishop against a knight, each own pawn on d4, e4, d5 or e5 that is of the bishop's
    /// colour and blocked by an enemy pawn costs the bishop's side {penalty}.
    "bvn.fixed-pawn-focal" [551] Middlegame when one_bishop { penalty: -10 }
    |view, n| {
        let gate = is_bishop_against_knight(view);
        n.penalty * once(gate) * fixed_focal(view)
    };

    /// Bishop and knight against two knights, with any heavy pieces, earn {bonus}.
    "bn-vs-nn.bishop-side" [550, 553] Middlegame when one_bishop { bonus: 15 }
    |view, n| n.bonus * once(is_against_two_knights(view));

    /// With bishop and knight against two knights, each own pawn on the bishop's colour that an
    /// enemy pawn blocks costs the bishop's side {penalty}. Those on d4, e4, d5 and e5 have a rule
    /// of their own.
    "bn-vs-nn.fixed-pawn" [551, 553] Middlegame when one_bishop { penalty: -5 }
    |view, n| {
        let gate = is_against_two_knights(view);
        n.penalty * once(gate) * fixed(view, BN_VS_NN_FIXED_PAWN_FOCAL)
    };

    /// With bishop and knight against two knights, each own pawn on d4, e4, d5 or e5 that is of the
    /// bishop's colour and blocked by an enemy pawn costs the bishop's side {penalty}.
    "bn-vs-nn.fixed-pawn-focal" [551, 553] Middlegame when one_bishop { penalty: -10 }
    |view, n| {
        let gate = is_against_two_knights(view);
        n.penalty * once(gate) * fixed_focal(view)
    };

    /// With one bishop each on the same colour, each own pawn on that colour that an enemy pawn
    /// blocks costs {penalty}. Those on d4, e4, d5 and e5 have a rule of their own.
    "same-colour-bishops.fixed-pawn" [555, 557] Middlegame when one_bishop { penalty: -5 }
    |view, n| {
        let gate = bishops_of_same_colour(view) == Some(true);
        n.penalty * once(gate) * fixed(view, SAME_COLOUR_BISHOPS_FIXED_PAWN_FOCAL)
    };

    /// With one bishop each on the same colour, each own pawn on d4, e4, d5 or e5 that is of that
    /// colour and blocked by an enemy pawn costs {penalty}.
    "same-colour-bishops.fixed-pawn-focal" [557] Middlegame when one_bishop { penalty: -10 }
    |view, n| {
        let gate = bishops_of_same_colour(view) == Some(true);
        n.penalty * once(gate) * fixed_focal(view)
    };

    /// With one bishop each, on opposite colours, the side whose score is at least half a pawn
    /// behind earns {bonus}: such bishops are a way out.
    "opposite-bishops.weaker-side" [559, 561] Middlegame { bonus: 50 } reads_score
    |view, n| {
        let opposite = bishops_of_same_colour(view) == Some(false);
        n.bonus * once(view.score <= WORSE && opposite)
    };

    /// Each pair of knights that guard each other costs {penalty}, unless one of them is attacked
    /// in the middle or in the enemy half: there they fight for its square.
    "unhealthy.knights-defend-each-other" [563, 565] Middlegame { penalty: -25 }
    // such knights never attack a square together, so that what they fight for is one of theirs
    |view, n| {
        let own = &view.own;
        if own.knights.is_disjoint(own.by_knights) {
            return 0;
        }
        let contested = own.knights & (FOCAL_CENTRE | ranks(5, 8)) & view.enemy.by_any;
        let knights = own.knights & !contested;
        let guards = knights
            .into_iter()
            .map(|at| count(knight_attacks(at) & knights));
        // Each pair is met twice.
        n.penalty * (guards.sum::<i32>() / 2)
    };
}

fn one_bishop(context: &Context) -> bool {
    [&context.own, &context.enemy]
        .iter()
        .any(|side| side.bishops.single_square().is_some())
}

/// Knights and bishops of the side.
fn minors(side: &Side) -> (usize, usize) {
    (side.knights.count(), side.bishops.count())
}

fn is_bishop_against_knight(view: &View<'_>) -> bool {
    minors(&view.own) == (0, 1) && minors(&view.enemy) == (1, 0)
}

fn is_against_two_knights(view: &View<'_>) -> bool {
    minors(&view.own) == (1, 1) && minors(&view.enemy) == (2, 0)
}

/// Whether the bishops, one on each side, go on the same colour; `None` unless there is exactly
/// one on each side.
fn bishops_of_same_colour(view: &View<'_>) -> Option<bool> {
    let own = view.own.bishops.single_square()?;
    let enemy = view.enemy.bishops.single_square()?;
    Some(own.is_light() == enemy.is_light())
}

/// The own pawns on the colour of the only own bishop that an enemy pawn directly in front holds.
fn fixed_on_colour(view: &View<'_>) -> Bitboard {
    let light = view.own.bishops.intersects(Bitboard::LIGHT_SQUARES);
    let colour = if light {
        Bitboard::LIGHT_SQUARES
    } else {
        Bitboard::DARK_SQUARES
    };
    view.own.structure.rammed & colour
}

/// The fixed pawns on the bishop's colour that cost 5 each; those in the middle have the rule
/// `focal` to themselves.
fn fixed(view: &View<'_>, focal: Other<()>) -> i32 {
    let mut pawns = fixed_on_colour(view);
    if view.applies(focal) {
        pawns &= !FOCAL_CENTRE;
    }
    count(pawns)
}

/// The fixed pawns on the bishop's colour and on one of the four squares in the middle: 10 each.
fn fixed_focal(view: &View<'_>) -> i32 {
    count(fixed_on_colour(view) & FOCAL_CENTRE)
}
