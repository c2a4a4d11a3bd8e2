//! The attack on the enemy king: storming pawns, attacking pieces, and attacking possibilities.

use shakmaty::attacks::{bishop_attacks, queen_attacks};
use shakmaty::{Bitboard, Role, Square};

use crate::board::bits::*;
use crate::board::context::lines_through;
use crate::board::side::{Piece, Side};
use crate::interplay::*;
use crate::patterns::pawns::some_open_file;
use crate::patterns::reach;
use crate::patterns::shelter::{
    enemy_shelter, half_open_files_to_king, knight_goals, open_files_to_king, some_king_attack, wedges,
};
use crate::patterns::space::storming;
use crate::rule::rules;
use crate::view::{View, Whose};

rules! {
    "King attack" as King;

    /// A pawn that storms the enemy king's three files and is not yet past the king earns {rank4} on rank 4, {rank5}
    /// on rank 5 and {rank6} on rank 6. A king on the d- or e-file is not stormed, and a wedge has its own rule. A
    /// pawn within two files of its own king storms only with the lead in space that lets pawns of the shelter go.
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

    /// A rook alone on a half-open file towards the enemy king, one of the three of its position, earns {bonus}.
    "king-attack.rook-semiopen-file" [308] Middlegame { bonus: 50 }
    |view, n| {
        let all = view.own.rooks;
        let mut rooks = all & half_open_files_to_king(view);
        if rooks.any() && view.applies(DOUBLE_ROOKS_SEMIOPEN) {
            rooks &= !(ahead(all) | behind(all));
        }
        n.bonus * count(rooks)
    };

    /// Each rook on an open file towards the enemy king, one of the three of its position, earns {bonus}.
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

    "King attack" as King;

    /// If the enemy queen does not guard its king's position and cannot come to guard it within two
    /// safe moves, while an own queen attacks that position or can after one safe move, the own
    /// side gets {bonus}, once. Of several enemy queens none may guard it or come. Other pieces and pawns stand
    /// still, and nothing but a queen may attack where a queen goes, once it has left its square.
    "king-attack.stray-queen" [318, 320] Middlegame { bonus: 150 }
    // The queen's own lines are those of the present board. That is exact: squares behind one that the
    // queen leaves, or behind a piece or pawn it takes, are already attacked from there.
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let guarded = enemy.queens.intersects(enemy.guards);
        if own.queens.is_empty() || enemy.queens.is_empty() || guarded {
            return 0;
        }
        let zone = enemy.king.zone;
        let posts = reach::queen(zone, view.empty);
        let is_at_hand = |queen: &Piece| {
            let goals = queen.attacks & posts;
            goals.any() && goals.intersects(safe_for_queen(queen, own, enemy, view.occupied))
        };
        if own.by_queens.is_disjoint(zone) && !queens_of(own).any(is_at_hand) {
            return 0;
        }
        let is_stray = |queen: &Piece| {
            let safe = safe_for_queen(queen, enemy, own, view.occupied);
            let first = queen.attacks & safe;
            first.is_disjoint(posts) && (reach::queen(first, view.empty) & safe).is_disjoint(posts)
        };
        n.bonus * once(queens_of(enemy).all(is_stray))
    };

    /// With queens on both sides and a single bishop each, of opposite colours, a bishop that
    /// attacks the enemy king's position while the other one only defends it earns {bonus}.
    "king-attack.queen-and-bishop" [322, 324] Middlegame { bonus: 200 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let alone = |side: &Side| side.queens.any() && side.bishops.single_square().is_some();
        if !alone(own) || !alone(enemy) {
            return 0;
        }
        let opposite = own.bishops.intersects(Bitboard::DARK_SQUARES)
            != enemy.bishops.intersects(Bitboard::DARK_SQUARES);
        let attacks = own.by_bishops.intersects(enemy.king.zone);
        let passive = enemy.by_bishops.is_disjoint(own.king.zone)
            && (enemy.by_bishops | enemy.bishops).intersects(enemy.king.zone);
        n.bonus * once(opposite && attacks && passive)
    };

    /// A rook on a file towards the enemy king, behind its own storming pawn on rank 4 to 6 and
    /// with a pawn of the enemy shelter ahead, earns {bonus}. There is no other pawn on the file.
    "king-attack.hidden-rook" [326, 328] Middlegame { bonus: 40 }
    // The document means one own and one enemy pawn along the file: a second enemy pawn on it spoils it anywhere.
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let target = enemy_shelter(view) & !enemy.structure.doubled;
        let pawns = own.pawns & !own.structure.doubled & enemy.king.window & ranks(4, 6);
        if pawns.is_empty() || target.is_empty() {
            return 0;
        }
        n.bonus * count(own.rooks & behind(pawns & behind(target)))
    };

    /// A pawn on rank 5 that attacks the square before an unmoved pawn of the enemy shelter, such as e5 against f7,
    /// earns {bonus} if it belongs to the king's position. One on the enemy king's three files is left to the rule
    /// on storming pawns, even where it does not storm because it bares its own king.
    "king-attack.pressure-pawn-fifth-rank" [330] Middlegame { bonus: 40 }
    |view, n| {
        let goals = view.enemy.king.zone & down(enemy_shelter(view) & rank(7));
        let mut pawns = view.own.pawns & rank(5) & pawn_hits_down(goals);
        if pawns.intersects(view.own.storm) {
            // Without the rule on storming pawns this rule pays for them.
            let storm =
                if view.applies(PAWN_STORM) { Bitboard::EMPTY } else { storming(view, Whose::Own) };
            pawns &= !view.own.storm | storm;
        }
        n.bonus * count(pawns)
    };

    /// A piece that does not attack near the enemy king, but could after one move, earns half of what attacking is
    /// worth: {minor} as a minor piece, {queen} as a queen, {rook_semi} as a rook that comes to a half-open file and
    /// {rook_open} to an open one. A knight may take one move more, both to squares of the half of the board, a to d
    /// or e to h, on which the enemy king stands. No enemy pawn may attack where the piece goes.
    "king-attack.attacking-possibilities" [332, 334] Middlegame
        { minor: 15, queen: 50, rook_semi: 25, rook_open: 35 }
    // The document gives every piece two moves; queens, rooks and bishops would earn it almost always,
    // so only knights have the second one.
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let safe = !(own.units | enemy.by_pawns | enemy.king.set);
        n.minor * knights_close(view, safe)
            + on_lines(view, safe, [n.minor, n.queen])
            + rooks_close(view, safe, [n.rook_semi, n.rook_open])
    };

    /// If the side to move has a score of {ahead} and a king attack worth {attack}, and has gained less than {gain}
    /// in the last {wait} plies, a second search counts its attackers a quarter lower, queen {queen}, rook {rook} and
    /// minor piece {minor}, for {plies} plies, so that sacrifices look acceptable. A sacrifice that it finds, of an
    /// attacker for less than it is worth, is played if its move leaves the attack as strong and a search with the
    /// normal values finds it no more than {loss} below the best move. The next second search comes {wait} plies
    /// later at the earliest.
    "king-attack.sacrifices" [336, 338] Middlegame
        { queen: 675, rook: 337.5, minor: 225, plies: 4, wait: 10, ahead: 150, attack: 150, gain: 20, loss: 100 }
    // The document sets the plus and the attack at "1 or 2 ps at least", but neither the gain nor the loss.
    Root;
}

/// The number of attacks of the side's pieces on `targets`: pairs of piece and target.
fn attacks_on(side: &Side, targets: Bitboard) -> i64 {
    if side.by_pieces.is_disjoint(targets) {
        return 0;
    }
    let pieces = side.each.iter();
    pieces.map(|piece| count(piece.attacks & targets)).sum()
}

/// The queens of `side`, one by one.
fn queens_of(side: &Side) -> impl Iterator<Item = &Piece> {
    side.each.iter().filter(|piece| piece.role == Role::Queen)
}

/// The squares that `queen` of `side` may go to, if it gets there: no piece or pawn of its own, no king to capture,
/// and no attacker there except another queen, the lines through the square that it leaves included.
fn safe_for_queen(queen: &Piece, side: &Side, against: &Side, occupied: Bitboard) -> Bitboard {
    let others = against.each.iter().filter(|piece| piece.role != Role::Queen);
    let hit = against.by_pawns
        | against.by_knights
        | against.by_bishops
        | against.by_rooks
        | against.king.ring
        | lines_through(others, queen.square.into(), occupied);
    !(side.units | against.king.set | hit)
}

/// Knights that attack after one safe move or two, but not now.
fn knights_close(view: &View<'_>, safe: Bitboard) -> i64 {
    let knights = view.own.knights;
    if knights.is_empty() {
        return 0;
    }
    let attacking = reach::knight(knight_goals(view));
    // In the document a knight on e2, which comes by f4, counts as such, and one on b2 does not: so the
    // way leads over the king's half.
    let half = if view.enemy.king.set.intersects(KINGSIDE) { KINGSIDE } else { QUEENSIDE };
    let safe = safe & half;
    let last = attacking & safe;
    let first = reach::knight(last) & safe | last;
    count(knights & !attacking & reach::knight(first))
}

/// The amount for bishops and queens that attack the enemy king's ring after one safe move, but not now.
///
/// The lines may be those of the present board, as they are for a stray queen.
fn on_lines(view: &View<'_>, safe: Bitboard, [bishop, queen]: [i64; 2]) -> i64 {
    let own = view.own;
    let idle = (own.bishops | own.queens) & !own.at_ring;
    if idle.is_empty() {
        return 0;
    }
    let ring = view.enemy.king.ring;
    let diagonal = reach::diagonal(ring, view.empty) & safe;
    let close = |bishop: &Square| bishop_attacks(*bishop, view.occupied).intersects(diagonal);
    let bishops = (idle & own.bishops).into_iter().filter(close).count();
    let worth = bishop * bishops as i64;
    if idle.is_disjoint(own.queens) {
        return worth;
    }
    // A single queen that has a diagonal needs no file and no rank.
    let any = if own.queens.more_than_one() || own.by_queens.is_disjoint(diagonal) {
        diagonal | reach::straight(ring, view.empty) & safe
    } else {
        diagonal
    };
    let close = |queen: &Square| queen_attacks(*queen, view.occupied).intersects(any);
    let queens = (idle & own.queens).into_iter().filter(close).count();
    worth + queen * queens as i64
}

/// The amount for rooks that reach an open or half-open file towards the enemy king by one safe move
/// and stand on none: the better of the two. Capturing the last enemy pawn of a file opens it.
fn rooks_close(view: &View<'_>, safe: Bitboard, [semi, open]: [i64; 2]) -> i64 {
    let (own, enemy) = (view.own, view.enemy);
    let (half_open_files, open_files) = (half_open_files_to_king(view), open_files_to_king(view));
    let king_files = half_open_files | open_files;
    if own.by_rooks.is_disjoint(king_files & safe) {
        return 0;
    }
    let opened = half_open_files & enemy.pawns & !enemy.structure.doubled;
    let half_open = half_open_files & !opened & safe;
    let open_goals = (open_files | opened) & safe;
    let away = own.each.iter().filter(|piece| piece.role == Role::Rook && !king_files.contains(piece.square));
    let worth = |rook: &Piece| {
        let [to_half_open, to_open] = [half_open, open_goals].map(|goals| rook.attacks.intersects(goals));
        match (to_half_open, to_open) {
            (true, true) => semi.max(open),
            (true, false) => semi,
            (false, true) => open,
            (false, false) => 0,
        }
    };
    away.map(worth).sum()
}
