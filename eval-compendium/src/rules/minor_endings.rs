//! Simple endings of pawns, bishops and knights.

use shakmaty::{Bitboard, Square};

use crate::board::bits::*;
use crate::board::context::Context;
use crate::board::material::Ending;
use crate::board::side::Side;
use crate::interplay::*;
use crate::patterns::pawns::{
    advanced_passers, enemy_fixed_backward, fixed_backward, has_outside_passer, is_king_before_lone_pawn, king_supports,
};
use crate::patterns::pieces::{bishop_colour, most_on_colour, most_on_colour_in_wide_play, off_colour, on_colour};
use crate::patterns::shelter::bastion;
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

/// The fewest pawns of a side whose bishop is bad.
const BAD_BISHOP_PAWNS: i64 = 3;
/// The fewest of those pawns on its colour that are blocked by pawns.
const BAD_BISHOP_RAMS: i64 = 2;

/// The least distance in files between the outermost of two passers that win.
const WINNING_FILES_APART: u32 = 3;

/// The steps from the promotion square beyond which a king is too late for a pawn on rank 5.
const KING_TOO_FAR: u32 = 3;

/// The most pawns of a side that give a bishop room against a knight.
const FEW_PAWNS: i64 = 2;

rules! {
    "Simple endings" as Pawns when pawn_ending;

    /// With kings and pawns only, a side with an outside passer earns {bonus}, once however many there are: a passer
    /// on a wing with every enemy pawn at least two files away towards the other wing.
    "endgame.pawn-ending.outside-passer" [693] Endgame { bonus: 100 }
    |view, n| n.bonus * once(has_outside_passer(view));

    /// With kings and pawns only, each enemy pawn that is held back for good earns {bonus}: b7
    /// behind a6 where a5 blocks a6 and would take b7 if it stepped up.
    "endgame.pawn-ending.backward" [695] Endgame { bonus: 100 }
    |view, n| n.bonus * count(enemy_fixed_backward(view));

    /// With kings and pawns only, each pawn too many on its file costs {penalty} if there are own
    /// pawns on a neighbouring file, so that three or more stand together.
    "endgame.pawn-ending.doubled-in-group" [697] Endgame { penalty: -50 }
    |view, n| {
        let structure = &view.own.structure;
        let mut surplus = structure.doubled & !structure.isolated & !structure.front;
        if surplus.any() && view.replaced_by(STURDY_BASTION) {
            surplus &= !bastion(view);
        }
        n.penalty * count(surplus)
    };

    /// With kings and pawns only, a king next to an own passer, or to the square before it, earns
    /// {bonus}, once however many it supports.
    "endgame.pawn-ending.king-supports" as King [699] Endgame { bonus: 50 }
    |view, n| {
        let replaced = view.applies(BASIC_KPK_KING_FRONT) && is_king_before_lone_pawn(view);
        n.bonus * once(king_supports(view) && !replaced)
    };

    /// In all other simple endings the general rules of the endgame hold, and the values of each
    /// kind of ending replace them or are added. The rule itself is worth nothing.
    "endgame.simple.scope" [703] Endgame {} Definition
    |_, _| 0;

    "Simple endings" as Pieces;

    /// With a bishop each on squares of one colour, each own pawn on a square of the other colour earns {bonus}.
    "endgame.bishop.same.off-colour-pawn" [709] Endgame when same_bishop_ending { bonus: 15 }
    |view, n| n.bonus * count(off_colour(view.own));

    /// With a bishop each on squares of one colour, a king next to an own passer, or to the square
    /// before it, earns {bonus}, once however many it supports.
    "endgame.bishop.same.king-supports" as King [711] Endgame when same_bishop_ending { bonus: 30 }
    |view, n| n.bonus * once(king_supports(view));

    /// With a bishop each on squares of one colour, an outside passer earns {bonus}, once however
    /// many there are. The document's own example prints {example}: the rule counts.
    "endgame.bishop.same.outside-passer" as Pawns [713] Endgame when same_bishop_ending { bonus: 60, example: 50 }
    |view, n| n.bonus * once(has_outside_passer(view));

    /// With a bishop each on squares of one colour, the side that is ahead usually wins against a
    /// bad bishop if its own is not bad. A bishop is bad when its side has three pawns or more,
    /// most of them on its colour and at least two of these blocked by pawns.
    "endgame.bishop.same.bad-bishop" [717] Endgame when same_bishop_ending {} Verdict
    |view, _| {
        let against_bad = has_bad_bishop(view.enemy) && !has_bad_bishop(view.own);
        Finding::USUAL_WIN.when(view.score > 0 && against_bad)
    };

    /// With a bishop each on squares of one colour, each own pawn on the colour of the bishop costs {penalty}.
    "endgame.bishop.same.on-colour-pawn" [721] Endgame when same_bishop_ending { penalty: -15 }
    |view, n| n.penalty * count(on_colour(view.own));

    /// With a bishop each on squares of one colour, a side with a pawn on that colour loses {penalty} more in wide
    /// play: where the outermost pawns of both sides together are at least four files apart.
    "endgame.bishop.same.wide-play-penalty" [721] Endgame when same_bishop_ending { penalty: -30 }
    |view, n| n.penalty * once(view.play.is_wide() && on_colour(view.own).any());

    /// Bishop against knight: the side with the bishop loses {each} for each own pawn on the colour
    /// of the bishop, and {wide} more if these outnumber the others and play is wide.
    "endgame.bishop-knight.on-colour-pawn" [725] Endgame
    when bishop_knight_ending { each: -15, wide: -30 }
    |view, n| {
        n.each * count(on_colour(view.own)) + n.wide * once(most_on_colour_in_wide_play(view))
    };

    "Simple endings" as Pieces when opposite_bishop_ending;

    /// Bishops on different colours count as those on one colour, each side by its own bishop: a
    /// pawn off its colour earns {off_colour}, one on it costs {on_colour}, more pawns on it than
    /// off it in wide play cost {wide}, and an outside passer earns {outside}.
    "endgame.bishop.opposite.same-principles" [729] Endgame
    { off_colour: 15, outside: 60, on_colour: -15, wide: -30 }
    |view, n| {
        n.off_colour * count(off_colour(view.own))
            + n.outside * once(has_outside_passer(view))
            + n.on_colour * count(on_colour(view.own))
            + n.wide * once(most_on_colour_in_wide_play(view))
    };

    /// With a bishop each on different colours, a king next to an own passer, or to the square
    /// before it, earns {bonus}, once however many it supports.
    "endgame.bishop.opposite.king-supports" as King [729] Endgame { bonus: 60 }
    |view, n| n.bonus * once(king_supports(view));

    /// With a bishop each on different colours, one pawn more than the enemy, and more passers than
    /// it has, earn {bonus}.
    "endgame.bishop.opposite.one-surplus" as Other [731] Endgame { bonus: 50 }
    |view, n| {
        let [own, enemy] = [view.own, view.enemy].map(|side| count(side.structure.passed));
        n.bonus * once(surplus(view) == 1 && own > enemy)
    };

    /// With a bishop each on different colours and two pawns more, passers on two neighbouring
    /// files and no others draw.
    "endgame.bishop.opposite.two-connected" [733] Endgame {} Verdict
    |view, _| Finding::DRAW.when(surplus(view) == 2 && files_apart(view) == 1);

    /// With a bishop each on different colours and two pawns more, passers whose outermost are more
    /// than two files apart win, and passers with one file between them draw.
    "endgame.bishop.opposite.two-separate" [735] Endgame {} Verdict
    |view, _| {
        if are_two_far_apart(view) {
            let held =
                view.applies(BISHOP_OPPOSITE_TWO_SEPARATE_WRONG_CORNER) && is_corner_held(view);
            Finding::WIN.when(!held)
        } else {
            Finding::DRAW.when(surplus(view) == 2 && files_apart(view) == 2)
        }
    };

    /// The win of passers far apart is a draw where one of them is a rook pawn, its promotion square is not on the
    /// colour of the own bishop, and the enemy king is beside that square or no farther from it than the own king.
    "endgame.bishop.opposite.two-separate-wrong-corner" [735] Endgame {} Verdict
    |view, _| Finding::DRAW.when(are_two_far_apart(view) && is_corner_held(view));

    /// With a bishop each on different colours and three pawns more, or more yet, three passers on neighbouring files
    /// usually win. Added here: two passers usually win as well, and if the outermost are three files apart they win.
    "endgame.bishop.opposite.three-connected" [737] Endgame {} Verdict
    |view, _| {
        let apart = files_apart(view);
        if surplus(view) < 3 || apart == 0 {
            Finding::SILENT
        } else if three_in_a_row(view).is_none() && apart >= WINNING_FILES_APART {
            Finding::WIN
        } else {
            let held = view.applies(BISHOP_OPPOSITE_THREE_STRADDLED) && are_straddled(view);
            Finding::USUAL_WIN.when(!held)
        }
    };

    /// Three connected passers that are all the passers, with three pawns more, only draw if they are held: a wedge
    /// (d5, e6, f5) if the enemy king and bishop both guard the square before one of its rear pawns, a staircase (e6,
    /// f5, g4) if the king guards the square before the middle pawn.
    "endgame.bishop.opposite.three-straddled" [737] Endgame {} Verdict
    |view, _| Finding::DRAW.when(are_straddled(view));

    "Simple endings" as Pawns when knight_ending;

    /// With a knight each, a side with an outside passer earns {bonus}, once however many there are: a passer on a
    /// wing with every enemy pawn at least two files away towards the other wing.
    "endgame.knight.outside-passer" [741] Endgame { bonus: 50 }
    |view, n| n.bonus * once(has_outside_passer(view));

    /// With a knight each, a king next to an own passer, or to the square before it, earns {bonus},
    /// once however many it supports.
    "endgame.knight.king-supports" as King [743] Endgame { bonus: 30 }
    |view, n| n.bonus * once(king_supports(view));

    /// With a knight each, fixing a backward pawn is worth {fixing}: h7 behind g6, where g5 blocks
    /// g6, costs its owner {penalty}. It is one swing, and the other side gets nothing besides.
    "endgame.knight.backward-fixed" [745] Endgame { fixing: 50, penalty: -50 }
    |view, n| n.penalty * count(fixed_backward(view));

    /// With a knight each and the move, a passer on a5 that may step on earns {bonus} against a knight on b7 when the
    /// enemy king is more than three steps from the corner. So does one on h5 against g7.
    "endgame.knight.unstoppable-edge" [747] Endgame { bonus: 200 }
    |view, n| {
        if !view.to_move {
            return 0;
        }
        let passers = view.own.structure.passed & rank(5) & (A_FILE | H_FILE) & down(view.empty);
        let runners = passers & beside(down(down(view.enemy.knights)));
        let too_far = |corner| view.enemy.king.square.distance(corner) > KING_TOO_FAR;
        let mut corners = (ahead(runners) & rank(8)).into_iter();
        n.bonus * once(corners.any(too_far))
    };

    /// With a knight each, each own passer on ranks 5 to 7 whose promotion square the own knight guards earns {bonus}.
    "endgame.knight.guards-promotion" as Pieces [749] Endgame { bonus: 25 }
    |view, n| {
        let passers = advanced_passers(view.own);
        n.bonus * count(ahead(passers) & rank(8) & view.own.by_knights)
    };

    "Simple endings" as Pieces when bishop_knight_ending;

    /// Bishop against knight: each pawn of the bishop's side that is not on the colour of the bishop earns {bonus}.
    "endgame.bishop-knight.off-colour-pawn" [753] Endgame { bonus: 15 }
    |view, n| n.bonus * count(off_colour(view.own));

    /// Bishop against knight: with pawns, of either side, on both wings (a to c and f to h) the bishop earns {bonus}.
    "endgame.bishop-knight.both-sides" as Material [755] Endgame { bonus: 30 }
    |view, n| {
        let replaced = is_open(view) && view.replaced_by(BISHOP_KNIGHT_FEW_PAWNS);
        n.bonus * once(view.own.bishops.any() && view.play.on_both_wings() && !replaced)
    };

    /// Bishop against knight: a king of either side next to an own passer, or to the square before
    /// it, earns {bonus}, once however many it supports.
    "endgame.bishop-knight.king-supports" as King [757] Endgame { bonus: 30 }
    |view, n| n.bonus * once(king_supports(view));

    /// Bishop against knight: with pawns on both wings, but fewer than three on either side, the
    /// bishop earns {bonus} instead of the bonus for both wings.
    "endgame.bishop-knight.few-pawns" as Material [759] Endgame { bonus: 50 }
    |view, n| n.bonus * once(view.own.bishops.any() && is_open(view));

    /// A knight whose every square is taken by its own pieces and pawns or guarded by the enemy earns the side
    /// with the bishop {bonus}.
    "endgame.bishop-knight.immobilised-knight" [763] Endgame { bonus: 60 }
    |view, n| {
        let free = view.enemy.by_knights & !view.enemy.units & !view.own.by_any;
        n.bonus * once(view.own.bishops.any() && free.is_empty())
    };
}

fn pawn_ending(context: &Context<'_>) -> bool {
    context.ending == Ending::Pawns
}

fn same_bishop_ending(context: &Context<'_>) -> bool {
    context.ending == Ending::SameBishops
}

fn bishop_knight_ending(context: &Context<'_>) -> bool {
    context.ending == Ending::BishopKnight
}

fn has_bad_bishop(side: &Side) -> bool {
    let blocked = side.structure.rammed & bishop_colour(side);
    count(side.pawns) >= BAD_BISHOP_PAWNS && most_on_colour(side) && count(blocked) >= BAD_BISHOP_RAMS
}

fn opposite_bishop_ending(context: &Context<'_>) -> bool {
    context.ending == Ending::OppositeBishops
}

/// The own side's surplus of pawns over the enemy's.
fn surplus(view: &View<'_>) -> i64 {
    count(view.own.pawns) - count(view.enemy.pawns)
}

/// The files of the own passers, each by its square on the first rank.
fn passer_files(view: &View<'_>) -> Bitboard {
    fill_down(view.own.structure.passed) & rank(1)
}

/// The distance in files between the outermost own passers; 0 if there are fewer than two.
fn files_apart(view: &View<'_>) -> u32 {
    let files = passer_files(view);
    match (files.first(), files.last()) {
        (Some(first), Some(last)) => first.distance(last),
        _ => 0,
    }
}

/// True if the win of two passers far apart is at stake.
fn are_two_far_apart(view: &View<'_>) -> bool {
    surplus(view) == 2 && files_apart(view) >= WINNING_FILES_APART
}

/// True if a passer goes to a corner that is not on the colour of the own bishop, and the enemy
/// king is no farther from it than the own king.
fn is_corner_held(view: &View<'_>) -> bool {
    let corners = ahead(view.own.structure.passed & (A_FILE | H_FILE)) & rank(8);
    let wrong = corners & !bishop_colour(view.own);
    // If the enemy king is in the corner or beside it, the own one is no nearer.
    wrong.into_iter().any(|corner| {
        let [own, enemy] = [view.own, view.enemy].map(|it| it.king.square.distance(corner));
        enemy <= own
    })
}

/// The first of three neighbouring files with own passers.
fn three_in_a_row(view: &View<'_>) -> Option<u32> {
    let files = passer_files(view);
    let first = files & left(files & left(files));
    first.first().map(|square| square.file().into())
}

/// True if, with three pawns more, the only passers are three on neighbouring files that are held:
/// a wedge with the enemy king and bishop both guarding the square before one of its rear pawns, or
/// a diagonal with the king guarding that before its middle pawn.
fn are_straddled(view: &View<'_>) -> bool {
    let passers = view.own.structure.passed;
    if surplus(view) != 3 || count(passers) != 3 {
        return false;
    }
    let Some(first) = three_in_a_row(view) else {
        return false;
    };
    let on = |at: u32| (passers & file(at)).first();
    let (Some(one), Some(middle), Some(other)) = (on(first), on(first + 1), on(first + 2)) else {
        return false;
    };
    let ahead_of_middle = |pawn: Square| i64::from(pawn.rank()) - i64::from(middle.rank());
    let enemy = view.enemy;
    let by_king = enemy.king.ring | enemy.king.set;
    let by_both = by_king & (enemy.by_bishops | enemy.bishops);
    let (held, before) = match (ahead_of_middle(one), ahead_of_middle(other)) {
        (-1, -1) => (by_both, Bitboard::from(one) | other),
        (1, 1) => (by_both, Bitboard::from(middle)),
        (-1, 1) | (1, -1) => (by_king, Bitboard::from(middle)),
        _ => return false,
    };
    held.intersects(up(before))
}

fn knight_ending(context: &Context<'_>) -> bool {
    context.ending == Ending::Knights
}

/// True if there are pawns on both wings, but few.
fn is_open(view: &View<'_>) -> bool {
    let few = |pawns| count(pawns) <= FEW_PAWNS;
    view.play.on_both_wings() && few(view.own.pawns) && few(view.enemy.pawns)
}
