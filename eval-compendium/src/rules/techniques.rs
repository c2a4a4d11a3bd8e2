//! Special positional techniques: fortresses, perpetual check, and passive pieces.

use shakmaty::attacks::queen_attacks;
use shakmaty::{Bitboard, Role, Square};

use crate::board::bits::*;
use crate::board::material::{Ending, Pieces};
use crate::board::past::LastMove;
use crate::board::side::Piece;
use crate::interplay::*;
use crate::patterns::endgame::{has, has_fortress, worth};
use crate::patterns::pawns::is_walled;
use crate::patterns::pieces::on_both_colours;
use crate::patterns::shelter::shut_in;
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

const CAMP: Bitboard = ranks(1, 4);
const C4_TO_F4: Bitboard = Bitboard(INNER_FILES.0 & rank(4).0);
/// The most open files of a wall of pawns.
const FORTRESS_OPEN_FILES: usize = 2;
/// The greatest deficit of material of a natural fortress, in tenths of a centipawn.
const FORTRESS_DEFICIT: i64 = 1_000;
/// The least deficit of material of a fortress against a queen, in tenths of a centipawn.
const FORTRESS_LEAD: i64 = 2_000;

/// The most safe squares that a piece penned in by pawns has in the middlegame.
const PENNED_IN: usize = 0;
/// The same in the endgame.
const PENNED_IN_ENDGAME: usize = 1;
/// The fewest squares that pawns take from a knight with one left.
const TAKEN_FROM_KNIGHT: usize = 2;

rules! {
    "Special positional techniques" as Other;

    /// Behind a wall of pawns that block each other, five pairs or more on one or two groups of files, with two open
    /// files at most, the game is drawn when the side that is behind holds every entry. On the open files each square
    /// of its own half is then attacked by its pieces and pawns, and no less often than by the enemy's.
    "special.fortress.middlegame" [999] Middlegame {} Verdict
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

    /// Without queens and rooks, a side that is {behind} or more behind in the sum as printed, but by a pawn's
    /// material at most, earns {bonus} when the enemy king has no way into its half over squares that nothing guards.
    "special.fortress.natural" [1005] Endgame { bonus: 75, behind: 150 } ReadsScore
    |view, n| n.bonus * once(is_natural(view));

    /// With a single knight against a single bishop, the side of the knight, as far behind as for a natural fortress,
    /// earns {bonus} when the knight holds the squares of one colour on its fourth rank from c to f, pawns hold those
    /// of the other, and the enemy king is beyond them. A natural fortress counts instead.
    "special.fortress.natural-knight" [1007] Endgame { bonus: 75 } ReadsScore
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
        let builders = match own.army {
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
        let knights = view.own.army == Pieces::NN && faces_queen(view);
        n.bonus * once(knights && pawns_keep_king_out(view))
    };

    /// Two minor pieces with a pawn or more draw against two rooks that are ahead in material when the enemy king
    /// finds no way to the squares around their king. Two knights count only where the pawns alone keep it out.
    "special.fortress.minors-two-rooks" [1015] Endgame {} Verdict
    |view, _| {
        let own = view.own;
        if view.enemy.army != Pieces::RR || own.pawns.is_empty() || deficit(view) <= 0 {
            return Finding::SILENT;
        }
        let holds = match own.army {
            Pieces::BB | Pieces::BN => keeps_king_out(view),
            Pieces::NN => pawns_keep_king_out(view),
            _ => false,
        };
        Finding::DRAW.when(holds)
    };

    "Special positional techniques" as Other;

    /// A side that is more than {behind} behind in the sum as printed earns {bonus} when its last
    /// move took a pawn near the enemy king with check. Where the moves are not known, a piece
    /// counts that checks from a square near the king, on a file without enemy pawns.
    "special.perpetual.middlegame" [1021] Middlegame { bonus: 80, behind: 100 } ReadsScore
    |view, n| {
        if view.score >= -n.behind {
            return 0;
        }
        let king = &view.enemy.king;
        let inside = king.zone & !files(view.enemy.pawns);
        let checks_from_inside =
            |piece: &Piece| inside.contains(piece.square) && piece.attacks.intersects(king.set);
        let last = view.own.past.last;
        let checks = last.did(LastMove::CHECK_FOR_PAWN)
            || last.did(LastMove::UNKNOWN) && view.own.each.iter().any(checks_from_inside);
        n.bonus * once(checks)
    };

    /// With a queen each, pawns and nothing else, the side that is behind in the score earns {bonus} when its queen
    /// gives check, or can do so by its next move on a square that nothing attacks.
    "special.perpetual.endgame" [1025] Endgame { bonus: 50 } ReadsScore
    |view, n| {
        let own = view.own;
        if view.ending != Ending::Queens || view.score >= 0 || !view.play.any() {
            return 0;
        }
        let Some(queen) = own.queens.first() else {
            return 0;
        };
        let targets = own.by_queens & !own.units & !view.enemy.king.set;
        let checks = own.by_queens.intersects(view.enemy.king.set)
            || targets.into_iter().any(|to| checks_safely(view, queen, to));
        n.bonus * once(checks)
    };

    "Special positional techniques" as Pieces;

    /// A piece to which pawns leave no square costs {penalty} when its own pawns, each blocked by an enemy pawn, take
    /// more squares from it than enemy pawns guard. The square of an own piece or pawn that could step aside, the
    /// king for one, counts as free, and so does one that an enemy piece attacks.
    "special.passivity.own-pawns" [1033] Middlegame { penalty: -200 }
    |view, n| n.penalty * count(penned(view, PENNED_IN, ByPawns::Own));

    /// A rook in the corner that cannot move for the king beside it costs {penalty} when the king
    /// cannot step out either: every free square next to it is attacked, and there is one.
    "special.passivity.shut-in-rook" [1037] All { penalty: -300 }
    |view, n| n.penalty * count(shut_in(view));

    /// A piece to which pawns leave no square costs {penalty} when enemy pawns guard at least as many of its squares
    /// as its own blocked pawns take: it can only come out as a sacrifice. What pieces attack does not matter.
    "special.passivity.enemy-pawns" [1041] Middlegame { penalty: -200 }
    |view, n| n.penalty * count(penned(view, PENNED_IN, ByPawns::Enemy));

    /// Passive pieces cost about as much in the endgame: {penned} when pawns pen them in, which the next rules charge
    /// in their own way, and {shut_in} for a shut-in rook. The rook is charged once, by its own rule.
    "special.passivity.endgame-general" [1045] Endgame { penned: -200, shut_in: -300 }
    |view, n| {
        if view.replaced_by(PASSIVITY_SHUT_IN_ROOK) {
            return 0;
        }
        n.shut_in * count(shut_in(view))
    };

    /// In the endgame a knight or bishop to which pawns leave a single square at most, its own blocked ones taking
    /// more than enemy pawns guard, costs {penalty}, as a bishop on h2 does behind g3 and f2 against g4 and f3. From
    /// a knight with a square left pawns must have taken two.
    "special.passivity.endgame-own-pawns" [1049] Endgame { penalty: -250 }
    |view, n| n.penalty * count(penned(view, PENNED_IN_ENDGAME, ByPawns::Own) & view.own.minors);

    /// In the endgame a knight or bishop to which pawns leave a single square at most, enemy pawns guarding at least
    /// as many as its own blocked ones take, costs {penalty}, as a bishop on h7 does against a pawn on f5. From a
    /// knight with a square left pawns must have taken two.
    "special.passivity.endgame-enemy-pawns" [1053] Endgame { penalty: -250 }
    |view, n| n.penalty * count(penned(view, PENNED_IN_ENDGAME, ByPawns::Enemy) & view.own.minors);
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
fn deficit(view: &View<'_>) -> i64 {
    let values = view.numbers(PIECE_VALUES);
    worth(view.enemy, values) - worth(view.own, values)
}

/// `from` and every square that a king reaches from there over squares of `open` while nothing else moves.
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
    view.enemy.army == Pieces::Q && deficit(view) >= FORTRESS_LEAD
}

/// True if the own pieces and pawns keep the enemy king away from the squares around the own one.
fn keeps_king_out(view: &View<'_>) -> bool {
    let own = view.own;
    let hits = own.by_pieces | own.by_pawns | view.lines_behind_enemy_king();
    keep_king_out(view, own.units, hits)
}

/// True if the pawns alone do, the own knights taken off the board, for a side that has no other pieces.
fn pawns_keep_king_out(view: &View<'_>) -> bool {
    let own = view.own;
    keep_king_out(view, own.units & !own.knights, own.by_pawns)
}

/// True if the enemy king reaches no square next to the own king, nor stands there: it walks over
/// empty squares that are not among the `hits`, and takes unprotected pieces and pawns. `pieces` are the own pieces on
/// the board, `hits` their attacks, the king's left out, once the enemy king is lifted.
fn keep_king_out(view: &View<'_>, pieces: Bitboard, hits: Bitboard) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    let block = own.king.ring | own.king.set;
    let empty = !(pieces | enemy.units);
    let open = empty & !hits | pieces & !hits & !block;
    king_walk(enemy.king.set, open).is_disjoint(block)
}

/// True if the queen that moves from `from` to `to` attacks the enemy king from there, and is not attacked there.
fn checks_safely(view: &View<'_>, from: Square, to: Square) -> bool {
    let enemy = view.enemy;
    let arrived = Bitboard::from_square(to);
    let occupied = view.occupied & !Bitboard::from_square(from) | arrived;
    if !queen_attacks(to, occupied).intersects(enemy.king.set) {
        return false;
    }
    let mut queens = (enemy.queens & !arrived).into_iter();
    !enemy.by_pawns.contains(to)
        && !enemy.king.ring.contains(to)
        && !queens.any(|square| queen_attacks(square, occupied).contains(to))
}

/// The side whose pawns take more squares from a penned piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByPawns {
    Own,
    Enemy,
}

/// The pieces that pawns pen in, with at most `safe` squares left: an enemy pawn guards the others,
/// or an own pawn that an enemy one rams stands there. Any other own piece or pawn could step aside, so that
/// its square counts as if it were free.
fn penned(view: &View<'_>, safe: usize, by: ByPawns) -> Bitboard {
    let hemmed_in = *view.shared.hemmed_in.get_or_init(|| hemmed_in(view));
    if hemmed_in.is_empty() {
        return hemmed_in;
    }
    let (own, enemy) = (view.own, view.enemy);
    let is_penned = |piece: &&Piece| {
        let free = piece.attacks & !own.structure.rammed;
        let left = (free & !enemy.by_pawns).count();
        if !hemmed_in.contains(piece.square) || left > safe {
            return false;
        }
        let own_pawns = (piece.attacks & own.structure.rammed).count();
        let enemy_pawns = (free & enemy.by_pawns).count();
        // A knight in the corner has two squares: the edge takes the others.
        if piece.role == Role::Knight && left > 0 && own_pawns + enemy_pawns < TAKEN_FROM_KNIGHT {
            return false;
        }
        match by {
            ByPawns::Own => own_pawns > enemy_pawns,
            ByPawns::Enemy => enemy_pawns >= 1 && enemy_pawns >= own_pawns,
        }
    };
    let pieces = own.each.iter().filter(is_penned);
    pieces.map(|piece| piece.square).collect()
}

/// The pieces to which pawns leave at most one square, as many as an endgame allows.
fn hemmed_in(view: &View<'_>) -> Bitboard {
    let free = !view.own.structure.rammed & !view.enemy.by_pawns;
    let is_hemmed_in = |piece: &&Piece| (piece.attacks & free).count() <= PENNED_IN_ENDGAME;
    let pieces = view.own.each.iter().filter(is_hemmed_in);
    pieces.map(|piece| piece.square).collect()
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;
    use crate::board::bits::A_FILE;

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
