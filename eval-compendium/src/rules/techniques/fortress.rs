//! Fortresses: the stronger king finds no way in.

use shakmaty::Bitboard;

use super::walk::{block, reached};
use crate::catalogue::configurations::CONFIG_QUEEN_ROOK_FORTRESS;
use crate::catalogue::intro::PIECE_VALUES;
use crate::catalogue::techniques::FORTRESS_NATURAL;
use crate::catalogue::thresholds::{FORTRESS_DEFICIT, FORTRESS_LEAD, FORTRESS_OPEN_FILES};
use crate::context::bits::{rank, ranks};
use crate::context::material::Pieces;
use crate::context::side::Side;
use crate::rules::configurations::queen::is_queen_rook_fortress;
use crate::rules::endings::is_walled;
use crate::rules::intro::material;
use crate::rules::verdict::Finding;
use crate::rules::{View, once};

/// The own camp.
const CAMP: Bitboard = ranks(1, 4);
/// c4 to f4.
const FOURTH_RANK: Bitboard = Bitboard(0x3c << 24);

/// The enemy's material less the own one, in tenths.
fn deficit(view: &View<'_>) -> i32 {
    let values = view.numbers(PIECE_VALUES);
    material(&view.enemy, values) - material(&view.own, values)
}

/// Behind a wall of pawns with two open files at most, the side that is behind draws if its men
/// hold every square of these files in its camp: each is attacked, and not more often by the enemy.
pub(super) fn behind_walls(view: &View<'_>) -> Finding {
    let (own, enemy) = (&view.own, &view.enemy);
    if view.score >= 0 || !is_walled(view) {
        return Finding::SILENT;
    }
    let open = view.open_files();
    let entries = open & CAMP;
    let few = (open & rank(1)).count() <= FORTRESS_OPEN_FILES;
    let held = |square| own.count_attackers(square) >= enemy.count_attackers(square);
    let holds = entries.is_subset(own.by_any) && entries.into_iter().all(held);
    Finding::GENERAL_DRAW.when(few && holds)
}

/// Whether the side is behind, by a pawn's material at most, and the enemy king neither stands in
/// its camp nor gets there over squares that nothing attacks.
fn is_natural(view: &View<'_>) -> bool {
    let enemy = &view.enemy;
    if view.score >= 0 || enemy.king.set.intersects(CAMP) || deficit(view) > FORTRESS_DEFICIT {
        return false;
    }
    let open = !enemy.units & !view.hit_behind_enemy_king();
    reached(enemy.king.set, open).is_disjoint(CAMP)
}

/// The side that is behind gets 75, though not more than it is behind, where the enemy king has no
/// way into its camp.
pub(super) fn natural(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    if is_natural(view) {
        bonus.min(-view.score)
    } else {
        0
    }
}

/// A knight against a bishop, behind in score, gets 75, though not more than it is behind, when the
/// squares c4 to f4 are held by the knight on the one colour and by pawns on the other, and the
/// enemy king is beyond them.
pub(super) fn natural_with_knight(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    if own.men != Pieces::N || enemy.men != Pieces::B || view.score >= 0 {
        return 0;
    }
    let light = FOURTH_RANK & Bitboard::LIGHT_SQUARES;
    let dark = FOURTH_RANK & Bitboard::DARK_SQUARES;
    let held = |by_knight: Bitboard, by_pawns: Bitboard| {
        by_knight.is_subset(own.by_knights) && by_pawns.is_subset(own.by_pawns)
    };
    let holds = held(light, dark) || held(dark, light);
    if !holds || enemy.king.set.intersects(CAMP) {
        return 0;
    }
    if view.applies(FORTRESS_NATURAL) && is_natural(view) {
        return 0;
    }
    bonus.min(-view.score)
}

/// Whether the enemy king reaches no square next to the own king (nor stands there): it walks over
/// empty squares that neither `pieces` nor pawns attack, and takes men that nobody protects.
/// `hits` is what the own men but the king attack once that king is lifted, `men` the own men that
/// are on the board.
fn keeps_out(view: &View<'_>, men: Bitboard, hits: Bitboard) -> bool {
    let (own, enemy) = (&view.own, &view.enemy);
    let empty = !(men | enemy.units);
    let unprotected = men & !hits & !own.king.ring & !own.king.set;
    let open = empty & !hits | unprotected;
    reached(enemy.king.set, open).is_disjoint(block(own.king.set))
}

/// The same with all own men on the board.
fn keeps_king_out(view: &View<'_>) -> bool {
    let own = &view.own;
    let hits = own.by_pieces | own.by_pawns | view.lines_behind_enemy_king();
    keeps_out(view, own.units, hits)
}

/// The same with the own knights taken off the board, for a side that has no other pieces.
fn pawns_keep_king_out(view: &View<'_>) -> bool {
    let own = &view.own;
    keeps_out(view, own.units & !own.knights, own.by_pawns)
}

/// Whether the enemy has a queen and nothing else, and two pawns' worth more.
fn faces_queen(view: &View<'_>) -> bool {
    view.enemy.men == Pieces::Q && deficit(view) >= FORTRESS_LEAD
}

/// Against a queen, two pawns' worth behind, a rook with pawns, two bishops of both colours, or
/// bishop and knight earn 300 where the enemy king has no way to the own one.
pub(super) fn against_queen(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let own = &view.own;
    let builders = match own.men {
        Pieces::R => own.pawns.any(),
        Pieces::BB => of_both_colours(own),
        Pieces::BN => true,
        _ => false,
    };
    if !builders || !faces_queen(view) {
        return 0;
    }
    if view.replaced_by(CONFIG_QUEEN_ROOK_FORTRESS) && is_queen_rook_fortress(view) {
        return 0;
    }
    bonus * once(keeps_king_out(view))
}

fn of_both_colours(side: &Side) -> bool {
    side.bishops.intersects(Bitboard::LIGHT_SQUARES)
        && side.bishops.intersects(Bitboard::DARK_SQUARES)
}

/// Two knights earn them only where the pawns alone keep the king out.
pub(super) fn knights_against_queen(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let fortress = view.own.men == Pieces::NN && faces_queen(view) && pawns_keep_king_out(view);
    bonus * once(fortress)
}

/// Two minors with a pawn draw against two rooks that are ahead in material where the enemy king
/// has no way to the own one; two knights where the pawns alone keep it out.
pub(super) fn against_two_rooks(view: &View<'_>) -> Finding {
    let own = &view.own;
    let knights = own.men == Pieces::NN;
    if !knights && own.men != Pieces::BB && own.men != Pieces::BN {
        return Finding::SILENT;
    }
    if view.enemy.men != Pieces::RR || own.pawns.is_empty() || deficit(view) <= 0 {
        return Finding::SILENT;
    }
    let holds = if knights {
        pawns_keep_king_out(view)
    } else {
        keeps_king_out(view)
    };
    Finding::DRAW.when(holds)
}
