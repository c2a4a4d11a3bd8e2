//! A lone rook, bishop or knight against pawns.

use shakmaty::Bitboard;

use crate::board::bits::{beside, file, files, rank, ranks, up};
use crate::board::material::Pieces;
use crate::patterns::passers::advanced_passers;
use crate::patterns::small_material::{has, is_small, pawns, spread};
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

/// The files a to c, c to e, d to f and f to h.
const ABC: Bitboard = three_files(0);
const CDE: Bitboard = three_files(2);
const DEF: Bitboard = three_files(3);
const FGH: Bitboard = three_files(5);
/// How many files kings on the other side of the board are away from the pawns, at least.
const FAR: u32 = 4;
/// The files a, b, g and h.
const EDGES: Bitboard = Bitboard(file(0).0 | file(1).0 | file(6).0 | file(7).0);

rules! {
    "Endgame" when is_small;

    /// Two bishops on squares of both colours beat a rook with exactly one pawn more. If a pawn of
    /// the rook's side is a step from promotion, nothing is said.
    "endgame.config.rook-pawn-two-bishops" [833] Endgame {} verdict
    |view, _| {
        let (own, enemy) = pawns(view);
        let wins = has(view, Pieces::BB, Pieces::R)
    && enemy == own + 1
    && view.own.bishops.intersects(Bitboard::LIGHT_SQUARES)
    && view.own.bishops.intersects(Bitboard::DARK_SQUARES)
    // The enemy's seventh rank.
    && view.enemy.pawns.is_disjoint(rank(2));
        Finding::WIN.when(wins)
    };

    /// A rook with exactly one pawn more and a passed pawn on the fifth rank or further draws
    /// against bishop and knight. If that passer is on the sixth or seventh rank of the files a, b,
    /// g or h, three files or more from every other pawn, the rook's side has {bonus} beside the
    /// draw.
    "endgame.config.rook-passer-bishop-knight" [835] Endgame { bonus: 35 } verdict
    |view, n| {
        let Some(passers) = passers_of_rook(view, Pieces::BN) else {
            return Finding::SILENT;
        };
        if distant(view, passers & ranks(6, 7)) {
            Finding::DRAW.with(n.bonus)
        } else {
            Finding::DRAW
        }
    };

    /// A rook with exactly one pawn more and a passed pawn on the fifth rank or further draws
    /// against two knights. If that passer is on the files a, b, g or h, three files or more from
    /// every other pawn, there is no draw and the rook's side earns {bonus}.
    "endgame.config.rook-passer-two-knights" [837] Endgame { bonus: 50 } verdict
    |view, n| {
        let Some(passers) = passers_of_rook(view, Pieces::NN) else {
            return Finding::SILENT;
        };
        if distant(view, passers) {
            Finding::STANDS.with(n.bonus)
        } else {
            Finding::DRAW
        }
    };

    /// A rook alone beats three pawns on different files that are all still in their own half.
    "endgame.config.rook-three-own-camp" [841] Endgame {} verdict
    |view, _| {
        let wins = is_rook_against(view, 3)
            && spread(view.enemy.pawns).is_some()
            && view.enemy.pawns.is_disjoint(ranks(1, 4));
        Finding::WIN.when(wins)
    };

    /// A rook alone beats three pawns on the files c, d and e, or d, e and f, none of them a step
    /// from promotion.
    "endgame.config.rook-three-central" [843] Endgame {} verdict
    |view, _| {
        let files = view.enemy.structure.files;
        let wins = is_rook_against(view, 3)
            && (files == CDE || files == DEF)
            && view.enemy.pawns.is_disjoint(ranks(1, 2));
        Finding::WIN.when(wins)
    };

    /// A rook alone only draws against three pawns on the files f, g and h, or a, b and c, if at
    /// least two of them are in the enemy half and their king is next to one of these or to the
    /// square before it.
    "endgame.config.rook-three-edge" [845] Endgame {} verdict
    |view, _| {
        let own = &view.own;
        let files = own.structure.files;
        if !has(view, Pieces::NONE, Pieces::R)
            || pawns(view) != (3, 0)
            || files != ABC && files != FGH
        {
            return Finding::SILENT;
        }
        let gone = own.pawns & ranks(5, 7);
        let near = own.king.ring | own.king.set;
        Finding::DRAW.when(gone.more_than_one() && near.intersects(gone | up(gone)))
    };

    /// Two pawns on different files, one on the sixth rank or further and one on the fifth or
    /// further, with both kings at least four files away, beat a rook that is not behind the
    /// foremost of them. If it is behind it with nothing between, the rook usually wins when it is
    /// to move, and otherwise draws.
    "endgame.config.rook-two-advanced" [847] Endgame {} verdict
    // The winner speaks, and of a draw the side with the pawns.
    |view, _| {
        if has(view, Pieces::NONE, Pieces::R) && pawns(view) == (2, 0) {
            // The winner speaks, and of a draw the side with the pawns.
            let behind = match advanced_pair(view.own.pawns, kings(view)) {
                None => return Finding::SILENT,
                Some(pawns) => is_behind_foremost(view.enemy.rooks, pawns, view.occupied),
            };
            return match (behind, view.to_move) {
                (false, _) => Finding::WIN,
                (true, true) => Finding::DRAW,
                (true, false) => Finding::SILENT,
            };
        }
        if !is_rook_against(view, 2) || !view.to_move {
            return Finding::SILENT;
        }
        let turned = Bitboard::flip_vertical;
        let behind =
            advanced_pair(turned(view.enemy.pawns), turned(kings(view))).is_some_and(|pawns| {
                is_behind_foremost(turned(view.own.rooks), pawns, turned(view.occupied))
            });
        Finding::USUAL_WIN.when(behind)
    };
}

const fn three_files(first: u32) -> Bitboard {
    Bitboard(file(first).0 | file(first + 1).0 | file(first + 2).0)
}

/// Whether the own side has a lone rook, and the enemy nothing but so many pawns.
fn is_rook_against(view: &View<'_>, enemy_pawns: usize) -> bool {
    has(view, Pieces::R, Pieces::NONE) && pawns(view) == (0, enemy_pawns)
}

/// Both kings.
fn kings(view: &View<'_>) -> Bitboard {
    view.own.king.set | view.enemy.king.set
}

/// The two `pawns`, seen by their side, if they are on different files, on the sixth rank and the
/// fifth or further, and all `kings` are at least four files from both.
fn advanced_pair(pawns: Bitboard, kings: Bitboard) -> Option<Bitboard> {
    let far = |king: shakmaty::Square| {
        let distance = |pawn: shakmaty::Square| pawn.file().distance(king.file());
        pawns.into_iter().all(|pawn| distance(pawn) >= FAR)
    };
    let advanced = spread(pawns).is_some()
        && pawns.is_disjoint(ranks(1, 4))
        && pawns.intersects(ranks(6, 7))
        && kings.into_iter().all(far);
    advanced.then_some(pawns)
}

/// Whether the rook is behind the foremost of `pawns` (of two on one rank, either of them), with
/// nothing between; all seen by the pawns' side.
fn is_behind_foremost(rook: Bitboard, pawns: Bitboard, occupied: Bitboard) -> bool {
    let Some(foremost) = pawns.last() else {
        return false;
    };
    let first = pawns & Bitboard::from_rank(foremost.rank());
    rook.into_iter().any(|rook| {
        first.into_iter().any(|pawn| {
            rook.file() == pawn.file()
                && rook.rank() < pawn.rank()
                && shakmaty::attacks::between(rook, pawn).is_disjoint(occupied)
        })
    })
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
