//! Storming pawns and attacking pieces.

use shakmaty::Bitboard;

use crate::board::bits::{ahead, behind, count, pawn_hits, rank};
use crate::board::side::Side;
use crate::interplay::{DOUBLE_ROOKS_SEMIOPEN, WEDGE_PAWN};
use crate::patterns::pawn_structure::some_open_file;
use crate::patterns::reach;
use crate::patterns::rolling_pawns::storming;
use crate::patterns::shelter::{
    enemy_shelter, half_open_files_to_king, knight_goals, open_files_to_king, some_king_attack,
    wedges,
};
use crate::rule::rules;
use crate::view::Whose;

rules! {
    "King attack" as King;

    /// A pawn that storms the enemy king's three files and is not yet past the king earns {rank4}
    /// on rank 4, {rank5} on rank 5 and {rank6} on rank 6. A king on the d- or e-file is not
    /// stormed, and a wedge has its own rule. A pawn within two files of its own king storms
    /// only with the lead in space that lets pawns of the shelter go.
    "king-attack.pawn-storm" [276, 298, 300] Middlegame { rank4: 40, rank5: 60, rank6: 80 }
    |view, n| {
        if view.own.storm.is_empty() {
            return 0;
        }
        let mut storm = storming(view, Whose::Own);
        if view.applies(WEDGE_PAWN) {
            storm &= !wedges(view);
        }
        n.rank4 * count(storm & rank(4))
            + n.rank5 * count(storm & rank(5))
            + n.rank6 * count(storm & rank(6))
    };

    /// A queen that attacks a square next to the enemy king earns {bonus}.
    "king-attack.queen-attacks-ring" [302, 304] Middlegame { bonus: 100 }
    |view, n| n.bonus * count(view.own.queens & view.own.at_ring);

    /// A bishop or knight that attacks a square next to the enemy king, or a knight that attacks a
    /// square from which it could check, earns {bonus}, once a piece.
    "king-attack.minor-attacks-ring" [306] Middlegame { bonus: 30 }
    |view, n| {
        let own = view.own;
        let bishops = own.bishops & own.at_ring;
        let knights = own.knights & reach::knight(knight_goals(view));
        n.bonus * count(bishops | knights)
    };

    /// A rook alone on a half-open file towards the enemy king, one of the three of its position,
    /// earns {bonus}.
    "king-attack.rook-semiopen-file" [308] Middlegame { bonus: 50 }
    |view, n| {
        let all = view.own.rooks;
        let mut rooks = all & half_open_files_to_king(view);
        if rooks.any() && view.applies(DOUBLE_ROOKS_SEMIOPEN) {
            rooks &= !(ahead(all) | behind(all));
        }
        n.bonus * count(rooks)
    };

    /// Each rook on an open file towards the enemy king, one of the three of its position, earns
    /// {bonus}.
    "king-attack.rook-open-file" [310] Middlegame when some_open_file { bonus: 70 }
    |view, n| n.bonus * count(view.own.rooks & open_files_to_king(view));

    /// Rooks that share a half-open file towards the enemy king earn {bonus} together, in place of
    /// what each would earn alone.
    "king-attack.double-rooks-semiopen" [312] Middlegame { bonus: 80 }
    |view, n| {
        let rooks = view.own.rooks & half_open_files_to_king(view);
        if !rooks.more_than_one() {
            return 0;
        }
        // The foremost rook of each file that has two or more.
        n.bonus * count(rooks & ahead(rooks) & !behind(rooks))
    };

    /// In a king attack, each attack of an own piece on an enemy piece that guards a square of its
    /// king's position earns {bonus}, as by Bg5 or Rf3 on Nf6.
    "king-attack.attack-the-defender" [314] Middlegame when some_king_attack { bonus: 10 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        if !own.king_attack {
            return 0;
        }
        n.bonus * attacks_on(own, enemy.guards)
    };

    /// Each attack of an own piece on a root of the enemy shelter, a shelter pawn that protects
    /// another one, earns {per_pair}: against f7, g6 and h7 a knight on g5 attacks two roots.
    "king-attack.attack-root-of-shelter" [316] Middlegame { per_pair: 15 }
    |view, n| {
        let shelter = enemy_shelter(view);
        let roots = shelter & pawn_hits(shelter);
        n.per_pair * attacks_on(view.own, roots)
    };
}

/// The number of attacks of the side's pieces on `targets`: pairs of piece and target.
fn attacks_on(side: &Side, targets: Bitboard) -> i32 {
    if side.by_pieces.is_disjoint(targets) {
        return 0;
    }
    let pieces = side.each.iter();
    pieces.map(|piece| count(piece.attacks & targets)).sum()
}
