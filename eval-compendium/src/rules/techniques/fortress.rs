//! Fortresses: the stronger king finds no way in.

use shakmaty::Bitboard;

use crate::board::bits::{once, rank, ranks};
use crate::board::material::Pieces;
use crate::board::side::Side;
use crate::interplay::{CONFIG_QUEEN_ROOK_FORTRESS, FORTRESS_NATURAL, PIECE_VALUES};
use crate::patterns::queen_rook_fortress::is_queen_rook_fortress;
use crate::patterns::walk::{block, reached};
use crate::patterns::walls::is_walled;
use crate::patterns::worth::worth;
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

/// The own camp.
const CAMP: Bitboard = ranks(1, 4);
/// c4 to f4.
const FOURTH_RANK: Bitboard = Bitboard(0x3c << 24);
/// The open files that a wall of pawns has at most.
const FORTRESS_OPEN_FILES: usize = 2;
/// The material, in tenths of a centipawn, that a natural fortress is behind at most.
const FORTRESS_DEFICIT: i32 = 1_000;
/// The material, in tenths of a centipawn, that a fortress against a queen is behind at least.
const FORTRESS_LEAD: i32 = 2_000;

rules! {
    "Special positional techniques";

    /// Behind a wall of pawns that block each other, five pairs or more on one or two groups of
    /// files, with two open files at most, the game is drawn when the side that is behind holds
    /// every entry. On the open files each square of its own half is then attacked by its men, and
    /// no less often than by the enemy's.
    "special.fortress.middlegame" [999] Middlegame {} verdict
    |view, _| behind_walls(view);

    /// A side that is behind in the score, but by a pawn's material at most, earns {bonus} when the
    /// enemy king has no way into its half over squares that nothing guards. It earns no more than
    /// it is behind.
    "special.fortress.natural" [1005] Endgame { bonus: 75 } reads_score
    |view, n| {
        if is_natural(view) {
            n.bonus.min(-view.score)
        } else {
            0
        }
    };

    /// With a single knight against a single bishop, the side of the knight, behind in the score,
    /// earns {bonus}, but no more than it is behind, when the knight holds the squares of one
    /// colour on its fourth rank from c to f, pawns hold those of the other, and the enemy king is
    /// beyond them. A natural fortress counts instead.
    "special.fortress.natural-knight" [1007] Endgame { bonus: 75 } reads_score
    |view, n| {
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
        n.bonus.min(-view.score)
    };

    /// Against a lone queen, with pawns or without, a side that is two pawns' worth or more behind
    /// earns {bonus} when the enemy king finds no way to the squares around its own king. It needs
    /// a rook with a pawn, bishops of both colours, or bishop and knight, and no other piece.
    "special.fortress.building" [1011] Endgame { bonus: 300 }
    |view, n| {
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
        n.bonus * once(keeps_king_out(view))
    };

    /// Against a lone queen, two pawns' worth or more behind, two knights earn {bonus} only if the
    /// pawns alone keep the enemy king away from the squares around their king.
    "special.fortress.two-knights" [1013] Endgame { bonus: 300 }
    |view, n| {
        let fortress =
            view.own.men == Pieces::NN && faces_queen(view) && pawns_keep_king_out(view);
        n.bonus * once(fortress)
    };

    /// Two minor pieces with a pawn or more draw against two rooks that are ahead in material when
    /// the enemy king finds no way to the squares around their king. Two knights count only where
    /// the pawns alone keep it out.
    "special.fortress.minors-two-rooks" [1015] Endgame {} verdict
    |view, _| against_two_rooks(view);
}

/// The enemy's material less the own one, in tenths.
fn deficit(view: &View<'_>) -> i32 {
    let values = view.numbers(PIECE_VALUES);
    worth(&view.enemy, values) - worth(&view.own, values)
}

/// Behind a wall of pawns with two open files at most, the side that is behind draws if its men
/// hold every square of these files in its camp: each is attacked, and not more often by the enemy.
fn behind_walls(view: &View<'_>) -> Finding {
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

fn of_both_colours(side: &Side) -> bool {
    side.bishops.intersects(Bitboard::LIGHT_SQUARES)
        && side.bishops.intersects(Bitboard::DARK_SQUARES)
}

/// Two minors with a pawn draw against two rooks that are ahead in material where the enemy king
/// has no way to the own one; two knights where the pawns alone keep it out.
fn against_two_rooks(view: &View<'_>) -> Finding {
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
