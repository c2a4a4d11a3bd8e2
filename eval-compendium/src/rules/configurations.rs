//! Unlike pieces against one another: a queen, a rook or a minor piece against others and against pawns.

use shakmaty::{Bitboard, Square};

use crate::board::bits::*;
use crate::board::material::Pieces;
use crate::interplay::*;
use crate::patterns::endgame::{Spread, enemy_has_fortress, has, has_fortress, is_small, pawns, spread};
use crate::patterns::pawns::{advanced_passers, king_supports_one_of};
use crate::patterns::pieces::on_both_colours;
use crate::patterns::reach;
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

const C_TO_E: Bitboard = Bitboard(file(2).0 | CENTRAL_FILES.0);
const D_TO_F: Bitboard = Bitboard(CENTRAL_FILES.0 | file(5).0);
/// The least distance in files from the pawns of kings on the other side of the board.
const OTHER_SIDE: u32 = 4;

rules! {
    "Opposing configurations in endings" as Material when is_small;

    /// A queen without pawns only draws against rook and pawn when these make a wall, as with king
    /// g1, pawn g2 and rook f3: the pawn at home on a file from b to g guards the rook on the third
    /// rank, and the own king is near on the first two ranks. The enemy king must not be inside, on
    /// the first three ranks of the pawn's file and the files beside it.
    "endgame.config.queen-rook-fortress" [811] Endgame {} Verdict
    |view, _| Finding::DRAW.when(has_fortress(view));

    /// Any other ending of queen against rook, where the rook's side has at most a pawn more, is won for the queen.
    "endgame.config.queen-rook-lost" [811] Endgame {} Verdict
    |view, _| {
        let (own, enemy) = pawns(view);
        let held = view.applies(CONFIG_QUEEN_ROOK_FORTRESS) && enemy_has_fortress(view);
        Finding::WIN.when(has(view, Pieces::Q, Pieces::R) && enemy <= own + 1 && !held)
    };

    /// A queen with a passed pawn against two rooks is a draw, if the queen's side has exactly one pawn more.
    "endgame.config.queen-passer-two-rooks" [815] Endgame {} Verdict
    |view, _| {
        let (own, enemy) = pawns(view);
        let has_passer = view.own.structure.passed.any();
        Finding::DRAW.when(has(view, Pieces::Q, Pieces::RR) && own == enemy + 1 && has_passer)
    };

    /// A queen with two passed pawns beats two rooks, if its side has at least two pawns more.
    "endgame.config.queen-two-passers-two-rooks" [817] Endgame {} Verdict
    |view, _| {
        let (own, enemy) = pawns(view);
        let has_two_passers = view.own.structure.passed.more_than_one();
        Finding::WIN.when(has(view, Pieces::Q, Pieces::RR) && own >= enemy + 2 && has_two_passers)
    };

    /// A queen earns {bonus} against exactly three minor pieces that are badly coordinated: two of
    /// them, or all, are unprotected.
    "endgame.config.queen-minors-uncoordinated" as Pieces [821] Endgame { bonus: 200 }
    |view, n| n.bonus * once(is_queen_against_loose_minors(view));

    /// A queen against a knight and two bishops is a draw, if the numbers of pawns differ by one at
    /// most. Where the minor pieces are badly coordinated there is no such draw.
    "endgame.config.queen-knight-two-bishops" [823] Endgame {} Verdict
    |view, _| {
        let (own, enemy) = pawns(view);
        if !has(view, Pieces::Q, Pieces::BBN) || own.abs_diff(enemy) > 1 {
            Finding::SILENT
        } else if view.applies(CONFIG_QUEEN_MINORS_UNCOORDINATED)
            && is_queen_against_loose_minors(view)
        {
            Finding::STANDS
        } else {
            Finding::DRAW
        }
    };

    /// A queen against a bishop and two knights earns {bonus}, whatever the pawns.
    "endgame.config.queen-bishop-two-knights" [825] Endgame { bonus: 75 }
    |view, n| n.bonus * once(has(view, Pieces::Q, Pieces::BNN));

    /// A queen against a rook and a knight with exactly one pawn more earns {bonus}.
    "endgame.config.queen-rook-knight" [827] Endgame { bonus: 50 }
    |view, n| n.bonus * once(has(view, Pieces::Q, Pieces::RN) && is_pawn_down(view));

    /// A queen against a rook and a bishop with exactly one pawn more is a draw.
    "endgame.config.queen-rook-bishop" [829] Endgame {} Verdict
    |view, _| Finding::DRAW.when(has(view, Pieces::Q, Pieces::RB) && is_pawn_down(view));

    "Opposing configurations in endings" as Material when is_small;

    /// Two bishops on squares of both colours beat a rook with exactly one pawn more. If a pawn of
    /// the rook's side is a step from promotion, there is no verdict.
    "endgame.config.rook-pawn-two-bishops" [833] Endgame {} Verdict
    |view, _| {
        let (own, enemy) = pawns(view);
        let wins = has(view, Pieces::BB, Pieces::R)
            && on_both_colours(view.own.bishops)
            && enemy == own + 1
            // The enemy's seventh rank.
            && view.enemy.pawns.is_disjoint(rank(2));
        Finding::WIN.when(wins)
    };

    /// A rook with exactly one pawn more and a passed pawn on the fifth rank or further draws against bishop and
    /// knight. If that passer is on the sixth or seventh rank of the files a, b, g or h, three files or more from
    /// every other pawn, the rook's side has {bonus} beside the draw.
    "endgame.config.rook-passer-bishop-knight" [835] Endgame { bonus: 35 } Verdict
    |view, n| {
        let passers = passers_of_rook(view, Pieces::BN);
        let bonus = n.bonus * once(is_one_distant(view, passers & ranks(6, 7)));
        Finding::DRAW.with(bonus).when(passers.any())
    };

    /// A rook with exactly one pawn more and a passed pawn on the fifth rank or further draws
    /// against two knights. If that passer is on the files a, b, g or h, three files or more from
    /// every other pawn, there is no draw and the rook's side earns {bonus}.
    "endgame.config.rook-passer-two-knights" [837] Endgame { bonus: 50 } Verdict
    |view, n| {
        let passers = passers_of_rook(view, Pieces::NN);
        if is_one_distant(view, passers) {
            Finding::STANDS.with(n.bonus)
        } else {
            Finding::DRAW.when(passers.any())
        }
    };

    /// A rook alone beats three pawns on different files that are all still in their own half.
    "endgame.config.rook-three-own-camp" [841] Endgame {} Verdict
    |view, _| {
        let wins = is_rook_against_pawns(view, 3)
            && spread(view.enemy.pawns).is_some()
            && view.enemy.pawns.is_disjoint(ranks(1, 4));
        Finding::WIN.when(wins)
    };

    /// A rook alone beats three pawns on the files c, d and e, or d, e and f, none of them a step from promotion.
    "endgame.config.rook-three-central" [843] Endgame {} Verdict
    |view, _| {
        let files = view.enemy.structure.files;
        let wins = is_rook_against_pawns(view, 3)
            && (files == C_TO_E || files == D_TO_F)
            && view.enemy.pawns.is_disjoint(ranks(1, 2));
        Finding::WIN.when(wins)
    };

    /// A rook alone only draws against three pawns on the files f, g and h, or a, b and c, if at least two of them
    /// are in the enemy half and their king is next to one of these or to the square before it.
    "endgame.config.rook-three-edge" [845] Endgame {} Verdict
    |view, _| {
        let files = view.own.structure.files;
        let gone = view.own.pawns & ranks(5, 7);
        let draws = are_pawns_against_rook(view, 3)
            && (files == QUEEN_WING || files == KING_WING)
            && gone.more_than_one()
            && king_supports_one_of(view, gone);
        Finding::DRAW.when(draws)
    };

    /// Two pawns on different files, one on the sixth rank or further and one on the fifth or further, with both
    /// kings at least four files away, beat a rook that is not behind the foremost of them. If it is behind it with
    /// nothing between, the rook usually wins when it is to move, and otherwise draws.
    "endgame.config.rook-two-advanced" [847] Endgame {} Verdict
    // The verdict comes from the winner, and for a draw from the side with the pawns.
    |view, _| {
        let (own, enemy) = (view.own, view.enemy);
        let kings = own.king.set | enemy.king.set;
        if are_pawns_against_rook(view, 2) {
            match is_rook_behind([enemy.rooks, own.pawns, kings, view.occupied]) {
                Some(true) => Finding::DRAW.when(view.to_move),
                Some(false) => Finding::WIN,
                None => Finding::SILENT,
            }
        } else if is_rook_against_pawns(view, 2) && view.to_move {
            let sets = [own.rooks, enemy.pawns, kings, view.occupied];
            let is_behind = is_rook_behind(sets.map(Bitboard::flip_vertical));
            Finding::USUAL_WIN.when(is_behind == Some(true))
        } else {
            Finding::SILENT
        }
    };

    "Opposing configurations in endings" as Material;

    /// Three pawns on neighbouring files, whatever their ranks, earn {bonus} against a knight alone.
    "endgame.config.knight-three-connected" [851] Endgame { bonus: 50 }
    |view, n| n.bonus * once(beat(view, Pieces::N, Spread::Connected));

    /// Three pawns beat a knight alone if two of them are on neighbouring files and the third apart.
    "endgame.config.knight-two-plus-one" [853] Endgame {} Verdict
    |view, _| Finding::WIN.when(beat(view, Pieces::N, Spread::Mixed));

    /// Three pawns beat a knight alone if no two of them are on one file or on neighbouring files.
    "endgame.config.knight-three-separate" [855] Endgame {} Verdict
    |view, _| Finding::WIN.when(beat(view, Pieces::N, Spread::Separate));

    /// Three pawns on neighbouring files, whatever their ranks, earn {bonus} against a bishop alone.
    "endgame.config.bishop-three-connected" [859] Endgame { bonus: 25 }
    |view, n| n.bonus * once(beat(view, Pieces::B, Spread::Connected));

    /// Three pawns beat a bishop alone if two of them are on neighbouring files and the third apart.
    "endgame.config.bishop-two-plus-one" [861] Endgame {} Verdict
    |view, _| Finding::WIN.when(beat(view, Pieces::B, Spread::Mixed));

    /// Three pawns, no two of them on one file or on neighbouring files, earn {bonus} against a bishop alone.
    "endgame.config.bishop-three-separate" [863] Endgame { bonus: 50 }
    |view, n| n.bonus * once(beat(view, Pieces::B, Spread::Separate));

    /// With more pieces on the board a minor piece more earns {bonus} against exactly three pawns
    /// more. Queens and rooks are equal in number, and the side with the pawns has a piece too.
    "endgame.config.minor-three-pawns-more-pieces" [865] Endgame { bonus: 25 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let is_minor_up = count(own.minors) == count(enemy.minors) + 1
            && count(own.rooks) == count(enemy.rooks)
            && count(own.queens) == count(enemy.queens);
        let is_three_pawns_down = count(enemy.pawns) == count(own.pawns) + 3;
        n.bonus * once(is_minor_up && is_three_pawns_down && enemy.pieces.any())
    };
}

/// True if the own queen is against three minors, two or all of them unprotected.
fn is_queen_against_loose_minors(view: &View<'_>) -> bool {
    let enemy = view.enemy;
    view.own.army == Pieces::Q
        && enemy.pieces == enemy.minors
        && enemy.minors.count() == 3
        && (enemy.minors & !enemy.by_any).more_than_one()
}

/// True if the enemy has exactly one pawn more.
fn is_pawn_down(view: &View<'_>) -> bool {
    let (own, enemy) = pawns(view);
    enemy == own + 1
}

/// The own passers on the ranks 5 to 7, with a rook against `minors` and exactly one pawn more;
/// none with other material.
fn passers_of_rook(view: &View<'_>, minors: Pieces) -> Bitboard {
    let (own, enemy) = pawns(view);
    if has(view, Pieces::R, minors) && own == enemy + 1 { advanced_passers(view.own) } else { Bitboard::EMPTY }
}

/// True if one of `passers`, on the files a-b or g-h, is three files or more from every other pawn.
fn is_one_distant(view: &View<'_>, passers: Bitboard) -> bool {
    let all = view.own.pawns | view.enemy.pawns;
    (passers & !INNER_FILES).into_iter().any(|square| {
        let passer = Bitboard::from_square(square);
        let next = passer | beside(passer);
        let near = files(next | beside(next));
        (all & !passer).is_disjoint(near)
    })
}

/// True if the own side has a lone rook, and the enemy only `enemy_pawns` pawns.
fn is_rook_against_pawns(view: &View<'_>, enemy_pawns: usize) -> bool {
    has(view, Pieces::R, Pieces::NONE) && pawns(view) == (0, enemy_pawns)
}

/// The same for the side with the pawns.
fn are_pawns_against_rook(view: &View<'_>, own_pawns: usize) -> bool {
    has(view, Pieces::NONE, Pieces::R) && pawns(view) == (own_pawns, 0)
}

/// True if the rook is behind the foremost of two advanced pawns (of two on one rank, either), with
/// nothing between; `None` if the pawns are not on different files, on the sixth rank and the fifth
/// or further, with all kings on the other side of the board. Seen by the pawns' side.
fn is_rook_behind([rook, pawns, kings, occupied]: [Bitboard; 4]) -> Option<bool> {
    let is_far = |king: Square| {
        let distance = |pawn: Square| pawn.file().distance(king.file());
        pawns.into_iter().all(|pawn| distance(pawn) >= OTHER_SIDE)
    };
    let are_advanced = spread(pawns).is_some() && pawns.is_disjoint(ranks(1, 4)) && pawns.intersects(ranks(6, 7));
    if !are_advanced || !kings.into_iter().all(is_far) {
        return None;
    }
    let foremost = pawns & Bitboard::from_rank(pawns.last()?.rank());
    Some(rook.intersects(reach::below(foremost, !occupied)))
}

/// True if the own side has only three pawns, spread like this, against a lone `minor`.
fn beat(view: &View<'_>, minor: Pieces, like: Spread) -> bool {
    has(view, Pieces::NONE, minor) && pawns(view) == (3, 0) && spread(view.own.pawns) == Some(like)
}
