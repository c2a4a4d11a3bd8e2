//! Knights that guard each other, bad pieces, and the stonewall.

use shakmaty::attacks::knight_attacks;
use shakmaty::{Bitboard, Square};

use super::bishops::FOCAL;
use super::trapped::imprisoned_queen;
use crate::catalogue::peculiarities;
use crate::catalogue::techniques::PASSIVITY_OWN_PAWNS;
use crate::catalogue::thresholds::{STONEWALL_CENTRAL, STONEWALL_FILES, STONEWALL_PAWNS, WORSE};
use crate::context::bits::{A_FILE, H_FILE, file, pawn_hits, pawn_hits_down, rank, ranks};
use crate::context::pawns::islands;
use crate::last_move::LastMove;
use crate::rules::locked::observers;
use crate::rules::{View, Visitor, count, once};

/// c3 to f6: the four squares in the middle and those around them.
const CENTRE: Bitboard = Bitboard((file(2).0 | file(3).0 | file(4).0 | file(5).0) & ranks(3, 6).0);

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(
        peculiarities::UNHEALTHY_KNIGHTS_DEFEND_EACH_OTHER,
        knights_defend_each_other,
    );
    rules.rule(peculiarities::BAD_PAWN_BISHOP, pawn_bishop);
    rules.rule(peculiarities::BAD_END_FILE_KNIGHT, end_file_knight);
    // A piece on the ranks 5 to 8 of a locked half that only observes costs 50.
    rules.rule(peculiarities::BAD_USELESS_ATTACKER, |view, [penalty]| {
        penalty * count(observers(view) & ranks(5, 8))
    });
    // The document gives no number for bringing it back: it is half of what it costs.
    rules.rule(
        peculiarities::BAD_USELESS_ATTACKER_TRANSFER,
        |view, [bonus]| bonus * once(view.own.past.last.did(LastMove::TRANSFERRED)),
    );
    rules.rule(peculiarities::BAD_ERRONEOUS_ACTIVITY, |view, [penalty]| {
        penalty * once(view.own.past.last.did(LastMove::ERRONEOUS))
    });
    rules.rule(peculiarities::BAD_IMPRISONED_QUEEN, imprisoned_queen);
}

pub(super) fn score_readers(rules: &mut impl Visitor) {
    rules.rule(peculiarities::STONEWALL_ONE_COLOUR_PAWNS, stonewall);
}

/// Each pair of knights that guard each other costs 25, unless one of them stands where it is
/// attacked, in the middle of the board or in the enemy half: there they fight for the square.
fn knights_defend_each_other(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let own = &view.own;
    if own.knights.is_disjoint(own.by_knights) {
        return 0;
    }
    let contested = own.knights & (FOCAL | ranks(5, 8)) & view.enemy.by_any;
    let knights = own.knights & !contested;
    let guards = knights
        .into_iter()
        .map(|at| count(knight_attacks(at) & knights));
    // Each pair is met twice.
    penalty * (guards.sum::<i32>() / 2)
}

/// A bishop beyond its first rank with an own pawn on every square diagonally next to it costs
/// 150; if enemy pawns hold all of these pawns, the passive piece has a rule that says more.
fn pawn_bishop(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let own = &view.own;
    let mut bishops = own.bishops & !rank(1);
    if bishops.is_empty() || own.pawns.is_disjoint(own.by_bishops) {
        return 0;
    }
    let shut_in_by = |pawns: Bitboard| {
        let is_shut_in = |&at: &Square| {
            let bishop = Bitboard::from_square(at);
            (pawn_hits(bishop) | pawn_hits_down(bishop)).is_subset(pawns)
        };
        bishops.into_iter().filter(is_shut_in).collect::<Bitboard>()
    };
    let passive = shut_in_by(own.structure.rammed);
    bishops = shut_in_by(own.pawns);
    if view.applies(PASSIVITY_OWN_PAWNS) {
        bishops &= !passive;
    }
    penalty * count(bishops)
}

/// A knight on the edge costs 50 if it has squares to go to and enemy pawns hold all of them.
fn end_file_knight(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let knights = own.knights & (A_FILE | H_FILE);
    let is_held = |&at: &Square| {
        let goals = knight_attacks(at) & !own.units;
        goals.any() && goals.is_subset(enemy.by_pawns)
    };
    penalty * knights.into_iter().filter(is_held).count() as i32
}

/// The side that stands worse by half a pawn gets 100 for five pawns or more that all stand on one
/// colour, two of them in the middle, with a chain over four files.
fn stonewall(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let pawns = view.own.pawns;
    let one_colour =
        pawns.is_subset(Bitboard::LIGHT_SQUARES) || pawns.is_subset(Bitboard::DARK_SQUARES);
    if view.score > WORSE || !one_colour || pawns.count() < STONEWALL_PAWNS {
        return 0;
    }
    let islands = islands(pawns);
    let mut islands = islands.iter();
    let is_wide = islands.any(|island| island.last + 1 - island.first >= STONEWALL_FILES);
    bonus * once(is_wide && (pawns & CENTRE).count() >= STONEWALL_CENTRAL)
}
