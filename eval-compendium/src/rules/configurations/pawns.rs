//! A lone rook, bishop or knight against pawns.

use shakmaty::Bitboard;

use super::material::{Spread, between, has, pawns, spread};
use crate::catalogue::configurations::{
    CONFIG_BISHOP_THREE_CONNECTED, CONFIG_BISHOP_THREE_SEPARATE, CONFIG_BISHOP_TWO_PLUS_ONE,
    CONFIG_KNIGHT_THREE_CONNECTED, CONFIG_KNIGHT_THREE_SEPARATE, CONFIG_KNIGHT_TWO_PLUS_ONE,
    CONFIG_ROOK_THREE_CENTRAL, CONFIG_ROOK_THREE_EDGE, CONFIG_ROOK_THREE_OWN_CAMP,
    CONFIG_ROOK_TWO_ADVANCED,
};
use crate::context::bits::{file, ranks, up};
use crate::context::material::Pieces;
use crate::rules::verdict::Finding;
use crate::rules::{View, Visitor, count, once};

/// The files a to c, c to e, d to f and f to h.
const ABC: Bitboard = three_files(0);
const CDE: Bitboard = three_files(2);
const DEF: Bitboard = three_files(3);
const FGH: Bitboard = three_files(5);
/// How many files kings on the other side of the board are away from the pawns, at least.
const FAR: u32 = 4;

const fn three_files(first: u32) -> Bitboard {
    Bitboard(file(first).0 | file(first + 1).0 | file(first + 2).0)
}

pub(super) fn visit(rules: &mut impl Visitor) {
    if rules.wants(|context| between(context, Pieces::N, Pieces::NONE)) {
        rules.rule(CONFIG_KNIGHT_THREE_CONNECTED, |view, [bonus]| {
            bonus * once(beat(view, Pieces::N, Spread::Connected))
        });
    }
    if rules.wants(|context| between(context, Pieces::B, Pieces::NONE)) {
        rules.rule(CONFIG_BISHOP_THREE_CONNECTED, |view, [bonus]| {
            bonus * once(beat(view, Pieces::B, Spread::Connected))
        });
        rules.rule(CONFIG_BISHOP_THREE_SEPARATE, |view, [bonus]| {
            bonus * once(beat(view, Pieces::B, Spread::Separate))
        });
    }
}

pub(super) fn verdicts(rules: &mut impl Visitor) {
    if rules.wants(|context| between(context, Pieces::R, Pieces::NONE)) {
        rules.verdict(CONFIG_ROOK_THREE_OWN_CAMP, rook_three_own_camp);
        rules.verdict(CONFIG_ROOK_THREE_CENTRAL, rook_three_central);
        rules.verdict(CONFIG_ROOK_THREE_EDGE, rook_three_edge);
        rules.verdict(CONFIG_ROOK_TWO_ADVANCED, rook_two_advanced);
    }
    if rules.wants(|context| between(context, Pieces::N, Pieces::NONE)) {
        rules.verdict(CONFIG_KNIGHT_TWO_PLUS_ONE, |view, []| {
            Finding::WIN.when(beat(view, Pieces::N, Spread::Mixed))
        });
        rules.verdict(CONFIG_KNIGHT_THREE_SEPARATE, |view, []| {
            Finding::WIN.when(beat(view, Pieces::N, Spread::Separate))
        });
    }
    if rules.wants(|context| between(context, Pieces::B, Pieces::NONE)) {
        rules.verdict(CONFIG_BISHOP_TWO_PLUS_ONE, |view, []| {
            Finding::WIN.when(beat(view, Pieces::B, Spread::Mixed))
        });
    }
}

/// Whether the own side has nothing but three pawns, spread like this, against a lone `minor`.
fn beat(view: &View<'_>, minor: Pieces, like: Spread) -> bool {
    has(view, Pieces::NONE, minor) && pawns(view) == (3, 0) && spread(view.own.pawns) == Some(like)
}

/// With other pieces on the board, a minor more is 25 better than three pawns: queens and rooks
/// are equal, and the side with the pawns has a piece.
pub(super) fn minor_three_pawns_more_pieces(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let is_minor_up = count(own.minors) == count(enemy.minors) + 1
        && count(own.rooks) == count(enemy.rooks)
        && count(own.queens) == count(enemy.queens);
    if !is_minor_up || enemy.pieces.is_empty() {
        return 0;
    }
    let (own, enemy) = pawns(view);
    bonus * once(enemy == own + 3)
}

/// Whether the own side has a lone rook, and the enemy nothing but so many pawns.
fn is_rook_against(view: &View<'_>, enemy_pawns: usize) -> bool {
    has(view, Pieces::R, Pieces::NONE) && pawns(view) == (0, enemy_pawns)
}

/// A rook beats three pawns on different files that are still in their own half.
fn rook_three_own_camp(view: &View<'_>, []: [i32; 0]) -> Finding {
    let wins = is_rook_against(view, 3)
        && spread(view.enemy.pawns).is_some()
        && view.enemy.pawns.is_disjoint(ranks(1, 4));
    Finding::WIN.when(wins)
}

/// A rook beats pawns on the files c, d, e or d, e, f, none of them a step from promotion.
fn rook_three_central(view: &View<'_>, []: [i32; 0]) -> Finding {
    let files = view.enemy.structure.files;
    let wins = is_rook_against(view, 3)
        && (files == CDE || files == DEF)
        && view.enemy.pawns.is_disjoint(ranks(1, 2));
    Finding::WIN.when(wins)
}

/// Pawns on the files f, g, h or a, b, c hold against a rook, if two of them are in the enemy half
/// and the king supports one of these.
fn rook_three_edge(view: &View<'_>, []: [i32; 0]) -> Finding {
    let own = &view.own;
    let files = own.structure.files;
    if !has(view, Pieces::NONE, Pieces::R) || pawns(view) != (3, 0) || files != ABC && files != FGH
    {
        return Finding::SILENT;
    }
    let gone = own.pawns & ranks(5, 7);
    let near = own.king.ring | own.king.set;
    Finding::DRAW.when(gone.more_than_one() && near.intersects(gone | up(gone)))
}

/// Two pawns on different files, on the sixth rank and the fifth or further, with both kings far
/// away, beat a rook that is not behind the foremost; if it is, it usually wins when it is to move,
/// and draws otherwise.
fn rook_two_advanced(view: &View<'_>, []: [i32; 0]) -> Finding {
    if has(view, Pieces::NONE, Pieces::R) && pawns(view) == (2, 0) {
        // The winner speaks, and of a draw the side with the pawns.
        let behind = match advanced_pair(view.own.pawns, kings(view)) {
            None => return Finding::SILENT,
            Some(pawns) => is_behind_foremost(view.enemy.rooks, pawns, view.occupied),
        };
        return match (behind, view.to_move) {
            (false, _) => Finding::WIN,
            (true, true) => Finding::DRAW,
            (true, false) => Finding::SILENT,
        };
    }
    if !is_rook_against(view, 2) || !view.to_move {
        return Finding::SILENT;
    }
    let turned = Bitboard::flip_vertical;
    let behind =
        advanced_pair(turned(view.enemy.pawns), turned(kings(view))).is_some_and(|pawns| {
            is_behind_foremost(turned(view.own.rooks), pawns, turned(view.occupied))
        });
    Finding::USUAL_WIN.when(behind)
}

/// Both kings.
fn kings(view: &View<'_>) -> Bitboard {
    view.own.king.set | view.enemy.king.set
}

/// The two `pawns`, seen by their side, if they are on different files, on the sixth rank and the
/// fifth or further, and all `kings` are at least four files from both.
fn advanced_pair(pawns: Bitboard, kings: Bitboard) -> Option<Bitboard> {
    let far = |king: shakmaty::Square| {
        let distance = |pawn: shakmaty::Square| pawn.file().distance(king.file());
        pawns.into_iter().all(|pawn| distance(pawn) >= FAR)
    };
    let advanced = spread(pawns).is_some()
        && pawns.is_disjoint(ranks(1, 4))
        && pawns.intersects(ranks(6, 7))
        && kings.into_iter().all(far);
    advanced.then_some(pawns)
}

/// Whether the rook is behind the foremost of `pawns` (of two on one rank, either of them), with
/// nothing between; all seen by the pawns' side.
fn is_behind_foremost(rook: Bitboard, pawns: Bitboard, occupied: Bitboard) -> bool {
    let Some(foremost) = pawns.last() else {
        return false;
    };
    let first = pawns & Bitboard::from_rank(foremost.rank());
    rook.into_iter().any(|rook| {
        first.into_iter().any(|pawn| {
            rook.file() == pawn.file()
                && rook.rank() < pawn.rank()
                && shakmaty::attacks::between(rook, pawn).is_disjoint(occupied)
        })
    })
}
