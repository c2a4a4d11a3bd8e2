//! A rook against two minors.

use shakmaty::Bitboard;

use super::material::{between, has, pawns};
use crate::catalogue::configurations::{
    CONFIG_ROOK_PASSER_BISHOP_KNIGHT, CONFIG_ROOK_PASSER_TWO_KNIGHTS, CONFIG_ROOK_PAWN_TWO_BISHOPS,
};
use crate::context::bits::{beside, file, files, rank, ranks};
use crate::context::material::Pieces;
use crate::rules::endings::advanced_passers;
use crate::rules::verdict::Finding;
use crate::rules::{View, Visitor};

/// The files a, b, g and h.
const EDGES: Bitboard = Bitboard(file(0).0 | file(1).0 | file(6).0 | file(7).0);

pub(super) fn verdicts(rules: &mut impl Visitor) {
    if rules.wants(|context| between(context, Pieces::R, Pieces::BB)) {
        rules.verdict(CONFIG_ROOK_PAWN_TWO_BISHOPS, rook_pawn_two_bishops);
    }
    if rules.wants(|context| between(context, Pieces::R, Pieces::BN)) {
        rules.verdict(CONFIG_ROOK_PASSER_BISHOP_KNIGHT, rook_passer_bishop_knight);
    }
    if rules.wants(|context| between(context, Pieces::R, Pieces::NN)) {
        rules.verdict(CONFIG_ROOK_PASSER_TWO_KNIGHTS, rook_passer_two_knights);
    }
}

/// Two bishops on squares of both colours beat a rook and one pawn more, unless a pawn of the
/// rook's side is a step from promotion.
fn rook_pawn_two_bishops(view: &View<'_>, []: [i32; 0]) -> Finding {
    let (own, enemy) = pawns(view);
    let wins = has(view, Pieces::BB, Pieces::R)
        && enemy == own + 1
        && view.own.bishops.intersects(Bitboard::LIGHT_SQUARES)
        && view.own.bishops.intersects(Bitboard::DARK_SQUARES)
        // The enemy's seventh rank.
        && view.enemy.pawns.is_disjoint(rank(2));
    Finding::WIN.when(wins)
}

/// A rook with one pawn more and an advanced passer draws against bishop and knight, with 35
/// beside it for a distant passer on the sixth or seventh rank.
fn rook_passer_bishop_knight(view: &View<'_>, [bonus]: [i32; 1]) -> Finding {
    let Some(passers) = passers_of_rook(view, Pieces::BN) else {
        return Finding::SILENT;
    };
    if distant(view, passers & ranks(6, 7)) {
        Finding::DRAW.with(bonus)
    } else {
        Finding::DRAW
    }
}

/// A rook with one pawn more and an advanced passer draws against two knights; a distant one is
/// worth 50 instead.
fn rook_passer_two_knights(view: &View<'_>, [bonus]: [i32; 1]) -> Finding {
    let Some(passers) = passers_of_rook(view, Pieces::NN) else {
        return Finding::SILENT;
    };
    if distant(view, passers) {
        Finding::STANDS.with(bonus)
    } else {
        Finding::DRAW
    }
}

/// The own passers on the ranks 5 to 7, with a rook against `minors` and exactly one pawn more;
/// `None` where the material is another one or there is no such passer.
fn passers_of_rook(view: &View<'_>, minors: Pieces) -> Option<Bitboard> {
    let (own, enemy) = pawns(view);
    if !has(view, Pieces::R, minors) || own != enemy + 1 {
        return None;
    }
    let passers = advanced_passers(&view.own);
    passers.any().then_some(passers)
}

/// Whether one of `passers`, on the files a-b or g-h, is three files or more from every other pawn.
fn distant(view: &View<'_>, passers: Bitboard) -> bool {
    let all = view.own.pawns | view.enemy.pawns;
    (passers & EDGES).into_iter().any(|square| {
        let passer = Bitboard::from_square(square);
        let own_file = files(passer);
        let two_files = own_file | beside(own_file) | beside(beside(own_file));
        (all & !passer & two_files).is_empty()
    })
}
