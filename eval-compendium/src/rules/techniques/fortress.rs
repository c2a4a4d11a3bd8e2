//! Fortresses: positions that the stronger king cannot enter.

use shakmaty::Bitboard;

use crate::board::bits::{INNER_FILES, beside, down, once, rank, ranks, up};
use crate::board::material::Pieces;
use crate::interplay::{CONFIG_QUEEN_ROOK_FORTRESS, FORTRESS_NATURAL, PIECE_VALUES};
use crate::patterns::endgame::{has, worth};
use crate::patterns::pawn_structure::is_walled;
use crate::patterns::pieces::on_both_colours;
use crate::patterns::queen_rook_fortress::has_fortress;
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

/// The own camp.
const CAMP: Bitboard = ranks(1, 4);
/// c4, d4, e4 and f4.
const C4_TO_F4: Bitboard = Bitboard(INNER_FILES.0 & rank(4).0);
/// The most open files of a wall of pawns.
const FORTRESS_OPEN_FILES: usize = 2;
/// The greatest deficit of material of a natural fortress, in tenths of a centipawn.
const FORTRESS_DEFICIT: i32 = 1_000;
/// The least deficit of material of a fortress against a queen, in tenths of a centipawn.
const FORTRESS_LEAD: i32 = 2_000;

rules! {
    "Special positional techniques" as Other;

    /// Behind a wall of pawns that block each other, five pairs or more on one or two groups of
    /// files, with two open files at most, the game is drawn when the side that is behind holds
    /// every entry. On the open files each square of its own half is then attacked by its men, and
    /// no less often than by the enemy's.
    "special.fortress.middlegame" [999] Middlegame {} verdict
    |view, _| {
        let (own, enemy) = (view.own, view.enemy);
        if view.score >= 0 || !is_walled(view) {
            return Finding::SILENT;
        }
        let open = view.open_files();
        let entries = open & CAMP;
        let few = (open & rank(1)).count() <= FORTRESS_OPEN_FILES;
        let held = |square| own.count_attackers(square) >= enemy.count_attackers(square);
        let holds = entries.is_subset(own.by_any) && entries.into_iter().all(held);
        Finding::GENERAL_DRAW.when(few && holds)
    };

    /// Without queens and rooks, a side that is {behind} or more behind in the sum as printed, but by
    /// a pawn's material at most, earns {bonus} when the enemy king has no way into its half over
    /// squares that nothing guards.
    "special.fortress.natural" [1005] Endgame { bonus: 75, behind: 150 } reads_score
    |view, n| n.bonus * once(is_natural(view));

    /// With a single knight against a single bishop, the side of the knight, as far behind as for a
    /// natural fortress, earns {bonus} when the knight holds the squares of one colour on its fourth
    /// rank from c to f, pawns hold those of the other, and the enemy king is beyond them. A natural
    /// fortress counts instead.
    "special.fortress.natural-knight" [1007] Endgame { bonus: 75 } reads_score
    // It is the document's example of a natural fortress.
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        if !has(view, Pieces::N, Pieces::B) || !is_considerably_behind(view) {
            return 0;
        }
        let light = C4_TO_F4 & Bitboard::LIGHT_SQUARES;
        let dark = C4_TO_F4 & Bitboard::DARK_SQUARES;
        let held = |by_knight: Bitboard, by_pawns: Bitboard| {
            by_knight.is_subset(own.by_knights) && by_pawns.is_subset(own.by_pawns)
        };
        let holds = held(light, dark) || held(dark, light);
        let is_outside = enemy.king.set.is_disjoint(CAMP);
        let replaced = view.applies(FORTRESS_NATURAL) && is_natural(view);
        n.bonus * once(holds && is_outside && !replaced)
    };

    /// Against a lone queen, with pawns or without, a side that is two pawns' worth or more behind
    /// earns {bonus} when the enemy king finds no way to the squares around its own king. It needs
    /// a rook with a pawn, bishops of both colours, or bishop and knight, and no other piece.
    "special.fortress.building" [1011] Endgame { bonus: 300 }
    |view, n| {
        let own = view.own;
        let builders = match own.men {
            Pieces::R => own.pawns.any(),
            Pieces::BB => on_both_colours(own.bishops),
            Pieces::BN => true,
            _ => false,
        };
        if !builders || !faces_queen(view) {
            return 0;
        }
        let replaced = view.replaced_by(CONFIG_QUEEN_ROOK_FORTRESS) && has_fortress(view);
        n.bonus * once(keeps_king_out(view) && !replaced)
    };

    /// Against a lone queen, two pawns' worth or more behind, two knights earn {bonus} only if the
    /// pawns alone keep the enemy king away from the squares around their king.
    "special.fortress.two-knights" [1013] Endgame { bonus: 300 }
    |view, n| {
        let knights = view.own.men == Pieces::NN && faces_queen(view);
        n.bonus * once(knights && pawns_keep_king_out(view))
    };

    /// Two minor pieces with a pawn or more draw against two rooks that are ahead in material when
    /// the enemy king finds no way to the squares around their king. Two knights count only where
    /// the pawns alone keep it out.
    "special.fortress.minors-two-rooks" [1015] Endgame {} verdict
    |view, _| {
        let own = view.own;
        if view.enemy.men != Pieces::RR || own.pawns.is_empty() || deficit(view) <= 0 {
            return Finding::SILENT;
        }
        let holds = match own.men {
            Pieces::BB | Pieces::BN => keeps_king_out(view),
            Pieces::NN => pawns_keep_king_out(view),
            _ => false,
        };
        Finding::DRAW.when(holds)
    };
}

/// True if there are no queens and rooks, the side is considerably behind, by a pawn's material at
/// most, and the enemy king neither stands in its camp nor gets there over unattacked squares.
fn is_natural(view: &View<'_>) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    if !is_considerably_behind(view)
        || own.pieces != own.minors
        || enemy.pieces != enemy.minors
        || enemy.king.set.intersects(CAMP)
        || deficit(view) > FORTRESS_DEFICIT
    {
        return false;
    }
    let open = !enemy.units & !view.hit_behind_enemy_king();
    king_walk(enemy.king.set, open).is_disjoint(CAMP)
}

/// True if the enemy's advantage is one to build a natural fortress against.
fn is_considerably_behind(view: &View<'_>) -> bool {
    view.score <= -view.numbers(FORTRESS_NATURAL)
}

/// The enemy's material minus the own material, in tenths.
fn deficit(view: &View<'_>) -> i32 {
    let values = view.numbers(PIECE_VALUES);
    worth(view.enemy, values) - worth(view.own, values)
}

/// `from` and every square that a king reaches from there over squares of `open` while nothing else
/// moves.
fn king_walk(from: Bitboard, open: Bitboard) -> Bitboard {
    let mut reached = from;
    loop {
        let row = reached | beside(reached);
        let further = reached | (row | up(row) | down(row)) & open;
        if further == reached {
            return reached;
        }
        reached = further;
    }
}

/// True if the enemy has only a queen, and two pawns' worth more.
fn faces_queen(view: &View<'_>) -> bool {
    view.enemy.men == Pieces::Q && deficit(view) >= FORTRESS_LEAD
}

/// True if the own men keep the enemy king away from the squares around the own one.
fn keeps_king_out(view: &View<'_>) -> bool {
    let own = view.own;
    let hits = own.by_pieces | own.by_pawns | view.lines_behind_enemy_king();
    keep_king_out(view, own.units, hits)
}

/// True if the pawns alone do, the own knights taken off the board, for a side that has no other
/// pieces.
fn pawns_keep_king_out(view: &View<'_>) -> bool {
    let own = view.own;
    keep_king_out(view, own.units & !own.knights, own.by_pawns)
}

/// True if the enemy king reaches no square next to the own king, nor stands there: it walks over
/// empty squares that are not among the `hits`, and takes unprotected men. `men` are the own men on
/// the board, `hits` their attacks, the king's left out, once the enemy king is lifted.
fn keep_king_out(view: &View<'_>, men: Bitboard, hits: Bitboard) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    let block = own.king.ring | own.king.set;
    let empty = !(men | enemy.units);
    let open = empty & !hits | men & !hits & !block;
    king_walk(enemy.king.set, open).is_disjoint(block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::A_FILE;
    use shakmaty::Square;

    #[test]
    fn a_king_walks_step_by_step() {
        let a1 = Bitboard::from_square(Square::A1);
        assert_eq!(king_walk(a1, Bitboard::EMPTY), a1);
        assert_eq!(king_walk(a1, Bitboard::FULL), Bitboard::FULL);
        assert_eq!(king_walk(a1, A_FILE), A_FILE);
        let blocked = A_FILE & !Bitboard::from_square(Square::A5);
        assert_eq!(king_walk(a1, blocked), A_FILE & ranks(1, 4));
    }
}
