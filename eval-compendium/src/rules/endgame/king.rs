//! Where the king stands in the endgame.

use shakmaty::Bitboard;

use crate::catalogue::endgame;
use crate::context::bits::{file, rank};
use crate::rules::{View, Visitor, once};

/// The files c to f.
const INNER: Bitboard = Bitboard(file(2).0 | file(3).0 | file(4).0 | file(5).0);
/// All files.
const ANY: Bitboard = Bitboard::FULL;

pub(super) fn visit(rules: &mut impl Visitor) {
    // Up to the fourth rank only the files c to f count; on the last two ranks nothing does.
    rules.rule(endgame::KING_THIRD_RANK_CENTRE, |view, [bonus]| {
        bonus * once(stands_on(view, 3, INNER))
    });
    rules.rule(endgame::KING_FOURTH_RANK_CENTRE, |view, [bonus]| {
        bonus * once(stands_on(view, 4, INNER))
    });
    rules.rule(endgame::KING_FIFTH_RANK, |view, [bonus]| {
        bonus * once(stands_on(view, 5, ANY))
    });
    rules.rule(endgame::KING_SIXTH_RANK, |view, [bonus]| {
        bonus * once(stands_on(view, 6, ANY))
    });
}

/// Whether the own king is on the rank (1 to 8) and on one of the files.
fn stands_on(view: &View<'_>, at: u32, files: Bitboard) -> bool {
    view.own.king.set.intersects(rank(at) & files)
}
