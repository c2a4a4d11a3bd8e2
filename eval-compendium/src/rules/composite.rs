//! Composite endings.

use shakmaty::Bitboard;

use crate::board::bits::{beside, count, down, files, once, rank, up};
use crate::board::material::Pieces;
use crate::board::side::Side;
use crate::interplay::{PAWN_DOUBLE_ISOLATED, PAWN_DOUBLED_IN_GROUP, PAWN_ISOLATED};
use crate::patterns::passers::advanced_passers;
use crate::patterns::pieces::on_both_colours;
use crate::rule::rules;
use crate::view::View;

rules! {
    "Composite endings" as Pieces;

    /// Endings with several pieces follow the general principles of the endgame and the rules of
    /// every simple ending whose pieces are there. A rule of simple endings counts for each piece,
    /// unless it requires exact material.
    "endgame.composite.scope" [951] Endgame {} definition
    |_, _| 0;

    /// With exactly two rooks on each side, both own rooks on the seventh rank earn {bonus}.
    "endgame.composite.doubled-rooks-seventh" [957] Endgame { bonus: 50 }
    |view, n| n.bonus * once(each_has(view, Pieces::RR) && view.own.rooks.is_subset(rank(7)));

    /// Queen and knight against queen and bishop earn {bonus}.
    "endgame.composite.queen-knight-v-queen-bishop" as Material [961] Endgame { bonus: 10 }
    |view, n| n.bonus * once(view.own.men == Pieces::QN && view.enemy.men == Pieces::QB);

    /// With exactly queen and rook on each side doubling costs {bonus}: what other rules charge for
    /// it is given back. Doubled pawns without neighbours still cost together what one isolated
    /// pawn does.
    "endgame.composite.queen-rook-no-doubling" as Pawns [965] Endgame { bonus: 0 }
    |view, _| {
        let structure = &view.own.structure;
        if structure.doubled.is_empty() || !each_has(view, Pieces::QR) {
            return 0;
        }
        // The rule on doubled pawns of a group is already silent here: only a raw reading shows the refund.
        let of_group = if view.is_raw() {
            let grouped = structure.doubled & !structure.isolated & !structure.front;
            -view.numbers(PAWN_DOUBLED_IN_GROUP) * count(grouped)
        } else {
            0
        };
        let of_lone = if view.applies(PAWN_DOUBLE_ISOLATED) {
            let exempt = files(structure.doubled & structure.front & advanced_passers(view.own));
            let lone = structure.doubled & structure.isolated & !exempt;
            let each = view.numbers(PAWN_DOUBLE_ISOLATED);
            view.numbers(PAWN_ISOLATED) * count(lone & structure.front) - each * count(lone)
        } else {
            0
        };
        of_group + of_lone
    };

    /// With exactly queen and rook on each side, a rook on a file or rank next to the enemy king's,
    /// which attacks along it a square beside the king, earns {bonus} if two pawns or more shelter
    /// that king. A square held by an own man does not count.
    "endgame.composite.queen-rook-side-attack" as King [967] Endgame { bonus: 35 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let is_sheltered = enemy.shelter.is_some_and(|shelter| shelter.size >= 2);
        if !each_has(view, Pieces::QR) || !is_sheltered {
            return 0;
        }
        let Some(rook) = own.rooks.first() else {
            return 0;
        };
        let king = enemy.king.set;
        let kings_rank = Bitboard::from_rank(enemy.king.square.rank());
        let next_files = beside(files(king));
        let next_ranks = up(kings_rank) | down(kings_rank);
        let lines = [
            (next_files, Bitboard::from_file(rook.file())),
            (next_ranks, Bitboard::from_rank(rook.rank())),
        ];
        let goals = own.by_rooks & enemy.king.ring & !own.units;
        let attacks = lines
            .iter()
            .any(|(next, line)| next.contains(rook) && goals.intersects(*line));
        n.bonus * once(attacks)
    };

    /// With exactly rook and bishop on each side, the bishops on opposite colours, rook and bishop
    /// that both attack a pawn which only the enemy king and rook defend earn {bonus}, once.
    "endgame.composite.rook-bishop-pressure" [971] Endgame { bonus: 75 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        if !each_has(view, Pieces::RB) || !on_both_colours(own.bishops | enemy.bishops) {
            return 0;
        }
        let defended = enemy.king.ring & enemy.by_rooks & !enemy.by_bishops & !enemy.by_pawns;
        let targets = enemy.pawns & own.by_rooks & own.by_bishops & defended;
        n.bonus * once(targets.any())
    };

    /// With rooks and minor pieces on both sides and no queen, a pawn on the sixth rank that
    /// presses on the enemy king position earns {bonus}, once, as f6 does against f7, g6 and king
    /// g8. An enemy pawn stands right before it, none attacks it, and another one is on a file
    /// beside it near the king.
    "endgame.composite.pressing-pawn" as King [975] Endgame { bonus: 50 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let pawns = own.structure.rammed & rank(6) & enemy.king.zone & !enemy.by_pawns;
        if pawns.is_empty() || (own.queens | enemy.queens).any() {
            return 0;
        }
        let has_both = |side: &Side| side.rooks.any() && side.minors.any();
        let with_neighbour = pawns & beside(files(enemy.pawns & enemy.king.zone));
        n.bonus * once(has_both(own) && has_both(enemy) && with_neighbour.any())
    };
}

/// True if both sides have exactly these pieces.
fn each_has(view: &View<'_>, pieces: Pieces) -> bool {
    view.own.men == pieces && view.enemy.men == pieces
}
