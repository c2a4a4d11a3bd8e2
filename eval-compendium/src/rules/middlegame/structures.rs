//! Closed centres, and pawns among enemy pawns.

use shakmaty::Bitboard;

use super::pawns::{few, restrictors};
use crate::catalogue::middlegame;
use crate::catalogue::thresholds::MAJORITY_OVER;
use crate::context::Centre;
use crate::context::bits::{beside, down, file, fill_down, up};
use crate::rules::space::{closed_space_central, closed_space_semicentral};
use crate::rules::{Amount, View, Visitor, count, once};

/// The files a to d.
const QUEENSIDE: Bitboard = Bitboard(file(0).0 | file(1).0 | file(2).0 | file(3).0);
/// The files e to h.
const KINGSIDE: Bitboard = Bitboard(!QUEENSIDE.0);
/// The files d and e.
const CENTRAL: Bitboard = Bitboard(file(3).0 | file(4).0);

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(middlegame::CLOSED_STRUCTURE, |view, []| {
        let closed = matches!(view.centre, Centre::ClosedFixed | Centre::ClosedSemiFixed);
        once(closed) * bonuses(view)
    });
    rules.rule(middlegame::SEMI_CLOSED_STRUCTURE, |view, []| {
        once(view.centre == Centre::SemiClosed) * bonuses(view)
    });
    rules.rule(middlegame::CLOSED_SPACE_CENTRAL, closed_space_central);
    rules.rule(
        middlegame::CLOSED_SPACE_SEMICENTRAL,
        closed_space_semicentral,
    );
    rules.rule(middlegame::VERTICALLY_ISOLATED_PAWN, vertically_isolated);
    rules.rule(middlegame::BACKWARD_FATED_PAWN, backward_fated);
    // A pawn that holds doubled enemy pawns back, and the pawn beside them too, is worth 40.
    rules.rule(middlegame::RESTRICTING_PAWN, |view, [bonus]| {
        bonus * few(restrictors(view.own.pawns, view.enemy.pawns))
    });
    rules.rule(middlegame::PROSPECTIVE_PASSER, prospective_passer);
}

/// What a structure that is closed or half closed gives.
fn bonuses(view: &View<'_>) -> i32 {
    closed_space_central(view, view.numbers(middlegame::CLOSED_SPACE_CENTRAL))
        + closed_space_semicentral(view, view.numbers(middlegame::CLOSED_SPACE_SEMICENTRAL))
}

/// A pawn with enemy pawns before, behind and beside it costs 35 if no pawn protects it.
fn vertically_isolated(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let enemy = view.enemy.pawns;
    let wrapped = view.own.structure.rammed & up(enemy) & !view.own.structure.protected;
    let beside_enemy = beside(enemy);
    penalty * few(wrapped & (beside_enemy | up(beside_enemy) | down(beside_enemy)))
}

/// A pawn that two enemy pawns take when it steps forward costs 35, 50 in the endgame, if no
/// neighbour beside or behind it can help.
pub(in crate::rules) fn backward_fated(view: &View<'_>, [middlegame, endgame]: [i32; 2]) -> Amount {
    let structure = &view.own.structure;
    let helped = structure.with_neighbour_beside | structure.with_neighbour_behind;
    let pawns = few(structure.stop_hit_twice & !helped);
    Amount {
        middlegame: middlegame * pawns,
        endgame: endgame * pawns,
    }
}

/// Where the own pawns are one more than the enemy's, on a wing or in the centre, the foremost one
/// on an open way that has not passed yet is worth 15; once, however many of them it stands for.
pub(in crate::rules) fn prospective_passer(
    view: &View<'_>,
    [middlegame, endgame]: [i32; 2],
) -> Amount {
    let (own, enemy) = (view.own.pawns, view.enemy.pawns);
    let structure = &view.own.structure;
    let open = structure.front & !structure.passed & !fill_down(enemy);
    let foremost = |region: Bitboard| {
        let here = open & region;
        let Some(last) = here.last() else {
            return Bitboard::EMPTY;
        };
        let against = count(enemy & region);
        if MAJORITY_OVER.contains(&against) && count(own & region) == against + 1 {
            here & Bitboard::from_rank(last.rank())
        } else {
            Bitboard::EMPTY
        }
    };
    // Of several in a row the one nearer the edge.
    let queenside = foremost(QUEENSIDE).isolate_first();
    let kingside = foremost(KINGSIDE).isolate_last();
    let central = foremost(CENTRAL);
    // One that is already chosen stands for the centre too.
    let one_more = central.any() && central.is_disjoint(queenside | kingside);
    let pawns = once(queenside.any()) + once(kingside.any()) + once(one_more);
    Amount {
        middlegame: middlegame * pawns,
        endgame: endgame * pawns,
    }
}
