//! Bishops against knights and against one another.

use shakmaty::Bitboard;

use crate::catalogue::Key;
use crate::catalogue::peculiarities::{
    self, BN_VS_NN_FIXED_PAWN_FOCAL, BVN_FIXED_PAWN_FOCAL, SAME_COLOUR_BISHOPS_FIXED_PAWN_FOCAL,
};
use crate::catalogue::thresholds::WORSE;
use crate::context::side::Side;
use crate::rules::{View, Visitor, count, once};

/// d4, e4, d5 and e5.
pub(super) const FOCAL: Bitboard = Bitboard(0x0000_0018_1800_0000);

pub(super) fn visit(rules: &mut impl Visitor) {
    let is_alone = |side: &Side| side.bishops.single_square().is_some();
    if rules.wants(|context| is_alone(&context.own) || is_alone(&context.enemy)) {
        against_minors(rules);
    }
}

/// The rules for a side with one bishop.
fn against_minors(rules: &mut impl Visitor) {
    // A bishop against a knight is worth 15, whatever heavy pieces there are.
    rules.rule(peculiarities::BVN_BISHOP_SIDE, |view, [bonus]| {
        bonus * once(is_bishop_against_knight(view))
    });
    rules.rule(peculiarities::BVN_FIXED_PAWN, |view, [penalty]| {
        let gate = is_bishop_against_knight(view);
        penalty * once(gate) * fixed(view, BVN_FIXED_PAWN_FOCAL)
    });
    rules.rule(BVN_FIXED_PAWN_FOCAL, |view, [penalty]| {
        let gate = is_bishop_against_knight(view);
        penalty * once(gate) * fixed_focal(view)
    });
    // Bishop and knight against two knights are worth 15 too.
    rules.rule(peculiarities::BN_VS_NN_BISHOP_SIDE, |view, [bonus]| {
        bonus * once(is_against_two_knights(view))
    });
    rules.rule(peculiarities::BN_VS_NN_FIXED_PAWN, |view, [penalty]| {
        let gate = is_against_two_knights(view);
        penalty * once(gate) * fixed(view, BN_VS_NN_FIXED_PAWN_FOCAL)
    });
    rules.rule(BN_VS_NN_FIXED_PAWN_FOCAL, |view, [penalty]| {
        let gate = is_against_two_knights(view);
        penalty * once(gate) * fixed_focal(view)
    });
    rules.rule(
        peculiarities::SAME_COLOUR_BISHOPS_FIXED_PAWN,
        |view, [penalty]| {
            let gate = bishops_of_same_colour(view) == Some(true);
            penalty * once(gate) * fixed(view, SAME_COLOUR_BISHOPS_FIXED_PAWN_FOCAL)
        },
    );
    rules.rule(SAME_COLOUR_BISHOPS_FIXED_PAWN_FOCAL, |view, [penalty]| {
        let gate = bishops_of_same_colour(view) == Some(true);
        penalty * once(gate) * fixed_focal(view)
    });
}

pub(super) fn score_readers(rules: &mut impl Visitor) {
    // With bishops of opposite colours the side that stands worse by half a pawn gets 50.
    rules.rule(
        peculiarities::OPPOSITE_BISHOPS_WEAKER_SIDE,
        |view, [bonus]| {
            let opposite = bishops_of_same_colour(view) == Some(false);
            bonus * once(view.score <= WORSE && opposite)
        },
    );
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
fn fixed(view: &View<'_>, focal: Key<1>) -> i32 {
    let mut pawns = fixed_on_colour(view);
    if view.applies(focal) {
        pawns &= !FOCAL;
    }
    count(pawns)
}

/// The fixed pawns on the bishop's colour and on one of the four squares in the middle: 10 each.
fn fixed_focal(view: &View<'_>) -> i32 {
    count(fixed_on_colour(view) & FOCAL)
}
