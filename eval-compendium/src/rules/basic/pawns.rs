//! Kings and a few pawns, and the bishop that is on the wrong colour for its pawn.

use shakmaty::{Bitboard, Square};

use crate::catalogue::basic::{
    BASIC_KPK_KING_FRONT, BASIC_KPK_OPPOSITION, BASIC_KPK_ROOK_PAWN, BASIC_KPPKPP_CONNECTED,
    BASIC_PROTECTED_V_TWO_CONNECTED, BASIC_WRONG_BISHOP,
};
use crate::context::bits::{A_FILE, H_FILE, fill_up, rank};
use crate::context::material::Pieces;
use crate::context::{Context, Ending};
use crate::rules::configurations::material::{Spread, between, has, pawns, same_colour, spread};
use crate::rules::endings::{is_king_before_lone_pawn, steps};
use crate::rules::verdict::Finding;
use crate::rules::{View, Visitor, once};

/// How far apart kings in opposition are.
const OPPOSITION: u32 = 2;
/// The lead in steps to promotion that decides a race of passers.
const RACE_LEAD: u32 = 2;
/// How near its corner a king needs no more time.
const CONTROL: u32 = 1;

pub(super) fn visit(rules: &mut impl Visitor) {
    if rules.wants(is_one_pawn) {
        // The king before its pawn is worth 50.
        rules.rule(BASIC_KPK_KING_FRONT, |view, [bonus]| {
            bonus * once(is_king_before_lone_pawn(view))
        });
        rules.rule(BASIC_KPK_OPPOSITION, |view, [bonus]| {
            bonus * once(is_one_pawn(view) && has_opposition(view))
        });
    }
}

pub(super) fn verdicts(rules: &mut impl Visitor) {
    if rules.wants(|context| context.ending == Ending::Pawns) {
        rules.verdict(BASIC_KPK_ROOK_PAWN, rook_pawn);
        rules.verdict(BASIC_KPPKPP_CONNECTED, connected_on_both_sides);
        rules.verdict(BASIC_PROTECTED_V_TWO_CONNECTED, protected_against_two);
    }
    if rules.wants(|context| between(context, Pieces::B, Pieces::NONE)) {
        rules.verdict(BASIC_WRONG_BISHOP, wrong_bishop);
    }
}

/// Whether there is one pawn on the board and no piece; the same for both sides.
fn is_one_pawn(context: &Context) -> bool {
    let pawns = context.own.pawns | context.enemy.pawns;
    context.ending == Ending::Pawns && pawns.count() == 1
}

/// Whether the own side has the direct opposition: the kings are on one file or rank with one
/// square between, and the enemy is to move.
fn has_opposition(view: &View<'_>) -> bool {
    let (own, enemy) = (view.own.king.square, view.enemy.king.square);
    let in_line = own.file() == enemy.file() || own.rank() == enemy.rank();
    !view.to_move && in_line && own.distance(enemy) == OPPOSITION
}

/// The square on which the foremost of `pawns` promotes.
fn promotion(pawns: Bitboard) -> Bitboard {
    fill_up(pawns) & rank(8)
}

/// A lone pawn at the edge is drawn if the enemy king is at its promotion square in time: with at
/// most one step to go, or faster than the pawn and faster than the own king gets next to that
/// square on the neighbouring file (b7 for the a-pawn).
fn rook_pawn(view: &View<'_>, []: [i32; 0]) -> Finding {
    let pawn = view.own.pawns;
    if !has(view, Pieces::NONE, Pieces::NONE)
        || pawns(view) != (1, 0)
        || pawn.is_disjoint(A_FILE | H_FILE)
    {
        return Finding::SILENT;
    }
    let outpost = if pawn.intersects(A_FILE) {
        Square::B7
    } else {
        Square::G7
    };
    let (Some(corner), Some(steps)) = (promotion(pawn).first(), steps(pawn)) else {
        return Finding::SILENT;
    };
    // A king that is to move is a step nearer.
    let distance = view.enemy.king.square.distance(corner);
    let weak = distance.saturating_sub(u32::from(!view.to_move));
    let strong = view.own.king.square.distance(outpost);
    // A pawn at home has a double step; `strong` is six at most, so five steps are not told from six.
    let in_time = weak <= steps && weak < strong;
    Finding::HARD_DRAW.when(weak <= CONTROL || in_time)
}

/// Two passers on neighbouring files on both sides, and nothing else, are a draw; where one side is
/// two steps nearer to its promotion the score stands.
fn connected_on_both_sides(view: &View<'_>, []: [i32; 0]) -> Finding {
    if !has(view, Pieces::NONE, Pieces::NONE) || pawns(view) != (2, 2) {
        return Finding::SILENT;
    }
    let (own, enemy) = (view.own.pawns, view.enemy.pawns);
    let both_pass = view.own.structure.passed == own && view.enemy.structure.passed == enemy;
    if !both_pass || [own, enemy].map(spread) != [Some(Spread::Connected); 2] {
        return Finding::SILENT;
    }
    match (steps(own), steps(enemy.flip_vertical())) {
        (Some(own), Some(enemy)) if own.abs_diff(enemy) < RACE_LEAD => Finding::DRAW,
        _ => Finding::STANDS,
    }
}

/// In a pawn ending a single passer that a pawn protects draws against exactly two passers on
/// neighbouring files, with 75 beside it for the protected one.
fn protected_against_two(view: &View<'_>, [bonus]: [i32; 1]) -> Finding {
    let (own, enemy) = (&view.own.structure, &view.enemy.structure);
    let draws = has(view, Pieces::NONE, Pieces::NONE)
        && own.passed.count() == 1
        // What protects the only passer is none itself.
        && own.passed.intersects(own.protected)
        && enemy.passed.count() == 2
        && spread(enemy.passed) == Some(Spread::Connected);
    Finding::DRAW.with(bonus).when(draws)
}

/// A bishop and pawns on the a-file, or on the h-file, do not win against a king that controls the
/// promotion square, if that is none of the bishop's squares.
fn wrong_bishop(view: &View<'_>, []: [i32; 0]) -> Finding {
    let (own, enemy) = (&view.own, &view.enemy);
    let on_one_edge = own.structure.files == A_FILE || own.structure.files == H_FILE;
    if !has(view, Pieces::B, Pieces::NONE) || enemy.pawns.any() || !on_one_edge {
        return Finding::SILENT;
    }
    let corner = promotion(own.pawns);
    let controlled = corner.intersects(enemy.king.set | enemy.king.ring);
    Finding::HARD_DRAW.when(controlled && !same_colour(corner, own.bishops))
}
