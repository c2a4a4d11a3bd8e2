//! Rook endings, some of whose rules hold with any other pieces, and queen endings.

use shakmaty::attacks::rook_attacks;
use shakmaty::{Bitboard, Square};

use crate::board::bits::*;
use crate::board::context::Context;
use crate::board::material::Ending;
use crate::board::side::Side;
use crate::interplay::*;
use crate::patterns::pawns::{king_supports, rooks_behind_passers, some_open_file, some_passer, steps};
use crate::patterns::reach;
use crate::patterns::shelter::shut_in;
use crate::rule::{Amount, rules};
use crate::verdict::Finding;
use crate::view::View;

/// The lead in steps to promotion of a passer that is well ahead of the enemy's.
const AHEAD_IN_RACE: u32 = 2;
/// The moves in which a rook that is not shut out reaches the other side of the board.
const SHUT_OUT_MOVES: u32 = 3;

/// The least distance in files between a passer and a king that stays away from it.
const FAR_FROM_KING: u32 = 4;

rules! {
    "Simple endings" as Pieces;

    /// Each rook on a file without pawns earns {bonus}, with any pieces on the board and in every
    /// phase, but never twice: where the middlegame has its own rule, that one pays.
    "endgame.rook.open-file" [767] All when some_open_file { bonus: 30 }
    |view, n| {
        let amount = n.bonus * count(view.own.rooks & view.open_files());
        Amount::shared(amount, view.replaced_by(CONFIG_ROOK_OPEN_FILE))
    };

    /// With a rook each, a king next to an own passer, or to the square before it, earns {bonus},
    /// once however many it supports.
    "endgame.rook.king-supports" as King [769] Endgame when rook_ending { bonus: 50 }
    |view, n| n.bonus * once(king_supports(view));

    /// A rook behind an own passer with nothing between earns {bonus}, for each such passer and with any pieces on
    /// the board. In the middlegame a rule of the king attack pays the same instead.
    "endgame.rook.behind-own-passer" [771] All when some_passer { bonus: 50 }
    |view, n| {
        let amount = n.bonus * count(rooks_behind_passers(view));
        Amount::shared(amount, view.replaced_by(ROOK_BEHIND_PASSER))
    };

    /// With a rook each, a rook behind an enemy passer with nothing between earns {bonus}.
    "endgame.rook.behind-enemy-passer" [773] Endgame when rook_ending { bonus: 30 }
    |view, n| {
        let own = view.own;
        let passers = view.enemy.structure.passed & behind(own.rooks);
        n.bonus * count(passers & own.by_rooks)
    };

    /// With a rook each, a rook that alone defends an own pawn which the enemy rook attacks and
    /// which cannot step forward costs its side {penalty}, once however many such pawns there are.
    "endgame.rook.stuck-defender" [775] Endgame when rook_ending { penalty: -85 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let attacked = own.pawns & enemy.by_rooks & own.by_rooks;
        let alone = attacked & !own.by_pawns & !own.king.ring;
        n.penalty * once(alone.intersects(down(view.occupied)))
    };

    /// With rooks and no other pieces, each rook on the seventh rank earns {bonus} where at least
    /// two enemy pawns stand there too.
    "endgame.rook.seventh-with-pawns" [777] Endgame { bonus: 40 }
    // Each rook counts, and two on the rank have their own rule: so there may be two.
    |view, n| {
        let rooks = view.own.rooks & rank(7);
        let has_targets = (view.enemy.pawns & rank(7)).more_than_one();
        let only_rooks = |side: &Side| side.rooks.any() && side.pieces == side.rooks;
        let counts = has_targets && only_rooks(view.own) && only_rooks(view.enemy);
        n.bonus * once(counts) * few(rooks)
    };

    /// With a rook each, a rook that keeps the enemy king from the centre along a file or rank earns {bonus}: the
    /// line lies between a king on the outer three lines and the middle, and the rook is level with the king, or may
    /// go there, and not next to it. What counts is the position, not the move.
    "endgame.rook.cut-king" as King [779] Endgame when rook_ending { bonus: 50 }
    |view, n| {
        let replaced = view.applies(ROOK_CUT_KING_EDGE) && is_cut(view, confines);
        n.bonus * once(is_cut(view, separates) && !replaced)
    };

    /// The same on the line next to the edge (b, g, the second or seventh rank), which leaves the
    /// enemy king nothing but the edge, earns {bonus} instead.
    "endgame.rook.cut-king-edge" as King [779] Endgame when rook_ending { bonus: 70 }
    |view, n| n.bonus * once(is_cut(view, confines));

    /// With a rook each and passers on both sides, the side whose foremost passer is at least two
    /// steps nearer to promotion earns {bonus}.
    "endgame.rook.passer-two-ahead" as Pawns [781] Endgame when rook_ending { bonus: 200 }
    |view, n| {
        let own = steps(view.own.structure.passed);
        let enemy = steps(view.enemy.structure.passed.flip_vertical());
        match (own, enemy) {
            (Some(own), Some(enemy)) => n.bonus * once(own + AHEAD_IN_RACE <= enemy),
            _ => 0,
        }
    };

    /// Each rook that cannot get to the other side of the board in three moves costs {penalty}, with any pieces: a
    /// rook on a to d must reach f to h, one on e to h must reach a to c. Only pawns are in its way: it stops nowhere
    /// that one of them guards, and takes one only where no enemy piece or pawn guards it.
    "endgame.rook.shut-out-rook" [787] Endgame { penalty: -125 }
    |view, n| {
        let rooks = view.own.rooks.into_iter();
        let mut out: Bitboard = rooks.filter(|rook| is_shut_out(view, *rook)).collect();
        if out.any() && view.applies(PASSIVITY_SHUT_IN_ROOK) {
            out &= !shut_in(view);
        }
        n.penalty * count(out)
    };

    /// With a rook each and three pawns each on f to h, a pawn more on a2 with its own rook before
    /// it on a1 does not win for Black: a draw if White's rook attacks the pawn from behind and
    /// White's king is on the second rank of those files. So on the other wing, and for White.
    "endgame.rook.trapped-on-a1-draw" [789] Endgame when rook_ending {} Verdict
    |view, _| {
        let (own, enemy) = (view.own, view.enemy);
        let pawn = own.pawns & rank(7) & down(own.rooks) & (A_FILE | H_FILE);
        if pawn.is_empty() {
            return Finding::SILENT;
        }
        let wing = if pawn.intersects(A_FILE) { KING_WING } else { QUEEN_WING };
        let three_on_wing = |pawns: Bitboard| count(pawns) == 3 && pawns.is_subset(wing);
        Finding::DRAW.when(
            three_on_wing(own.pawns & !pawn)
                && three_on_wing(enemy.pawns)
                && enemy.rooks.intersects(behind(pawn))
                && enemy.by_rooks.intersects(pawn)
                && enemy.king.set.intersects(wing & rank(7)),
        )
    };

    /// Rook and three pawns against rook and two draw when all pawns are on one part of the board:
    /// on four neighbouring files at most.
    "endgame.rook.three-v-two-draw" [791] Endgame when rook_ending {} Verdict
    |view, _| {
        let pawns = [view.own.pawns, view.enemy.pawns].map(count);
        Finding::DRAW.when(pawns == [3, 2] && view.play.on_one_part())
    };

    /// A rook on b8 is out of play between the enemy pawn on b7 and the enemy bishop on c8, which earns {bonus} for
    /// the bishop's side. So on every file, with the bishop towards the centre, and with any pieces.
    "endgame.rook.invalidated" [795] Endgame { bonus: 60 }
    |view, n| {
        let own = view.own;
        let rooks = view.enemy.rooks & up(own.pawns & rank(7));
        if rooks.is_empty() {
            return 0;
        }
        let bishop_right = rooks & left(own.bishops) & (QUEEN_WING | CENTRAL_FILES);
        let bishop_left = rooks & right(own.bishops) & (KING_WING | CENTRAL_FILES);
        n.bonus * count(bishop_right | bishop_left)
    };

    "Simple endings" as King when queen_ending;

    /// With a queen each, three own pawns or more next to the king, or up to two ranks ahead of it
    /// on its own and the neighbouring files, earn {bonus}.
    "endgame.queen.shelter-three" [799] Endgame { bonus: 50 }
    |view, n| n.bonus * once(shelter(view) >= 3);

    /// With a queen each, a shelter of just two such pawns costs {penalty}.
    "endgame.queen.shelter-two" [801] Endgame { penalty: -20 }
    |view, n| n.penalty * once(shelter(view) == 2);

    /// With a queen each, a shelter of one pawn costs {penalty}, and so does none.
    "endgame.queen.shelter-one" [801] Endgame { penalty: -50 }
    |view, n| n.penalty * once(shelter(view) <= 1);

    /// With a queen each, a king next to an own passer, or to the square before it, earns {bonus},
    /// once however many it supports.
    "endgame.queen.king-supports" [803] Endgame { bonus: 20 }
    |view, n| n.bonus * once(king_supports(view));

    /// With a queen each, a king with at most one pawn to shelter it, four files or more away from its foremost
    /// passer, costs {penalty}: it may be checked for ever. Not so if it supports another passer.
    "endgame.queen.king-far" [805] Endgame { penalty: -80 }
    |view, n| {
        let passers = view.own.structure.passed;
        let Some(foremost) = passers.last() else {
            return 0;
        };
        let king = view.own.king.square;
        let is_far = |passer: Square| passer.file().distance(king.file()) >= FAR_FROM_KING;
        let mut foremost = (passers & Bitboard::from_rank(foremost.rank())).into_iter();
        let stays_apart = foremost.all(is_far) && !king_supports(view);
        n.penalty * once(stays_apart && shelter(view) <= 1)
    };
}

fn rook_ending(context: &Context<'_>) -> bool {
    context.ending == Ending::Rooks
}

/// True if the own rook, a single one, cuts the enemy king off along a file or a rank, by the
/// condition `separated` on two files or ranks.
fn is_cut(view: &View<'_>, separated: fn(u32, u32) -> bool) -> bool {
    let Some(rook) = view.own.rooks.single_square() else {
        return false;
    };
    let king = &view.enemy.king;
    if king.ring.contains(rook) {
        return false;
    }
    // The square of the cutting line level with the king.
    let held = |level: Square| level == rook || (view.own.by_rooks & view.empty).contains(level);
    let by_file = separated(king.square.file().into(), rook.file().into())
        && held(Square::from_coords(rook.file(), king.square.rank()));
    by_file
        || separated(king.square.rank().into(), rook.rank().into())
            && held(Square::from_coords(king.square.file(), rook.rank()))
}

/// True if a rook on the line `rook` leaves a king on the line `king` only the edge.
fn confines(king: u32, rook: u32) -> bool {
    matches!((king, rook), (0, 1) | (7, 6))
}

/// True if a rook on the line `rook`, a file or a rank, is on the middle's side of a king on one of
/// the three outermost lines, `king`, and in the same half of the board.
fn separates(king: u32, rook: u32) -> bool {
    match king {
        0..=2 => (king + 1..=3).contains(&rook),
        5..=7 => (4..king).contains(&rook),
        _ => false,
    }
}

/// True if a rook on `square` of a board with pawns only cannot reach the other side (f-h from a-d, a-c from e-h) in
/// three moves: it stops nowhere under attack of pawns, and captures loose pawns only.
fn is_shut_out(view: &View<'_>, square: Square) -> bool {
    let goal = if QUEENSIDE.contains(square) { KING_WING } else { QUEEN_WING };
    let enemy = view.enemy;
    let no_pawn = !(view.own.pawns | enemy.pawns);
    let stops = no_pawn & !enemy.by_pawns | enemy.pawns & !enemy.by_any;
    let mut reached = Bitboard::from(square) | rook_attacks(square, !no_pawn) & stops;
    if reached.intersects(goal) {
        return false;
    }
    for _ in 1..SHUT_OUT_MOVES {
        reached |= reach::straight(reached, no_pawn) & stops;
        if reached.intersects(goal) {
            return false;
        }
    }
    true
}

fn queen_ending(context: &Context<'_>) -> bool {
    context.ending == Ending::Queens
}

/// The number of own pawns on the own king position.
fn shelter(view: &View<'_>) -> i64 {
    count(view.own.pawns & view.own.king.zone)
}
