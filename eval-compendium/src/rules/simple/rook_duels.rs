//! Endings with a rook each.

use shakmaty::Bitboard;

use super::cut_king::{cut_king, cut_king_edge};
use super::{only_in, support};
use crate::catalogue::simple;
use crate::catalogue::thresholds::{AHEAD_IN_RACE, THREE_V_TWO, WING_PAWNS};
use crate::context::Ending::{self, Rooks};
use crate::context::bits::{A_FILE, H_FILE, behind, down, file, rank};
use crate::rules::endings::steps;
use crate::rules::verdict::Finding;
use crate::rules::{View, Visitor, count, once};

/// The files a to c.
const QUEEN_WING: Bitboard = Bitboard(file(0).0 | file(1).0 | file(2).0);
/// The files f to h.
const KING_WING: Bitboard = Bitboard(file(5).0 | file(6).0 | file(7).0);

pub(super) fn visit(rules: &mut impl Visitor) {
    if !rules.wants(|context| context.ending == Ending::Rooks) {
        return;
    }
    rules.rule(simple::ROOK_KING_SUPPORTS, only_in(Rooks, support));
    rules.rule(
        simple::ROOK_BEHIND_ENEMY_PASSER,
        only_in(Rooks, behind_enemy_passer),
    );
    rules.rule(simple::ROOK_STUCK_DEFENDER, only_in(Rooks, stuck_defender));
    rules.rule(simple::ROOK_CUT_KING, only_in(Rooks, cut_king));
    rules.rule(simple::ROOK_CUT_KING_EDGE, only_in(Rooks, cut_king_edge));
    rules.rule(
        simple::ROOK_PASSER_TWO_AHEAD,
        only_in(Rooks, passer_two_ahead),
    );
}

pub(super) fn verdicts(rules: &mut impl Visitor) {
    rules.verdict(simple::ROOK_TRAPPED_ON_A1_DRAW, trapped_before_pawn);
    // Three pawns against two on four neighbouring files draw.
    rules.verdict(simple::ROOK_THREE_V_TWO_DRAW, |view, []| {
        let pawns = [count(view.own.pawns), count(view.enemy.pawns)];
        let draws = view.ending == Ending::Rooks && view.play.on_one_part();
        Finding::DRAW.when(draws && pawns == THREE_V_TWO)
    });
}

/// A rook behind an enemy passer (ahead of it as the own side plays), with nothing between, earns
/// 30.
fn behind_enemy_passer(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let own = &view.own;
    let passers = view.enemy.structure.passed & behind(own.rooks);
    bonus * count(passers & own.by_rooks)
}

/// A rook that alone defends an own pawn which the enemy rook attacks and which cannot step forward
/// costs 85, once however many such pawns there are.
fn stuck_defender(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let attacked = own.pawns & enemy.by_rooks & own.by_rooks;
    let alone = attacked & !own.by_pawns & !own.king.ring;
    penalty * once(alone.intersects(down(view.occupied)))
}

/// Where both sides have a passer, the one whose foremost is at least two steps nearer to its
/// promotion earns 200.
fn passer_two_ahead(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let own = steps(view.own.structure.passed);
    let enemy = steps(view.enemy.structure.passed.flip_vertical());
    match (own, enemy) {
        (Some(own), Some(enemy)) => bonus * once(own + AHEAD_IN_RACE <= enemy),
        _ => 0,
    }
}

/// A rook on a8 before its pawn on a7, the enemy rook behind the pawn with nothing between, the
/// enemy king on the seventh rank of the wing from f to h, where either side has three pawns and
/// nowhere else any other: a draw. So it is with files reversed.
fn trapped_before_pawn(view: &View<'_>, []: [i32; 0]) -> Finding {
    if view.ending != Ending::Rooks {
        return Finding::SILENT;
    }
    let (own, enemy) = (&view.own, &view.enemy);
    let pawn = own.pawns & rank(7) & down(own.rooks) & (A_FILE | H_FILE);
    if pawn.is_empty() {
        return Finding::SILENT;
    }
    let wing = if pawn.intersects(A_FILE) {
        KING_WING
    } else {
        QUEEN_WING
    };
    let three_on_wing = |pawns: Bitboard| pawns.count() == WING_PAWNS && (pawns & !wing).is_empty();
    Finding::DRAW.when(
        three_on_wing(own.pawns & !pawn)
            && three_on_wing(enemy.pawns)
            && enemy.rooks.intersects(behind(pawn))
            && enemy.by_rooks.intersects(pawn)
            && enemy.king.set.intersects(wing & rank(7)),
    )
}
